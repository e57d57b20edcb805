/** Controls of the page's own, by format. They stand in the light, in a slot where the field is, so that the page's styles reach them. */
import { html, type TemplateResult } from 'lit';
import { shortText } from '../internal/text/text.ts';
import type { FullView } from './full-view.ts';
import type { FormNode } from './node.ts';
import type { Widget } from './widget.ts';

export class Widgets {
  readonly #made = new Map<
    string,
    { element: HTMLElement & { value: string }; widget: Widget; node: FormNode; view: FullView }
  >();
  readonly #host: HTMLElement;

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  template(widget: Widget, node: FormNode, view: FullView): TemplateResult {
    const { id, field } = node;
    let made = this.#made.get(id);
    if (!made || made.widget !== widget || made.node.field.shape !== field.shape) {
      made?.element.remove();
      made = { element: widget({ name: field.name, title: field.title, schema: field.shape }), widget, node, view };
      const { element } = made;
      const current = made;
      const take = (): void => current.view.change(current.node, { text: element.value });
      for (const type of ['input', 'change']) element.addEventListener(type, take);
      element.addEventListener('blur', () => current.view.leave(current.node));
      element.slot = id;
      this.#host.append(element);
      this.#made.set(id, made);
    }
    Object.assign(made, { node, view });
    const { element } = made;
    element.ariaLabel = shortText(field.title, 120);
    element.ariaInvalid = String(view.problemOf(node) !== undefined);
    element.toggleAttribute('disabled', view.isDisabled || node.isNull);
    if (element.value !== node.text && node.text !== '') element.value = node.text;
    return html`<slot name=${id}></slot>`;
  }

  /** Takes away those whose fields are gone. */
  sweep(root: ParentNode): void {
    const ours = new Set<Element>(Array.from(this.#made.values(), ({ element }) => element));
    // Others with such a slot were made for a form that is gone.
    for (const child of Array.from(this.#host.children))
      if (child.slot.startsWith('field-') && !ours.has(child)) child.remove();
    for (const [id, { element }] of this.#made) {
      if (root.querySelector(`slot[name="${id}"]`)) continue;
      element.remove();
      this.#made.delete(id);
    }
  }
}
