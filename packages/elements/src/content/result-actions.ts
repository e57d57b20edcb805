/** What the user can do with a whole result: look at its JSON, copy it, save it. */
import type { CallToolResult } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { saveFile } from '../internal/media/media.ts';
import { indentedJson } from '../internal/text/indented-json.ts';
import { copyInSlices, inSlices } from '../internal/text/text-in-slices.ts';
import { actionButton } from './action-button.ts';
import type { Block } from './block.ts';
import type { ContentMessages } from './messages.ts';

export interface ShownResult {
  readonly result: CallToolResult;
  readonly blocks: readonly Block[];
  /** Whether the result is shown as the JSON that arrived. */
  readonly isRaw: boolean;
  /** The name of its file, without an extension. */
  readonly name: string;
  readonly ontoggle: () => void;
}

export function resultActions(messages: ContentMessages, shown: ShownResult): TemplateResult {
  const { isRaw, name, ontoggle } = shown;
  const content = contentOf(shown);
  const file = `${name}.${content?.extension ?? 'json'}`;
  const copy = {
    label: messages.copy,
    name: isRaw ? messages.copyJson : messages.copyResult,
    done: messages.copied,
    failed: messages.notCopied,
    run: async (signal: AbortSignal) => copyInSlices(content?.parts() ?? [], signal),
  };
  const save = {
    label: messages.save,
    name: messages.saveNamed(file),
    done: messages.saved,
    failed: messages.notSaved,
    run: async (signal: AbortSignal) => saveFile(file, await inSlices(content?.parts() ?? [], signal)),
  };
  return html`<span class="action row" part="actions">
    ${content ? html`${actionButton(copy)}${actionButton(save)}` : nothing}
    <button type="button" class="button quiet small raw" part="button quiet small" aria-pressed=${isRaw} aria-label=${messages.showJson} @click=${ontoggle}>JSON</button>
  </span>`;
}

interface Written {
  readonly extension: 'json' | 'txt';
  readonly parts: () => Iterable<string>;
}

/** What is copied and saved: structured content, or else texts as they came. Images and sound are saved one by one. */
function contentOf({ result, blocks, isRaw }: ShownResult): Written | undefined {
  const json = (value: unknown): Written => ({ extension: 'json', parts: () => indentedJson(value) });
  if (isRaw) return json(result);
  if (result.structuredContent !== undefined) return json(result.structuredContent);
  const texts = blocks.flatMap((block) =>
    block.kind === 'text' || block.kind === 'document' ? [block.text] : block.kind === 'link' ? [block.uri] : [],
  );
  return texts.length === 0
    ? undefined
    : { extension: 'txt', parts: () => texts.map((text, index) => (index > 0 ? `\n\n${text}` : text)) };
}
