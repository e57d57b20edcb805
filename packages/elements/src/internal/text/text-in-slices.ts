/** Long texts, put together and copied a few milliseconds at a time, so that the page goes on meanwhile. */
import { letPageWork } from '../base/let-page-work.ts';

/** Parts are put together for this long at a time, in ms. */
const SLICE_MS = 8;
/** How many parts are added between two looks at the clock. */
const AT_ONCE = 64;

/**
 * Puts the parts together to a few long ones.
 *
 * @throws what `signal` was aborted with
 */
export async function inSlices(parts: Iterable<string>, signal: AbortSignal): Promise<string[]> {
  const texts: string[] = [];
  let text = '';
  let steps = 0;
  let until = performance.now() + SLICE_MS;
  for (const part of parts) {
    text += part;
    if (++steps % AT_ONCE > 0 || performance.now() < until) continue;
    texts.push(text);
    text = '';
    await letPageWork();
    signal.throwIfAborted();
    until = performance.now() + SLICE_MS;
  }
  return [...texts, text];
}

/** @throws if the browser does not allow copying, or `signal` is aborted */
export async function copyInSlices(parts: Iterable<string>, signal: AbortSignal): Promise<void> {
  const type = 'text/plain';
  // Safari takes a text that is not there yet only like this.
  const blob = inSlices(parts, signal).then((texts) => new Blob(texts, { type }));
  await navigator.clipboard.write([new ClipboardItem({ [type]: blob })]);
}
