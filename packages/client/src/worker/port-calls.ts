/** Calls through a port, in both directions. A page and its worker have one at each end. */
import { McpError } from '../errors.ts';
import { type ErrorData, fromErrorData, toErrorData } from './error-data.ts';

/** What a function that is called from the other end gets after its arguments. */
export interface Served {
  /** Aborts when the caller gives up. */
  readonly signal: AbortSignal;
  /** Takes what moves to the other end with the answer. */
  readonly transfer: Transferable[];
}

type Message =
  | { readonly type: 'call'; readonly id: number; readonly name: string; readonly args: readonly unknown[] }
  /** A call for whose answer nobody waits. */
  | { readonly type: 'report'; readonly name: string; readonly args: readonly unknown[] }
  | { readonly type: 'cancel'; readonly id: number; readonly reason: ErrorData }
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly id: number; readonly error: ErrorData };

type Functions<T> = { readonly [Name in keyof T]: (...args: never[]) => unknown };
type ArgumentsOf<F extends (...args: never[]) => unknown> =
  Parameters<F> extends [...infer Args, Served] ? Args : Parameters<F>;
type AnswerOf<F extends (...args: never[]) => unknown> = Promise<Awaited<ReturnType<F>>>;

interface WaitingCall {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** How long reports wait for others, in ms: the other end gets them in one message, several times a frame. */
const GATHER_MS = 8;

/** How many reports one message has at most, so that it is a short task at the other end. */
const MAX_GATHERED = 256;

/** `Theirs` names the functions of the other end. Messages arrive in the order in which they were sent. */
export class PortCalls<Theirs extends Functions<Theirs>> {
  readonly #port: MessagePort;
  readonly #own: object;
  readonly #waiting = new Map<number, WaitingCall>();
  readonly #serving = new Map<number, AbortController>();
  #lastId = 0;
  #gathered: Message[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended: McpError | undefined;

  /** @param own the functions that the other end may call */
  constructor(port: MessagePort, own: object) {
    this.#port = port;
    this.#own = own;
    port.onmessage = ({ data }: MessageEvent<readonly Message[]>) => {
      for (const message of data) this.#receive(message);
    };
  }

  /** Why the port was closed, if it was. */
  get ended(): McpError | undefined {
    return this.#ended;
  }

  /**
   * Calls a function of the other end. When `signal` aborts, so does the signal that the function got.
   *
   * @param onlate takes an answer that comes after `signal` aborted
   * @throws {McpError} `invalid-argument` when an argument cannot be cloned, `closed` after `end()`; what the function
   *   throws; the signal's reason
   */
  call<Name extends keyof Theirs & string>(
    name: Name,
    args: ArgumentsOf<Theirs[Name]>,
    signal?: AbortSignal | null,
    onlate: (answer: Awaited<ReturnType<Theirs[Name]>>) => void = () => {},
  ): AnswerOf<Theirs[Name]> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#ended) throw this.#ended;
      const id = ++this.#lastId;
      const cancel = (): void => {
        settle();
        this.#waiting.set(id, {
          resolve: (value: Awaited<ReturnType<Theirs[Name]>>) => (settle(), onlate(value)),
          reject: settle,
        });
        this.#send({ type: 'cancel', id, reason: toErrorData(signal?.reason) });
        reject(signal?.reason);
      };
      const settle = (): void => {
        this.#waiting.delete(id);
        signal?.removeEventListener('abort', cancel);
      };
      try {
        this.#send({ type: 'call', id, name, args });
      } catch (cause) {
        throw new McpError(
          'invalid-argument',
          `What was passed to the worker cannot be cloned (${String(cause)}): pass plain objects.`,
          { cause },
        );
      }
      signal?.addEventListener('abort', cancel, { once: true });
      this.#waiting.set(id, {
        resolve: (value: Awaited<ReturnType<Theirs[Name]>>) => (settle(), resolve(value)),
        reject: (error) => (settle(), reject(error)),
      });
    });
  }

  /** Calls a function of the other end soon, together with others. Nobody hears of its answer. */
  report<Name extends keyof Theirs & string>(name: Name, ...args: ArgumentsOf<Theirs[Name]>): void {
    if (this.#ended) return;
    this.#gathered.push({ type: 'report', name, args });
    if (this.#gathered.length >= MAX_GATHERED) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), GATHER_MS);
  }

  /** Sends the reports that were gathered. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const gathered = this.#gathered;
    this.#gathered = [];
    if (gathered.length > 0) this.#port.postMessage(gathered);
  }

  /** Closes the port. Calls that wait reject with the error, in both directions. */
  end(error: McpError): void {
    if (this.#ended) return;
    this.flush();
    this.#ended = error;
    this.#port.close();
    for (const call of this.#waiting.values()) call.reject(error);
    for (const serving of this.#serving.values()) serving.abort(error);
  }

  #send(message: Message, transfer: Transferable[] = []): void {
    if (this.#ended) return;
    this.flush();
    this.#port.postMessage([message], transfer);
  }

  #receive(message: Message): void {
    switch (message.type) {
      case 'report':
        return this.#hear(message.name, message.args);
      case 'call':
        return void this.#serve(message.id, message.name, message.args);
      case 'cancel':
        return this.#serving.get(message.id)?.abort(fromErrorData(message.reason));
      case 'answer':
        return this.#waiting.get(message.id)?.resolve(message.value);
      case 'failure':
        return this.#waiting.get(message.id)?.reject(fromErrorData(message.error));
    }
  }

  #hear(name: string, args: readonly unknown[]): void {
    try {
      Reflect.apply(Reflect.get(this.#own, name), undefined, args);
    } catch (error) {
      reportError(error);
    }
  }

  async #serve(id: number, name: string, args: readonly unknown[]): Promise<void> {
    const controller = new AbortController();
    this.#serving.set(id, controller);
    try {
      const served: Served = { signal: controller.signal, transfer: [] };
      const value: unknown = await Reflect.apply(Reflect.get(this.#own, name), undefined, [...args, served]);
      this.#send({ type: 'answer', id, value }, served.transfer);
    } catch (error) {
      try {
        this.#send({ type: 'failure', id, error: toErrorData(error) });
      } catch {
        this.#send({ type: 'failure', id, error: toErrorData(new Error(String(error))) });
      }
    } finally {
      this.#serving.delete(id);
    }
  }
}
