/** What the doctor finds: the causes that it knows, and what it says about each. */
import type { Revision } from '../protocol/revisions.ts';
import type { Recipe } from './recipes.ts';

/**
 * Why a page cannot use a server, or not all of it.
 *
 * | cause | what is wrong |
 * |---|---|
 * | `none` | nothing was found |
 * | `offline` | the device has no network |
 * | `mixed-content` | the page is on https, and the server is not |
 * | `content-security-policy` | the page's own policy (`connect-src`) does not allow the address |
 * | `local-network-denied` | the user or the browser refused the page access to the local network or this device |
 * | `local-network-unanswered` | the browser's question about the local network waits for the user |
 * | `unreachable` | there is no answer: a wrong name, a closed port, an invalid certificate. Browsers do not say which |
 * | `wrong-scheme` | a server answers there, but on http instead of https, or the other way around |
 * | `no-answer` | the connection is accepted, but no answer comes in time |
 * | `redirect` | the address redirects to another one |
 * | `cors-origin` | the server's answers do not allow the page's origin |
 * | `cors-preflight` | the server's answer to OPTIONS allows nothing |
 * | `cors-headers` | the server's answer to OPTIONS does not list some headers |
 * | `cors-methods` | the server's answer to OPTIONS does not list DELETE, so no session can be ended |
 * | `cors-stream` | the answers to GET do not allow the page, so that it hears of no changes |
 * | `session-not-exposed` | the page may not read the session id |
 * | `session-refused` | the server refuses the message that ends the handshake |
 * | `session-lost` | the server does not know the session that it opened a moment ago |
 * | `stream-refused` | the server refuses the stream on which it would tell of changes |
 * | `stream-buffered` | something on the way holds a stream back until it ends |
 * | `messages-refused` | HTTP+SSE: the address for messages, which the stream names, does not take them |
 * | `sign-in-required` | the server requires the user to sign in, or a token. Nothing else is wrong |
 * | `sign-in-unknown` | the server requires the user to sign in, but does not say where |
 * | `key-required` | the server wants a key in a header, and says so |
 * | `sign-in-metadata` | the metadata for signing in cannot be read |
 * | `sign-in-resource` | the metadata for signing in is for another address |
 * | `sign-in-endpoint` | the page may not call an endpoint of the authorization server |
 * | `forbidden` | the server refuses this page or this user (403) |
 * | `host-refused` | the server does not accept the host name in its address |
 * | `not-found` | there is no MCP endpoint at this path |
 * | `rate-limited` | the server gets too many requests (429) |
 * | `server-error` | the server failed (a 5xx status) |
 * | `http-status` | the server answered with another status that MCP does not expect |
 * | `web-page` | the answer is a web page |
 * | `content-type` | the answer is one of MCP, but with another content type |
 * | `not-mcp` | the answer is not one of MCP |
 * | `wrong-id` | the server's answer has another id than the request |
 * | `unsupported-revision` | server and client have no protocol revision in common |
 */
export type DiagnosisCause =
  | 'none'
  | 'offline'
  | 'mixed-content'
  | 'content-security-policy'
  | 'local-network-denied'
  | 'local-network-unanswered'
  | 'unreachable'
  | 'wrong-scheme'
  | 'no-answer'
  | 'redirect'
  | 'cors-origin'
  | 'cors-preflight'
  | 'cors-headers'
  | 'cors-methods'
  | 'cors-stream'
  | 'session-not-exposed'
  | 'session-refused'
  | 'session-lost'
  | 'stream-refused'
  | 'stream-buffered'
  | 'messages-refused'
  | 'sign-in-required'
  | 'sign-in-unknown'
  | 'key-required'
  | 'sign-in-metadata'
  | 'sign-in-resource'
  | 'sign-in-endpoint'
  | 'forbidden'
  | 'host-refused'
  | 'not-found'
  | 'rate-limited'
  | 'server-error'
  | 'http-status'
  | 'web-page'
  | 'content-type'
  | 'not-mcp'
  | 'wrong-id'
  | 'unsupported-revision';

/** What is known about a problem, for sentences in any language. */
export interface ProblemFacts {
  readonly cause: DiagnosisCause;
  /** What it is about: the server, or a document or endpoint for signing in. Without the query, which may hold a key. */
  readonly address: string;
  /** False if the server can be used all the same, but not everything of it. */
  readonly isBlocking: boolean;
  /** The origin of the page that asks. Absent outside browsers. */
  readonly origin?: string | undefined;
  /** The HTTP status, if one was the sign. */
  readonly status?: number | undefined;
  /** The request headers that are not allowed. */
  readonly headers?: readonly string[] | undefined;
  /** What the server answered with, speaks or names: a content type, its revisions, an id, an address, or the one that it probably means. */
  readonly found?: string | undefined;
  /** An address that is likely to be the right one. The server may have named it: send no secret there unless its origin is that of the server. */
  readonly suggestion?: string | undefined;
  /** Other paths of the server where no endpoint was found. */
  readonly tried?: readonly string[] | undefined;
  /** What the server says in words, shortened: it may say anything. */
  readonly said?: string | undefined;
}

/** One thing that is wrong. */
export interface DiagnosedProblem extends ProblemFacts {
  /** What is wrong and what to do, for a developer. It may quote the server: show it as text only. */
  readonly message: string;
  /** What the browser does not tell apart, and how a person can. */
  readonly uncertainty: string | undefined;
  /** The lines that the server's answer, or the page's policy, has to have: `Access-Control-Allow-Origin: …`. */
  readonly fix: readonly string[];
}

/** What `diagnose` found. Frozen. */
export interface Diagnosis {
  /** The server's address, without its query. */
  readonly url: string;
  /** The cause to fix first; `none` if nothing was found. */
  readonly cause: DiagnosisCause;
  /** What is wrong and what to do, for a developer. It may quote the server: show it as text only. */
  readonly message: string;
  /** What the browser does not tell apart, and how a person can. */
  readonly uncertainty: string | undefined;
  /** The exact lines to fix it. Empty if no header does. */
  readonly fix: readonly string[];
  /** Everything that was found, the most urgent first. */
  readonly problems: readonly DiagnosedProblem[];
  /** Code for common servers, if it fixes the first problem. */
  readonly recipes: readonly Recipe[];
  /** The revision that the server speaks, as far as that was found out. */
  readonly revision: Revision | undefined;
  /** How long it took, in ms. */
  readonly durationMs: number;
}
