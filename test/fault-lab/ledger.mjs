// What really happened: each request that arrived, each run of a tool, and what the pages say came of their calls.
import { performance } from 'node:perf_hooks';

/**
 * @typedef {object} Arrival a request that arrived at the front
 * @property {number} at in ms
 * @property {string} label of the page that sent it
 * @property {string} what its JSON-RPC method, or that of HTTP
 * @property {string} connection which one, and the how manieth request on it
 * @property {string} [nonce] of the call
 * @property {string} [session]
 * @property {string | number} [id]
 * @property {string} [key] by which a server can tell a repeat
 * @property {boolean} isRepeat whether the browser sent the same call before
 * @property {string} [fault]
 * @property {boolean} isHit whether the fault changed anything
 * @property {string} [outcome] what was sent back
 */

export class Ledger {
  /** @type {Arrival[]} */
  arrivals = [];
  /** @type {{ at: number, nonce: string, request: string, key?: string }[]} */
  runs = [];
  /** @type {Map<string, object[]>} what pages reported, by nonce */
  reports = new Map();
  /** What has no nonce: errors that nobody caught, what a client said, redirects that were followed. */
  remarks = [];
  /** Sessions that a page ended. */
  ended = new Set();
  #startedAt = performance.now();

  /** In ms since the seed began. */
  get now() {
    return Math.round(performance.now() - this.#startedAt);
  }

  /** @returns {Arrival} */
  arrive(arrival) {
    const noted = { at: this.now, isHit: false, ...arrival };
    this.arrivals.push(noted);
    return noted;
  }

  /** Whether the same request for a call has arrived before. */
  hasArrived({ nonce, session, id }) {
    return (
      nonce !== undefined &&
      this.arrivals.some((one) => one.nonce === nonce && one.session === session && one.id === id)
    );
  }

  /**
   * A tool does what it is for.
   * @param {string} nonce
   * @param {{ request: string, meta?: object }} options request: names the JSON-RPC request within its server
   */
  run(nonce, { request, meta }) {
    this.runs.push({ at: this.now, nonce, request, key: keyIn(meta) });
  }

  report({ nonce, ...report }) {
    if (nonce === undefined) return void this.remarks.push({ at: this.now, ...report });
    if (!this.reports.has(nonce)) this.reports.set(nonce, []);
    this.reports.get(nonce).push({ at: this.now, ...report });
  }

  /** Everything about one call, in the order of events, a line each. */
  wireOf(nonce) {
    const lines = [
      ...this.arrivals.filter((arrival) => arrival.nonce === nonce).map((arrival) => [arrival.at, describe(arrival)]),
      ...this.runs.filter((run) => run.nonce === nonce).map(({ at, request }) => [at, `RUN by ${request}`]),
      ...(this.reports.get(nonce) ?? []).map(({ at, ...report }) => [at, `page: ${JSON.stringify(report)}`]),
    ];
    return lines.toSorted(([one], [other]) => one - other).map(([at, text]) => line(at, text));
  }

  /** Everything that arrived, a line each. */
  lines() {
    return this.arrivals.map((arrival) =>
      line(arrival.at, `${arrival.label} ${arrival.nonce ?? ''} ${describe(arrival)}`),
    );
  }

  /** The last that was heard of a page, a line each. */
  wireOfPage(label, count = 20) {
    const lines = [
      ...this.arrivals.filter((arrival) => arrival.label === label && !arrival.nonce).map((a) => [a.at, describe(a)]),
      ...this.remarks
        .filter((remark) => remark.label === label)
        .map(({ at, ...r }) => [at, `page: ${JSON.stringify(r)}`]),
    ];
    return lines
      .toSorted(([one], [other]) => one - other)
      .slice(-count)
      .map(([at, text]) => line(at, text));
  }
}

/** The unique key of a call, whatever its name: the one entry of `_meta` that is called a key. */
export function keyIn(meta) {
  const entry = Object.entries(meta ?? {}).find(([name, value]) => /key$/i.test(name) && typeof value === 'string');
  return entry?.[1];
}

const line = (at, text) => `${String(at).padStart(7)} ${text}`;

function describe({ what, id, session, connection, fault, isHit, outcome }) {
  const who = [id !== undefined && `id ${id}`, session && `session ${session.slice(0, 8)}`].filter(Boolean).join(' ');
  const how = fault ? `, ${fault}${isHit ? '' : ' (no effect)'}` : '';
  return `${what} ${who} on ${connection}${how}${outcome ? ` -> ${outcome}` : ''}`;
}
