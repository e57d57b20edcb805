/** Catches handlers that are not of the right shape where types could not. Loaded on demand. */
import { McpError } from '../../errors.ts';
import type { ServerRequestHandlers } from './handlers.ts';

/** @throws {McpError} `invalid-argument` naming the handler, and what it has to be. */
export function checkHandlers({ elicitation, sampling, roots }: ServerRequestHandlers): void {
  if (elicitation !== undefined) {
    const { form, url } = membersOf('elicitation', elicitation, '{ form, url }');
    if (form === undefined && url === undefined)
      throw wrong('elicitation', 'an object with a function `form`, a function `url`, or both');
    requireFunction('elicitation.form', form, true);
    requireFunction('elicitation.url', url, true);
  }
  if (sampling !== undefined)
    requireFunction('sampling.createMessage', membersOf('sampling', sampling, '{ createMessage }')['createMessage']);
  requireFunction('roots', roots, true);
}

function membersOf(name: string, value: unknown, example: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw wrong(name, `an object: ${name}: ${example}`);
  return { ...value };
}

function requireFunction(name: string, value: unknown, isOptional = false): void {
  if (typeof value !== 'function' && !(isOptional && value === undefined)) throw wrong(name, 'a function');
}

function wrong(name: string, expected: string): McpError {
  return new McpError('invalid-argument', `The option \`${name}\` has to be ${expected}.`);
}
