/** What the user has done with a request that waits. It goes along when another element shows the request, and ends with it. */
import type { McpHost, PendingRequest } from '@mcp-web/client';

export interface Work {
  /** The request is settled. */
  end(): void;
}

/** An element that shows a request, with the work on it. */
export interface RequestHolder {
  /** Another element shows it now. */
  release(): void;
}

/** A class of work. */
type Kind<T> = abstract new (...args: never) => T;

export class RequestWork {
  readonly #works = new Map<PendingRequest, Work>();
  readonly #holders = new WeakMap<PendingRequest, RequestHolder>();

  /** The work on a request: what another element has begun, or else what `make` returns. */
  of<T extends Work>(host: McpHost, request: PendingRequest, kind: Kind<T>, make: () => T): T {
    const begun = this.#works.get(request);
    if (begun instanceof kind) return begun;
    const work = make();
    this.#works.set(request, work);
    const stop = host.subscribe(() => {
      if (host.getSnapshot().requests.includes(request)) return;
      stop();
      this.#works.delete(request);
      work.end();
    });
    return work;
  }

  has(request: PendingRequest): boolean {
    return this.#works.has(request);
  }

  /** The element that shows a request, or was the last to do so. */
  holderOf(request: PendingRequest): RequestHolder | undefined {
    return this.#holders.get(request);
  }

  /** Its form is in one element at a time. */
  hold(request: PendingRequest, holder: RequestHolder): void {
    const last = this.#holders.get(request);
    this.#holders.set(request, holder);
    if (last !== holder) last?.release();
  }
}

const KEY: unique symbol = Symbol.for('mcp-web-request-work');

declare global {
  interface Document {
    [KEY]?: RequestWork;
  }
}

/** Elements anywhere on the page may show the same request, one after the other. */
export function requestWorkOf(page: Document): RequestWork {
  return (page[KEY] ??= new RequestWork());
}
