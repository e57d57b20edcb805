/** What draws a flat form: loaded with the first that has fields. */
import { html, type TemplateResult } from 'lit';
import { DrawnForm } from './drawn-form.ts';
import { english } from './field-messages.ts';
import { fieldTemplate } from './fields.ts';
import { styles as fieldStyles } from './fields.styles.ts';
import type { Form, FormPart, FormReading, Look, Owner } from './form.ts';
import type { FormNode } from './node.ts';
import { viewOf } from './view.ts';
import { readWritten } from './written.ts';

export const styles = [fieldStyles];

export const openForm: FormPart['openForm'] = ({ items = [] }, owner) => new PlainForm(items, owner);

class PlainForm extends DrawnForm implements Form {
  readonly #items: readonly FormNode[];

  constructor(items: readonly FormNode[], owner: Owner) {
    super(owner);
    this.#items = items;
  }

  read(): FormReading {
    return this.owner.readPlain((node, problems) => readWritten(node, { ...this.owner.look(english), problems }));
  }

  change(node: FormNode, change: Partial<FormNode>): void {
    Object.assign(node, change, { isTouched: true });
  }

  template(look: Look, toggle: TemplateResult): TemplateResult {
    const view = viewOf(this, this.owner, look);
    return html`${this.#items.map((item) => fieldTemplate(item, view))}${toggle}`;
  }
}
