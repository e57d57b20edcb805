// All servers that the tests use. `node test/servers/start.mjs` prints their addresses and serves until Ctrl+C.
import { pathToFileURL } from 'node:url';
import { allowEverything, allowNothing, allowOnly, countPreflights, exposeNothing } from './cors.mjs';
import { startAppServer } from './apps.mjs';
import { startBrokenServers } from './broken.mjs';
import { startCoreTaskServer } from './core-tasks.mjs';
import { startEverything } from './everything.mjs';
import { startExtensionTaskServer } from './extension-tasks.mjs';
import { startFaultServer } from './faults.mjs';
import { startLegacyServer } from './legacy.mjs';
import { startMixUp } from './mix-up.mjs';
import { startModernServer } from './modern.mjs';
import { startMortalServers } from './mortal.mjs';
import { startOAuthServer } from './oauth.mjs';
import { startOpenAiServer } from './openai.mjs';
import { startPaymentServer } from './payments.mjs';
import { startRelays } from './relay.mjs';
import { startProviders } from './providers.mjs';
import { startResumableServer } from './resumable.mjs';
import { startSelfSigned } from './self-signed.mjs';
import { startSkillServer } from './skills.mjs';

const REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26'];
const OLDEST_HEADERS = ['content-type', 'accept', 'authorization', 'mcp-session-id'];
const LEGACY_HEADERS = [...OLDEST_HEADERS, 'mcp-protocol-version', 'last-event-id'];

const MINUTE_MS = 60_000;
const CACHE_HINTS = {
  'server/discover': { ttlMs: MINUTE_MS, cacheScope: 'public' },
  'tools/list': { ttlMs: MINUTE_MS, cacheScope: 'public' },
  'prompts/list': { ttlMs: MINUTE_MS, cacheScope: 'public' },
  'resources/list': { ttlMs: MINUTE_MS, cacheScope: 'public' },
  'resources/read': { ttlMs: MINUTE_MS, cacheScope: 'private' },
};

const SERVERS = {
  everything: () => startEverything('streamableHttp'),
  'everything-sse': () => startEverything('sse'),
  modern: (name) => startModernServer({ name, cors: allowEverything, legacy: 'reject' }),
  // Its lists are public, what it reads is private, and templates may not be cached.
  // One for each engine, because a change is announced to everybody who listens.
  ...Object.fromEntries(
    ['chromium', 'firefox', 'webkit'].map((engine) => [
      `caching-${engine}`,
      (name) => startModernServer({ name, cors: allowEverything, legacy: 'reject', cacheHints: CACHE_HINTS }),
    ]),
  ),
  // Of the modern era too, and newer: see revisions.mjs.
  'modern-2099': (name) =>
    startModernServer({ name, cors: allowEverything, legacy: 'reject', revisions: ['2099-01-01'] }),
  'modern-both': (name) =>
    startModernServer({ name, cors: allowEverything, legacy: 'reject', revisions: ['2026-07-28', '2099-01-01'] }),
  dual: (name) => startModernServer({ name, cors: allowEverything, legacy: 'stateless' }),
  legacy: (name) => startLegacyServer({ name, cors: allowEverything, revisions: REVISIONS }),
  'legacy-2025-11-25': (name) => startLegacyServer({ name, cors: allowEverything, revisions: REVISIONS.slice(0, 1) }),
  'legacy-2025-06-18': (name) => startLegacyServer({ name, cors: allowEverything, revisions: REVISIONS.slice(1) }),
  'legacy-2025-03-26': (name) => startLegacyServer({ name, cors: allowEverything, revisions: REVISIONS.slice(2) }),
  // Preflights refuse Mcp-Method, so for a page the modern probe fails as if there were no server.
  'cors-legacy': (name) => startLegacyServer({ name, cors: allowOnly(LEGACY_HEADERS), revisions: REVISIONS }),
  'cors-2025-03-26': (name) =>
    startLegacyServer({ name, cors: allowOnly(OLDEST_HEADERS), revisions: REVISIONS.slice(2) }),
  // Preflights refuse every request of a revision that has this header.
  'cors-versionless': (name) => startLegacyServer({ name, cors: allowOnly(OLDEST_HEADERS), revisions: REVISIONS }),
  'cors-versionless-new': (name) =>
    startLegacyServer({ name, cors: allowOnly(OLDEST_HEADERS), revisions: REVISIONS.slice(0, 1) }),
  'cors-unexposed': (name) => startLegacyServer({ name, cors: exposeNothing, revisions: REVISIONS }),
  // Newer than this client in the era of sessions: it answers with the newest, but speaks an older one too.
  'legacy-to-come': (name) =>
    startLegacyServer({ name, cors: allowEverything, revisions: ['2031-01-01', '2025-06-18'] }),
  'legacy-to-come-only': (name) => startLegacyServer({ name, cors: allowEverything, revisions: ['2031-01-01'] }),
  'cors-counted-modern': (name) => startModernServer({ name, cors: countPreflights(), legacy: 'reject' }),
  'cors-mirrored': (name) =>
    startLegacyServer({ name, cors: countPreflights({ isMirrored: true }), revisions: REVISIONS, keepAliveMs: 100 }),
  'cors-counted-legacy': (name) => startLegacyServer({ name, cors: countPreflights(), revisions: REVISIONS }),
  'cors-none': (name) => startLegacyServer({ name, cors: allowNothing, revisions: REVISIONS }),
  'core-tasks': startCoreTaskServer,
  'extension-tasks': () => startExtensionTaskServer(),
  'announced-tasks': () => startExtensionTaskServer({ announces: true }),
  oauth: (name) => startOAuthServer({ name }),
  'oauth-dpop': (name) => startOAuthServer({ name, dpop: 'required' }),
  // Neither it nor its authorization server sends CORS headers.
  'oauth-cors-none': (name) => startOAuthServer({ name, cors: allowNothing }),
  'mix-up': startMixUp,
  'resumable-1': () => startResumableServer({ sdk: 1 }),
  'resumable-2': () => startResumableServer({ sdk: 2 }),
  mortal: startMortalServers,
  openai: startOpenAiServer,
  payments: startPaymentServer,
  providers: startProviders,
  faults: startFaultServer,
  broken: startBrokenServers,
  'self-signed': startSelfSigned,
  skills: startSkillServer,
  apps: startAppServer,
};

/**
 * Starts all of them on free ports of the loopback interface and resolves when each of them answers.
 * `urls.faults` is a base address: see faults.mjs for its paths.
 * @returns {Promise<{ urls: Record<string, string>, stop(): Promise<void> }>}
 */
export async function startServers() {
  const names = Object.keys(SERVERS);
  const started = await Promise.allSettled(names.map((name) => SERVERS[name](name)));
  const running = started.filter(({ status }) => status === 'fulfilled').map(({ value }) => value);
  const relays = await startRelays(listsOf(running)).then(
    (value) => ({ status: 'fulfilled', value }),
    (reason) => ({ status: 'rejected', reason }),
  );
  const all = [...running, ...(relays.value ? [relays.value] : [])];
  const stop = async () => void (await Promise.all(all.map((server) => server.stop())));
  const failure = [...started, relays].find(({ status }) => status === 'rejected');
  if (failure) {
    await stop();
    throw failure.reason;
  }
  const urls = Object.fromEntries(names.map((name, index) => [name, running[index].url]));
  return { urls: { ...urls, relay: relays.value.url }, stop };
}

/** What the relay may reach: all of them. */
function listsOf(running) {
  const originsOf = (urls) => urls.map((url) => new URL(url).origin);
  return {
    upstreams: originsOf(running.map(({ url }) => url)),
    authorizationServers: originsOf(running.flatMap(({ issuer }) => issuer ?? [])),
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const servers = await startServers();
  console.log(JSON.stringify(servers.urls, undefined, 2));
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void servers.stop().then(() => process.exit()));
}
