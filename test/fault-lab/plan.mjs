// What a seed stands for: which faults, how often, what each page calls.
import { between, randomOf, some } from './choice.mjs';
import { KINDS } from './kinds.mjs';

const LINES = [
  { era: 'legacy', http: 1 },
  { era: 'modern', http: 1 },
  { era: 'legacy', http: 2 },
  { era: 'modern', http: 2 },
];
const TOOLS = ['quick', 'quick', 'quick', 'quick', 'slow', 'slow', 'work', 'ask', 'look'];
const IN_FLIGHT = [1, 5, 20];

const LISTENING = ['GET', 'subscriptions/listen'];
/** Of a hundred requests that listen, so many have a fault: they are few, and each matters for long. */
const LISTENING_SHARE = 40;

/** Of the servers: theirs by default, and more often. */
const KEEP_ALIVE_MS = [1_000, 15_000];

/**
 * @typedef {{ nonce: string, tool: string, cancelAfterMs?: number }} PlannedCall
 * @typedef {{ label: string, era: string, http: 1 | 2, as: 'client' | 'host', inFlight: number, calls: PlannedCall[] }} PlannedPage
 */

/**
 * @param {number} seed
 * @param {{ kinds?: import('./kinds.mjs').Kind[], callsPerPage?: number, hosts?: boolean, only?: boolean }} [options]
 *   kinds: of which the seed picks; all by default. hosts: whether some pages have a host in place of a client. only: all of
 *   the kinds, and more often
 */
export function planOf(seed, { kinds = KINDS, callsPerPage = 30, hosts = true, only = false } = {}) {
  const random = randomOf('plan', seed);
  const wanted = only || random.below(3) === 0 ? kinds : some(random, kinds, between(random, 1, 8));
  const pages = LINES.map(({ era, http }) => planPage(seed, `${era}-${http}`, { era, http, callsPerPage, hosts }));
  const happening = wanted.filter(({ where }) => where !== 'request');
  const count = happening.length === 0 ? 0 : between(random, 1, 4);
  return {
    seed,
    pages,
    keepAliveMs: random.pick(KEEP_ALIVE_MS),
    requestKinds: wanted.filter(({ where }) => where === 'request'),
    /** How many of a hundred requests have a fault. */
    share: only ? between(random, 20, 40) : between(random, 5, 30),
    /** What happens to servers and pages, and when, in ms after the first call. */
    events: Array.from({ length: count }, () => ({
      kind: random.pick(happening).name,
      label: random.pick(pages).label,
      atMs: between(random, 50, 2_500),
      forMs: between(random, 200, 2_000),
    })).filter(isFirstOrSmall),
  };
}

const LISTENERS = 16;
const LISTENING_MS = 60_000;
const EVENTS = 24;

/** Clients that listen, each to a server of its own, for a minute of everything that can happen. */
export function planOfListeners(seed) {
  const random = randomOf('listeners', seed);
  const happening = KINDS.filter(({ where, name }) => where !== 'request' && name !== 'many-tabs');
  const pages = Array.from({ length: LISTENERS }, (_, index) => {
    const { era, http } = LINES[index % LINES.length];
    return planPage(seed, `${era}-${http}-${index}`, { era, http, callsPerPage: 10, hosts: false });
  });
  return {
    ...planOf(seed),
    pages,
    requestKinds: KINDS.filter(({ where }) => where === 'request'),
    share: 20,
    lastsMs: LISTENING_MS,
    events: Array.from({ length: EVENTS }, () => ({
      kind: random.pick(happening).name,
      label: random.pick(pages).label,
      atMs: random.below(LISTENING_MS),
      forMs: between(random, 200, 2_000),
    })),
  };
}

/** Many tabs, once: more would only measure the machine. */
const isFirstOrSmall = ({ kind }, index, events) =>
  kind !== 'many-tabs' || events.findIndex((other) => other.kind === kind) === index;

/** @returns {PlannedPage} */
function planPage(seed, label, { era, http, callsPerPage, hosts }) {
  const random = randomOf('page', seed, label);
  return {
    label,
    era,
    http,
    as: random.below(4) === 0 && hosts ? 'host' : 'client',
    inFlight: random.pick(IN_FLIGHT),
    calls: planCalls(random, `${seed}.${label}`, callsPerPage),
  };
}

/** @returns {PlannedCall[]} */
export function planCalls(random, prefix, count) {
  return Array.from({ length: count }, (_, index) => ({
    nonce: `${prefix}.${index}`,
    tool: random.pick(TOOLS),
    ...(random.below(12) === 0 && { cancelAfterMs: random.below(400) }),
  }));
}

/**
 * Which fault a request gets, by what it is and how often it came.
 * @param {ReturnType<typeof planOf>} plan
 */
export function chooserOf({ seed, requestKinds, share }) {
  const counts = new Map();
  return (http, { label, what, nonce }) => {
    const name = `${label} ${what} ${nonce ?? ''}`;
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    const random = randomOf('request', seed, name, nth);
    const possible = requestKinds.filter((kind) => kind.http === undefined || kind.http === http);
    const isListening = LISTENING.includes(what);
    if (possible.length === 0 || random.below(100) >= (isListening ? LISTENING_SHARE : share)) return undefined;
    return { kind: random.pick(possible).name, random };
  };
}
