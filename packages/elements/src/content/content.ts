import type { CallToolResult, ContentBlock, Tool } from '@mcp-web/client';
import { type CSSResultGroup, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { McpElement } from '../internal/element.ts';
import { jsonTree, jsonTreeStyles } from '../internal/json-tree.ts';
import { blockTemplate } from './blocks.ts';
import { styles } from './content.styles.ts';
import { type Block, blockOf } from './kinds.ts';
import { text } from './text.ts';

const MAX_SHOWN = 50;
const MAX_COMPARED_LENGTH = 1_000_000;

/**
 * @summary What a tool, prompt or resource gave: text, images, sound, resources, links and structured content.
 *
 * Everything is shown from the bytes at hand: nothing is fetched, nothing is HTML. What it does not know it shows as JSON. Images
 * of pixels appear at once (of an animation the first one), sound when the user presses Play; that needs `media-src blob:` under a
 * strict content security policy. SVG and other documents can only be saved.
 *
 * @csspart text - a block of text
 * @csspart image - an image
 * @csspart audio - a player
 * @csspart structured - the structured content
 *
 * @example
 * ```ts
 * import '@mcp-web/elements/define.js';
 *
 * const content = document.createElement('mcp-content');
 * content.result = { content: [{ type: 'text', text: 'Hello' }] };
 * document.body.append(content);
 * ```
 */
export class McpContent extends McpElement {
  static override styles: CSSResultGroup = [McpElement.styles, jsonTreeStyles, styles];

  /** The result of a tool call. */
  @property({ attribute: false }) result: CallToolResult | undefined;

  /** Blocks without a result around them, such as those of a prompt. Not looked at when there is a result. */
  @property({ attribute: false }) content: ContentBlock | readonly ContentBlock[] | undefined;

  /** The tool that gave the result, to say when it kept its promise of structured content not. */
  @property({ attribute: false }) tool: Tool | undefined;

  @state() private isWhole = false;

  #blocks: readonly Block[] = [];
  /** Blocks that only repeat the structured content, as the specification asks servers to. */
  #repeated: readonly Block[] = [];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('result') && !changed.has('content')) return;
    this.isWhole = false;
    const content: unknown = this.result ? this.result.content : this.content;
    const blocks = (Array.isArray(content) ? content : content === undefined ? [] : [content]).map(blockOf);
    const isRepeated = repeats(this.result);
    this.#blocks = blocks.filter((block) => !isRepeated(block));
    this.#repeated = blocks.filter(isRepeated);
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.result && this.content === undefined) return nothing;
    const isError = this.result?.isError === true;
    const hasStructure = hasStructuredContent(this.result);
    const shown = this.isWhole ? this.#blocks : this.#blocks.slice(0, MAX_SHOWN);
    const rest = this.#blocks.length - shown.length;
    return html`<div class="stack ${isError ? 'is-error' : ''}">
      ${isError ? html`<p class="failed">${text.failed}</p>` : nothing}
      ${hasStructure ? html`<div class="block framed" part="structured"><div class="head"><span class="kind">${text.structured}</span></div>${jsonTree(this.result?.structuredContent, { openLevels: 2 })}</div>` : nothing}
      ${shown.map(blockTemplate)}
      ${rest > 0 ? html`<div><button type="button" class="button small" @click=${this.#showAll}>${text.more(rest)}</button></div>` : nothing}
      ${this.#repeated.length > 0 ? html`<details class="same"><summary>${text.same}</summary><div class="stack">${this.#repeated.map(blockTemplate)}</div></details>` : nothing}
      ${this.result && this.tool?.outputSchema && !hasStructure && !isError ? html`<p class="notice warning small">${text.promised}</p>` : nothing}
      ${this.#blocks.length === 0 && !hasStructure ? html`<p class="soft">${text.empty}</p>` : nothing}
    </div>`;
  }

  readonly #showAll = (): void => {
    this.isWhole = true;
  };
}

/** Null is structured content as well: what counts is that the member is there. */
function hasStructuredContent(result: CallToolResult | undefined): boolean {
  return result !== undefined && result.structuredContent !== undefined;
}

function repeats(result: CallToolResult | undefined): (block: Block) => boolean {
  if (!hasStructuredContent(result)) return () => false;
  const structured = JSON.stringify(result?.structuredContent);
  return (block) => {
    if (block.kind !== 'text' || block.text.length > MAX_COMPARED_LENGTH) return false;
    try {
      return JSON.stringify(JSON.parse(block.text)) === structured;
    } catch {
      return false;
    }
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-content': McpContent;
  }
}
