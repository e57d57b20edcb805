/** Cuts Markdown into pieces that are parsed and drawn one at a time. */

/** After so many characters, the next block that stands by itself begins a new piece. */
const ENOUGH = 2_000;
/** A list that is longer than this, or has more lines, goes on as another list. */
const LONG = 4_000;
const MANY_LINES = 100;
/** Where no other place was found, a piece ends after so many characters or lines. */
const MAX_LENGTH = 10_000;
const MAX_LINES = 500;

export interface Piece {
  /** What to parse. */
  readonly text: string;
  /** Where the piece ends in the whole text. */
  readonly end: number;
}

/** No part of these expressions repeats without a limit: a line may have a million characters. */
const FENCE = /^ {0,3}(`{3,100}(?![^\n]*`)|~{3,100})/;
const HEADING = /^#{1,6}[ \t]/;
const ITEM = /^(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/;
/** The start of a line, which tells what it is. */
const HEAD = 120;

/** The line below the head of a table. Only lines that are not too long are looked at. */
const DELIMITERS = /^[ \t|:]*-[ \t|:-]*$/;
const MAX_HEAD = 1_000;
/** What ends a table without an empty line. */
const ENDS_TABLE = /^ {0,3}(?:#{1,6}[ \t]|>|```|~~~|[-+*][ \t]|1[.)][ \t])/;

/** Reads no further than it is asked to. Line ends have to be `\n`. */
export function* piecesOf(text: string): Generator<Piece, undefined, undefined> {
  let start = 0;
  let lines = 0;
  let isAfterBlank = false;
  let before = '';
  /** The fence of the code, or the head of the table, that a line is in; and the one that the piece goes on with. */
  let fence = '';
  let table = '';
  let opening = '';
  const piece = (end: number, next = ''): Piece => {
    const found = { text: (opening && `${opening}\n`) + text.slice(start, end).replace(/\n$/, ''), end };
    start = end;
    lines = 0;
    opening = next;
    return found;
  };
  for (let at = 0; at < text.length;) {
    const head = text.slice(at, at + HEAD);
    const next = text.indexOf('\n', at) + 1 || text.length;
    if (at > start && !fence && canCut(head, at - start, lines, isAfterBlank)) yield piece(at);
    else if (at > start && (next - start > MAX_LENGTH || lines >= MAX_LINES)) yield piece(at, fence || table);
    fence = fenceAfter(head, fence);
    if (next - start > MAX_LENGTH) {
      // A line that is too long by itself.
      at = cutInLine(text, start);
      table = '';
      yield piece(at, fence);
      continue;
    }
    const line = next - at <= MAX_HEAD ? text.slice(at, next).trimEnd() : '';
    isAfterBlank = line === '' && next - at < HEAD;
    if (line === '' || fence || ENDS_TABLE.test(head)) table = '';
    else if (!table && before.includes('|') && line.includes('|') && DELIMITERS.test(line))
      table = `${before}\n${line}`;
    before = line;
    at = next;
    lines++;
  }
  if (start < text.length) yield piece(text.length);
}

/** Whether a line outside of code may begin a new piece. */
function canCut(head: string, length: number, lines: number, isAfterBlank: boolean): boolean {
  const isItem = ITEM.test(head);
  if (lines >= MANY_LINES || length >= LONG) return isItem || isApart(head, isAfterBlank);
  return length >= ENOUGH && !isItem && isApart(head, isAfterBlank);
}

/** Whether the line stands by itself: it is a heading, or follows an empty line and is not indented. */
const isApart = (head: string, isAfterBlank: boolean): boolean =>
  HEADING.test(head) || (isAfterBlank && !/^[ \t\n]/.test(head));

/** The fence that is open after the line. */
function fenceAfter(head: string, open: string): string {
  const found = FENCE.exec(head)?.[1];
  if (!found) return open;
  if (!open) return found;
  const isEnd = found.startsWith(open) && /^\s*(?:\n|$)/.test(head.slice(head.indexOf(found) + found.length));
  return isEnd ? '' : open;
}

/** Between two words if there are any, and never inside a character. */
function cutInLine(text: string, start: number): number {
  const end = start + MAX_LENGTH;
  const space = text.lastIndexOf(' ', end) + 1;
  if (space > start + MAX_LENGTH / 2) return space;
  return /[\uDC00-\uDFFF]/.test(text.charAt(end)) ? end - 1 : end;
}
