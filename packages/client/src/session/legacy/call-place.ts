/** Calls in which the server can ask something wait for a connection where there are few. */
import type { ClientCapabilities } from '../../protocol/types.ts';
import { onabort } from '../../wire/abort.ts';
import type { Places } from '../../transports/places.ts';
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
 * the stream of the session. The place is free again when the call is settled.
 *
 * @returns a promise if the call has to wait. `waitsFor` is still set when it resolves.
 */
export function takePlace(
  { places }: SessionTransport,
  { elicitation, sampling, roots }: ClientCapabilities,
  method: string,
  call: Call,
  stream: SharedStream | undefined,
): Promise<void> | undefined {
  if (!places?.areScarce || !METHODS_WITH_QUESTIONS.has(method)) return undefined;
  if (elicitation || sampling || roots) return waitForPlace(places, call, stream);
  stream?.hold(call.signal);
  return undefined;
}

async function waitForPlace(places: Places, call: Call, stream: SharedStream | undefined): Promise<void> {
  const { signal } = call;
  call.waitsFor =
    'one of the four connections that all tabs together have for calls in which the server may ask something. Serve it over HTTP/2 to have more';
  const [free, freeStream] = await places.take(() => (stream?.needsPlace ? 2 : 1), signal);
  if (free) {
    call.freePlace = free;
    onabort(signal, free);
  }
  stream?.hold(signal, freeStream);
  await stream?.open();
}
