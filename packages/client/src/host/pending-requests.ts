/** Questions that wait for the user. */
import { McpError } from '../errors.ts';
import type { ConsentDecision, ConsentRequest, PendingRequest } from './state.ts';

export class PendingRequests {
  readonly #onchange: (pending: readonly PendingRequest[]) => void;
  readonly #waiting = new Map<string, { request: PendingRequest; settle: (decision: ConsentDecision) => void }>();
  readonly #askers = new Set<{ kind: PendingRequest['kind'] }>();
  #lastId = 0;

  constructor(onchange: (pending: readonly PendingRequest[]) => void) {
    this.#onchange = onchange;
  }

  addAsker(kind: PendingRequest['kind']): () => void {
    const asker = { kind };
    this.#askers.add(asker);
    return () => {
      this.#askers.delete(asker);
      if (this.#isAsked(kind)) return;
      // A question that nobody can see any more must not wait for ever.
      for (const { request, settle } of this.#waiting.values()) {
        if (request.kind === kind) settle({ action: 'deny', reason: 'The dialog that asked is gone.' });
      }
    };
  }

  #isAsked(kind: PendingRequest['kind']): boolean {
    return [...this.#askers].some((asker) => asker.kind === kind);
  }

  /** @throws {McpError} `denied` when no user interface is there to ask. */
  ask(request: ConsentRequest, signal: AbortSignal): Promise<ConsentDecision> {
    if (!this.#isAsked('consent')) {
      const advice = 'Put an <mcp-tool-consent> into the page, or give the host a `consent` policy.';
      return Promise.reject(new McpError('denied', `Nobody could be asked whether ${request.tool.name} may run. ${advice}`));
    }
    if (signal.aborted) return Promise.reject(signal.reason);
    const id = `consent-${++this.#lastId}`;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(id);
        signal.removeEventListener('abort', onabort);
        this.#publish();
      };
      const onabort = (): void => {
        leave();
        reject(signal.reason);
      };
      signal.addEventListener('abort', onabort, { once: true });
      this.#waiting.set(id, {
        request: Object.freeze({ id, kind: 'consent', request }),
        settle: (decision) => {
          leave();
          resolve(decision);
        },
      });
      this.#publish();
    });
  }

  respond(id: string, decision: ConsentDecision): boolean {
    const waiting = this.#waiting.get(id);
    waiting?.settle(decision);
    return waiting !== undefined;
  }

  #publish(): void {
    this.#onchange(Object.freeze([...this.#waiting.values()].map(({ request }) => request)));
  }
}
