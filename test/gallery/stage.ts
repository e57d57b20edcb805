/** One element in one of its states, with real servers that run in this page. */
import type { McpHost, PendingRequest } from '@mcp-web/client';
import '@mcp-web/elements/define';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createServer } from '../../demo/src/service-worker/server.ts';

export interface Stage {
  readonly place: HTMLElement;
  readonly host: McpHost;
  /** Connects a server and resolves with its id once its lists have arrived. */
  readonly connect: (url?: string) => Promise<string>;
  /** A `fetch` that leads to a server at this address. */
  readonly serve: (url: string) => typeof fetch;
  /** Adds an element to the host. */
  readonly put: <T extends keyof HTMLElementTagNameMap>(
    tag: T,
    properties?: Partial<HTMLElementTagNameMap[T]>,
  ) => HTMLElementTagNameMap[T];
  /** Resolves when a request of this kind waits for the user. */
  readonly asked: (kind: PendingRequest['kind']) => Promise<void>;
}

const SERVER = 'https://playground.example/mcp';

function serve(url: string): typeof fetch {
  const handler = createMcpHandler(() => createServer(new URL(url)));
  return (input, init) => handler.fetch(new Request(input, init));
}

export function makeStage(place: HTMLElement): Stage {
  const element = document.createElement('mcp-host');
  place.append(element);
  const { host } = element;
  return {
    place,
    host,
    serve,
    async connect(url = SERVER) {
      const id = host.add(url, { fetch: serve(url) });
      await until(() =>
        host.getSnapshot().servers.some((server) => server.id === id && server.status === 'ready' && !server.isListing),
      );
      return id;
    },
    put(tag, properties = {}) {
      const child = Object.assign(document.createElement(tag), properties);
      element.append(child);
      return child;
    },
    asked: (kind) => until(() => host.getSnapshot().requests.some((pending) => pending.kind === kind)),
  };
}

export async function until(isSo: () => unknown): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`In vain: ${String(isSo)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The first matching element, including shadow roots. */
export async function inside(root: Element, selector: string): Promise<HTMLElement> {
  let found: Element | undefined;
  await until(() => (found = search(root, selector)));
  if (!(found instanceof HTMLElement)) throw new Error(`There is no ${selector}.`);
  return found;
}

function search(root: Element | ShadowRoot, selector: string): Element | undefined {
  const own = root.querySelector(selector);
  if (own) return own;
  for (const { shadowRoot } of root instanceof Element && root.shadowRoot
    ? [root, ...root.querySelectorAll('*')]
    : root.querySelectorAll('*')) {
    const found = shadowRoot ? search(shadowRoot, selector) : undefined;
    if (found) return found;
  }
  return undefined;
}
