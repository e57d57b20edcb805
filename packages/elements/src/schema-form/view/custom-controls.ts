/** Controls that the page makes for certain formats. They are children of the element, in a slot of their field, so that the page's styles apply to them. */
import { html, type TemplateResult } from 'lit';
import { shortText } from '../../internal/text/text.ts';
import type { FormNode } from '../model/node.ts';
import type { FieldContext } from './field-parts.ts';
import type { Widget } from './layout.ts';

interface Made {
  readonly element: HTMLElement & { value: string };
  readonly widget: Widget;
  node: FormNode;
  context: FieldContext;
}

export class CustomControls {
  /** By the id of their fields. */
  readonly #made = new Map<string, Made>();
  readonly #host: HTMLElement;

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  /** Renders the slot for the control, and makes the control if there is none yet. */
  template(widget: Widget, node: FormNode, context: FieldContext): TemplateResult {
    const { id, field } = node;
    let made = this.#made.get(id);
    if (!made || made.widget !== widget || made.node.field.shape !== field.shape) {
      made?.element.remove();
      made = { element: widget({ name: field.name, title: field.title, schema: field.shape }), widget, node, context };
      const { element } = made;
      const current = made;
      const take = (): void => current.context.change(current.node, { text: element.value });
      for (const type of ['input', 'change']) element.addEventListener(type, take);
      element.addEventListener('blur', () => current.context.leave(current.node));
      element.slot = id;
      this.#host.append(element);
      this.#made.set(id, made);
    }
    Object.assign(made, { node, context });
    const { element } = made;
    element.ariaLabel = shortText(field.title, 120);
    element.ariaInvalid = String(context.problemOf(node) !== undefined);
    element.toggleAttribute('disabled', context.isDisabled || node.isNull);
    if (element.value !== node.text && node.text !== '') element.value = node.text;
    return html`<slot name=${id}></slot>`;
  }

  /** Forgets all controls, before another form is rendered. */
  clear(): void {
    for (const { element } of this.#made.values()) element.remove();
    this.#made.clear();
  }

  /** Removes the controls whose fields are gone. */
  sweep(root: ParentNode): void {
    for (const [id, { element }] of this.#made) {
      if (root.querySelector(`slot[name="${id}"]`)) continue;
      element.remove();
      this.#made.delete(id);
    }
  }
}
