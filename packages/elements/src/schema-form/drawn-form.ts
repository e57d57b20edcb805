/** What the user does in any form, and where. */
import { isComposing } from '../internal/base/composing.ts';
import { McpFormInputEvent, McpFormSubmitEvent } from './events.ts';
import type { FormReading, Owner, Target } from './form.ts';

/** The user changed something. The focus goes to `next`, when that is drawn. */
export function tellChange({ element, changed }: Owner, next?: Target): void {
  changed(next);
  element.dispatchEvent(new McpFormInputEvent(element.value));
}

export abstract class DrawnForm {
  protected readonly owner: Owner;
  /** What had the focus before this form was drawn. */
  #focused: Element | null;
  /** And what was selected in it. */
  readonly #selection: readonly [number, number] | undefined;
  /** An input method is at work in a field: to replace it would break off what is written. */
  isComposing = false;

  constructor(owner: Owner) {
    this.owner = owner;
    const { renderRoot } = owner.element;
    this.#focused = renderRoot instanceof ShadowRoot ? renderRoot.activeElement : null;
    this.#selection = selectionIn(this.#focused);
  }

  /** Enter submits, and Ctrl+Enter where Enter is a line break. */
  readonly onkeydown = (event: KeyboardEvent): void => {
    const { target } = event;
    const isMeant =
      target instanceof HTMLInputElement || (target instanceof HTMLTextAreaElement && (event.ctrlKey || event.metaKey));
    if (event.key !== 'Enter' || isComposing(event) || event.repeat || !isMeant) return;
    event.preventDefault();
    const { element } = this.owner;
    if (element.reportValidity() && element.dispatchEvent(new McpFormSubmitEvent(element.value)))
      element.form?.requestSubmit();
  };

  abstract read(): FormReading;

  controlOf(targets: Iterable<Target>): HTMLElement | undefined {
    for (const { id, items } of targets) {
      const found = this.#find(`#${id}`) ?? this.controlOf(items);
      if (found) return found;
    }
    return undefined;
  }

  drawn(): void {
    const before = this.#focused;
    this.#focused = null;
    // The button that was pressed is gone, or what kept the place of the fields, and a field may be another element now.
    if (before?.isConnected !== false) return;
    const same = before.id ? this.#find(`#${before.id}`) : undefined;
    (
      same ??
      (before.matches('.loading') ? this.controlOf(this.read().problems.keys()) : undefined) ??
      this.#find('[part=control]')
    )?.focus();
    if (isText(same) && this.#selection && selectionIn(same)) same.setSelectionRange(...this.#selection);
  }

  #find(selector: string): HTMLElement | null | undefined {
    return this.owner.element.renderRoot?.querySelector<HTMLElement>(selector);
  }
}

function isText(control: Element | null | undefined): control is HTMLInputElement | HTMLTextAreaElement {
  return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
}

/** Some kinds of input have none. */
function selectionIn(control: Element | null | undefined): [number, number] | undefined {
  const { selectionStart = null, selectionEnd = null } = isText(control) ? control : {};
  return selectionStart === null || selectionEnd === null ? undefined : [selectionStart, selectionEnd];
}
