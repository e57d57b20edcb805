/**
 * Where one of the servers of test/servers/start.mjs listens in this run.
 *
 * @param name a key of `SERVERS` there, e.g. `legacy`
 * @throws Error when there is no such server
 */
export async function serverUrl(name: string): Promise<string> {
  const response = await fetch('/__servers.json');
  const urls: unknown = await response.json();
  const url = isRecord(urls) ? urls[name] : undefined;
  if (typeof url !== 'string') throw new Error(`No test server named ${name}: see test/servers/start.mjs`);
  return url;
}

/** Where the fault server has this fault, e.g. `faultUrl('tools-list/bad-json')`: see test/servers/faults.mjs. */
export async function faultUrl(path: string): Promise<string> {
  return `${await serverUrl('faults')}/${path}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
