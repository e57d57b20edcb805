/** One block of content each. */
import { html, nothing, type TemplateResult } from 'lit';
import type { McpElement } from '../internal/base/element.ts';
import { jsonTree } from '../internal/text/json-tree.ts';
import { base64Size, decodeMedia, fileName, formatSize, mediaKind, saveFile } from '../internal/media/media.ts';
import { serverText, shortText } from '../internal/text/text.ts';
import { McpResourceOpenEvent } from './events.ts';
import type { Block, Labels } from './kinds.ts';
import { TEXT_LIMIT } from './limits.ts';
import type { ContentMessages } from './messages.ts';
import { type InTurn, picture } from './picture.ts';
import { sound } from './sound.ts';

/** No name of a host is longer (RFC 1035), and with a port. */
const MAX_HOST_LENGTH = 259;
const MAX_JSON_LENGTH = 1_000_000;

type BlockOf<K extends Block['kind']> = Extract<Block, { kind: K }>;

/** What the blocks of one element have in common. */
export interface BlockContext {
  readonly host: McpElement;
  readonly words: ContentMessages;
  /** Renders text as something else than plain text, as far as it can; plain text meanwhile. */
  readonly renderText: ((text: string) => unknown) | undefined;
  /** Whether the page opens resources that the browser cannot. */
  readonly opensResources: boolean;
  /** Images are decoded one by one: each may take much memory. */
  readonly inTurn: InTurn;
}

export function blockTemplate(context: BlockContext, block: Block): TemplateResult {
  const { host, words } = context;
  switch (block.kind) {
    case 'text':
      return html`<div class="block" part="text">${labels(words, block.labels)}${context.renderText?.(block.text) ?? html`<div class="text">${serverText(block.text, TEXT_LIMIT)}</div>`}</div>`;
    case 'media':
      return mediaBlock(context, block);
    case 'document':
      return documentBlock(context, block);
    case 'link':
      return link(context, block);
    case 'unknown':
      return html`<div class="block framed">${head(words, words.unknown, [shortText(block.type, 60)], block.labels)}${jsonTree(host, block.value)}</div>`;
  }
}

function mediaBlock(
  { words, inTurn }: BlockContext,
  { uri, mimeType, base64, labels: own }: BlockOf<'media'>,
): TemplateResult {
  const kind = mediaKind(mimeType);
  const size = formatSize(base64Size(base64));
  const type = shortText(mimeType, 60);
  const onsave = (): void => {
    const blob = decodeMedia(base64, mimeType);
    const name = fileName(uri ?? '', `${kind}${extensionOf(mimeType)}`);
    // What cannot be decoded is still the user's to look at.
    saveFile(blob ? name : `${name}.base64.txt`, [blob ?? base64]);
  };
  return html`<div class="block framed">
    ${head(words, words[kind], [type, size], own, save(words, onsave, words[kind]))}
    ${uri ? html`<p class="uri mono">${serverText(uri, 200)}</p>` : nothing}
    ${kind === 'file' ? nothing : html`<div class="media">${kind === 'image' ? picture(words, inTurn, base64, mimeType, `${words.image}: ${type}, ${size}`) : sound(words, base64, mimeType)}</div>`}
  </div>`;
}

function documentBlock(
  { host, words }: BlockContext,
  { uri, mimeType, text: content, labels: own }: BlockOf<'document'>,
): TemplateResult {
  const onsave = (): void => saveFile(fileName(uri, 'resource.txt'), [content]);
  const json = /\bjson\b/i.test(mimeType) ? parsed(content) : undefined;
  return html`<div class="block framed">
    ${head(words, words.resource, [shortText(mimeType, 60), formatSize(new Blob([content]).size)], own, save(words, onsave, fileName(uri, words.resource)))}
    ${uri ? html`<p class="uri mono">${serverText(uri, 200)}</p>` : nothing}
    ${json ? jsonTree(host, json.value) : html`<div class="text mono sunken">${serverText(content, TEXT_LIMIT)}</div>`}
  </div>`;
}

function link(
  { host, words, opensResources }: BlockContext,
  { uri, name, description, mimeType, size, labels: own }: BlockOf<'link'>,
): TemplateResult {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  const isWeb = url !== undefined && /^https?:$/.test(url.protocol) && url.host.length <= MAX_HOST_LENGTH;
  // All of the host: its end says whose it is.
  // A button and not an anchor: a browser may look up the host of an anchor before anybody clicks.
  const onopen = (): void => {
    if (host.dispatchEvent(new McpResourceOpenEvent(uri, name, mimeType)) && isWeb)
      window.open(url.href, '_blank', 'noopener,noreferrer');
  };
  const action =
    isWeb && !opensResources
      ? html`<button type="button" class="button small" @click=${onopen}><bdi>${words.open(url.host)}</bdi><span class="visually-hidden"> ${words.opensTab}</span><span aria-hidden="true">↗</span></button>`
      : opensResources
        ? html`<button type="button" class="button small" aria-label=${words.openNamed(shortText(name, 60))} @click=${onopen}>${words.openResource}</button>`
        : nothing;
  return html`<div class="block framed">
    ${head(words, words.link, [shortText(mimeType, 60), size === undefined ? '' : formatSize(size)], own, action)}
    <p class="name"><bdi>${shortText(name, 200)}</bdi></p>
    ${description ? html`<p>${serverText(description)}</p>` : nothing}
    <p class="uri mono">${serverText(uri, 200)}</p>
  </div>`;
}

function head(
  words: ContentMessages,
  kind: string,
  facts: readonly string[],
  own: Labels,
  action: unknown = nothing,
): TemplateResult {
  return html`<div class="head"><span class="kind">${kind}</span>
    ${facts.filter((fact) => fact !== '').map((fact) => html`<span class="soft small"><bdi>${fact}</bdi></span>`)}
    ${labels(words, own)}<span class="action">${action}</span></div>`;
}

function save(words: ContentMessages, onsave: () => void, name: string): TemplateResult {
  return html`<button type="button" class="button small" aria-label=${words.saveNamed(name)} @click=${onsave}>${words.save}</button>`;
}

function labels(words: ContentMessages, { audience, priority, lastModified }: Labels): TemplateResult | typeof nothing {
  const isFor = (role: string): boolean => audience.includes(role);
  const said = [
    isFor('user') && isFor('assistant')
      ? words.forBoth
      : isFor('user')
        ? words.forUser
        : isFor('assistant')
          ? words.forAssistant
          : '',
    priority === undefined ? '' : words.priority(priority),
    lastModified === undefined ? '' : words.changed(words.date(new Date(lastModified))),
  ].filter((label) => label !== '');
  return said.length === 0
    ? nothing
    : html`<span class="labels">${said.map((label) => html`<span class="badge">${label}</span>`)}</span>`;
}

function parsed(json: string): { value: unknown } | undefined {
  if (json.length > MAX_JSON_LENGTH) return undefined;
  try {
    return { value: JSON.parse(json) };
  } catch {
    return undefined;
  }
}

function extensionOf(mimeType: string): string {
  const subtype = /^\w+\/(?:x-)?(\w{2,5})\b/.exec(mimeType)?.[1];
  return subtype ? `.${subtype}` : '';
}
