/** What may stand on the relay's list: an origin, or a part of one, that is written exactly as it is meant. */
import { McpError } from '../errors.ts';
import { addressSpaceOf } from '../protocol/address-space.ts';

/** An entry of a list: an origin, or with a path, a part of one. */
export interface Upstream {
  readonly origin: string;
  /** Without a slash at the end; empty for the whole origin. */
  readonly path: string;
}

/** Names that lead to the credentials of a cloud machine. */
const METADATA_NAME = /^(metadata|instance-data)(\.|$)|(^|\.)metadata\.(google\.internal|goog|azure\.com)$/;

/** Addresses of the same kind outside of the link-local block: AWS over IPv6, Alibaba, Oracle. */
const METADATA_ADDRESSES: readonly string[] = ['[fd00:ec2::254]', '100.100.100.200', '192.0.0.192'];

/** 169.254.0.0/16, also inside an IPv6 address, and fe80::/10. */
const LINK_LOCAL = /^169\.254\.|^\[(::ffff:|64:ff9b::)a9fe:|^\[2002:a9fe:|^\[fe[89ab][\da-f]:/;

/**
 * @param option the list, for error messages
 * @throws {McpError} `invalid-argument`
 */
export function readUpstream(entry: string | URL, option: string): Upstream {
  const text = String(entry);
  const fail = (problem: string): McpError =>
    new McpError('invalid-argument', `${JSON.stringify(text)} in \`${option}\` of relay() ${problem}.`);
  if (text.includes('*')) throw fail('has a wildcard: name each server');
  if (!URL.canParse(text)) throw fail('is not a URL, such as https://mcp.example.com or https://example.com/mcp');
  const { protocol, origin, pathname, search, hash, username, password, hostname } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') throw fail('is neither an https nor an http address');
  if (username || password || search || hash || text.endsWith('?') || text.endsWith('#'))
    throw fail('has more than an origin and a path');
  const path = pathname.replace(/\/+$/, '');
  // Also finds `0x7f.1`, dot segments and the like.
  if (text !== origin + pathname && text !== origin) throw fail(`has to be written ${origin}${path}`);
  if (hasHiddenSegments(pathname))
    throw fail('has a slash or a dot that is percent-encoded, or a dot segment with a parameter');
  if (isMetadataHost(hostname)) throw fail('is a link-local address, or one with the credentials of a cloud machine');
  if (protocol === 'http:' && addressSpaceOf(hostname) === 'public')
    throw fail('is not encrypted: http is for servers on this machine and in its own network only');
  return { origin, path };
}

/** Whether the address, which has no hidden segments, belongs to the entry: the whole origin, or what is below its path. */
export function isWithin({ origin, path }: Upstream, url: URL): boolean {
  if (url.origin !== origin) return false;
  if (path === '') return true;
  return url.pathname === path || url.pathname.startsWith(`${path}/`);
}

/** Whether only devices in the same network can reach it. */
export const isPrivate = ({ origin }: Upstream): boolean => addressSpaceOf(new URL(origin).hostname) !== 'public';

/**
 * A slash, a dot or a backslash that is percent-encoded, once or more often, or a dot segment with a parameter (`..;`).
 * Servers may read them as what they stand for, and then be somewhere else.
 */
const HIDDEN_SEGMENTS = /%(25)*(2e|2f|5c)|\/\.{1,2}(;|%(25)*3b)/i;

export const hasHiddenSegments = (pathname: string): boolean => HIDDEN_SEGMENTS.test(pathname);

function isMetadataHost(hostname: string): boolean {
  const name = hostname.replace(/\.+$/, '');
  return METADATA_NAME.test(name) || METADATA_ADDRESSES.includes(name) || LINK_LOCAL.test(name);
}
