/**
 * Over HTTP/1.1, not every tab can keep the stream of its session open. The leading tab does, and tells the others what it
 * hears. One that the user looks at does, because some messages are for its session only. Every other tab does while it
 * calls, because the server may then ask it something. Nobody leads a tab that shares nothing.
 */
import type { Revision } from '../../protocol/revisions.ts';
import type { JsonObject } from '../../protocol/types.ts';
import type { Free } from '../../transports/places.ts';
import { OPENING_MS } from '../../transports/reconnection.ts';
import type { SessionTransport } from '../../transports/transport.ts';
import { isHidden, onwake } from '../../transports/wake.ts';
import { onabort, settlesWithin } from '../../wire/abort.ts';
import type { Interest, SessionContext, Sharing } from '../session.ts';
import { SharedListener, type SharedListenerOptions } from '../shared/shared-listener.ts';

type Events = Pick<SessionContext, 'onmissed' | 'onchangeslost'>;

/** How long after a call the stream stays open, in ms: for another call, and for what the server still has to say. */
const LINGER_MS = 250;

interface SharedStreamOptions extends Omit<SharedListenerOptions, 'makeListener' | 'sharing'> {
  readonly sharing: Sharing | undefined;
  readonly transport: SessionTransport;
  /** Subscribes this tab's session to these resources, and to no others. */
  readonly setUris: (uris: readonly string[]) => Promise<void>;
}

/** Lets few tabs listen where connections are few. */
export function shareStream(
  transport: SessionTransport,
  context: SessionContext,
  revision: Revision,
  setUris: SharedStreamOptions['setUris'],
): SharedStream | undefined {
  const { sharing, timeoutMs, transports } = context;
  // Over HTTP+SSE, every tab needs its stream.
  if (!transport.places?.areScarce || !transport.setStream) return undefined;
  const { reconnection } = transports;
  const shared = new SharedStream({ transport, sharing, reconnection, revision, timeoutMs, events: context, setUris });
  shared.setInterest({ lists: true, uris: [] }).catch(() => {});
  return shared;
}

export class SharedStream {
  readonly #transport: SessionTransport;
  readonly #listener: SharedListener | undefined;
  readonly #setUris: SharedStreamOptions['setUris'];
  readonly #ownEvents: Events;
  #uris: readonly string[] = [];
  /** Whether no other tab can listen for this one. */
  #isAlone: boolean;
  /** Where this tab reports what happens to the stream, while it leads. */
  #leading: Events | undefined;
  #calls = 0;
  #lingering: ReturnType<typeof setTimeout> | undefined;
  /** The place that the stream takes. */
  #free: Free | undefined;
  readonly #closing = new AbortController();
  /** Aborts when the user no longer looks at this tab, or it leads. */
  #looking = new AbortController();
  /** Whether it was alone when the user began to look. */
  #wasAlone: boolean | undefined;
  /** Whether the stream is open because the user looks at this tab. */
  #isSeen = false;
  /** Whether the server may have said something for this session while its stream was closed. */
  #mayHaveMissed = false;

  constructor({ transport, setUris, sharing, ...options }: SharedStreamOptions) {
    this.#transport = transport;
    this.#setUris = setUris;
    this.#ownEvents = options.events;
    this.#isAlone = sharing?.owner() === undefined;
    this.#looking.abort();
    void this.#update();
    if (sharing)
      this.#listener = new SharedListener({
        ...options,
        sharing,
        makeListener: (events) => {
          this.#leading = events;
          this.#isAlone = sharing.owner() === undefined;
          this.#look();
          return {
            setInterest: async ({ uris }) => {
              await setUris(uris);
              await this.#transport.opening?.();
            },
            close: () => {
              this.#leading = undefined;
              this.#isAlone = false;
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
    if (this.#leading || this.#isAlone) return this.#leading ?? this.#ownEvents;
    // What it subscribed to is announced to the leading tab.
    const onmissed = (): void => this.#ownEvents.onmissed({ lists: true, uris: [] });
    return this.#isSeen ? { onmissed, onchangeslost: () => {} } : undefined;
  }

  /** Whether this tab hears of changes, on its own stream or on that of the leading tab. */
  get isListening(): boolean {
    return this.#transport.isListening === true || (!this.leads && this.#listener?.isHeard === true);
  }

  /** Whether this tab's stream is that of all tabs. */
  get leads(): boolean {
    return this.#leading !== undefined && !this.#isAlone;
  }

  /** Whether a call needs a place for the stream too. */
  get needsPlace(): boolean {
    return !this.leads && !this.#free && !this.#isSeen;
  }

  setInterest({ uris }: Interest): Promise<void> {
    this.#uris = uris;
    return this.#listener?.setInterest({ lists: true, uris }) ?? this.#setUris(uris);
  }

  /** Takes what came on this tab's stream. Returns whether the tabs share it. */
  onnotification(method: string, params: JsonObject): boolean {
    if (!this.#leading || !this.#listener) return false;
    this.#listener.onnotification(method, params);
    return true;
  }

  heedOwner(): void {
    this.#listener?.heedOwner();
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
    await settlesWithin(OPENING_MS, this.#update());
  }

  close(): void {
    clearTimeout(this.#lingering);
    this.#closing.abort();
    this.#looking.abort();
    this.#listener?.close();
    this.#free?.();
  }

  #look(): void {
    const isWanted = !this.leads && !isHidden() && !this.#closing.signal.aborted;
    this.#mayHaveMissed = !this.leads && (this.#mayHaveMissed || isHidden());
    if (isWanted && !this.#looking.signal.aborted && this.#wasAlone === this.#isAlone) return;
    this.#looking.abort();
    if (isWanted) {
      this.#wasAlone = this.#isAlone;
      const { signal } = (this.#looking = new AbortController());
      void this.#listenWhileSeen(signal).catch(() => {});
    }
    void this.#update();
  }

  async #listenWhileSeen(signal: AbortSignal): Promise<void> {
    const { places } = this.#transport;
    const isAlone = this.#isAlone;
    let free: Free | undefined;
    // No other tab hears for one that is alone.
    if (!isAlone) free = await places?.takeWithoutCall(signal);
    if (signal.aborted) return free?.();
    this.#isSeen = true;
    signal.addEventListener('abort', () => {
      this.#isSeen = false;
      // Calls may still need the stream.
      this.#free = free;
      void this.#update();
    });
    void this.#update();
    if (isAlone) {
      const place = await places?.takeBeside(signal);
      if (signal.aborted) return place?.();
      free = place;
    }
    const isOpen = await this.#update();
    if (signal.aborted) return;
    // The server has no stream.
    if (!isOpen && isAlone) {
      free?.();
      free = undefined;
    }
    if (isOpen && this.#mayHaveMissed) {
      this.#mayHaveMissed = false;
      this.events?.onmissed({ lists: true, uris: this.#uris });
    }
  }

  #update(): Promise<boolean> {
    if (this.#calls === 0 || this.leads || this.#isSeen) {
      this.#free?.();
      this.#free = undefined;
    }
    const isWanted = this.leads || this.#isSeen || this.#calls > 0;
    return this.#transport.setStream?.(isWanted) ?? Promise.resolve(false);
  }
}
