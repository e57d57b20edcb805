import type { SchemaProblem } from '../../errors.ts';
import type { JsonSchema } from '../../protocol/types.ts';

/**
 * What holds the structured results of tools against their output schemas, given as `connect(url, { schemaValidator })`.
 * Without one, the client loads its own when it first calls a tool that has a schema.
 *
 * Both the schema and the value are a stranger's. A validator for pages must not fetch what a `$ref` names, should bound
 * its own work, and has to do without `eval` where the page's Content Security Policy forbids that.
 *
 * @example
 * ```ts
 * import { connect, type SchemaValidator } from '@mcp-web/client';
 *
 * // Only looks whether required members are there.
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
   * Prepares a schema, before each call of its tool is sent. While a tool stays as it is, so does the object, so that a
   * `WeakMap` can spare work that is dear.
   *
   * @returns a function that says what is wrong with a value: nothing, when it fits. It may throw when it cannot tell.
   * @throws when the schema cannot be used, with the reason as the error's message. The tool is not called then.
   */
  compile(schema: JsonSchema): SchemaCheck | Promise<SchemaCheck>;
}

/** What {@link SchemaValidator.compile} makes of a schema. */
export type SchemaCheck = (value: unknown) => readonly SchemaProblem[];
