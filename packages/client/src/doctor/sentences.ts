/** What the doctor says about each cause. */
import type { DiagnosedProblem, DiagnosisCause, ProblemFacts } from './diagnosis.ts';
import { here } from '../wire/refusal.ts';
import { allowable, METHODS, REQUEST_HEADERS, RESPONSE_HEADERS } from './recipes.ts';

type Sentence = (facts: ProblemFacts, place: string) => string;

/** What only a person can do, in a browser. */
const inTab = (place: string): string =>
  place === 'program' ? '' : ' Open the address in a new tab: the browser shows there what it hides from scripts.';

const MESSAGES: Readonly<Record<DiagnosisCause, Sentence>> = {
  none: ({ address }, place) => `${address} answers this ${place} as MCP requires.`,
  offline: () => 'This device is offline.',
  'mixed-content': ({ address }, place) =>
    `A ${place} on https cannot talk to a server on http. Serve ${address} over https.`,
  'content-security-policy': ({ address }, place) =>
    `The Content Security Policy of this ${place} does not allow ${address}. Add it to connect-src.`,
  'local-network-denied': ({ address }, place) =>
    `The user or the browser refused this ${place} access to the network of ${address}. Allow it in the browser's settings for this site. If the ${place} is on http, serve it over https first.`,
  'local-network-unanswered': ({ address }, place) =>
    `The browser asks the user whether this ${place} may access the network of ${address}. Answer its question, then try again.`,
  unreachable: ({ address, found }) =>
    `Nothing answers at ${address}${found ? ` (${found})` : ''}. Check the name and the port, that the server is running, and that its certificate is valid.`,
  'wrong-scheme': ({ address, suggestion }) => `${address} does not answer, but ${suggestion} does. Use that address.`,
  'no-answer': ({ address }) =>
    `${address} does not answer in time. The server may be busy or hang, or a proxy waits for it: its log may say more.`,
  redirect: ({ address, suggestion, found }) =>
    `${address} redirects to another address, and redirects are not followed. ${suggestion ? `Use ${suggestion}.` : found ? `It leads to ${found}, which is not an MCP endpoint: look for the right address in the documentation of the server.` : 'Open it in a new tab: the final address is the one to use. It often differs by a slash at the end, or by https.'}`,
  'cors-origin': ({ address, origin }, place) =>
    `${address} answers, but its answers do not allow this ${place}. Every answer, also an error such as 401 or 404, needs exactly one Access-Control-Allow-Origin, with ${origin === 'null' ? `*, because the origin of this ${place} is null, as that of a file or a sandboxed frame. Or serve the ${place} from an address, and allow that` : `${origin} or *`}.`,
  'cors-preflight': ({ address }) =>
    `${address} answers, but its answer to OPTIONS allows nothing. OPTIONS needs a status from 200 to 299 without a token, and these headers.`,
  'cors-headers': ({ address, headers = [], isBlocking }) =>
    `The answer of ${address} to OPTIONS does not allow ${list(headers)}. Add ${headers.length === 1 ? 'it' : 'them'} to Access-Control-Allow-Headers.${isBlocking ? '' : ' Until then, the client does without.'}`,
  'cors-methods': ({ address }) =>
    `The answer of ${address} to OPTIONS does not allow DELETE, so a session stays open on the server after it is closed. Add DELETE to Access-Control-Allow-Methods.`,
  'cors-stream': ({ address }, place) =>
    `${address} answers POST, but its answers to GET do not allow this ${place}: it hears of no changes and no requests of the server. GET needs the same CORS headers, also with status 405.`,
  'session-not-exposed': ({ address }, place) =>
    `${address} wants a session id, but this ${place} may not read the one in its answer. Expose Mcp-Session-Id.`,
  'session-refused': ({ address, status }) =>
    `${address} opens a session, but refuses the message that ends the handshake (status ${status}). The server's log may say why.`,
  'session-lost': ({ address, status }) =>
    `${address} does not know the session that it opened a moment ago (status ${status}). If several instances run behind one address, they have to share their sessions, or each session has to stay with one of them.`,
  'stream-refused': ({ address, status }) =>
    `${address} refuses the stream on which it would tell of changes (status ${status}). A server without one answers 405.`,
  'stream-buffered': ({ address, isBlocking }) =>
    `${address} does not send its stream on at once: a proxy, compression, or the server holds it back. ${isBlocking ? 'Nothing can be used until then.' : 'Progress, changes and requests of the server come late or never.'}`,
  'messages-refused': ({ address, status, found }) =>
    `The stream opens and says that messages go to ${address}, which ${status === undefined ? 'redirects' : `answers with status ${status}`}. The server has to name the address at which it takes them, with each prefix that a router or a proxy adds${found ? `: probably ${found}` : ''}.`,
  'sign-in-required': ({ address }) =>
    `${address} requires the user to sign in, or a token. Everything that is needed for that can be reached.`,
  'sign-in-unknown': ({ address }) =>
    `${address} requires the user to sign in, or a token, but does not say where to sign in. If you have a token, send it in a header: with \`headers\`, or in the playground under “Token or header”. For signing in, the server has to publish its metadata, and to name it in a WWW-Authenticate header that pages may read.`,
  'key-required': ({ address }) =>
    `${address} wants a key in a header of each request. If you sent one, it does not accept that: check its name and its value. Otherwise send it with \`headers\`, or enter it in the playground under “Token or header”.`,
  'sign-in-metadata': ({ address }, place) =>
    `This ${place} cannot read ${address}, which it needs for signing in. It has to be JSON, with CORS headers.`,
  'sign-in-endpoint': ({ address }, place) =>
    `This ${place} may not call ${address}, which it needs for signing in. Its answers need CORS headers, errors too.`,
  'sign-in-resource': ({ address, found }) =>
    `The metadata for signing in is for ${found}, not for ${address}, so no token may be sent here. Connect to the address in the metadata, or change \`resource\` there to this one.`,
  forbidden: ({ address, origin }, place) =>
    `${address} refuses this ${place} or its user (status 403).${allowedOrigins(origin, place)}`,
  'host-refused': ({ address, status }) =>
    `${address} does not accept ${new URL(address).host} as its name (status ${status}). Add it to the allowed hosts of the server, often \`allowedHosts\`, or connect by a name that is among them.`,
  'not-found': ({ address, status, suggestion, tried }) =>
    `There is no MCP endpoint at ${address} (status ${status}). ${suggestion ? `${suggestion} may be the right address.` : notAt(tried)}`,
  'rate-limited': ({ address }) => `${address} gets too many requests (status 429). Wait before you try again.`,
  'server-error': ({ address, status }) =>
    `${address} failed with status ${status}. The log of the server, or of the proxy before it, may say why.`,
  'http-status': ({ address, status }) => `${address} answered with status ${status}, which MCP does not expect.`,
  'web-page': ({ address, suggestion, tried }) =>
    `${address} is a web page, not an MCP endpoint. ${suggestion ? `${suggestion} may be the right address.` : notAt(tried)}`,
  'content-type': ({ address, found }) =>
    `${address} answers with the content type ${found || 'of nothing'}. It has to be application/json or text/event-stream.`,
  'not-mcp': ({ address, found }) =>
    `${address} answers, but not as an MCP server does${found ? ` (${found})` : ''}. Check the address.`,
  'wrong-id': ({ address, found }) =>
    `${address} answers the request with the id 1, but its answer has the id ${found}. The server has to send the id back as it came, a number as a number.`,
  'unsupported-revision': ({ address, found }) =>
    `${address} speaks MCP ${found || 'in a revision that it does not name'}, which this client does not.`,
};

const UNCERTAINTIES: Readonly<Partial<Record<DiagnosisCause, Sentence>>> = {
  unreachable: (_facts, place) =>
    place === 'program'
      ? ''
      : `Browsers do not tell a ${place} which of these it is; a server that forbids other origins to use its answers at all (Cross-Origin-Resource-Policy) looks the same.${inTab(place)}`,
  'local-network-unanswered': () => 'If no question appears, probably nothing is running at the address.',
  'no-answer': (_facts, place) => `A firewall that drops requests looks the same.${inTab(place)}`,
  'cors-origin': (_facts, place) =>
    `Browsers do not tell a ${place} whether the header is missing, names another origin or occurs twice, nor which status the answer has. The browser's console does. If the server has CORS switched on, it has to come before the routes, and to allow this origin. Other headers may be missing too, which shows only when this is fixed. The code for your server sets all of them.`,
  'cors-preflight': (_facts, place) =>
    `Browsers do not tell a ${place} which status OPTIONS had. The browser's console does.`,
  'stream-buffered': () => 'A server that has nothing to send and sends no headers until then looks the same.',
  'sign-in-unknown': (_facts, place) =>
    `Browsers do not tell a ${place} whether the header WWW-Authenticate is missing or not exposed.`,
};

function notAt(paths: readonly string[] = []): string {
  const look = 'Look for the path in the documentation of the server.';
  return paths.length > 0 ? `No endpoint was found at ${list(paths)} either. ${look}` : look;
}

function allowedOrigins(origin: string | undefined, place: string): string {
  if (origin === undefined) return ' Check the credentials.';
  return origin === 'null'
    ? ` If the server has a list of allowed origins, serve the ${place} from an address, and add that: its origin is null now.`
    : ` If the server has a list of allowed origins, add ${origin}.`;
}

/** The problem in words, with the lines that fix it. */
export function describeProblem(facts: ProblemFacts): DiagnosedProblem {
  const place = here();
  return Object.freeze({
    ...facts,
    message: MESSAGES[facts.cause](facts, place) + (facts.said ? ` The server says: “${facts.said}”` : ''),
    uncertainty: UNCERTAINTIES[facts.cause]?.(facts, place) || undefined,
    fix: Object.freeze(fixFor(facts)),
  });
}

function fixFor({ cause, address, origin, headers = [] }: ProblemFacts): string[] {
  const allowOrigin = `Access-Control-Allow-Origin: ${allowable(origin)}`;
  const own = headers.filter((name) => !isUsual(name));
  const allowHeaders = `Access-Control-Allow-Headers: ${[...REQUEST_HEADERS, ...own].join(', ')}`;
  switch (cause) {
    case 'content-security-policy':
      return [`Content-Security-Policy: connect-src 'self' ${new URL(address).origin}`];
    case 'cors-origin':
    case 'cors-stream':
      return [allowOrigin];
    case 'cors-preflight':
      return [allowOrigin, `Access-Control-Allow-Methods: ${METHODS.join(', ')}`, allowHeaders];
    case 'cors-headers':
      return [allowHeaders];
    case 'cors-methods':
      return [`Access-Control-Allow-Methods: ${METHODS.join(', ')}`];
    case 'session-not-exposed':
    case 'sign-in-unknown':
      return [`Access-Control-Expose-Headers: ${RESPONSE_HEADERS.join(', ')}`];
    case 'sign-in-metadata':
      return ['Access-Control-Allow-Origin: *'];
    case 'sign-in-endpoint':
      return [allowOrigin, 'Access-Control-Allow-Headers: Content-Type'];
    case 'content-type':
      return ['Content-Type: application/json'];
    case 'stream-buffered':
      return ['X-Accel-Buffering: no', 'Cache-Control: no-cache, no-transform'];
    default:
      return [];
  }
}

const isUsual = (name: string): boolean => REQUEST_HEADERS.some((known) => known.toLowerCase() === name.toLowerCase());

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
