/** Whether a page could sign a user in: the metadata, and the endpoints that it has to call. Nobody is signed in. */
import { isObject } from '../protocol/guards.ts';
import { isTrustworthy } from '../protocol/address-space.ts';
import type { JsonObject } from '../protocol/types.ts';
import { type Examination, isAnswered, note, refusedHeaders } from './examination.ts';
import type { Answered, Probe } from './probe.ts';
import { ping } from './sent-messages.ts';
import { wordsOf } from './server-words.ts';
import { leadsInward } from './surroundings.ts';

const RESOURCE = '/.well-known/oauth-protected-resource';
const OAUTH = '/.well-known/oauth-authorization-server';
const OPENID = '/.well-known/openid-configuration';

/** Words for a key that is no token: `X-API-Key`, `api_key`. */
const KEY = /\bx-[a-z]|\bapi[-_ ]?key/i;

export async function examineSignIn(examination: Examination, answer: Answered): Promise<void> {
  const { headers, status } = answer;
  const said = wordsOf(answer);
  const refused = await refusedHeaders(examination, ['Authorization'], ping);
  const { metadata, unreadable, other } = await findMetadata(examination.probe, headers);
  if (!metadata && !unreadable && other === undefined && KEY.test(said ?? ''))
    return note(examination, 'key-required', { status, said });
  if (refused.length > 0) note(examination, 'cors-headers', { headers: refused });
  if (other !== undefined)
    return note(examination, 'sign-in-resource', {
      found: other.slice(0, 200),
      suggestion: usable(other, examination.probe.url),
    });
  if (metadata) return await examineEndpoints(examination, metadata);
  if (unreadable) return note(examination, 'sign-in-metadata', unreadable);
  note(examination, 'sign-in-unknown', { status, said });
}

interface SignInMetadata {
  readonly metadata?: JsonObject | undefined;
  readonly unreadable?: { about?: URL; found?: string };
  /** The address that the metadata is for, if it is not this one. */
  readonly other?: string;
}

/** The metadata of the authorization server, or what is wrong on the way there. Nothing if the server names none. */
async function findMetadata(probe: Probe, headers: Headers): Promise<SignInMetadata> {
  const [, named] = /resource_metadata\s*=\s*"?([^",\s]+)/i.exec(headers.get('www-authenticate') ?? '') ?? [];
  const own = named === undefined ? undefined : addressFrom(named, probe.url);
  const path = probe.url.pathname === '/' ? '' : probe.url.pathname;
  const places = [...(own ? [own] : []), new URL(RESOURCE + path, probe.url), new URL(RESOURCE, probe.url)];
  const resource = await firstDocument(probe, places);
  if (!resource && own) return { unreadable: { about: own } };
  const name = resource?.['resource'];
  if (typeof name === 'string' && !includes(name, probe.url)) return { other: name };
  const servers = resource?.['authorization_servers'];
  const [issuer] = Array.isArray(servers) ? servers : [];
  const isNamed = typeof issuer === 'string';
  const url = isNamed ? addressFrom(issuer, probe.url) : new URL('/', probe.url);
  if (!url) return { unreadable: { found: String(issuer).slice(0, 200) } };
  const metadata = await firstDocument(probe, metadataOf(url));
  return !metadata && isNamed ? { unreadable: { about: metadataOf(url)[0] } } : { metadata };
}

/** An address to connect to. What stands before an `@` could be taken for its host. */
function usable(value: string, server: URL): string | undefined {
  const url = addressFrom(value, server);
  return url && !url.username && !url.password ? url.href : undefined;
}

/** Whether metadata for this resource is for the server too: clients send no token to another one. */
function includes(resource: string, server: URL): boolean {
  if (!URL.canParse(resource)) return false;
  const { origin, pathname } = new URL(resource);
  return (
    origin === server.origin && `${server.pathname}/`.startsWith(pathname.endsWith('/') ? pathname : `${pathname}/`)
  );
}

async function examineEndpoints(examination: Examination, metadata: JsonObject): Promise<void> {
  const { probe, problems } = examination;
  const before = problems.length;
  const token = addressFrom(metadata['token_endpoint'], probe.url);
  // Without a grant, no token is issued; without a body, no client is registered.
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  if (token && (await isRefused(examination, token, form))) note(examination, 'sign-in-endpoint', { about: token });
  const registration = addressFrom(metadata['registration_endpoint'], probe.url);
  const isNeeded = metadata['client_id_metadata_document_supported'] !== true;
  const json = { 'Content-Type': 'application/json' };
  if (registration && isNeeded && (await isRefused(examination, registration, json)))
    note(examination, 'sign-in-endpoint', { about: registration });
  if (problems.length === before) note(examination, 'sign-in-required', { status: 401 });
}

async function isRefused({ probe }: Examination, url: URL, headers: Record<string, string>): Promise<boolean> {
  const { kind } = await probe.send({ url, method: 'POST', headers, body: '' });
  return kind === 'refused';
}

/** The places of an authorization server's metadata (RFC 8414, OpenID Connect Discovery). */
function metadataOf(issuer: URL): [URL, ...URL[]] {
  const path = issuer.pathname.replace(/\/$/, '');
  const others = path ? [OPENID + path, path + OPENID] : [OPENID];
  return [new URL(OAUTH + path, issuer), ...others.map((place) => new URL(place, issuer))];
}

async function firstDocument(probe: Probe, places: readonly URL[]): Promise<JsonObject | undefined> {
  for (const url of places) {
    const outcome = await probe.send({ url, headers: { Accept: 'application/json' }, read: 'answer' });
    if (!isAnswered(outcome) || outcome.status !== 200) continue;
    const metadata = parseObject(outcome.text);
    if (metadata) return metadata;
  }
  return undefined;
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An address that a server names, unless it leads into a network that is closer than the server. */
function addressFrom(value: unknown, server: URL): URL | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return isTrustworthy(url) && !leadsInward(server, url) ? url : undefined;
}
