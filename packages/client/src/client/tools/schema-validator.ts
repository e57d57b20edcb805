import type { SchemaProblem } from '../../errors.ts';
import type { JsonSchema } from '../../protocol/types.ts';

/**
 * Checks the structured results of tools against their output schemas, given as `connect(url, { schemaValidator })`. By
 * default, the client loads its own when it first calls a tool with a schema.
 *
 * Neither the schema nor the value can be trusted. A validator for pages must not fetch what a `$ref` names, should
 * limit its work, and cannot use `eval` where the page's Content Security Policy forbids it.
 *
 * @example
 * ```ts
 * import { connect, type SchemaValidator } from '@mcp-web/client';
 *
 * // Checks required members only.
 * const schemaValidator: SchemaValidator = {
 *   compile: ({ required }) => (value) => (Array.isArray(required) ? required : [])
 *     .filter((name) => !Object.hasOwn(Object(value), name))
 *     .map((name) => ({ path: '', message: `has no ${name}` })),
 * };
 * const client = await connect('https://example.com/mcp', { schemaValidator });
 * ```
 */
export interface SchemaValidator {
  /**
   * Prepares a schema before each call of its tool. The object is the same until the tool changes, so a `WeakMap` can
   * cache what is expensive.
   *
   * @param options `signal` aborts when nobody waits for the call any longer
   * @returns a function that returns the problems of a value, or an empty array, or a promise of them. It may throw when
   *   it cannot check the value
   * @throws when the schema cannot be used, with the reason as the error's message. The tool is then not called
   */
  compile(schema: JsonSchema, options?: SchemaCheckOptions): SchemaCheck | Promise<SchemaCheck>;
}

/** Checks a value against the schema that {@link SchemaValidator.compile} got. */
export type SchemaCheck = (
  value: unknown,
  options?: SchemaCheckOptions,
) => readonly SchemaProblem[] | Promise<readonly SchemaProblem[]>;

/** Options of {@link SchemaValidator.compile} and {@link SchemaCheck}. */
export interface SchemaCheckOptions {
  /** Aborts when nobody waits for the call any longer. */
  signal?: AbortSignal | undefined;
}
