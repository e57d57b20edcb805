export type { SchemaProblem } from '../errors.ts';
export { type ReadSchema, readSchema } from './read-schema.ts';
export { type Limits, OutOfTimeError } from './schema-limits.ts';
