/** The last word on a value: the interpreter of the client. It counts its steps, so that no schema keeps the page busy. */
import { readSchema, type ReadSchema } from '@mcp-web/client/schema';
import type { JsonObject } from '@mcp-web/client';
import { shortText } from '../internal/text/text.ts';
import type { FormNode } from './node.ts';
import { stringOf } from './plan.ts';
import { nodeAt } from './pointers.ts';
import type { FormMessages } from './rare-messages.ts';
import { numberOf } from './rare-values.ts';

/** About a tenth of a second at worst: somebody is typing. */
const MAX_STEPS = 500_000;

/** @throws {Error} when the schema is broken. */
export function openCheck(schema: JsonObject): ReadSchema {
  return readSchema(schema, { maxSteps: MAX_STEPS });
}

/** Whether the value fits that part of the schema; undefined when nobody can tell. */
export function isFit(check: ReadSchema | undefined, part: unknown, value: unknown): boolean | undefined {
  try {
    return check?.fits(part, value);
  } catch {
    return undefined;
  }
}

/** What is wrong with the value, at the fields that it is about. Where it takes too long to find out, `state.unchecked` says so. */
export function problemsOf(
  check: ReadSchema,
  state: { root: FormNode; unchecked: string },
  value: unknown,
  text: FormMessages,
): Map<FormNode, string> {
  const problems = new Map<FormNode, string>();
  try {
    for (const { path, message } of check.problemsOf(value)) {
      const node = nodeAt(state.root, path);
      if (!problems.has(node)) problems.set(node, sentence(text, node, message));
    }
    state.unchecked = '';
  } catch (error) {
    state.unchecked = error instanceof Error ? error.message : String(error);
  }
  return problems;
}

function sentence(text: FormMessages, { field: { shape } }: FormNode, message: string): string {
  const step = numberOf(shape['multipleOf']);
  if (message.includes('match the pattern') && shape['pattern'] !== undefined)
    return text.notMatching(shortText(stringOf(shape['pattern'])));
  return step !== undefined && message.includes('a multiple of')
    ? text.notMultiple(step)
    : text.unfit(shortText(message, 300));
}
