import type { CallToolResult, ContentBlock, Tool } from '@mcp-web/client';
import { type CSSResultGroup, html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { McpElement } from '../internal/base/element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import { isJsonObject, serverText } from '../internal/text/text.ts';
import { MAX_SHOWN, TEXT_LIMIT } from './limits.ts';
import { styles } from './plain.styles.ts';

/**
 * @summary What a tool, prompt or resource gave: text, images, sound, resources, links and structured content.
 *
 * Everything is shown from the bytes at hand: nothing is fetched, nothing is HTML. What it does not know it shows as JSON. Images
 * of pixels appear at once (of an animation the first one), sound when the user presses Play; that needs `media-src blob:` under a
 * strict content security policy. SVG and other documents can only be saved.
 *
 * Parts that a server marked as being for the assistant only are folded. Text is plain text unless the page wants Markdown.
 *
 * @fires {McpResourceOpenEvent} mcp-resource-open - the user wants to open a linked resource
 *
 * @csspart text - a block of text
 * @csspart image - an image
 * @csspart audio - a player
 * @csspart structured - the structured content
 *
 * @example
 * ```ts
 * import '@mcp-web/elements/define';
 *
 * const content = document.createElement('mcp-content');
 * content.result = { content: [{ type: 'text', text: 'Hello' }] };
 * document.body.append(content);
 * ```
 */
export class McpContentElement extends McpElement {
  static override styles: CSSResultGroup = [McpElement.styles, styles];

  /** The result of a tool call. */
  @property({ attribute: false }) result: CallToolResult | undefined;

  /** Blocks without a result around them, such as those of a prompt. Not looked at when there is a result. */
  @property({ attribute: false }) content: ContentBlock | readonly ContentBlock[] | undefined;

  /** The tool that gave the result, to say when it kept its promise of structured content not. */
  @property({ attribute: false }) tool: Tool | undefined;

  /** Renders text as Markdown, without any HTML and without loading anything: images are named, links say where they lead. */
  @property({ type: Boolean }) markdown = false;

  /** Says that the page listens to `mcp-resource-open` and opens what is linked to, whatever the scheme of its URI. */
  @property({ type: Boolean, attribute: 'opens-resources' }) opensResources = false;

  /** What shows everything but plain text. */
  readonly #rich = new OnDemand(this, async () => new (await import('./rich-content.ts')).RichContent(this));

  override render(): TemplateResult | typeof nothing {
    if (!this.result && this.content === undefined) return nothing;
    const texts = this.#plainTexts;
    if (!texts) return this.#rich.need()?.render() ?? this.#rich.notice();
    return html`<div class="stack">${texts.map((text) => html`<div class="block" part="text"><div class="text">${serverText(text, TEXT_LIMIT)}</div></div>`)}</div>`;
  }

  /** Waits for what it is made of, too. */
  protected override async getUpdateComplete(): Promise<boolean> {
    await super.getUpdateComplete();
    await this.#rich.settle();
    return super.getUpdateComplete();
  }

  /** Undefined where there is more to it than text. */
  get #plainTexts(): readonly string[] | undefined {
    const { result, content: own, tool, markdown } = this;
    const content: unknown = result ? result.content : own;
    const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
    if (
      markdown ||
      tool?.outputSchema ||
      result?.isError ||
      result?.structuredContent !== undefined ||
      blocks.length > MAX_SHOWN
    )
      return undefined;
    const texts = blocks.flatMap((block) =>
      isJsonObject(block) && block['type'] === 'text' && typeof block['text'] === 'string' && !block['annotations']
        ? block['text']
        : [],
    );
    return texts.length === blocks.length && texts.length > 0 ? texts : undefined;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-content': McpContentElement;
  }
}
