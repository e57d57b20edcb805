// Checks one message of a client against the official schema of its revision and against the rules for headers.
import { dereference, validate } from '@cfworker/json-schema';
import { META_REVISION } from './conversation.mjs';
import { invented } from './revisions.mjs';

const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];
const isModern = (revision) => revision >= '2026-07-28';

/** What a client answers to server requests. Anything else only has the envelope of a result. */
const ANSWER_TO = {
  ping: 'EmptyResult',
  'roots/list': 'ListRootsResult',
  'sampling/createMessage': 'CreateMessageResult',
  'elicitation/create': 'ElicitResult',
};
/** The parameter that `Mcp-Name` repeats (2026-07-28; tasks: the extension). */
const NAMED_BY = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/**
 * @typedef {object} Letter one HTTP request of a client, or one message it posted
 * @property {string} httpMethod `POST`, `GET`, `DELETE`, or `port` for a message without HTTP
 * @property {Headers} headers
 * @property {unknown} message
 * @property {string | undefined} revision the revision that was negotiated when it was sent
 */

/** @param {(revision: string) => Promise<object>} loadSchema */
export function createCheck(loadSchema) {
  const books = new Map();
  const bookOf = (named) => {
    const revision = invented.get(named) ?? named;
    if (!books.has(revision)) books.set(revision, loadSchema(revision).then(readSchema));
    return books.get(revision);
  };

  /**
   * @param {Letter} letter
   * @param {import('./conversation.mjs').Conversation} conversation what was sent before, and over which transport
   * @returns {Promise<string | undefined>} what is wrong with it: method, revision, path
   */
  return async function check(letter, conversation) {
    const { message, httpMethod } = letter;
    if (httpMethod === 'GET' || httpMethod === 'DELETE')
      return prefixed(httpMethod, revisionComplaint(letter, conversation));
    if (message === null || typeof message !== 'object' || Array.isArray(message))
      return `a body that is not one JSON-RPC message: ${JSON.stringify(message)}`;
    // It looks for headers that a CORS answer does not allow: it belongs to no session, and to no revision.
    if (message.method === 'ping' && message.id === 'which-headers') return undefined;
    // A server may ping before it answers `initialize`: the answer belongs to the requested revision.
    const revision = revisionOf(letter) ?? (message.method === undefined ? conversation.offered : undefined);
    const name = `${message.method ?? `answer ${JSON.stringify(message.id)}`} in ${revision ?? 'no revision'}`;
    if (!REVISIONS.includes(invented.get(revision) ?? revision))
      return `${name}: nothing was negotiated, and nothing says which revision it is of`;
    const complaint =
      headerComplaint(letter, conversation, revision) ?? (await bodyComplaint(message, revision, conversation));
    return prefixed(name, complaint);
  };

  async function bodyComplaint(message, revision, { asked, isPartial }) {
    const book = await bookOf(revision);
    if (message.method === undefined) {
      if (isModern(revision)) return 'a client sends no responses in this revision';
      if (!asked.has(message.id) && !isPartial) return 'the server asked nothing with this id';
      if ('error' in message)
        return book.complaint(message, book.has('JSONRPCError') ? 'JSONRPCError' : 'JSONRPCErrorResponse');
      const answer = ANSWER_TO[asked.get(message.id)];
      return (
        book.complaint(message, book.has('JSONRPCResultResponse') ? 'JSONRPCResultResponse' : 'JSONRPCResponse') ??
        (answer && book.complaint(message.result, answer, '/result'))
      );
    }
    const kind = 'id' in message ? 'Request' : 'Notification';
    const definition = book[kind].get(message.method);
    if (!definition && (await isOfAnotherRevision(kind, message.method, revision)))
      return 'there is no such method in this revision';
    return book.complaint(message, `JSONRPC${kind}`) ?? (definition && book.complaint(message, definition));
  }

  /** A method that no revision has belongs to an extension. */
  async function isOfAnotherRevision(kind, method, revision) {
    // What was part of 2025-11-25 is an extension in 2026-07-28.
    if (isModern(revision) && method.startsWith('tasks/')) return false;
    const others = await Promise.all(REVISIONS.map(bookOf));
    return others.some((book) => book[kind].has(method));
  }
}

const prefixed = (name, complaint) => complaint && `${name}: ${complaint}`;

/** `initialize` belongs to the revision that it requests. A ping may come before anything is negotiated (2025-11-25, lifecycle). */
function revisionOf({ message, headers, revision }) {
  const { method, params } = message;
  if (method === 'ping' && revision === undefined && !headers.has('MCP-Protocol-Version')) return '2025-11-25';
  return (
    params?._meta?.[META_REVISION] ??
    (method === 'initialize' ? params?.protocolVersion : (headers.get('MCP-Protocol-Version') ?? revision))
  );
}

function headerComplaint(letter, conversation, revision) {
  const { httpMethod, headers, message } = letter;
  if (httpMethod === 'port') return undefined;
  if (headers.get('Content-Type') !== 'application/json') return `Content-Type is ${headers.get('Content-Type')}`;
  const accepted = (headers.get('Accept') ?? '').split(/\s*,\s*/);
  // HTTP+SSE answers no POST with a body.
  if (!conversation.isOldest && !['application/json', 'text/event-stream'].every((type) => accepted.includes(type)))
    return `Accept is ${headers.get('Accept')}`;
  if (!isModern(revision)) {
    const modern = [...headers.keys()].find((name) => /^mcp-(method|name|param-)/i.test(name));
    if (modern) return `the header ${modern} is of a later revision`;
    return message.method === 'initialize'
      ? headers.has('MCP-Protocol-Version')
        ? 'no header names a revision before there is one'
        : undefined
      : revisionComplaint(letter, conversation);
  }
  if (headers.get('MCP-Protocol-Version') !== revision)
    return `the header MCP-Protocol-Version is ${headers.get('MCP-Protocol-Version')}`;
  if (headers.has('Mcp-Session-Id')) return 'there are no sessions in this revision';
  const named = message.params?.[NAMED_BY[message.method]] ?? null;
  for (const [name, value, expected] of [
    ['Mcp-Method', headers.get('Mcp-Method'), message.method],
    ['Mcp-Name', decode(headers.get('Mcp-Name')), named],
  ]) {
    if (value !== expected)
      return `the header ${name} is ${JSON.stringify(value)}, the body says ${JSON.stringify(expected)}`;
  }
  return undefined;
}

/** From 2025-06-18 on, a header names the negotiated revision, over Streamable HTTP only. */
function revisionComplaint({ httpMethod, headers, message, revision }, { early, isInitialized, isOldest }) {
  if (!revision) return undefined;
  const named = headers.get('MCP-Protocol-Version') ?? undefined;
  // A client that gives up a connection ends its session, even if the answer to `initialize` arrives at that moment.
  if (named === undefined && httpMethod === 'DELETE' && !isInitialized) return undefined;
  if (named === undefined && message && message.method === undefined && early.has(message.id)) return undefined;
  const expected = revision >= '2025-06-18' && !isOldest ? revision : undefined;
  return named === expected ? undefined : `the header MCP-Protocol-Version is ${named}, ${revision} was negotiated`;
}

function decode(value) {
  const [, encoded] = /^=\?base64\?(.*)\?=$/s.exec(value ?? '') ?? [];
  return encoded === undefined
    ? value
    : new TextDecoder().decode(Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0)));
}

/** Where the schemas are narrower than the specification from which they were generated. */
function mend(definitions) {
  // schema.ts has `number` here.
  const content = definitions.ElicitResult?.properties.content.additionalProperties;
  for (const { type } of [content ?? {}, ...(content?.anyOf ?? [])])
    if (Array.isArray(type) && type.includes('integer')) type.push('number');
  // A resource's address goes back as the server wrote it. The client is not responsible for its form.
  for (const name of ['ReadResourceRequest', 'SubscribeRequest', 'UnsubscribeRequest']) {
    for (const shape of [definitions[`${name}Params`], definitions[name]?.properties.params])
      delete shape?.properties?.uri?.format;
  }
}

function readSchema(schema) {
  const definitions = schema.$defs ?? schema.definitions;
  mend(definitions);
  const draft = schema.$defs ? '2020-12' : '7';
  const lookup = dereference(schema);
  const methodsOf = (union) =>
    new Map(
      (definitions[union].anyOf ?? [{ $ref: `/${union}` }])
        .map(({ $ref }) => $ref.split('/').at(-1))
        .map((name) => [definitions[name].properties.method.const, name]),
    );
  return {
    Request: methodsOf('ClientRequest'),
    Notification: methodsOf('ClientNotification'),
    has: (name) => name in definitions,
    complaint(value, name, path = '') {
      const { valid, errors } = validate(value, definitions[name] ?? false, draft, lookup);
      if (valid) return undefined;
      // The last error is the innermost one.
      const { instanceLocation, error } = errors.at(-1);
      return `${instanceLocation.replace('#', `#${path}`)} is not as ${name} has it: ${error}`;
    },
  };
}
