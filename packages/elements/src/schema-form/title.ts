import { shortText } from '../internal/text/text.ts';
import type { FormNode } from './node.ts';
import type { FormMessages } from './rare-messages.ts';

/** The name to call a field by; an item without one is called after its place. */
export function titleOf({ field: { title, isItem } }: FormNode, text: FormMessages): string {
  return isItem ? text.item(Number(title) + 1) : title === '' ? text.newMember : shortText(title, 60);
}
