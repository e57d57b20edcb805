/** Where links lead, and which of them may be opened. */
import { addressSpaceOf, type AddressSpace, isLessPublic } from '@mcp-web/client';
import { html, type TemplateResult } from 'lit';
import { visibleText } from '../internal/text/text.ts';

/** A target that is safe to open, and the place it belongs to, as text. */
export interface LinkTarget {
  readonly href: string;
  readonly place: string;
  /** The network that it leads into. */
  readonly space: AddressSpace;
}

/** What is said of where links lead. */
export interface LinkMessages {
  opensTab: string;
  onDevice: (host: string) => string;
  inNetwork: (host: string) => string;
}

/** The longest host name (RFC 1035), with a port. */
const MAX_PLACE = 259;
/** An address without any character that begins something else in a `mailto:` URL. */
const MAIL_ADDRESS = /^[^\s@,;:?&#%<>"()[\]\\]{1,64}@[^\s@,;:?&#%<>"()[\]\\]{1,190}$/;

/**
 * Undefined for URLs that are not safe to open.
 * @param from the network of the server that the link comes from, if it is known: nobody on the internet leads the user into their own network
 */
export function targetOf(href: string, from?: AddressSpace): LinkTarget | undefined {
  const url = URL.canParse(href) ? new URL(href) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return webTarget(url, from);
  return url?.protocol === 'mailto:' ? mailTarget(url.pathname) : undefined;
}

function webTarget({ href, host, hostname }: URL, from: AddressSpace | undefined): LinkTarget | undefined {
  const space = addressSpaceOf(hostname);
  return host.length <= MAX_PLACE && (from === undefined || !isLessPublic(space, from))
    ? { href, place: host, space }
    : undefined;
}

/** Opens only what is shown: the recipients. A subject, a text or copies for others that the link would set are left out. */
function mailTarget(path: string): LinkTarget | undefined {
  const recipients = decoded(path).split(',');
  const place = visibleText(recipients.join(', '));
  return place.length <= MAX_PLACE && recipients.every((recipient) => MAIL_ADDRESS.test(recipient))
    ? {
        href: `mailto:${recipients.map((recipient) => encodeURIComponent(recipient).replace('%40', '@')).join(',')}`,
        place,
        space: 'public',
      }
    : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A button rather than an anchor, because a browser may look up the host of an anchor before the user clicks. The target is shown beside it. */
export function linkTo(target: LinkTarget, label: unknown, messages: LinkMessages): TemplateResult {
  const { href } = target;
  const onclick = (): void => void window.open(href, '_blank', 'noopener,noreferrer');
  return html`<button type="button" class="link" part="link" @click=${onclick}>${label}<span class="visually-hidden"> ${messages.opensTab}</span></button><bdi class="place">${placeOf(target, messages)}</bdi>`;
}

/** The host, and what it means if it is not on the internet. */
function placeOf({ place, space }: LinkTarget, { onDevice, inNetwork }: LinkMessages): string {
  return space === 'public' ? place : space === 'loopback' ? onDevice(place) : inNetwork(place);
}

/** The targets of `[label]: target` in the whole text. */
export function definitionsOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, label = '', target = ''] of text.matchAll(
    /^ {0,3}\[([^\]\n]{1,200})\]:[ \t]{0,20}<?([^\s<>]{1,2000})/gm,
  )) {
    if (!found.has(normalized(label))) found.set(normalized(label), target);
    if (found.size >= MAX_DEFINITIONS) break;
  }
  return found;
}

const MAX_DEFINITIONS = 1_000;

export const normalized = (label: string): string => label.trim().replace(/\s+/g, ' ').toLowerCase();
