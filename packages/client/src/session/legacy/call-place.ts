/** Calls in which the server can ask something wait for a connection where there are few. */
import type { ClientCapabilities } from '../../protocol/types.ts';
import type { Free, Places } from '../../transports/places.ts';
import type { SessionTransport } from '../../transports/transport.ts';
import type { Call } from '../exchange.ts';
import type { SharedStream } from './shared-stream.ts';

/** Servers ask while they work on one of these. */
const METHODS_WITH_QUESTIONS: ReadonlySet<string> = new Set([
  'tools/call',
  'prompts/get',
  'resources/read',
  'tasks/result',
]);

/**
 * The answer to such a call waits for an answer of the page, which needs a connection too; and the question may come on
 * the stream of the session.
 *
 * @returns what to call when the call has ended; at once where the call need not wait
 */
export function takePlace(
  { places }: SessionTransport,
  { elicitation, sampling, roots }: ClientCapabilities,
  method: string,
  call: Call,
  stream: SharedStream | undefined,
): Promise<Free> | Free | undefined {
  if (!places?.areScarce || !METHODS_WITH_QUESTIONS.has(method)) return undefined;
  if (!(elicitation || sampling || roots)) {
    stream?.hold();
    return () => stream?.release();
  }
  return waitForPlace(places, call, stream);
}

async function waitForPlace(places: Places, call: Call, stream: SharedStream | undefined): Promise<Free> {
  call.waitsFor =
    'one of the four connections that all tabs together have for calls in which the server may ask something. Serve it over HTTP/2 to have more';
  const [free, freeStream] = await places.take(() => (stream?.needsPlace ? 2 : 1), call.signal);
  stream?.hold(freeStream);
  await stream?.open();
  call.waitsFor = undefined;
  return () => {
    free?.();
    stream?.release();
  };
}
