/** Names of tools for models: valid for every provider, unique over servers, the same in each visit to the page. */
import type { HostServer } from '../host/snapshot.ts';

type ServerAddress = Pick<HostServer, 'url' | 'connectionNumber'>;

const MAX_LABEL = 14;
const MAX_NAME = 64;
const HASH_LENGTH = 6;

/**
 * The name of a tool for a model, such as `example_search_notes_k3f9a2`. It depends on the URL of the server, the name of
 * the tool and, for a second connection to the URL, its number. It begins with a letter or an underscore.
 */
export function modelNameOf({ url, connectionNumber }: ServerAddress, tool: string): string {
  const label = clean(labelOf(url), MAX_LABEL);
  const rest = `_${hash(`${url}\n${tool}${connectionNumber === undefined ? '' : `\n${connectionNumber}`}`)}`;
  const name = `${label}_${clean(tool, MAX_NAME - label.length - rest.length - 2)}${rest}`;
  return /^[a-z_]/i.test(name) ? name : `_${name}`;
}

/** A name that fits `[a-zA-Z0-9_-]` and is no other name's. */
export function safeName(name: string): string {
  return `${clean(name, MAX_NAME - HASH_LENGTH - 2) || 'x'}_${hash(name)}`.replace(/^(?![a-z_])/i, '_');
}

/** What marks the data of a server: the part of its URL that the server did not choose and that holds no key. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname.replace(/\/$/, '');
}

/** `https://mcp.example.com/mcp` → `example` */
function labelOf(url: string): string {
  const { hostname } = new URL(url);
  return /^[\d.]+$/.test(hostname)
    ? hostname
    : (hostname.replace(/^(?:mcp|api|www)\.(?=.*\.)/, '').split('.')[0] ?? '');
}

function clean(text: string, length: number): string {
  return text.replaceAll(/[^\w-]+/g, '_').slice(0, length);
}

/** FNV-1a of 53 bits or so, as short text. Not a secret, and no proof of anything. */
function hash(text: string): string {
  let high = 0x81_1c_9d_c5;
  let low = 0x9d_c5_81_1c;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x01_00_01_93);
    low = Math.imul(low ^ (unit + at), 0x85_eb_ca_6b);
  }
  return ((high >>> 0) * 0x10_00 + ((low >>> 16) & 0xf_ff)).toString(36).padStart(HASH_LENGTH, '0').slice(-HASH_LENGTH);
}
