import { memoryVault, type Vault } from '../../packages/client/src/oauth/store/vault.ts';

/** A vault that takes a moment for everything, as a disk does: what nobody waits for is not done yet. */
export function slowVault(): Vault {
  const vault = memoryVault();
  const moment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
  return {
    read: (name) => moment().then(() => vault.read(name)),
    write: (...args) => moment().then(() => vault.write(...args)),
    take: (name) => moment().then(() => vault.take(name)),
    takeFromMemory: (name) => moment().then(() => vault.takeFromMemory(name)),
    remove: (...args) => moment().then(() => vault.remove(...args)),
    names: (prefix) => moment().then(() => vault.names(prefix)),
    keyPair: (name) => moment().then(() => vault.keyPair(name)),
    clear: () => moment().then(() => vault.clear()),
  };
}
