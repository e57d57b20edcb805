/** Says that the user has not seen who asks, and for what, and leads there. */
import { nothing, type TemplateResult } from 'lit';
import type { SharedMessages } from '../text/shared-messages.ts';
import type { Armed } from './armed.ts';
import { type Hinting, HintRow } from './hint-row.ts';
import { visibleTop } from './in-sight.ts';

interface HintingElement extends Hinting {
  readonly shared: SharedMessages;
}

export class HeadHint {
  readonly #element: HintingElement;
  readonly #armed: Armed;
  readonly #row: HintRow;

  constructor(element: HintingElement, armed: Armed) {
    this.#element = element;
    this.#armed = armed;
    this.#row = new HintRow(element, 'pre, h2[tabindex], .body[tabindex]');
  }

  /** The id of the sentence, for `aria-describedby`, while it is there. */
  get id(): string | undefined {
    return this.#armed.unseenHead && 'unseen-head';
  }

  render(): TemplateResult | undefined {
    const part = this.#armed.unseenHead;
    if (!part) return undefined;
    const { unseenHead, scrollUp, scrollDown } = this.#element.shared;
    const label = part.getBoundingClientRect().top < visibleTop(part) ? scrollUp : scrollDown;
    return this.#row.render('unseen-head', unseenHead, label, () => part.scrollIntoView({ block: 'nearest' }));
  }

  /** The ids of everything that says why a button is off. */
  describe(...ids: readonly (string | undefined)[]): string | typeof nothing {
    return [this.id, ...ids].filter(Boolean).join(' ') || nothing;
  }
}
