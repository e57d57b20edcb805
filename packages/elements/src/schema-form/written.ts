/** What stands in the controls of plain fields. */
import { parseNumber } from '../internal/text/written-json.ts';
import type { FieldMessages } from './field-messages.ts';
import type { Reading } from './form.ts';
import type { FormNode } from './node.ts';
import type { Given } from './plan.ts';

/** Held against nothing yet. What cannot be read is left out, and `problems` says why. */
export function readWritten(node: FormNode, { text, shared, problems }: Reading<FieldMessages>): Given | undefined {
  const { kind, options } = node.field;
  if (node.isIncomplete) problems.set(node, text.incomplete);
  if (node.isIncomplete || node.text === '') return undefined;
  if (kind === 'choice') return options[Number(node.text)];
  if (kind !== 'number') return { value: kind === 'boolean' ? node.text === 'true' : node.text };
  const { value, problem } = { value: undefined, ...parseNumber(shared, node.text) };
  if (problem === undefined) return { value };
  problems.set(node, problem);
  return undefined;
}
