/** What the fields of a form say after one of them was changed, without reading the others again. */
import type { JsonObject } from '@mcp-web/client';
import { isJsonObject } from '../../internal/text/text.ts';
import type { FormNode, Reading, Texts } from './node.ts';
import { isStructure, readNode } from './values.ts';

/** What all fields of a form say by themselves, before the value is held against the whole schema. */
export interface FieldsReading extends Texts {
  readonly value: JsonObject;
  readonly problems: Reading['problems'];
}

/**
 * What the fields say now, if nothing but the value of `node` has changed. Returns undefined if the whole form has to be read: the field
 * had no value before or has none now, something was or is wrong with it, or it is no longer in the form.
 */
export function reread(before: FieldsReading, node: FormNode): FieldsReading | undefined {
  const { problems } = before;
  const path = isStructure(node) || problems.has(node) ? undefined : pathTo(node, problems);
  if (!path) return undefined;
  const found: Reading = { text: before.text, shared: before.shared, problems: new Map() };
  const given = readNode(node, found);
  const value = given && found.problems.size === 0 ? withValueAt(before.value, path, given.value) : undefined;
  return value && { ...before, value };
}

/** The names that lead to the value of a field, or undefined if names alone do not. */
function pathTo(node: FormNode, problems: FieldsReading['problems']): readonly string[] | undefined {
  const path: string[] = [];
  for (let at = node; at.parent; at = at.parent) {
    const { parent } = at;
    const { kind } = parent.field;
    const isIn = parent.raw === undefined && parent.items.includes(at);
    if (kind === 'list' || !isIn || problems.has(parent)) return undefined;
    if (kind === 'object') path.unshift(at.field.name);
  }
  return path;
}

/** A copy of an object with another value for a member that it has. */
function withValueAt(around: unknown, [name, ...rest]: readonly string[], value: unknown): JsonObject | undefined {
  if (name === undefined || !isJsonObject(around) || !Object.hasOwn(around, name)) return undefined;
  const inner = rest.length > 0 ? withValueAt(around[name], rest, value) : value;
  return inner === undefined ? undefined : { ...around, [name]: inner };
}
