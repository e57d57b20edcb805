/** Roots as text, and a choice among them. */
import type { Root } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { shortText } from '../internal/text/text.ts';

/** The name of a root, or else the end of its path. */
export function rootName({ uri, name }: Root): string {
  if (name) return shortText(name, 80);
  const end = uri.replace(/\/+$/, '').split('/').at(-1) || uri;
  try {
    return shortText(decodeURIComponent(end), 80);
  } catch {
    return shortText(end, 80);
  }
}

/** The name, and the address exactly as servers get it. */
export function rootText(root: Root): TemplateResult {
  return html`<span class="folder"><b><bdi>${rootName(root)}</bdi></b> <code dir="ltr">${shortText(root.uri, 300)}</code></span>`;
}

/**
 * @param chosen the URIs of those that are chosen
 * @param onchoose called when the user chooses a root, or no longer does
 */
export function rootChoice(
  legend: unknown,
  roots: readonly Root[],
  chosen: ReadonlySet<string>,
  onchoose: (uri: string, isChosen: boolean) => void,
): TemplateResult {
  return html`<fieldset class="choices" part="choice">
    <legend>${legend}</legend>
    ${
      roots.length === 0
        ? nothing
        : repeat(
            roots,
            ({ uri }) => uri,
            (root) =>
              html`<label class="choose"><input part="checkbox" type="checkbox" .checked=${chosen.has(root.uri)} @change=${({ target }: Event) => target instanceof HTMLInputElement && onchoose(root.uri, target.checked)} />${rootText(root)}</label>`,
          )
    }
  </fieldset>`;
}
