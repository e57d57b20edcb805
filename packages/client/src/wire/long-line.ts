import { tooLarge } from './body.ts';
import { MAX_MESSAGE_LENGTH } from './limits.ts';

/** A line whose value belongs to the event's data, and has begun. */
const DATA_LINE = /^data:./;

/**
 * Holds a `data` line that spans chunks back from the parser, which would copy it and look through it once more when
 * its end comes: a noticeable pause when the line is of many megabytes. The parser gets a mark in its place. Here the
 * chunks are only chained, and it is `JSON.parse` that makes one string of them.
 */
export class LongLine {
  /** No JSON has a NUL in it, and no server knows the number. */
  readonly #mark = `\0${Math.random()}\0`;
  /** What was fed last, of which the end may be the beginning of a long line. */
  #last = '';
  #held: string | undefined;
  #isOpen = false;

  /**
   * What the parser is to be given of this chunk.
   *
   * @throws {McpError} `too-large`
   */
  hold(chunk: string): string {
    const end = this.#endOfLine(chunk);
    if (!this.#isOpen) {
      const head = end < 0 ? lineHead(this.#last) : '';
      if (this.#held !== undefined || !DATA_LINE.test(head)) {
        this.#last = end < 0 ? head + chunk.slice(0, 'data: '.length) : chunk;
        return chunk;
      }
      this.#isOpen = true;
    }
    this.#held = (this.#held ?? '') + (end < 0 ? chunk : chunk.slice(0, end));
    if (this.#held.length > MAX_MESSAGE_LENGTH) throw tooLarge();
    if (end < 0) return '';
    this.#isOpen = false;
    this.#last = chunk.slice(end);
    return this.#mark + this.#last;
  }

  /** The data of an event, with what was held back in its place. */
  restore(data: string): string {
    if (this.#held === undefined) return data;
    const at = data.indexOf(this.#mark);
    if (at < 0) return data;
    const whole = data.slice(0, at) + this.#held + data.slice(at + this.#mark.length);
    this.#held = undefined;
    return whole;
  }

  /** Where the first line of a chunk ends. Outside a long line any end will do: most chunks are full of them. */
  #endOfLine(chunk: string): number {
    const lineFeed = chunk.indexOf('\n');
    if (lineFeed >= 0 && !this.#isOpen) return lineFeed;
    const carriageReturn = (lineFeed < 0 ? chunk : chunk.slice(0, lineFeed)).indexOf('\r');
    return carriageReturn < 0 ? lineFeed : carriageReturn;
  }
}

/** The beginning of the line that a text ends in. */
function lineHead(text: string): string {
  const start = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
  return text.slice(start, start + 'data: '.length);
}
