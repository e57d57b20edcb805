/** Stores the endpoint that the user wants to keep, with its key: encrypted, in a vault like that for tokens. */
import type { Vault } from '@mcp-web/client/oauth';
import { isJsonObject } from '../internal/text/text.ts';

export interface Endpoint {
  readonly url: string;
  /** Of the model. */
  readonly name: string;
  /** Empty if it needs none. */
  readonly key: string;
}

const NAME = 'endpoint';

export class EndpointStore {
  #opening: Promise<Vault> | undefined;

  async read(): Promise<Endpoint | undefined> {
    const value = (await (await this.#vault()).read(NAME))?.value;
    if (!isJsonObject(value)) return undefined;
    const { url, name, key } = value;
    return typeof url === 'string' && typeof name === 'string' && typeof key === 'string'
      ? { url, name, key }
      : undefined;
  }

  /** Returns whether it outlasts the page. */
  async write(endpoint: Endpoint): Promise<boolean> {
    return (await (await this.#vault()).write(NAME, endpoint)) === 'stored';
  }

  /** Returns false if the browser may still have it. */
  async forget(): Promise<boolean> {
    const vault = await this.#vault();
    // Whether a value was removed from the disk, a vault does not tell; whether one was overwritten, it does.
    const outcome = await vault.write(NAME, {});
    await vault.remove(NAME);
    return outcome === 'stored';
  }

  #vault(): Promise<Vault> {
    return (this.#opening ??= import('@mcp-web/client/oauth').then(({ indexedDbVault }) =>
      indexedDbVault('mcp-web-chat'),
    ));
  }
}
