import { tooLarge } from './body.ts';
import { MAX_MESSAGE_LENGTH } from './limits.ts';

/** The beginning of a `data` line. */
const DATA_LINE = /^data:./;

/**
 * Keeps a `data` line that spans several chunks from the parser. The parser would copy the line and search it again at its
 * end, which is a noticeable pause for many megabytes. It gets a placeholder instead. Here the chunks are only collected,
 * and `JSON.parse` makes one string of them.
 */
export class LongLine {
  /** JSON never contains a NUL, and no server can know the random number. */
  readonly #mark = `\0${Math.random()}\0`;
  /** The last chunk. Its end may be the beginning of a long line. */
  #last = '';
  #held: string | undefined;
  #isOpen = false;

  /**
   * What the parser gets of this chunk.
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

  /** The data of an event, with the line in place of the placeholder. */
  restore(data: string): string {
    if (this.#held === undefined) return data;
    const at = data.indexOf(this.#mark);
    if (at < 0) return data;
    const whole = data.slice(0, at) + this.#held + data.slice(at + this.#mark.length);
    this.#held = undefined;
    return whole;
  }

  /**
   * Where the first line of a chunk ends. Outside a long line, any line's end is good enough: most chunks have many.
   */
  #endOfLine(chunk: string): number {
    const lineFeed = chunk.indexOf('\n');
    if (lineFeed >= 0 && !this.#isOpen) return lineFeed;
    const carriageReturn = (lineFeed < 0 ? chunk : chunk.slice(0, lineFeed)).indexOf('\r');
    return carriageReturn < 0 ? lineFeed : carriageReturn;
  }
}

/** Where the last line of a text starts. */
function lineHead(text: string): string {
  const start = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
  return text.slice(start, start + 'data: '.length);
}
