/**
 * Finds out that the leading tab no longer runs though the browser still counts on it: it is frozen or busy. Hidden
 * tabs do not look, as nobody sees what they miss.
 */

const ASK = 'Is the leading tab there?';
const HERE = 'It is';

/** How often a tab asks that has heard nothing, in ms. */
const ASK_MS = 350;

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

/**
 * Calls `onsilence` when the leading tab does not answer, until the signal aborts. Of many tabs, one asks.
 *
 * @param onsilence gets for how many times in a row no tab has answered
 */
export function watchLeader(name: string, onsilence: (times: number) => void, signal: AbortSignal): void {
  const channel = channelOf(name);
  // Not all at once.
  const silentMs = SILENT_MS * (1 + Math.random() / 8);
  let heardAt = performance.now();
  let lookedAt = heardAt;
  let silences = 0;
  channel.onmessage = ({ data }) => {
    if (data !== HERE) return;
    heardAt = performance.now();
    silences = 0;
  };
  const look = (): void => {
    const now = performance.now();
    // While this tab itself did not run, it heard nothing either.
    if (now - lookedAt > 2 * ASK_MS) heardAt = now;
    lookedAt = now;
    if (now - heardAt > silentMs) {
      heardAt = now;
      onsilence(++silences);
    } else if (now - heardAt > ASK_MS / 2) {
      channel.postMessage(ASK);
    }
  };
  const timer = setInterval(look, ASK_MS);
  look();
  signal.addEventListener(
    'abort',
    () => {
      clearInterval(timer);
      channel.close();
    },
    { once: true },
  );
}
