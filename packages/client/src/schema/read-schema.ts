import type { SchemaProblem } from '../errors.ts';
import type { JsonSchema } from '../protocol/types.ts';
import { readDocument } from './document.ts';
import { evaluate, pointerTo } from './evaluate.ts';
import { type Limits, Meter } from './schema-limits.ts';
import type { Problem, Schema } from './schema.ts';

/** A schema that is ready to validate values. */
export interface ReadSchema {
  /**
   * Lists what is wrong with a value: at most ten problems, and none if the value fits.
   *
   * @param limits instead of those of the schema
   * @throws {OutOfTimeError} when the validation takes too long.
   * @throws {Error} when it takes too many steps, or the value is nested too deeply.
   */
  readonly problemsOf: (value: unknown, limits?: Limits) => readonly SchemaProblem[];
  /**
   * Whether a value fits a part: a schema within this one (the same object), or another one whose references are relative
   * to its root.
   *
   * @throws {Error} like `problemsOf`, and when the part is not a valid schema.
   */
  readonly fits: (part: unknown, value: unknown, limits?: Limits) => boolean;
}

/**
 * Reads a JSON Schema of 2020-12, 2019-09 or draft-07 that may come from a stranger: nothing is fetched or compiled. Reading
 * it, and each validation, takes at most `maxSteps` steps (5,000,000 by default) and `maxMs` ms by the clock (25 by default).
 * A worker, which keeps nobody waiting, can allow more time.
 *
 * @throws {OutOfTimeError} when reading it takes too long.
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
export function readSchema(raw: JsonSchema, limits: Limits = {}): ReadSchema {
  const { sharedForMs } = limits;
  let since = -Infinity;
  let shared: Meter | undefined;
  const meterFor = (subject: unknown, own: Limits | undefined): Meter => {
    if (own || sharedForMs === undefined) return new Meter(own ? { ...limits, ...own } : limits).start(subject);
    const now = performance.now();
    if (!shared || now - since > sharedForMs) [since, shared] = [now, new Meter(limits)];
    return shared.start(subject);
  };
  const read = readDocument(raw, new Meter(limits).start(raw));
  const run = (schema: Schema, value: unknown, meter: Meter, problems: Problem[] | undefined): boolean =>
    evaluate(schema, value, { key: '', parent: undefined }, { meter, nesting: 0, scope: undefined, problems });
  return {
    problemsOf: (value, own) => {
      const meter = meterFor(value, own);
      try {
        const problems: Problem[] = [];
        run(read.whole, value, meter, problems);
        return problems.map(({ place, say }) => ({ path: pointerTo(place, meter), message: say() }));
      } finally {
        if (meter === shared) meter.pause();
      }
    },
    fits: (part, value, own) => {
      const meter = meterFor([part, value], own);
      try {
        return run(read.part(part, meter), value, meter, undefined);
      } finally {
        if (meter === shared) meter.pause();
      }
    },
  };
}
