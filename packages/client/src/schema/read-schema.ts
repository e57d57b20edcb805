import type { SchemaProblem } from '../errors.ts';
import type { JsonSchema } from '../protocol/types.ts';
import { readDocument } from './document.ts';
import { evaluate } from './evaluate.ts';
import { MAX_STEPS, Meter } from './schema-limits.ts';
import type { Schema } from './schema.ts';

/** A schema that is ready to validate values. */
export interface ReadSchema {
  /**
   * Lists what is wrong with a value: at most ten problems, and none if the value fits.
   *
   * @throws {Error} when the validation takes too many steps, or the value is nested too deeply.
   */
  readonly problemsOf: (value: unknown) => readonly SchemaProblem[];
  /**
   * Whether a value fits a part: a schema within this one (the same object), or another one whose references are relative
   * to its root.
   *
   * @throws {Error} like `problemsOf`, and when the part is not a valid schema.
   */
  readonly fits: (part: unknown, value: unknown) => boolean;
}

/**
 * Reads a JSON Schema of 2020-12, 2019-09 or draft-07 that may come from a stranger: nothing is fetched or compiled, and each
 * validation takes at most `maxSteps` steps (5,000,000 by default, about a second in the worst case).
 *
 * @throws {Error} when the schema cannot be used. The message is the reason.
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
