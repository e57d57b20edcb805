/**
 * Over HTTP/1.1, not every tab can keep the stream of its session open. The leading tab does, and tells the others what it
 * hears. One that the user looks at does, because some messages are for its session only. Every other tab does while it
 * calls, because the server may then ask it something.
 */
import type { Revision } from '../../protocol/revisions.ts';
import type { JsonObject } from '../../protocol/types.ts';
import type { Free } from '../../transports/places.ts';
import type { SessionTransport } from '../../transports/transport.ts';
import { isHidden, onwake } from '../../transports/wake.ts';
import { onabort } from '../../wire/abort.ts';
import type { Interest, SessionContext } from '../session.ts';
import { SharedListener, type SharedListenerOptions } from '../shared/shared-listener.ts';

type Events = Pick<SessionContext, 'onmissed' | 'onchangeslost'>;

/** How long after a call the stream stays open, in ms: for another call, and for what the server still has to say. */
const LINGER_MS = 250;

/** How long a call waits for the stream, in ms. Some servers answer only when they have something to say. */
const OPENING_MS = 300;

interface SharedStreamOptions extends Omit<SharedListenerOptions, 'makeListener'> {
  readonly transport: SessionTransport;
  /** Subscribes this tab's session to these resources, and to no others. */
  readonly setUris: (uris: readonly string[]) => Promise<void>;
}

/** Lets one tab listen for all where connections are few. */
export function shareStream(
  transport: SessionTransport,
  context: SessionContext,
  revision: Revision,
  setUris: SharedStreamOptions['setUris'],
): SharedStream | undefined {
  const { sharing, timeoutMs, transports } = context;
  if (!sharing || !transport.places?.areScarce) return undefined;
  const { reconnection } = transports;
  const shared = new SharedStream({ transport, sharing, reconnection, revision, timeoutMs, events: context, setUris });
  shared.setInterest({ lists: true, uris: [] }).catch(() => {});
  return shared;
}

export class SharedStream {
  readonly #transport: SessionTransport;
  readonly #listener: SharedListener;
  /** Where this tab reports what happens to the stream, while it leads. */
  #leading: Events | undefined;
  #calls = 0;
  #lingering: ReturnType<typeof setTimeout> | undefined;
  /** The place that the stream takes. */
  #free: Free | undefined;
  readonly #closing = new AbortController();
  /** Aborts when the user no longer looks at this tab, or it leads. */
  #looking = new AbortController();
  /** Whether the stream is open because the user looks at this tab. */
  #isSeen = false;

  constructor({ transport, setUris, ...options }: SharedStreamOptions) {
    this.#transport = transport;
    this.#looking.abort();
    void this.#update();
    this.#listener = new SharedListener({
      ...options,
      makeListener: (events) => {
        this.#leading = events;
        this.#look();
        return {
          setInterest: ({ uris }) => setUris(uris),
          close: () => {
            this.#leading = undefined;
            this.#look();
          },
        };
      },
    });
    onwake(() => this.#look(), this.#closing.signal);
    this.#look();
  }

  /** Where to report what happens to this tab's stream; nothing while the stream serves a call only. */
  get events(): Events | undefined {
    return this.#leading;
  }

  /** Whether a call needs a place for the stream too. */
  get needsPlace(): boolean {
    return !this.#leading && !this.#free && !this.#isSeen;
  }

  setInterest({ uris }: Interest): Promise<void> {
    return this.#listener.setInterest({ lists: true, uris });
  }

  /** Takes what came on this tab's stream. Returns whether the tabs share it. */
  onnotification(method: string, params: JsonObject): boolean {
    if (!this.#leading) return false;
    this.#listener.onnotification(method, params);
    return true;
  }

  heedOwner(): void {
    this.#listener.heedOwner();
  }

  /** Keeps the stream open for a call, on this place, until the signal aborts. */
  hold(signal: AbortSignal, place?: Free): void {
    if (this.needsPlace) this.#free = place;
    else place?.();
    if (this.#calls++ === 0) clearTimeout(this.#lingering);
    void this.#update();
    onabort(signal, () => {
      if (--this.#calls === 0 && !this.#closing.signal.aborted)
        this.#lingering = setTimeout(() => void this.#update(), LINGER_MS);
    });
  }

  /** Waits a little until the stream is open. */
  async open(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, OPENING_MS)));
    await Promise.race([this.#update(), late]);
    clearTimeout(timer);
  }

  close(): void {
    clearTimeout(this.#lingering);
    this.#closing.abort();
    this.#looking.abort();
    this.#listener.close();
    this.#free?.();
  }

  #look(): void {
    const isWanted = !this.#leading && !isHidden() && !this.#closing.signal.aborted;
    if (isWanted && !this.#looking.signal.aborted) return;
    this.#looking.abort();
    if (isWanted) {
      const { signal } = (this.#looking = new AbortController());
      void this.#listenWhileSeen(signal).catch(() => {});
    }
    void this.#update();
  }

  async #listenWhileSeen(signal: AbortSignal): Promise<void> {
    const free = await this.#transport.places?.takeWithoutCall(signal);
    if (signal.aborted) return free?.();
    this.#isSeen = true;
    signal.addEventListener('abort', () => {
      this.#isSeen = false;
      // Calls may still need the stream.
      this.#free = free;
      void this.#update();
    });
    void this.#update();
  }

  #update(): Promise<void> {
    if (this.#calls === 0 || this.#leading || this.#isSeen) {
      this.#free?.();
      this.#free = undefined;
    }
    const isWanted = this.#leading !== undefined || this.#isSeen || this.#calls > 0;
    return this.#transport.setStream?.(isWanted) ?? Promise.resolve();
  }
}
