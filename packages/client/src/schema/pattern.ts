/**
 * Regular expressions from servers. For some of them JavaScript's engine would practically never end, and it cannot be stopped.
 * This one follows all ways to match at the same time, one character after the other, and counts its steps.
 */
import { limitNesting, type Meter } from './schema-limits.ts';
import { readString } from './keyword-values.ts';

/** Counted repetitions are written out: `a{3}` is `aaa`. */
const MAX_INSTRUCTIONS = 20_000;

const TOKEN =
  '\\\\u[dD][89abAB]\\w{2}\\\\u[dD][c-fC-F]\\w{2}|\\\\u[\\da-fA-F]{4}|\\\\[pPu]\\{[^}]*\\}|\\\\x[\\da-fA-F]{2}|\\\\c[a-zA-Z]|\\\\[^]' +
  '|\\[(?:\\\\[^]|[^\\]\\\\])*\\]|\\(\\?(?:[:=!]|<[=!]|<[^>]*>)|[*+?]\\??|\\{\\d+(?:,\\d*)?\\}\\??|[^]';

/**
 * Consumes one character, continues in several ways, or continues only under a condition. A program that reaches its
 * end has matched.
 */
type Instruction =
  | { readonly takes: (character: string) => boolean }
  | { readonly to: number[] }
  | { readonly holds: (characters: readonly string[], at: number, meter: Meter) => boolean };

type Program = Instruction[];
type Write = (program: Program) => void;

const IS_START: Instruction = { holds: (_characters, at) => at === 0 };
const IS_END: Instruction = { holds: (characters, at) => at === characters.length };

/**
 * Prepares a pattern. As JSON Schema requires, it matches anywhere in a text.
 *
 * @throws {Error} when it is not a regular expression, or has a back-reference.
 */
export function compilePattern(pattern: unknown, meter: Meter): (text: string, meter: Meter) => boolean {
  const source = readString(pattern);
  const flags = flagsOf(source);
  const program = assemble(parse(source, flags));
  meter.charge(4 * program.length);
  return (text, run) => {
    run.charge(text.length >> 4);
    return search(program, flags ? Array.from(text) : text.split(''), {}, run);
  };
}

function flagsOf(source: string): string {
  for (const flags of ['u', '']) {
    try {
      new RegExp(source, flags);
      return flags;
    } catch {
      // JSON Schema requires the flag `u`, but many patterns in use are valid only without it.
    }
  }
  throw new Error(`has ${JSON.stringify(source)}, which is not a regular expression`);
}

/** The source is known to be valid. What this parser does not know is refused, never guessed. */
function parse(source: string, flags: string): Write {
  const tokens = [...source.matchAll(new RegExp(TOKEN, `g${flags}`))].map(([token]) => token);
  let next = 0;

  const alternatives = (depth: number): Write => {
    limitNesting(depth);
    const found = [sequence(depth)];
    while (tokens[next] === '|') {
      next++;
      found.push(sequence(depth));
    }
    return found.length === 1 && found[0] ? found[0] : either(found);
  };

  const sequence = (depth: number): Write => {
    const parts: Write[] = [];
    while (next < tokens.length && tokens[next] !== '|' && tokens[next] !== ')') parts.push(quantified(atom(depth)));
    return (program) => parts.forEach((write) => write(program));
  };

  const quantified = (write: Write): Write => {
    const { least, most } = timesOf(tokens[next]) ?? {};
    if (least === undefined || most === undefined) return write;
    next++;
    return repeated(write, least, most);
  };

  const atom = (depth: number): Write => {
    const token = tokens[next++] ?? '';
    if (token.startsWith('(')) {
      const inner = alternatives(depth + 1);
      next++;
      return token.endsWith('=') || token.endsWith('!') ? lookAround(inner, token) : inner;
    }
    if (timesOf(token) || /^\\[1-9k]/.test(token))
      throw new Error(`has ${JSON.stringify(source)}, with ${token} in it, which is not supported`);
    const instruction = assertionOf(token) ?? { takes: characterTest(token, flags) };
    return (program) => add(program, instruction);
  };

  return alternatives(0);
}

function timesOf(token = ''): { least: number; most: number } | undefined {
  if (/^[*+?]\??$/.test(token))
    return { least: token.startsWith('+') ? 1 : 0, most: token.startsWith('?') ? 1 : Infinity };
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(token) ?? [];
  return least === undefined
    ? undefined
    : { least: Number(least), most: most ? Number(most) : comma ? Infinity : Number(least) };
}

function assertionOf(token: string): Instruction | undefined {
  if (token === '^') return IS_START;
  if (token === '$') return IS_END;
  if (token !== '\\b' && token !== '\\B') return undefined;
  const isWord = (character: string | undefined): boolean => character !== undefined && /^\w$/.test(character);
  return { holds: (characters, at) => (isWord(characters[at - 1]) !== isWord(characters[at])) === (token === '\\b') };
}

/** JavaScript's engine is safe for a single character. */
function characterTest(token: string, flags: string): (character: string) => boolean {
  if (!/^[\\[.]/.test(token)) return (character) => character === token;
  const expression = new RegExp(`^${token}$`, flags);
  const known = new Map<string, boolean>();
  return (character) => {
    const answer = known.get(character) ?? expression.test(character);
    known.set(character, answer);
    return answer;
  };
}

function either(options: readonly Write[]): Write {
  return (program) => {
    const choice: number[] = [];
    const end: number[] = [];
    add(program, { to: choice });
    for (const write of options) {
      choice.push(program.length);
      write(program);
      add(program, { to: end });
    }
    end.push(program.length);
  };
}

function repeated(write: Write, least: number, most: number): Write {
  return (program) => {
    const ways: number[][] = [];
    const optional = (): void => {
      const way = [program.length + 1];
      ways.push(way);
      add(program, { to: way });
      write(program);
    };
    for (let times = 0; times < least; times++) {
      const { length } = program;
      write(program);
      if (program.length === length) break;
    }
    const start = program.length;
    if (most === Infinity) {
      optional();
      add(program, { to: [start] });
    } else {
      for (let times = least; times < most; times++) optional();
    }
    for (const way of ways) way.push(program.length);
  };
}

function lookAround(write: Write, token: string): Write {
  let inner: Program | undefined;
  return (program) => {
    const searched = (inner ??= assemble(write));
    add(program, {
      holds: (characters, at, meter) =>
        search(searched, characters, token.includes('<') ? { end: at } : { start: at }, meter) === token.endsWith('='),
    });
  };
}

function add(program: Program, instruction: Instruction): void {
  if (program.length >= MAX_INSTRUCTIONS) throw new Error('repeats too much');
  program.push(instruction);
}

function assemble(write: Write): Program {
  const program: Program = [];
  write(program);
  return program;
}

/** Whether the program matches a part of a text. The part starts at `start` and ends at `end`, if they are given. */
function search(
  program: Program,
  characters: readonly string[],
  { start, end }: { start?: number; end?: number },
  meter: Meter,
): boolean {
  const last = end ?? characters.length;
  const onlyStart = start ?? (program[0] === IS_START ? 0 : undefined);
  // Where each instruction was last reached. Reaching it twice at the same character leads to nothing new.
  const reached = new Int32Array(program.length).fill(-1);
  meter.charge((program.length >> 4) + 1);
  let threads: number[] = [];
  for (let at = start ?? 0; at <= last; at++) {
    if (onlyStart === undefined || at === onlyStart) threads.push(0);
    if (threads.length === 0) return false;
    const takers: number[] = [];
    for (let thread = threads.pop(); thread !== undefined; thread = threads.pop()) {
      const instruction = program[thread];
      if (!instruction) {
        if (end === undefined || at === end) return true;
        continue;
      }
      if (reached[thread] === at) continue;
      reached[thread] = at;
      meter.charge(1);
      if ('to' in instruction) threads.push(...instruction.to);
      else if ('takes' in instruction) takers.push(thread);
      else if (instruction.holds(characters, at, meter)) threads.push(thread + 1);
    }
    const character = characters[at];
    threads = takers
      .filter((taker) => character !== undefined && isTaken(program[taker], character))
      .map((taker) => taker + 1);
  }
  return false;
}

function isTaken(instruction: Instruction | undefined, character: string): boolean {
  return instruction !== undefined && 'takes' in instruction && instruction.takes(character);
}
