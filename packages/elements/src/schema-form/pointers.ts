/** Ways through the fields. */
import type { FormNode } from './node.ts';

/** The node, and all within it. */
export function* within(node: FormNode): Generator<FormNode> {
  yield node;
  for (const item of node.items) yield* within(item);
}

/** The node that a JSON pointer into the value leads to, or the nearest around it. */
export function nodeAt(root: FormNode, pointer: string): FormNode {
  let at = root;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    while (at.field.kind === 'variants' && at.items[0]) [at] = [at.items[0]];
    const next =
      at.raw !== undefined
        ? undefined
        : at.field.kind === 'list'
          ? at.items[Number(name)]
          : at.items.find(({ field }) => field.name === name);
    if (!next) return at;
    at = next;
  }
  return at;
}
