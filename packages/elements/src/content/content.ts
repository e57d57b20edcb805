import {
  type AddressSpace,
  addressSpaceOf,
  type CallToolResult,
  type ContentBlock,
  type HostServer,
  type Tool,
} from '@mcp-web/client';
import { type CSSResultGroup, html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { McpElement } from '../internal/base/element.ts';
import { focusBefore } from '../internal/base/keyboard.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import { Turns } from '../internal/base/turns.ts';
import { savedName } from '../internal/media/saved-name.ts';
import { jsonTree, jsonTreeStyles } from '../internal/text/json-tree.ts';
import { type Block, blockOf } from './block.ts';
import { type BlockContext, blockView } from './block-view.ts';
import { styles } from './content.styles.ts';
import { Fold } from './fold.ts';
import { oneInPage } from './image.ts';
import { jsonOf, type JsonText, parsed, valueOfJson } from './json-text.ts';
import { english } from './messages.ts';
import { resultActions } from './result-actions.ts';
import { tableStyles } from './table.ts';
import { ValueViews } from './value-view.ts';

/** How many blocks are shown at first, and how many more at a time. */
const MAX_SHOWN = 50;
const SHOWN_AT_ONCE = 500;
/** Markdown has many elements: long texts leave room for fewer blocks. */
const MAX_MARKDOWN = 100_000;
/** In characters. What is not text takes about as long as a long text. */
const COST_OF_BLOCK = 300;
const MAX_COST = 5_000;
/** So many texts are read to find out whether they repeat the structured content. Servers send one. */
const MAX_COMPARED = 20;

/**
 * @summary Shows the content of a tool result, prompt or resource: text, images, audio, resources, links and structured content.
 *
 * Everything is shown from the data at hand: nothing is fetched, and nothing becomes HTML. Content of an unknown type is shown as
 * JSON. Raster images appear at once (of an animation, the first frame). Audio plays when the user presses Play, which needs
 * `media-src blob:` under a strict content security policy. SVG and other documents can only be saved.
 *
 * A result can be copied, saved and shown as its JSON. JSON in its texts is shown as a tree, rows as a table, and a high result in part.
 *
 * Parts that a server marked as being for the assistant only are collapsed. Text is plain text unless the page asks for Markdown.
 *
 * @fires {McpResourceOpenEvent} mcp-resource-open - the user wants to open a linked resource
 *
 * @csspart text - a block of text
 * @csspart image - an image
 * @csspart audio - an audio player
 * @csspart structured - the structured content
 * @csspart json - a text that is JSON
 * @csspart table - rows as a table
 * @csspart actions - buttons for the whole result
 * @csspart body - what the result holds; set its `max-block-size` to limit it otherwise
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
  static override styles: CSSResultGroup = [McpElement.styles, jsonTreeStyles, tableStyles, styles];

  /** The result of a tool call. */
  @property({ attribute: false }) result: CallToolResult | undefined;

  /** Blocks without a result around them, such as those of a prompt. Ignored if there is a `result`. */
  @property({ attribute: false }) content: ContentBlock | readonly ContentBlock[] | undefined;

  /** The tool that produced the result; used to report missing structured content. */
  @property({ attribute: false }) tool: Tool | undefined;

  /** The server that the content comes from. Of a server on the internet, no link leads into the user's own network or device. */
  @property({ attribute: false }) server: Pick<HostServer, 'url'> | undefined;

  /** Renders text as Markdown, without any HTML and without loading anything: images show their description, links where they lead. */
  @property({ type: Boolean }) markdown = false;

  /** Whether the page opens linked resources: it listens to `mcp-resource-open` and handles every URI scheme. */
  @property({ type: Boolean, attribute: 'opens-resources' }) opensResources = false;

  /** Whether the page opens the resource at this URI, if it does not open all linked resources. */
  @property({ attribute: false }) opensUri: ((uri: string) => boolean) | undefined;

  readonly #markdown = new OnDemand(this, async () => (await import('../markdown/markdown.ts')).markdown);
  readonly #turns = new Turns(this);
  readonly #fold = new Fold(this);
  readonly #values = new ValueViews(this);
  /** Whether a result is shown as the JSON that arrived. */
  #isRaw = false;
  /** What the blocks were read from. */
  #source: unknown;
  /** How many blocks the user wants to see. */
  #wanted = 0;
  /** How many blocks are drawn by now, and whether the structured content is. */
  #drawn = 0;
  #isStructureDrawn = false;
  #isDrawing = false;
  /** Whether the blocks have changed. */
  #mustDraw = false;
  #blocks: readonly Block[] = [];
  /** Blocks that only repeat the structured content, as the specification asks servers to do. */
  #repeated: readonly Block[] = [];
  /** The values of JSON documents, by their text. */
  readonly #parsed = new Map<string, JsonText | undefined>();
  /** Resolves when the last image is drawn. */
  #lastImage: Promise<void> = Promise.resolve();

  override render(): TemplateResult | typeof nothing {
    const { result, tool } = this;
    if (!result && this.content === undefined) return nothing;
    this.#readBlocks();
    if (this.markdown) this.#markdown.need();
    const messages = this.messagesFor('content', english);
    const fileName = stemOf(tool);
    const context: BlockContext = {
      host: this,
      messages,
      jsonIn: this.#jsonIn,
      from: this.#from,
      opensResource: (uri) => this.opensResources || this.opensUri?.(uri) === true,
      values: result && this.#values,
      fileName,
      inTurn: this.#inTurn,
      renderText: this.markdown ? this.#renderText : undefined,
    };
    const view = (block: Block): TemplateResult => blockView(context, block);
    const asText = (block: Block): TemplateResult => blockView({ ...context, values: undefined }, block);
    const isError = result?.isError === true;
    const hasStructure = hasStructuredContent(result);
    this.#draw();
    const shown = this.#blocks.slice(0, this.#drawn);
    const rest = this.#blocks.length - this.#wanted;
    const forAssistant = shown.filter(isForAssistant);
    const isEmpty = this.#blocks.length === 0 && !hasStructure;
    const body =
      this.#isRaw && result
        ? jsonTree(this, result, { openLevels: 3 })
        : html`
      ${hasStructure && this.#isStructureDrawn ? html`<div class="block framed" part="structured">${this.#values.template(messages, messages.structured, result?.structuredContent, fileName)}</div>` : nothing}
      ${shown.filter((block) => !isForAssistant(block)).map(view)}
      ${forAssistant.length > 0 ? html`<details class="aside"><summary part="summary">${messages.hiddenForAssistant(forAssistant.length)}</summary><div class="stack">${forAssistant.map(view)}</div></details>` : nothing}
      ${rest > 0 ? html`<div><button type="button" class="button small" part="button secondary small" @click=${this.#showMore}>${messages.more(Math.min(rest, SHOWN_AT_ONCE))}</button></div>` : nothing}
      ${this.#repeated.length > 0 ? html`<details class="aside same"><summary part="summary">${messages.same}</summary><div class="stack">${this.#repeated.slice(0, MAX_SHOWN).map(asText)}</div></details>` : nothing}`;
    const promised =
      result && tool?.outputSchema && !hasStructure && !isError
        ? html`<p class="notice warning small">${messages.promised}</p>`
        : nothing;
    const empty = isEmpty ? html`<p class="soft">${messages.empty}</p>` : nothing;
    if (!result) return html`<div class="stack">${body}${empty}</div>`;
    const actions = { result, blocks: this.#blocks, isRaw: this.#isRaw, name: fileName, ontoggle: this.#toggleRaw };
    return html`<div class="stack ${isError ? 'is-error' : ''}">
      ${isError || !isEmpty ? html`<div class="head of-result">${isError ? html`<p class="failed">${messages.failed}</p>` : nothing}${isEmpty ? nothing : resultActions(messages, actions)}</div>` : nothing}
      ${isEmpty ? empty : html`<div class=${this.#fold.classes} part="body" @click=${this.#fold.onclick} @scroll=${this.#fold.onscroll}><div class="stack ${this.#isRaw ? 'framed' : ''}">${body}</div></div>${this.#fold.button({ showAll: messages.showWhole, showLess: this.shared.showLess })}`}
      ${promised}
    </div>`;
  }

  /** Also waits for Markdown to load, and to be drawn. */
  protected override async getUpdateComplete(): Promise<boolean> {
    await super.getUpdateComplete();
    await this.#markdown.settle();
    let isComplete = await super.getUpdateComplete();
    // What is drawn in turns asks for further updates, and those for turns.
    while (this.#turns.isBusy) {
      await this.#turns.settle();
      isComplete = await super.getUpdateComplete();
    }
    return isComplete;
  }

  /** Draws as much as there is room for in this frame of the page. The rest follows, a little in each frame. */
  #draw(): void {
    if (this.#mustDraw) this.#drawMore();
    this.#mustDraw = false;
    if (this.#isAllDrawn || this.#isDrawing) return;
    this.#isDrawing = true;
    this.#turns.take(() => {
      this.#isDrawing = false;
      this.#drawMore();
      this.requestUpdate();
    });
  }

  get #isAllDrawn(): boolean {
    return this.#drawn >= this.#wanted && (this.#isStructureDrawn || !hasStructuredContent(this.result));
  }

  #drawMore(): void {
    if (hasStructuredContent(this.result)) this.#isStructureDrawn ||= this.#turns.claim(MAX_COST);
    while (this.#drawn < this.#wanted && this.#turns.claim(costOf(this.#blocks[this.#drawn]))) this.#drawn++;
  }

  #readBlocks(): void {
    const { result, content: own } = this;
    const source = result ?? own;
    if (source === this.#source) return;
    this.#source = source;
    this.#isRaw = false;
    this.#fold.reset();
    this.#parsed.clear();
    const content: unknown = result ? result.content : own;
    const blocks = (Array.isArray(content) ? content : [content]).map(blockOf);
    const repeated = new Set(blocks.filter(repeats(result)));
    const before = this.#blocks;
    this.#blocks = blocks.filter((block) => !repeated.has(block));
    this.#repeated = [...repeated];
    this.#wanted = wantedOf(this.#blocks, this.markdown);
    // What is the same need not be drawn again.
    const changed = before.findIndex((block, index) => !isSameText(block, this.#blocks[index]));
    this.#mustDraw = true;
    this.#isStructureDrawn &&= hasStructuredContent(result);
    // A text that grows stays where it is.
    this.#drawn = Math.min(this.#drawn, this.#wanted, changed < 0 ? Infinity : changed + 1);
  }

  /** The network of the server. */
  get #from(): AddressSpace | undefined {
    return this.server && addressSpaceOf(new URL(this.server.url).hostname);
  }

  /** Nothing while Markdown loads, so that no text moves while the user reads it. Plain text if it cannot be loaded. */
  readonly #renderText = (text: string): unknown => {
    const { loaded, isLost } = this.#markdown;
    return loaded
      ? loaded.render(text, this.messagesFor('content', english), this.#turns, this.#from)
      : isLost
        ? undefined
        : nothing;
  };

  readonly #toggleRaw = (): void => {
    this.#isRaw = !this.#isRaw;
    this.requestUpdate();
  };

  /** Parsed once: another value would close the tree that the user looks at. */
  readonly #jsonIn = (text: string): JsonText | undefined => {
    if (!this.#parsed.has(text)) this.#parsed.set(text, valueOfJson(this.shared, text));
    return this.#parsed.get(text);
  };

  readonly #inTurn = (work: () => Promise<void>): Promise<void> =>
    (this.#lastImage = this.#lastImage.then(() => oneInPage(work)));

  readonly #showMore = ({ currentTarget }: Event): void => {
    this.#wanted = Math.min(this.#blocks.length, this.#wanted + SHOWN_AT_ONCE);
    this.#mustDraw = true;
    if (this.#wanted === this.#blocks.length && currentTarget instanceof Element)
      focusBefore(currentTarget.parentElement);
    this.requestUpdate();
  };
}

/** How many blocks to show at first. */
function wantedOf(blocks: readonly Block[], isMarkdown: boolean): number {
  let length = 0;
  const end = blocks.findIndex((block, index) => {
    if (isMarkdown && block.kind === 'text') length += block.text.length;
    return index > 0 && (index >= MAX_SHOWN || length > MAX_MARKDOWN);
  });
  return end < 0 ? blocks.length : end;
}

const costOf = (block: Block | undefined): number =>
  COST_OF_BLOCK + (block?.kind === 'text' ? Math.min(block.text.length, MAX_COST) : MAX_COST);

const isSameText = (one: Block, other: Block | undefined): boolean =>
  one.kind === 'text' && other?.kind === 'text' && one.text === other.text;

/** Content for the assistant is collapsed, but the user can still look at it (annotations, audience). */
function isForAssistant({ labels: { audience } }: Block): boolean {
  return audience.length === 1 && audience[0] === 'assistant';
}

/** Null is structured content too: what counts is whether the member is there. */
function hasStructuredContent(result: CallToolResult | undefined): boolean {
  return result !== undefined && result.structuredContent !== undefined;
}

/** The name of a file with what a tool returned. Its own extension would not fit. */
const stemOf = (tool: Tool | undefined): string =>
  savedName((tool?.name ?? '').replaceAll('.', '_'), 'result', 'application/json', true).replace(/\.json$/, '');

function repeats(result: CallToolResult | undefined): (block: Block) => boolean {
  if (!hasStructuredContent(result)) return () => false;
  let structured: string | undefined;
  let compared = 0;
  return (block) => {
    if (block.kind !== 'text') return false;
    structured ??= jsonOf(result?.structuredContent) ?? '';
    // Too deep to be compared, all is shown.
    if (structured === '') return false;
    // Spaces make it longer, hardly anything makes it shorter.
    if (block.text.length <= structured.length) return block.text === structured;
    if (!block.text.trimStart().startsWith(structured.charAt(0)) || compared++ >= MAX_COMPARED) return false;
    const json = parsed(block.text);
    return json !== undefined && jsonOf(json.value) === structured;
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-content': McpContentElement;
  }
}
