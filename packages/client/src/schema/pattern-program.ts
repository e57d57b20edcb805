/** The programs that regular expressions become: how they are written, and how a text is searched with them. */
import type { CharacterTest } from './pattern-characters.ts';
import type { Meter } from './schema-limits.ts';

/** Counted repetitions are written out: `a{3}` is `aaa`. */
const MAX_INSTRUCTIONS = 20_000;

/** Holds for a text at a place in it. */
type Condition = (text: string, at: number, meter: Meter) => boolean;

/**
 * Consumes one character, continues in several ways, or continues only under a condition. A program that reaches its
 * end has matched.
 */
type Instruction = { readonly takes: CharacterTest } | { readonly to: number[] } | { readonly holds: Condition };

/** A part of an expression: adds its instructions to a program. */
export type Write = (program: Program) => void;

const isAtStart: Condition = (_text, at) => at === 0;
export const atStart: Write = (program) => program.add({ holds: isAtStart });
export const atEnd: Write = (program) => program.add({ holds: (text, at) => at === text.length });

export class Program {
  readonly #instructions: Instruction[] = [];
  readonly #isUnicode: boolean;
  readonly #meter: Meter;

  /** @param meter for writing it */
  constructor(isUnicode: boolean, meter: Meter) {
    this.#isUnicode = isUnicode;
    this.#meter = meter;
  }

  get length(): number {
    return this.#instructions.length;
  }

  /** @throws {Error} when it gets too long. */
  add(instruction: Instruction): void {
    if (this.length >= MAX_INSTRUCTIONS) throw new Error('repeats too much');
    this.#meter.charge(4);
    this.#instructions.push(instruction);
  }

  /** An empty program for an expression within this one. */
  inner(): Program {
    return new Program(this.#isUnicode, this.#meter);
  }

  /**
   * Whether it matches a part of a text, in time proportional to the text: it follows all ways to match at the same time,
   * one character after the other. The part starts at `start` and ends at `end`, if they are given.
   */
  matches(text: string, meter: Meter, { start, end }: { start?: number; end?: number } = {}): boolean {
    const instructions = this.#instructions;
    const last = end ?? text.length;
    const [first] = instructions;
    const onlyStart = start ?? (first && 'holds' in first && first.holds === isAtStart ? 0 : undefined);
    // Where each instruction was last reached. Reaching it twice at the same character leads to nothing new.
    const reached = new Int32Array(instructions.length).fill(-1);
    meter.charge((instructions.length >> 4) + 1);
    let threads: number[] = [];
    let takers: number[] = [];
    for (let at = start ?? 0; at <= last;) {
      if (onlyStart === undefined || at === onlyStart) threads.push(0);
      if (threads.length === 0) return false;
      const character = (this.#isUnicode ? text.codePointAt(at) : text.charCodeAt(at)) ?? NaN;
      for (let thread = threads.pop(); thread !== undefined; thread = threads.pop()) {
        const instruction = instructions[thread];
        if (!instruction) {
          if (end === undefined || at === end) return true;
          continue;
        }
        if (reached[thread] === at) continue;
        reached[thread] = at;
        meter.charge(1);
        if ('takes' in instruction) {
          if (at < text.length && instruction.takes(character, meter)) takers.push(thread + 1);
        } else if ('to' in instruction) for (const next of instruction.to) threads.push(next);
        else if (instruction.holds(text, at, meter)) threads.push(thread + 1);
      }
      [threads, takers] = [takers, threads];
      at += character > 0xffff ? 2 : 1;
    }
    return false;
  }
}

export function takes(test: CharacterTest): Write {
  return (program) => program.add({ takes: test });
}

export function onlyIf(condition: Condition): Write {
  return (program) => program.add({ holds: condition });
}

export function sequence(parts: readonly Write[]): Write {
  return (program) => {
    for (const write of parts) write(program);
  };
}

export function either(options: readonly Write[]): Write {
  const [only] = options;
  if (only && options.length === 1) return only;
  return (program) => {
    const choice: number[] = [];
    const end: number[] = [];
    program.add({ to: choice });
    for (const write of options) {
      choice.push(program.length);
      write(program);
      program.add({ to: end });
    }
    end.push(program.length);
  };
}

export function repeated(write: Write, least: number, most: number): Write {
  return (program) => {
    const ways: number[][] = [];
    const optional = (): void => {
      const way = [program.length + 1];
      ways.push(way);
      program.add({ to: way });
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
      program.add({ to: [start] });
    } else {
      for (let times = least; times < most; times++) optional();
    }
    for (const way of ways) way.push(program.length);
  };
}

/** `(?=`, `(?!`, `(?<=` and `(?<!`. */
export function lookAround(write: Write, token: string): Write {
  let inner: Program | undefined;
  const isBehind = token.includes('<');
  const isWanted = token.endsWith('=');
  return (program) => {
    if (!inner) write((inner = program.inner()));
    const searched = inner;
    program.add({
      holds: (text, at, meter) => searched.matches(text, meter, isBehind ? { end: at } : { start: at }) === isWanted,
    });
  };
}
