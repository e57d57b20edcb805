import type { SchemaValidator } from '../client/tools/schema-validator.ts';
import { readSchema } from './read-schema.ts';

/**
 * The client's own validator for JSON Schema 2020-12, 2019-09 and draft-07. It interprets schemas, so that it runs under any
 * Content Security Policy. It fetches nothing, and counts its steps, so that no schema can keep a page busy.
 */
export const schemaValidator: SchemaValidator = {
  compile: (schema) => readSchema(schema).problemsOf,
};
