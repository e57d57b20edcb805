/** Texts of several lines in YAML, after `|` or `>`. */
import { YamlError } from './yaml-scalars.ts';

/** A line with text in it. */
export interface YamlLine {
  /** Where its text begins, and where the line ends. */
  start: number;
  readonly end: number;
  /** How many columns are before the text. */
  indent: number;
  /** How many empty lines are before it. */
  readonly blanksBefore: number;
}

/** The lines that are left of a document. */
export interface YamlLines {
  readonly text: string;
  /** How many empty lines come before the next line. */
  readonly blanksHere: number;
  /** The next line, comment or not, if it is indented more than that. */
  continuation(indent: number): YamlLine | undefined;
  skipLine(): void;
}

/**
 * @param header what stands in the line of the sign
 * @param indent the text is indented more than this
 */
export function readBlockScalar(reader: YamlLines, header: string, indent: number): string {
  const [, sign, first = '', second = ''] = /^([|>])([-+1-9]?)([-+1-9]?)(?:\s+#.*)?$/.exec(header) ?? [];
  const marks = [first, second].filter(Boolean);
  const digits = marks.filter((mark) => /\d/.test(mark));
  if (!sign || digits.length > 1 || marks.length - digits.length > 1)
    throw new YamlError('it has a text of several lines that does not begin as it has to');
  const { lines, blanksAfter } = readLines(reader, Math.max(indent, 0), digits[0]);
  const text = sign === '|' ? lines.join('\n') : fold(lines);
  if (marks.includes('-')) return text;
  const isEmpty = lines.length === 0;
  if (marks.includes('+')) return text + '\n'.repeat(blanksAfter + (isEmpty ? 0 : 1));
  return isEmpty ? '' : `${text}\n`;
}

function readLines(
  reader: YamlLines,
  indent: number,
  digit: string | undefined,
): { lines: string[]; blanksAfter: number } {
  const lines: string[] = [];
  let width = digit === undefined ? undefined : indent + Number(digit);
  for (;;) {
    const line = reader.continuation(width === undefined ? indent : width - 1);
    if (!line) break;
    width ??= line.indent;
    for (let blank = 0; blank < line.blanksBefore; blank++) lines.push('');
    lines.push(reader.text.slice(line.start - (line.indent - width), line.end));
    reader.skipLine();
  }
  return { lines, blanksAfter: reader.blanksHere };
}

/** Lines become one, except where they are indented, and empty lines become line breaks. */
function fold(lines: readonly string[]): string {
  let text = '';
  let blanks = 0;
  let isFirst = true;
  let wasIndented = false;
  for (const line of lines) {
    if (line === '') {
      blanks++;
      continue;
    }
    const isIndented = /^[ \t]/.test(line);
    if (isFirst) text = '\n'.repeat(blanks);
    else if (isIndented || wasIndented) text += '\n'.repeat(blanks + 1);
    else text += blanks === 0 ? ' ' : '\n'.repeat(blanks);
    text += line;
    blanks = 0;
    isFirst = false;
    wasIndented = isIndented;
  }
  return text;
}
