/** One element with its own host, and a server that says what it is told to. */
import { type PermissionStore, McpHost } from '@mcp-web/client';
import '@mcp-web/elements/define';
import { everything } from '../support/flat-tree.ts';
import { type Says, serverThatSays } from './server.ts';

/** The server's address, whatever it claims to be. */
export const ORIGIN = 'https://server.example';

/** The next string. Each place that asks gets all of them in the course of a scene. */
export type Say = () => string;

export interface Stage {
  /** The host, with stored records if it has a store. */
  readonly host: (records?: readonly unknown[]) => McpHost;
  /** Connects the server and resolves with its id once its lists have arrived. */
  readonly connect: (host: McpHost, says: Says) => Promise<string>;
  readonly put: <T extends keyof HTMLElementTagNameMap>(
    tag: T,
    properties?: Partial<HTMLElementTagNameMap[T]>,
  ) => HTMLElementTagNameMap[T];
  /** Ends all of it. */
  readonly clear: () => void;
}

export function makeStage(place: HTMLElement): Stage {
  const hosts: McpHost[] = [];
  return {
    host(records = []) {
      const permissionStore: PermissionStore = {
        read: () => Promise.resolve(records),
        write: () => Promise.resolve(),
        remove: () => Promise.resolve(),
        watch: () => () => {},
      };
      const host = new McpHost({ permissionStore });
      hosts.push(host);
      return host;
    },
    async connect(host, says) {
      const id = host.add(`${ORIGIN}/mcp`, { fetch: serverThatSays(says), revision: '2025-11-25' });
      await until(() =>
        host
          .getSnapshot()
          .servers.some(
            (server) =>
              server.id === id && (server.status === 'failed' || (server.status === 'ready' && !server.isListing)),
          ),
      );
      return id;
    },
    put(tag, properties = {}) {
      const child = Object.assign(document.createElement(tag), properties);
      place.append(child);
      return child;
    },
    clear() {
      place.replaceChildren();
      for (const host of hosts) host.close();
    },
  };
}

export async function until(isSo: () => unknown): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`In vain: ${String(isSo)}`);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** The first match, as soon as it exists. */
export async function inside(root: Element, selector: string): Promise<HTMLElement> {
  let found: Element | undefined;
  await until(() => (found = everything(root.shadowRoot ?? root).find((element) => element.matches(selector))));
  if (!(found instanceof HTMLElement)) throw new Error(`There is no ${selector}.`);
  return found;
}
