/**
 * The address of one of the servers of test/servers/start.mjs in this run.
 *
 * @param name a key of `SERVERS` there, e.g. `legacy`
 * @throws Error if there is no such server
 */
export async function serverUrl(name: string): Promise<string> {
  const response = await fetch('/__servers.json');
  const urls: unknown = await response.json();
  const url = isRecord(urls) ? urls[name] : undefined;
  if (typeof url !== 'string') throw new Error(`No test server named ${name}: see test/servers/start.mjs`);
  return url;
}

/** The relay in front of all of these servers, in Node or in workerd: see test/servers/relay.mjs. */
export async function relayUrl(runtime: 'node' | 'workerd' = 'node'): Promise<string> {
  const url = await serverUrl('relay');
  if (runtime === 'node') return url;
  const response = await fetch(new URL('/workerd', url));
  if (!response.ok) throw new Error(`workerd did not start: ${await response.text()}`);
  return response.text();
}

/** The address of this fault on the fault server, e.g. `faultUrl('tools-list/bad-json')`: see test/servers/faults.mjs. */
export async function faultUrl(path: string): Promise<string> {
  return `${await serverUrl('faults')}/${path}`;
}

/** A server that belongs to one test, which can kill it: see test/servers/mortal.mjs. */
export interface MortalServer {
  url: string;
  /** Breaks every connection. Nothing listens there afterwards. */
  kill: () => Promise<void>;
  /** Starts another server at the same address, without any state of the first. */
  startAgain: () => Promise<void>;
}

export async function startMortalServer(era: 'modern' | 'legacy'): Promise<MortalServer> {
  const control = await serverUrl('mortal');
  const ask = async (path: string): Promise<string> => {
    const response = await fetch(`${control}/${path}`, { cache: 'no-store' });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text;
  };
  const url = await ask(`start/${era}`);
  const { port } = new URL(url);
  return {
    url,
    kill: async () => void (await ask(`kill/${port}`)),
    startAgain: async () => void (await ask(`start/${era}/${port}`)),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
