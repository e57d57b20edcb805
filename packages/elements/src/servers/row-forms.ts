/** The forms in the rows of servers. Most rows have none, so they are loaded when one is needed. */
import type { nothing, TemplateResult } from 'lit';
import type { HostedElement } from '../internal/base/hosted-element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import type { keyForm } from './key-form.ts';
import type { ServersMessages } from './messages.ts';
import type { editForm } from './server-edit.ts';

export type EditOptions = Parameters<typeof editForm>[1];
type KeyOptions = Parameters<typeof keyForm>[1];

export class RowForms {
  readonly #forms;

  constructor(element: HostedElement) {
    this.#forms = new OnDemand(element, async () => {
      const [edit, key] = await Promise.all([import('./server-edit.ts'), import('./key-form.ts')]);
      return { ...edit, ...key };
    });
  }

  edit(messages: ServersMessages, options: EditOptions): TemplateResult | typeof nothing {
    return this.#forms.need()?.editForm(messages, options) ?? this.#forms.notice();
  }

  missing(messages: ServersMessages, options: EditOptions): TemplateResult | typeof nothing {
    return this.#forms.need()?.missingForm(messages, options) ?? this.#forms.notice();
  }

  key(messages: ServersMessages, options: KeyOptions): TemplateResult | typeof nothing {
    return this.#forms.need()?.keyForm(messages, options) ?? this.#forms.notice();
  }
}
