/**
 * Regular expressions from servers. For some of them JavaScript's engine would practically never end, and it cannot be stopped.
 * This one follows all ways to match at the same time, one character after the other, and counts its steps.
 */
import { readString } from './keyword-values.ts';
import { type CharacterTest, hasProperty } from './pattern-characters.ts';
import { PatternParser } from './pattern-parser.ts';
import { Program } from './pattern-program.ts';
import { PatternSource, PatternSyntaxError } from './pattern-source.ts';
import type { Meter } from './schema-limits.ts';

/** Nobody writes longer ones by hand. */
const MAX_SOURCE = 20_000;

/** Browsers take about a millisecond for each property. */
const MAX_PROPERTIES = 20;

/** What a browser does for a property, in steps. */
const PROPERTY_STEPS = 20_000;

export type PatternTest = (text: string, meter: Meter) => boolean;

/** The patterns of one schema. */
export class Patterns {
  readonly #known = new Map<string, PatternTest>();
  readonly #properties = new Map<string, CharacterTest>();

  /**
   * Prepares a pattern. As JSON Schema requires, it matches anywhere in a text.
   *
   * @throws {Error} when it is not a regular expression, or has a back-reference.
   */
  compile(pattern: unknown, meter: Meter): PatternTest {
    const source = readString(pattern);
    if (source.length > MAX_SOURCE) throw new Error(`has more than ${MAX_SOURCE.toLocaleString('en')} characters`);
    const known = this.#known.get(source) ?? this.#compile(source, meter);
    this.#known.set(source, known);
    return known;
  }

  #compile(source: string, meter: Meter): PatternTest {
    let program: Program;
    try {
      program = this.#assemble(source, true, meter);
    } catch (error) {
      if (!(error instanceof PatternSyntaxError)) throw error;
      // JSON Schema requires the flag `u`, but many patterns in use are valid only without it.
      program = this.#assemble(source, false, meter);
    }
    return (text, run) => program.matches(text, run);
  }

  #assemble(text: string, isUnicode: boolean, meter: Meter): Program {
    const program = new Program(isUnicode, meter);
    const propertyOf = (token: string): CharacterTest => this.#propertyOf(token, meter);
    new PatternParser(new PatternSource(text, isUnicode), { meter, propertyOf }).parse()(program);
    return program;
  }

  #propertyOf(token: string, meter: Meter): CharacterTest {
    let test = this.#properties.get(token);
    if (!test) {
      if (this.#properties.size >= MAX_PROPERTIES)
        throw new Error(`has ${token}, but patterns may name at most ${MAX_PROPERTIES} properties of characters`);
      meter.charge(PROPERTY_STEPS);
      test = hasProperty(token);
      this.#properties.set(token, test);
    }
    return test;
  }
}
