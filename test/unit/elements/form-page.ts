/** How tests look into `<mcp-schema-form>`. */
import { assert } from 'chai';
import type { McpSchemaFormElement } from '../../../packages/elements/src/schema-form/schema-form.ts';

export const all = <T extends HTMLElement>(form: McpSchemaFormElement, selector: string): T[] => [
  ...(form.shadowRoot?.querySelectorAll<T>(selector) ?? []),
];

export function within<T extends HTMLElement>(form: McpSchemaFormElement, selector: string): T {
  const [found] = all<T>(form, selector);
  assert.isDefined(found, `${selector} is in the form`);
  return found;
}
