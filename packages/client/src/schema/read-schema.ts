import type { SchemaProblem } from '../errors.ts';
import type { JsonSchema } from '../protocol/types.ts';
import { readDocument } from './document.ts';
import { evaluate } from './evaluate.ts';
import { MAX_STEPS, Meter } from './limits.ts';
import type { Schema } from './schema.ts';

/** A schema that was read, to hold values against. */
export interface ReadSchema {
  /**
   * What is wrong with a value: nothing, when it fits, and not more than ten problems.
   *
   * @throws {Error} when it takes too many steps, or goes too deep.
   */
  readonly problemsOf: (value: unknown) => readonly SchemaProblem[];
  /**
   * Whether a value fits a part: a schema within this one (the same object), or another one whose references are meant as from its root.
   *
   * @throws {Error} as `problemsOf`, and when the part is broken.
   */
  readonly fits: (part: unknown, value: unknown) => boolean;
}

/**
 * Reads a JSON Schema of 2020-12, 2019-09 or draft-07, as strangers write them: nothing is fetched or compiled, and the steps of each
 * question are counted, `maxSteps` at most (5,000,000, which is about a second at worst).
 *
 * @throws {Error} when the schema cannot be used, with the reason as its message.
 *
 * @example
 * ```ts
 * import { readSchema } from '@mcp-web/client/schema';
 *
 * const schema = readSchema({ type: 'object', properties: { city: { type: 'string', pattern: '^[A-Z]' } } });
 * schema.problemsOf({ city: 'bern' }); // [{ path: '/city', message: 'has to match the pattern ^[A-Z]' }]
 * ```
 */
export function readSchema(raw: JsonSchema, { maxSteps = MAX_STEPS }: { maxSteps?: number } = {}): ReadSchema {
  const read = readDocument(raw);
  const run = (schema: Schema, value: unknown, problems: SchemaProblem[] | undefined): boolean =>
    evaluate(
      schema,
      value,
      { key: '', parent: undefined },
      { meter: new Meter(maxSteps), nesting: 0, scope: undefined, problems },
    );
  return {
    problemsOf: (value) => {
      const problems: SchemaProblem[] = [];
      run(read.whole, value, problems);
      return problems;
    },
    fits: (part, value) => run(read.part(part), value, undefined),
  };
}
