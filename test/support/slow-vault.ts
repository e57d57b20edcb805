import { memoryVault, type Vault } from '../../packages/client/src/oauth/store/vault.ts';

const WRITE_MS = 10;

/** A vault that takes a moment to read, and longer to write, as a disk does: what nobody waits for is not done yet. */
export function slowVault(): Vault {
  const vault = memoryVault();
  const moment = (ms = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  return {
    read: (name) => moment().then(() => vault.read(name)),
    write: (...args) => moment(WRITE_MS).then(() => vault.write(...args)),
    take: (name) => moment(WRITE_MS).then(() => vault.take(name)),
    takeFromMemory: (name) => moment(WRITE_MS).then(() => vault.takeFromMemory(name)),
    remove: (...args) => moment(WRITE_MS).then(() => vault.remove(...args)),
    names: (prefix) => moment().then(() => vault.names(prefix)),
    keyPair: (name) => moment().then(() => vault.keyPair(name)),
    clear: () => moment(WRITE_MS).then(() => vault.clear()),
  };
}
