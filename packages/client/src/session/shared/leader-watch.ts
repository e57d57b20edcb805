/**
 * Finds out that the leading tab no longer runs though the browser still counts on it: it is frozen or busy. Hidden
 * tabs do not look, as nobody sees what they miss.
 */

const ASK = 'Is the leading tab there?';
const HERE = 'It is';

/** How often a tab asks that has heard nothing, in ms. */
const ASK_MS = 350;

/** After so long without an answer, in ms, the leading tab may believe that it is alone. */
const KNOCK_MS = 1.5 * ASK_MS;

/** How long the leading tab may be silent, in ms. With the time to open a stream, it is replaced within 2 s. */
const SILENT_MS = 1_300;

const channelOf = (name: string): BroadcastChannel => new BroadcastChannel(`${name} leader`);

/** Answers the tabs that ask whether this one runs, until the signal aborts. */
export function answerWatchers(name: string, signal: AbortSignal): void {
  const channel = channelOf(name);
  channel.onmessage = ({ data }) => {
    if (data === ASK) channel.postMessage(HERE);
  };
  signal.addEventListener('abort', () => channel.close(), { once: true });
  // Whoever else was about to take over need not.
  channel.postMessage(HERE);
}

export interface LeaderWatch {
  /** Tells the leading tab that it is not alone: until it knows that, it does not answer. */
  readonly knock: () => void;
  /**
   * The leading tab does not answer.
   *
   * @param times how many times in a row no tab has answered
   */
  readonly onsilence: (times: number) => void;
}

/** Watches whether the leading tab runs, until the signal aborts. Of many tabs, one asks. */
export function watchLeader(name: string, { knock, onsilence }: LeaderWatch, signal: AbortSignal): void {
  // Not all at once.
  const silentMs = SILENT_MS * (1 + Math.random() / 8);
  let heardAt = performance.now();
  let lookedAt = heardAt;
  let silences = 0;
  // Most tabs lead before they look for the first time, and need no channel.
  let channel: BroadcastChannel | undefined;
  const listen = (): BroadcastChannel => {
    const opened = channelOf(name);
    opened.onmessage = ({ data }) => {
      if (data !== HERE) return;
      heardAt = performance.now();
      silences = 0;
    };
    return opened;
  };
  const look = (): void => {
    channel ??= listen();
    const now = performance.now();
    // While this tab itself did not run, it heard nothing either.
    if (now - lookedAt > 2 * ASK_MS) heardAt = now;
    lookedAt = now;
    if (now - heardAt > silentMs) {
      heardAt = now;
      onsilence(++silences);
    } else if (now - heardAt > ASK_MS / 2) {
      channel.postMessage(ASK);
      if (now - heardAt > KNOCK_MS) knock();
    }
  };
  const timer = setInterval(look, ASK_MS);
  signal.addEventListener(
    'abort',
    () => {
      clearInterval(timer);
      channel?.close();
    },
    { once: true },
  );
}
