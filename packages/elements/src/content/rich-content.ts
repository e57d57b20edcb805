/** Everything but plain text. Loaded with the first of it. */
import type { CallToolResult, ContentBlock, Tool } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { McpElement } from '../internal/base/element.ts';
import { jsonTree, jsonTreeStyles } from '../internal/text/json-tree.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import type { markdown } from '../markdown/index.ts';
import { type BlockContext, blockTemplate } from './blocks.ts';
import { styles } from './content.styles.ts';
import { type Block, blockOf } from './kinds.ts';
import { MAX_SHOWN } from './limits.ts';
import { english } from './messages.ts';

const MAX_COMPARED_LENGTH = 1_000_000;

/** The element that shows it. */
interface ContentElement extends McpElement {
  readonly result: CallToolResult | undefined;
  readonly content: ContentBlock | readonly ContentBlock[] | undefined;
  readonly tool: Tool | undefined;
  readonly markdown: boolean;
  readonly opensResources: boolean;
}

export class RichContent {
  readonly styles = [jsonTreeStyles, styles];
  readonly #element: ContentElement;
  readonly #markdown: OnDemand<typeof markdown>;
  /** What the blocks were read from. */
  #read: unknown;
  #isWhole = false;
  #blocks: readonly Block[] = [];
  /** Blocks that only repeat the structured content, as the specification asks servers to. */
  #repeated: readonly Block[] = [];
  #drawn: Promise<void> = Promise.resolve();

  constructor(element: ContentElement) {
    this.#element = element;
    this.#markdown = new OnDemand(element, async () => (await import('../markdown/index.ts')).markdown);
  }

  render(): TemplateResult {
    const element = this.#element;
    const { result, tool, opensResources } = element;
    this.#readBlocks();
    if (element.markdown) this.#markdown.need();
    const words = element.words('content', english);
    const context: BlockContext = {
      host: element,
      words,
      opensResources,
      inTurn: this.#inTurn,
      renderText: element.markdown ? this.#renderText : undefined,
    };
    const template = (block: Block): TemplateResult => blockTemplate(context, block);
    const isError = result?.isError === true;
    const hasStructure = hasStructuredContent(result);
    const shown = this.#isWhole ? this.#blocks : this.#blocks.slice(0, MAX_SHOWN);
    const rest = this.#blocks.length - shown.length;
    const forAssistant = shown.filter(isForAssistant);
    return html`<div class="stack ${isError ? 'is-error' : ''}">
      ${isError ? html`<p class="failed">${words.failed}</p>` : nothing}
      ${hasStructure ? html`<div class="block framed" part="structured"><div class="head"><span class="kind">${words.structured}</span></div>${jsonTree(element, result?.structuredContent, { openLevels: 2 })}</div>` : nothing}
      ${shown.filter((block) => !isForAssistant(block)).map(template)}
      ${forAssistant.length > 0 ? html`<details class="aside"><summary>${words.hiddenForAssistant(forAssistant.length)}</summary><div class="stack">${forAssistant.map(template)}</div></details>` : nothing}
      ${rest > 0 ? html`<div><button type="button" class="button small" @click=${this.#showAll}>${words.more(rest)}</button></div>` : nothing}
      ${this.#repeated.length > 0 ? html`<details class="aside same"><summary>${words.same}</summary><div class="stack">${this.#repeated.map(template)}</div></details>` : nothing}
      ${result && tool?.outputSchema && !hasStructure && !isError ? html`<p class="notice warning small">${words.promised}</p>` : nothing}
      ${this.#blocks.length === 0 && !hasStructure ? html`<p class="soft">${words.empty}</p>` : nothing}
    </div>`;
  }

  #readBlocks(): void {
    const { result, content: own } = this.#element;
    const read = result ?? own;
    if (read === this.#read) return;
    this.#read = read;
    this.#isWhole = false;
    const content: unknown = result ? result.content : own;
    const blocks = (Array.isArray(content) ? content : [content]).map(blockOf);
    const isRepeated = repeats(result);
    this.#blocks = blocks.filter((block) => !isRepeated(block));
    this.#repeated = blocks.filter(isRepeated);
  }

  /** Nothing until it is there, so that nobody reads what then moves; plain text where it cannot be had. */
  readonly #renderText = (text: string): unknown => {
    const { part, isLost } = this.#markdown;
    return part ? part.render(text, this.#element.words('content', english)) : isLost ? undefined : nothing;
  };

  readonly #inTurn = (work: () => Promise<void>): Promise<void> =>
    (this.#drawn = this.#drawn.then(() => oneInPage(work)));

  readonly #showAll = (): void => {
    this.#isWhole = true;
    this.#element.requestUpdate();
  };
}

/** What is not for the user is not in their way, and still theirs to look at (annotations, audience). */
function isForAssistant({ labels: { audience } }: Block): boolean {
  return audience.length === 1 && audience[0] === 'assistant';
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

/** Whatever the number of elements, memory is needed for one image at a time: the lock is named after this visit of the page, and other tabs have their own. */
async function oneInPage(work: () => Promise<void>): Promise<void> {
  let isBegun = false;
  const begin = (): Promise<void> => {
    isBegun = true;
    return work();
  };
  try {
    await navigator.locks.request(`mcp-image ${performance.timeOrigin}`, begin);
  } catch {
    // There are none where a page did not come over https, or is in a sandbox: then it is one in each element.
    if (!isBegun) await work();
  }
}
