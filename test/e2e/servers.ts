/** The MCP servers that the run started, by name; `faults` is the base URL of its paths. */
export function serverUrl(name: string): string {
  const urls: unknown = JSON.parse(process.env['TEST_SERVERS'] ?? '{}');
  const url: unknown = typeof urls === 'object' && urls !== null ? Reflect.get(urls, name) : undefined;
  if (typeof url !== 'string') throw new Error(`No test server is named ${name}.`);
  return url;
}
