/** A choice of what to filter a list by, in the bar above it. */
import { html, type TemplateResult } from 'lit';

/** @param options each with its value and its label */
export function filterChoice(
  label: string,
  name: string,
  selected: string,
  options: readonly (readonly [string, string])[],
  onchoose: (value: string) => void,
): TemplateResult {
  const onchange = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement) onchoose(target.value);
  };
  return html`<select class="field" part="control select small" name=${name} aria-label=${label} @change=${onchange}>
    ${options.map(([value, text]) => html`<option value=${value} .selected=${value === selected}>${text}</option>`)}
  </select>`;
}
