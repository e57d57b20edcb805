// What can happen to one request and its answer, by the name of the kind.
import { Buffer } from 'node:buffer';
import { constants } from 'node:http2';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { between } from './choice.mjs';
import { REFUSALS } from './refusals.mjs';

const isStream = ({ headers }) => headers['content-type']?.startsWith('text/event-stream') ?? false;

/** Events that mean nothing, as proxies and frameworks send them to keep a stream open. */
const STRAYS = [
  'event: ping\ndata: {}\n\n',
  'data: ping\n\n',
  'data:  \n\n',
  'data: {}\n\n',
  'data: null\n\n',
  'data: {"type":"keepalive"}\n\n',
];
const FLOOD = ': are you still there?\n\n'.repeat(20_000);
const DRIP_BYTES = 5;
const MAX_DRIPS = 200;

/** Passes on the first bytes of the answer; then `stop` does the rest. Most answers are longer. */
function cut(exchange, random, outcome, stop) {
  let left = random.below(160);
  return exchange.relay({
    chunk(chunk, write) {
      if (chunk.length <= left) {
        left -= chunk.length;
        return write(chunk);
      }
      write(chunk.subarray(0, left));
      exchange.hit(`${outcome} after ${left} bytes of a chunk`);
      stop();
      return false;
    },
  });
}

/** @type {Record<string, (exchange: import('./exchange.mjs').Exchange, random: import('../fuzz/random.mjs').Random) => unknown>} */
export const REQUEST_FAULTS = {
  ...REFUSALS,

  'reset-before': (exchange) => {
    exchange.hit('reset, not forwarded');
    exchange.reset();
  },
  'reset-after': async (exchange) => {
    await exchange.settle();
    exchange.hit('reset, forwarded');
    exchange.reset();
  },
  'reset-headers': async (exchange) => {
    await exchange.settle();
    exchange.hit('reset in the headers');
    exchange.req.socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/ev', () => exchange.reset());
  },
  'reset-body': (exchange, random) => cut(exchange, random, 'reset', () => exchange.reset()),
  'early-end': (exchange, random) => cut(exchange, random, 'ended', () => exchange.end()),
  'silent-body': (exchange, random) => cut(exchange, random, 'silent', () => {}),
  truncated: (exchange, random) => cut(exchange, random, 'complete, it says', () => exchange.res.end()),
  'half-open': async (exchange) => {
    await exchange.settle();
    exchange.hit('forwarded, never answered');
  },
  'black-hole': (exchange) => exchange.hit('neither forwarded nor answered'),

  'http2-refused': (exchange) => {
    exchange.hit('refused stream');
    exchange.reset(constants.NGHTTP2_REFUSED_STREAM);
  },
  'http2-goaway': (exchange) => {
    const { stream } = exchange.res;
    exchange.hit('goaway');
    // Says that this request was not processed, and that earlier ones were.
    stream.session.goaway(constants.NGHTTP2_NO_ERROR, Math.max(0, stream.id - 2));
    stream.close(constants.NGHTTP2_REFUSED_STREAM);
    stream.session.close();
  },
  'http2-broken': async (exchange) => {
    const { session } = exchange.res.stream;
    await exchange.settle();
    exchange.hit('connection broken, with all its streams');
    session.destroy(undefined, constants.NGHTTP2_INTERNAL_ERROR);
  },

  drip: (exchange) => {
    exchange.hit('byte by byte');
    let drips = 0;
    return exchange.relay({
      async chunk(chunk, write) {
        for (let at = 0; at < chunk.length; at += DRIP_BYTES) {
          write(chunk.subarray(at, at + DRIP_BYTES));
          if (++drips < MAX_DRIPS) await delay(2);
        }
      },
    });
  },
  late: async (exchange, random) => {
    exchange.hit('late');
    await delay(between(random, 300, 2_000));
    await exchange.relay();
  },
  duplicate: (exchange) =>
    exchange.relay({
      chunk(chunk, write, answer) {
        write(chunk);
        if (!isStream(answer)) return;
        exchange.hit('each chunk twice');
        write(chunk);
      },
    }),
  'stray-event': (exchange, random) =>
    exchange.relay({
      chunk(chunk, write, answer) {
        if (isStream(answer)) {
          exchange.hit('stray events');
          write(random.pick(STRAYS));
        }
        write(chunk);
      },
    }),
  'comment-flood': (exchange) => {
    let isFlooded = false;
    return exchange.relay({
      chunk(chunk, write, answer) {
        if (isStream(answer) && !isFlooded) {
          exchange.hit('comments');
          write(FLOOD);
          isFlooded = true;
        }
        write(chunk);
      },
    });
  },
  'truncated-gzip': async (exchange, random) => {
    const { answer, body } = await exchange.settle();
    const zipped = gzipSync(body.length > 0 ? body : Buffer.from(': open\n\n'));
    exchange.hit('half of the gzip');
    exchange.head(answer.statusCode, { ...answer.headers, 'content-encoding': 'gzip' });
    exchange.res.end(zipped.subarray(0, between(random, 1, zipped.length - 9)));
  },
  'wrong-type': async (exchange, random) => {
    exchange.hit('another content type');
    const type = random.pick(['text/plain', 'application/octet-stream', 'multipart/mixed']);
    await exchange.relay({ head: ({ headers }) => ({ ...headers, 'content-type': type }) });
  },
  'cors-lost': async (exchange) => {
    exchange.hit('without CORS');
    exchange.hideFromPage();
    await exchange.relay();
  },

  // The tool has run; then the process dies, and its connections break.
  crash: async (exchange) => {
    // At every request, the server would die too often for any call to reach it.
    if (exchange.arrival.what !== 'tools/call') return exchange.relay();
    await exchange.settle();
    exchange.hit('the server dies after its work');
    await exchange.restart();
    return exchange.reset();
  },
};
