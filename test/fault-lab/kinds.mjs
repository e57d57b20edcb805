// Every kind of fault.

/**
 * @typedef {object} Kind
 * @property {string} name
 * @property {'request' | 'server' | 'page'} where what it happens to: some of the requests, or once in a while a server or a page
 * @property {1 | 2} [http] the only version of HTTP that has it
 */

/** @type {Kind[]} */
export const KINDS = [
  // The connection.
  { name: 'reset-before', where: 'request' },
  { name: 'reset-after', where: 'request' },
  { name: 'reset-headers', where: 'request', http: 1 },
  { name: 'reset-body', where: 'request' },
  { name: 'early-end', where: 'request' },
  { name: 'half-open', where: 'request' },
  { name: 'silent-body', where: 'request' },
  { name: 'black-hole', where: 'request' },
  { name: 'http2-refused', where: 'request', http: 2 },
  { name: 'http2-goaway', where: 'request', http: 2 },
  { name: 'http2-broken', where: 'request', http: 2 },
  // The bytes.
  { name: 'drip', where: 'request' },
  { name: 'late', where: 'request' },
  { name: 'duplicate', where: 'request' },
  { name: 'truncated', where: 'request' },
  { name: 'truncated-gzip', where: 'request' },
  { name: 'stray-event', where: 'request' },
  { name: 'comment-flood', where: 'request' },
  // What answers in place of the server.
  { name: 'wrong-type', where: 'request' },
  { name: 'html', where: 'request' },
  { name: 'empty', where: 'request' },
  { name: 'bad-json', where: 'request' },
  { name: 'cors-lost', where: 'request' },
  { name: 'redirect', where: 'request' },
  { name: 'unknown-session', where: 'request' },
  { name: 'unauthorized', where: 'request' },
  { name: 'not-found', where: 'request' },
  { name: 'request-timeout', where: 'request' },
  { name: 'conflict', where: 'request' },
  { name: 'too-many', where: 'request' },
  { name: 'bad-gateway', where: 'request' },
  { name: 'unavailable', where: 'request' },
  { name: 'gateway-timeout', where: 'request' },
  // The server.
  { name: 'crash', where: 'request' },
  { name: 'restart', where: 'server' },
  { name: 'outage', where: 'server' },
  // The browser.
  { name: 'offline', where: 'page' },
  { name: 'stopped', where: 'page' },
  { name: 'frozen', where: 'page' },
  { name: 'killed', where: 'page' },
  { name: 'reload', where: 'page' },
  { name: 'many-tabs', where: 'page' },
  { name: 'blocked-database', where: 'page' },
  { name: 'full-database', where: 'page' },
  { name: 'clock', where: 'page' },
];

export const kindNamed = (name) => KINDS.find((kind) => kind.name === name);
