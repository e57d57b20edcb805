/** Questions that wait for the user. */
import type { ConsentDecision, PendingRequest } from './state.ts';

/** A question before it has an id. */
type Question<P = PendingRequest> = P extends PendingRequest ? Pick<P, 'kind' | 'request'> : never;

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

  /** @returns nothing when no user interface is there to ask. */
  ask(question: Question, signal: AbortSignal): Promise<ConsentDecision> | undefined {
    if (!this.#isAsked(question.kind)) return undefined;
    if (signal.aborted) return Promise.reject(signal.reason);
    const id = `${question.kind}-${++this.#lastId}`;
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
        request: Object.freeze({ id, ...question }),
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
