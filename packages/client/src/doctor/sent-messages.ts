/** The messages that the doctor sends. None of them calls a tool or changes anything but the doctor's own session. */
import { META_CLIENT_CAPABILITIES, META_CLIENT_INFO, META_PROTOCOL_VERSION } from '../protocol/methods.ts';
import type { JsonObject } from '../protocol/types.ts';
import type { Revision } from '../protocol/revisions.ts';
import { revisionsOf } from '../protocol/supports.ts';
import { JSON_HEADERS } from '../wire/http.ts';
import { encodeNotification, encodeRequest } from '../wire/json-rpc.ts';
import type { ProbeRequest } from './probe.ts';

const CLIENT_INFO = { name: 'mcp-web-doctor', version: '1.0.0' };
/** The id of the first message. */
export const FIRST_ID = 1;

const [MODERN] = revisionsOf('modern');
export const [NEWEST_LEGACY] = revisionsOf('legacy');

const post = (body: string, headers?: Record<string, string>): ProbeRequest => ({
  method: 'POST',
  headers: { ...JSON_HEADERS, ...headers },
  body,
  read: 'answer',
});

function modern(method: string, params: JsonObject): ProbeRequest {
  const meta = {
    [META_PROTOCOL_VERSION]: MODERN,
    [META_CLIENT_INFO]: CLIENT_INFO,
    [META_CLIENT_CAPABILITIES]: {},
  };
  return post(encodeRequest(FIRST_ID, method, { ...params, _meta: meta }), {
    'MCP-Protocol-Version': MODERN,
    'Mcp-Method': method,
  });
}

export const discover = (): ProbeRequest => modern('server/discover', {});

/** A stream that the server acknowledges first. */
export const listen = (): ProbeRequest => ({
  ...modern('subscriptions/listen', { notifications: { toolsListChanged: true } }),
  read: 'first',
});

const initializeBody = (revision: Revision): string =>
  encodeRequest(FIRST_ID, 'initialize', { protocolVersion: revision, capabilities: {}, clientInfo: CLIENT_INFO });

export const initialize = (revision: Revision): ProbeRequest => post(initializeBody(revision));

export const initialized = (headers: Record<string, string>): ProbeRequest => ({
  ...post(encodeNotification('notifications/initialized', undefined), headers),
  read: 'nothing',
});

export const ping = (headers: Record<string, string>): ProbeRequest => post(encodeRequest(2, 'ping', {}), headers);

/** A POST that a browser sends without asking with OPTIONS first. Servers refuse its content type. */
export const simplePost = (): ProbeRequest => ({
  method: 'POST',
  headers: { 'Content-Type': 'text/plain' },
  body: encodeRequest(1, 'ping', {}),
  hasOwnHeaders: false,
});

/** A GET that a browser sends without asking with OPTIONS first. */
export const simpleGet = (): ProbeRequest => ({ headers: { Accept: 'text/event-stream' }, hasOwnHeaders: false });
