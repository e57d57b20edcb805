import type { SchemaCheck, SchemaValidator } from '../client/tools/schema-validator.ts';
import { checkInWorker } from './check-in-worker.ts';
import { readSchema } from './read-schema.ts';
import { OutOfTimeError } from './schema-limits.ts';

/**
 * The client's own validator for JSON Schema 2020-12, 2019-09 and draft-07. It interprets schemas, so that it runs under any
 * Content Security Policy. It fetches nothing, counts its steps and looks at the clock: what takes longer than 25 ms is
 * checked in a worker, so that no schema can keep a page busy.
 */
export const schemaValidator: SchemaValidator = {
  compile: (schema, options) => {
    const inWorker: SchemaCheck = (value, own) => checkInWorker(schema, { value }, own);
    return inTime(
      () => {
        const { problemsOf } = readSchema(schema);
        return (value, own) =>
          inTime(
            () => problemsOf(value),
            () => inWorker(value, own),
          );
      },
      async () => {
        await checkInWorker(schema, undefined, options);
        return inWorker;
      },
    );
  },
};

/** @param otherwise what to do when there is no time for it here */
function inTime<T>(run: () => T, otherwise: () => T | Promise<T>): T | Promise<T> {
  try {
    return run();
  } catch (error) {
    if (error instanceof OutOfTimeError) return otherwise();
    throw error;
  }
}
