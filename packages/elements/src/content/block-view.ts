/** Renders a block of content, by its kind. */
import { addressSpaceOf, type AddressSpace, isLessPublic } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { McpElement } from '../internal/base/element.ts';
import { base64Size, decodeMedia, formatSize, mediaKind, saveFile } from '../internal/media/media.ts';
import { savedName } from '../internal/media/saved-name.ts';
import { jsonTree } from '../internal/text/json-tree.ts';
import { serverText, shortText } from '../internal/text/text.ts';
import { audio } from './audio.ts';
import type { Block, Labels } from './block.ts';
import { McpResourceOpenEvent } from './events.ts';
import { image, type InTurn } from './image.ts';
import { looksLikeJson } from './json-text.ts';
import type { ContentMessages } from './messages.ts';
import type { ValueViews } from './value-view.ts';

/** How much of a text is shown at first. */
const TEXT_LIMIT = 4_000;
/** The longest host name (RFC 1035), with a port. */
const MAX_HOST_LENGTH = 259;

type BlockOf<K extends Block['kind']> = Extract<Block, { kind: K }>;

/** What the blocks of one element share. */
export interface BlockContext {
  readonly host: McpElement;
  readonly messages: ContentMessages;
  /** Renders text as Markdown. Undefined if the text is shown as plain text. */
  readonly renderText: ((text: string) => unknown) | undefined;
  /** The value of a JSON text, the same one each time. */
  readonly jsonIn: (text: string) => { readonly value: unknown } | undefined;
  /** The network of the server that the blocks come from, if it is known. */
  readonly from: AddressSpace | undefined;
  /** Whether the page opens this linked resource. */
  readonly opensResource: (uri: string) => boolean;
  /** Shows the JSON in texts. Undefined if texts are shown as they are. */
  readonly values: ValueViews | undefined;
  /** The name of a file for what has none, without an extension. */
  readonly fileName: string;
  /** Decodes images one at a time, because each may take a lot of memory. */
  readonly inTurn: InTurn;
}

export function blockView(context: BlockContext, block: Block): TemplateResult {
  const { host, messages } = context;
  switch (block.kind) {
    case 'text':
      return (
        jsonBlock(context, block) ??
        html`<div class="block" part="text">${labels(messages, block.labels)}${context.renderText?.(block.text) ?? html`<div class="text">${serverText(block.text, TEXT_LIMIT)}</div>`}</div>`
      );
    case 'media':
      return mediaBlock(context, block);
    case 'document':
      return documentBlock(context, block);
    case 'link':
      return link(context, block);
    case 'unknown':
      return html`<div class="block framed">${head(messages, messages.unknown, [shortText(block.type, 60)], block.labels)}${jsonTree(host, block.value)}</div>`;
  }
}

/** A text that is JSON. One that only looks like it is shown as code. */
function jsonBlock(
  { messages, values, jsonIn, fileName }: BlockContext,
  { text, labels: own }: BlockOf<'text'>,
): TemplateResult | undefined {
  if (!values || !looksLikeJson(text)) return undefined;
  const json = jsonIn(text);
  return html`<div class="block framed" part="json">
    ${labels(messages, own)}
    ${json ? values.template(messages, 'JSON', json.value, fileName) : html`<div class="text mono sunken" dir="ltr">${serverText(text, TEXT_LIMIT)}</div>`}
  </div>`;
}

function mediaBlock(
  { messages, inTurn }: BlockContext,
  { uri, mimeType, base64, labels: own }: BlockOf<'media'>,
): TemplateResult {
  const kind = mediaKind(mimeType);
  const size = formatSize(base64Size(base64));
  const type = shortText(mimeType, 60);
  const name = savedName(uri ?? '', kind, mimeType, false);
  const onsave = (): void => {
    const blob = decodeMedia(base64, mimeType);
    // Data that cannot be decoded is saved as it is.
    saveFile(blob ? name : `${name}.base64.txt`, [blob ?? base64]);
  };
  return html`<div class="block framed">
    ${head(messages, messages[kind], [type, size], own, save(messages, onsave, name))}
    ${uri ? html`<p class="uri mono">${serverText(uri, 200)}</p>` : nothing}
    ${kind === 'file' ? nothing : html`<div class="media">${kind === 'image' ? image(messages, inTurn, base64, mimeType, `${messages.image}: ${type}, ${size}`) : audio(messages, base64, mimeType)}</div>`}
  </div>`;
}

function documentBlock(
  { host, messages, jsonIn }: BlockContext,
  { uri, mimeType, text: content, labels: own }: BlockOf<'document'>,
): TemplateResult {
  const name = savedName(uri, 'resource', mimeType, true);
  const onsave = (): void => saveFile(name, [content]);
  const json = /\bjson\b/i.test(mimeType) ? jsonIn(content) : undefined;
  return html`<div class="block framed">
    ${head(messages, messages.resource, [shortText(mimeType, 60), formatSize(new Blob([content]).size)], own, save(messages, onsave, name))}
    ${uri ? html`<p class="uri mono">${serverText(uri, 200)}</p>` : nothing}
    ${json ? jsonTree(host, json.value) : html`<div class="text mono sunken">${serverText(content, TEXT_LIMIT)}</div>`}
  </div>`;
}

function link(
  { host, messages, from, opensResource }: BlockContext,
  { uri, name, description, mimeType, size, labels: own }: BlockOf<'link'>,
): TemplateResult {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  const isWeb = url !== undefined && /^https?:$/.test(url.protocol) && url.host.length <= MAX_HOST_LENGTH;
  const isOpened = opensResource(uri);
  const space = isWeb ? addressSpaceOf(url.hostname) : 'public';
  // Nobody on the internet leads the user into their own network.
  const mayOpen = isWeb && (from === undefined || !isLessPublic(space, from));
  // A button rather than an anchor, because a browser may look up the host of an anchor before the user clicks.
  // Its label has the whole host, whose end says who it belongs to.
  const onopen = (): void => {
    if (host.dispatchEvent(new McpResourceOpenEvent(uri, name, mimeType)) && mayOpen)
      window.open(url.href, '_blank', 'noopener,noreferrer');
  };
  const action =
    mayOpen && !isOpened
      ? html`<button type="button" class="button small" part="button secondary small" @click=${onopen}><bdi>${messages.open(space === 'public' ? url.host : space === 'loopback' ? messages.onDevice(url.host) : messages.inNetwork(url.host))}</bdi><span class="visually-hidden"> ${messages.opensTab}</span><span aria-hidden="true">↗</span></button>`
      : isOpened
        ? html`<button type="button" class="button small" part="button secondary small" aria-label=${messages.openNamed(shortText(name, 60))} @click=${onopen}>${messages.openResource}</button>`
        : nothing;
  return html`<div class="block framed">
    ${head(messages, messages.link, [shortText(mimeType, 60), size === undefined ? '' : formatSize(size)], own, action)}
    <p class="name"><bdi>${shortText(name, 200)}</bdi></p>
    ${description ? html`<p>${serverText(description)}</p>` : nothing}
    <p class="uri mono">${serverText(uri, 200)}</p>
  </div>`;
}

function head(
  messages: ContentMessages,
  kind: string,
  facts: readonly string[],
  own: Labels,
  action: unknown = nothing,
): TemplateResult {
  return html`<div class="head"><span class="kind">${kind}</span>
    ${facts.filter((fact) => fact !== '').map((fact) => html`<span class="soft small"><bdi>${fact}</bdi></span>`)}
    ${labels(messages, own)}<span class="action">${action}</span></div>`;
}

function save(messages: ContentMessages, onsave: () => void, name: string): TemplateResult {
  const dot = name.lastIndexOf('.');
  const label = messages.saveNamed(`${shortText(name.slice(0, dot), 60)}${name.slice(dot)}`);
  return html`<button type="button" class="button small" part="button secondary small" @click=${onsave}><bdi>${label}</bdi></button>`;
}

function labels(
  messages: ContentMessages,
  { audience, priority, lastModified }: Labels,
): TemplateResult | typeof nothing {
  const isFor = (role: string): boolean => audience.includes(role);
  const texts = [
    isFor('user') && isFor('assistant')
      ? messages.forBoth
      : isFor('user')
        ? messages.forUser
        : isFor('assistant')
          ? messages.forAssistant
          : '',
    priority === undefined ? '' : messages.priority(priority),
    lastModified === undefined ? '' : messages.changed(messages.date(new Date(lastModified))),
  ].filter((label) => label !== '');
  return texts.length === 0
    ? nothing
    : html`<span class="labels">${texts.map((label) => html`<span class="badge" part="badge">${label}</span>`)}</span>`;
}
