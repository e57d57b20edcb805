// One request at the front and its answer: what a fault can do to them, over either version of HTTP.
import { Buffer } from 'node:buffer';
import { request } from 'node:http';
import { constants } from 'node:http2';

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Mcp-Session-Id, Retry-After, WWW-Authenticate',
};
/** What belongs to a connection, or is made anew. */
const OWN = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host', 'http2-settings']);

export class Exchange {
  #upstream;
  #target;
  #headers = CORS;
  #isGone = false;

  /** @param {{ req: object, res: object, body: Buffer, arrival: import('./ledger.mjs').Arrival, target: string, restart: () => Promise<void> }} parts */
  constructor({ req, res, body, arrival, target, restart }) {
    this.req = req;
    this.res = res;
    this.body = body;
    this.arrival = arrival;
    this.restart = restart;
    this.#target = target;
    res.once('close', () => (this.#isGone = true));
  }

  get isHttp2() {
    return this.req.httpVersionMajor === 2;
  }

  /** Whether the answer is a stream for as long as the page listens. */
  get isLasting() {
    return ['GET', 'subscriptions/listen'].includes(this.arrival.what);
  }

  /** The fault happened. */
  hit(outcome) {
    this.arrival.isHit = true;
    this.arrival.outcome = outcome;
  }

  hideFromPage() {
    this.#headers = { 'access-control-expose-headers': '*' };
  }

  /** Asks the server. Rejects if it is not there, or if the page has given up. @returns {Promise<import('node:http').IncomingMessage>} */
  forward() {
    if (this.#isGone) return Promise.reject(new Error('The page has given up.'));
    return new Promise((resolve, reject) => {
      const { method } = this.req;
      const headers = kept(this.req.headers);
      this.#upstream = request(this.#target, { method, headers, agent: false }, resolve);
      this.#upstream.once('error', reject);
      // A page that gave up: the server hears of it, as through any proxy.
      this.res.once('close', () => this.#upstream.destroy());
      this.#upstream.end(this.body);
    });
  }

  /** Lets the server do its work, and takes its answer. */
  async settle() {
    const answer = await this.forward();
    const chunks = [];
    if (this.isLasting) this.#upstream.destroy();
    else for await (const chunk of answer) chunks.push(chunk);
    return { answer, body: Buffer.concat(chunks) };
  }

  head(status, headers = {}) {
    this.arrival.outcome ??= String(status);
    this.res.writeHead(status, { ...kept(headers), ...this.#headers });
    this.res.flushHeaders?.();
  }

  /** Answers in place of the server. */
  refuse(status, headers = {}, body = '') {
    this.hit(String(status));
    this.head(status, headers);
    this.res.end(body);
  }

  /**
   * Passes on what the server answers.
   * @param {{ head?: (answer: import('node:http').IncomingMessage) => Record<string, string | string[]>,
   *   chunk?: (chunk: Buffer, write: (bytes: Buffer | string) => void, answer: object) => unknown }} [change]
   *   chunk: writes what is to come in place of the chunk; it ends the answer by returning false
   */
  async relay({ head = ({ headers }) => headers, chunk: change } = {}) {
    const answer = await this.forward();
    this.head(answer.statusCode, head(answer));
    const write = (bytes) => void (this.res.writableEnded || this.res.destroyed || this.res.write(bytes));
    for await (const chunk of answer) {
      if (!change) write(chunk);
      else if ((await change(chunk, write, answer)) === false) return this.#upstream.destroy();
    }
    this.res.end();
  }

  /** Breaks the connection, or over HTTP/2 the stream. */
  reset(code = constants.NGHTTP2_INTERNAL_ERROR) {
    if (this.isHttp2) this.res.stream?.close(code);
    else this.req.socket.resetAndDestroy();
  }

  /** Ends the connection in the middle of the answer, without a word. */
  end() {
    if (this.isHttp2) this.res.stream?.close(constants.NGHTTP2_NO_ERROR);
    else this.req.socket.end();
  }
}

function kept(headers) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':') && !OWN.has(name)));
}
