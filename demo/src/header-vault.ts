import type { Vault } from '@mcp-web/client/oauth';

/** The headers that the user gave for a server, such as a token. */
export interface GivenHeaders {
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

const DATABASE = 'playground-headers';
const KIND = 'header ';

/** The headers that the user wanted stored: encrypted, in a vault like that for tokens, under names that tell nothing. */
export class HeaderVault {
  #opening: Promise<Vault> | undefined;

  async read(url: string): Promise<GivenHeaders | undefined> {
    if (!(await this.#isThere())) return undefined;
    const vault = await this.#vault();
    const given = givenIn((await vault.read(await nameOf(url)))?.value);
    return given?.url === url ? given : undefined;
  }

  /** @throws {Error} if the browser did not store it */
  async store(given: GivenHeaders): Promise<void> {
    const outcome = await (await this.#vault()).write(await nameOf(given.url), given);
    if (outcome !== 'stored') throw new Error('The disk could not be written.');
  }

  /** @throws {Error} if the browser may still have it */
  async forget(url: string): Promise<void> {
    const vault = await this.#vault();
    const name = await nameOf(url);
    // Whether a value was removed from the disk, a vault does not tell; whether one was overwritten, it does.
    const outcome = await vault.write(name, {});
    await vault.remove(name);
    if (outcome !== 'stored') throw new Error('The disk could not be written.');
  }

  async all(): Promise<GivenHeaders[]> {
    if (!(await this.#isThere())) return [];
    const vault = await this.#vault();
    const stored = await Promise.all((await vault.names(KIND)).map((name) => vault.read(name)));
    return stored.flatMap((found) => givenIn(found?.value) ?? []);
  }

  /** Most visitors store nothing, and need no vault. */
  async #isThere(): Promise<boolean> {
    return this.#opening !== undefined || (await indexedDB.databases()).some(({ name }) => name === DATABASE);
  }

  #vault(): Promise<Vault> {
    return (this.#opening ??= import('@mcp-web/client/oauth').then(({ indexedDbVault }) => indexedDbVault(DATABASE)));
  }
}

/** A vault encrypts values only. */
async function nameOf(url: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(url));
  return KIND + [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function givenIn(value: unknown): GivenHeaders | undefined {
  if (typeof value !== 'object' || value === null || !('url' in value) || typeof value.url !== 'string')
    return undefined;
  // Earlier builds stored one header for a server.
  const headers: unknown = 'headers' in value ? value.headers : [value];
  if (!Array.isArray(headers)) return undefined;
  return { url: value.url, headers: headers.filter(isHeader).map(({ name, value: text }) => ({ name, value: text })) };
}

function isHeader(value: unknown): value is GivenHeaders['headers'][number] {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['name', 'value'].every((member) => typeof Reflect.get(value, member) === 'string')
  );
}
