/** One block of content each. */
import { html, nothing, type TemplateResult } from 'lit';
import { jsonTree } from '../internal/json-tree.ts';
import { base64Size, decodeMedia, fileName, formatSize, mediaKind, saveFile } from '../internal/media.ts';
import { serverText, shortText } from '../internal/text.ts';
import type { Block, Labels } from './kinds.ts';
import { picture } from './picture.ts';
import { sound } from './sound.ts';
import { text } from './text.ts';

const TEXT_LIMIT = 4_000;
const MAX_JSON_LENGTH = 1_000_000;

type BlockOf<K extends Block['kind']> = Extract<Block, { kind: K }>;

export function blockTemplate(block: Block): TemplateResult {
  switch (block.kind) {
    case 'text':
      return html`<div class="block" part="text">${labels(block.labels)}<div class="text">${serverText(block.text, TEXT_LIMIT)}</div></div>`;
    case 'media':
      return media(block);
    case 'document':
      return documentBlock(block);
    case 'link':
      return link(block);
    case 'unknown':
      return html`<div class="block framed">${head(text.unknown, [block.type], block.labels)}${jsonTree(block.value)}</div>`;
  }
}

function media({ uri, mimeType, base64, labels: own }: BlockOf<'media'>): TemplateResult {
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
    ${head(text[kind], [type, size], own, save(onsave, text[kind]))}
    ${uri ? html`<p class="uri mono">${serverText(uri, 200)}</p>` : nothing}
    ${kind === 'image' ? picture(base64, mimeType, `${text.image}: ${type}, ${size}`) : kind === 'audio' ? sound(base64, mimeType) : nothing}
  </div>`;
}

function documentBlock({ uri, mimeType, text: content, labels: own }: BlockOf<'document'>): TemplateResult {
  const onsave = (): void => saveFile(fileName(uri, 'resource.txt'), [content]);
  const json = /\bjson\b/i.test(mimeType) ? parsed(content) : undefined;
  return html`<div class="block framed">
    ${head(text.resource, [shortText(mimeType, 60), formatSize(new Blob([content]).size)], own, save(onsave, fileName(uri, text.resource)))}
    ${uri ? html`<p class="uri mono">${serverText(uri, 200)}</p>` : nothing}
    ${json ? jsonTree(json.value) : html`<div class="text mono sunken">${serverText(content, TEXT_LIMIT)}</div>`}
  </div>`;
}

function link({ uri, name, description, mimeType, size, labels: own }: BlockOf<'link'>): TemplateResult {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  // A button and not an anchor: a browser may look up the host of an anchor before anybody clicks.
  const onopen = (): void => void window.open(url?.href, '_blank', 'noopener,noreferrer');
  const action = url && /^https?:$/.test(url.protocol)
    ? html`<button type="button" class="button small" @click=${onopen}><bdi>${shortText(text.open(url.host), 60)}</bdi><span class="visually-hidden"> ${text.opensTab}</span><span aria-hidden="true">↗</span></button>`
    : nothing;
  return html`<div class="block framed">
    ${head(text.link, [shortText(mimeType, 60), size === undefined ? '' : formatSize(size)], own, action)}
    <p class="name"><bdi>${shortText(name, 200)}</bdi></p>
    ${description ? html`<p>${serverText(description)}</p>` : nothing}
    <p class="uri mono">${serverText(uri, 200)}</p>
  </div>`;
}

function head(kind: string, facts: readonly string[], own: Labels, action: unknown = nothing): TemplateResult {
  return html`<div class="head"><span class="kind">${kind}</span>
    ${facts.filter((fact) => fact !== '').map((fact) => html`<span class="soft small"><bdi>${fact}</bdi></span>`)}
    ${labels(own)}<span class="action">${action}</span></div>`;
}

function save(onsave: () => void, name: string): TemplateResult {
  return html`<button type="button" class="button small" aria-label=${text.saveNamed(name)} @click=${onsave}>${text.save}</button>`;
}

function labels({ audience, priority, lastModified }: Labels): TemplateResult | typeof nothing {
  const isFor = (role: string): boolean => audience.includes(role);
  const said = [
    isFor('user') && isFor('assistant') ? text.forBoth : isFor('user') ? text.forUser : isFor('assistant') ? text.forAssistant : '',
    priority === undefined ? '' : text.priority(priority),
    lastModified === undefined ? '' : text.changed(new Date(lastModified).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })),
  ].filter((label) => label !== '');
  return said.length === 0 ? nothing : html`<span class="labels">${said.map((label) => html`<span class="badge">${label}</span>`)}</span>`;
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
