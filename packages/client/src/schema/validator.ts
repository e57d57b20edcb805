import type { SchemaValidator } from '../client/schema-validator.ts';
import type { SchemaProblem } from '../errors.ts';
import { readDocument } from './document.ts';
import { evaluate } from './evaluate.ts';
import { Meter } from './limits.ts';

/**
 * The client's own validator: JSON Schema 2020-12, 2019-09 and draft-07. It interprets, so that it runs under any Content
 * Security Policy; it fetches nothing, and counts its steps, so that no schema can keep a page busy.
 */
export const schemaValidator: SchemaValidator = {
  compile(raw) {
    const schema = readDocument(raw);
    return (value) => {
      const problems: SchemaProblem[] = [];
      evaluate(schema, value, { key: '', parent: undefined }, { meter: new Meter(), nesting: 0, scope: undefined, problems });
      return problems;
    };
  },
};
