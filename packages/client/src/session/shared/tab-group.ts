/** Tabs that share something, and hear each other. One of them leads: the one that has the lock. */
import { wait } from '../../wire/abort.ts';
import { answerWatchers, watchLeader } from './leader-watch.ts';

/** How long the others have to hear that a tab took over, in ms. It is less than they wait before they would do so. */
const HEAR_MS = 1_000;

/** Says only that the tab is there. */
const KNOCK = 'Somebody is here';

/** How often a tab tries to get a turn before it counts the one that has it as silent too. */
const TRIES = 2;

export interface TabGroupEvents {
  /** This tab leads from now on. */
  onlead(): void;
  /** This tab no longer leads: it did not answer, and another one took over. */
  onreplaced(): void;
  /** The browser is about to stop this tab. Until it runs again, it is not in the group. */
  onstop(): void;
  /** This tab runs again. */
  onreturn(): void;
  /** Another tab posted this. */
  onmessage(data: unknown): void;
}

export class TabGroup {
  readonly #name: string;
  readonly #events: TabGroupEvents;
  readonly #leaving = new AbortController();
  /** Aborts when the tab leaves the group, or stops. */
  #stay = new AbortController();
  /** Aborts when the tab no longer waits for the lock, or no longer has it. */
  #turn = new AbortController();
  #watching = new AbortController();
  #channel: BroadcastChannel | undefined;
  #isLeading = false;
  /** Whether this tab has heard of no other. */
  #isAlone = true;
  /** The turn in which this tab answers those that ask whether it runs. */
  #answering: AbortController | undefined;

  constructor(name: string, events: TabGroupEvents) {
    this.#name = name;
    this.#events = events;
    // `freeze` and `resume` (Chromium) go to the document; the window captures them.
    const listening = { capture: true, signal: this.#leaving.signal };
    for (const type of ['freeze', 'pagehide']) globalThis.addEventListener(type, () => this.#stop(), listening);
    for (const type of ['resume', 'pageshow']) globalThis.addEventListener(type, () => this.#return(), listening);
    globalThis.addEventListener('visibilitychange', () => this.#watch(), listening);
    this.#join();
  }

  post(message: object): void {
    this.#channel?.postMessage(message);
  }

  leave(): void {
    this.#leaving.abort();
    this.#stay.abort();
    this.#isLeading = false;
  }

  #join(): void {
    const stay = new AbortController();
    const { signal } = stay;
    const channel = new BroadcastChannel(this.#name);
    channel.onmessage = ({ data }) => {
      this.#isAlone = false;
      this.#answer();
      if (data !== KNOCK) this.#events.onmessage(data);
    };
    this.#stay = stay;
    this.#channel = channel;
    signal.addEventListener('abort', () => {
      this.#channel = undefined;
      channel.close();
      this.#turn.abort();
      this.#watching.abort();
    });
    this.#waitForLock(false);
    this.#watch();
  }

  #stop(): void {
    if (this.#stay.signal.aborted) return;
    this.#events.onstop();
    this.#isLeading = false;
    this.#stay.abort();
  }

  #return(): void {
    if (!this.#stay.signal.aborted) return;
    this.#join();
    this.#events.onreturn();
  }

  #waitForLock(isByForce: boolean): void {
    this.#turn.abort();
    const { signal } = (this.#turn = new AbortController());
    const lead = async (): Promise<void> => {
      if (signal.aborted) return;
      await new Promise<void>((release) => {
        signal.addEventListener('abort', () => release(), { once: true });
        // The tab that is replaced is still there.
        if (isByForce) this.#isAlone = false;
        this.#lead();
        this.#answer();
      });
    };
    navigator.locks.request(this.#name, isByForce ? { steal: true } : { signal }, lead).catch(() => {
      if (signal.aborted) return;
      // In a sandboxed frame there are no locks: this tab shares with nobody.
      if (!this.#isLeading) return this.#lead();
      this.#isLeading = false;
      this.#events.onreplaced();
      this.#waitForLock(false);
      this.#watch();
    });
  }

  #lead(): void {
    this.#isLeading = true;
    this.#watching.abort();
    this.#events.onlead();
  }

  /** A tab that is alone, as most are, needs no channel for the others. */
  #answer(): void {
    if (!this.#isLeading || this.#isAlone || this.#answering === this.#turn) return;
    this.#answering = this.#turn;
    answerWatchers(this.#name, this.#turn.signal);
  }

  #watch(): void {
    this.#watching.abort();
    if (this.#isLeading || this.#stay.signal.aborted || globalThis.document?.visibilityState === 'hidden') return;
    this.#watching = new AbortController();
    const knock = (): void => this.#channel?.postMessage(KNOCK);
    const onsilence = (times: number): void => this.#takeOver(times);
    watchLeader(this.#name, { knock, onsilence }, this.#watching.signal);
  }

  /**
   * Of the tabs that notice the silence at the same time, one takes over. The others hear of it before another one may. If
   * that one falls silent meanwhile, it does not let go of its turn: after two silences more, there is another turn.
   */
  #takeOver(silences: number): void {
    const { signal } = this.#watching;
    const turns = Math.ceil(silences / TRIES);
    const inTurn = async (turn: Lock | null): Promise<void> => {
      if (!turn || signal.aborted) return;
      this.#waitForLock(true);
      await wait(HEAR_MS, this.#stay.signal).catch(() => {});
      // This tab still runs, unlike those that have had these turns.
      for (let earlier = 1; earlier < turns; earlier++)
        navigator.locks.request(this.#turnName(earlier), { steal: true }, () => {}).catch(() => {});
    };
    navigator.locks.request(this.#turnName(turns), { ifAvailable: true }, inTurn).catch(() => {});
  }

  #turnName(turn: number): string {
    return `${this.#name} next${turn > 1 ? ` ${turn}` : ''}`;
  }
}
