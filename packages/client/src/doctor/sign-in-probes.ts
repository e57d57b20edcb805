/** Whether a page could sign a user in: the metadata, and the endpoints that it has to call. Nobody is signed in. */
import { isObject } from '../protocol/guards.ts';
import { isTrustworthy } from '../protocol/address-space.ts';
import type { JsonObject } from '../protocol/types.ts';
import { type Examination, isAnswered, note, refusedHeaders } from './examination.ts';
import type { Answered } from './probe.ts';
import { ping } from './sent-messages.ts';
import { leadsInward } from './surroundings.ts';

const RESOURCE = '/.well-known/oauth-protected-resource';
const OAUTH = '/.well-known/oauth-authorization-server';
const OPENID = '/.well-known/openid-configuration';

export async function examineSignIn(examination: Examination, { headers, status }: Answered): Promise<void> {
  const { probe } = examination;
  const refused = await refusedHeaders(examination, ['Authorization'], ping);
  if (refused.length > 0) note(examination, 'cors-headers', { headers: refused });
  const [, named] = /resource_metadata\s*=\s*"?([^",\s]+)/i.exec(headers.get('www-authenticate') ?? '') ?? [];
  const own = named === undefined ? undefined : addressFrom(named, probe.url);
  const path = probe.url.pathname === '/' ? '' : probe.url.pathname;
  const places = [...(own ? [own] : []), new URL(RESOURCE + path, probe.url), new URL(RESOURCE, probe.url)];
  const resource = await firstDocument(examination, places);
  if (!resource && own) return note(examination, 'sign-in-metadata', { about: own });
  const servers = resource?.['authorization_servers'];
  const [issuer] = Array.isArray(servers) ? servers : [];
  const isNamed = typeof issuer === 'string';
  const url = isNamed ? addressFrom(issuer, probe.url) : new URL('/', probe.url);
  if (!url) return note(examination, 'sign-in-metadata', { found: String(issuer).slice(0, 200) });
  const metadata = await firstDocument(examination, metadataOf(url));
  if (!metadata && isNamed) return note(examination, 'sign-in-metadata', { about: metadataOf(url)[0] });
  if (!metadata) return note(examination, 'sign-in-unknown', { status });
  await examineEndpoints(examination, metadata);
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

async function firstDocument({ probe }: Examination, places: readonly URL[]): Promise<JsonObject | undefined> {
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
