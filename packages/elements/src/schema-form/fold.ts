/** Which texts are too long for a control. */
import { MAX_IN_CONTROL } from '../internal/text/text.ts';
import type { FormNode } from './node.ts';

export const writtenIn = ({ raw, text }: FormNode): string => raw ?? text;

/** Called when something was put into the field. */
export function foldLong(node: FormNode): void {
  node.isFolded = writtenIn(node).length > MAX_IN_CONTROL;
}
