/** Lists the tools of `?server=` in a worker that a bundler emitted, or that the page made where it has to. */
import { connectInWorker } from '@mcp-web/client/worker';

const search = new URLSearchParams(location.search);
const script = search.get('worker');
const policies: unknown = Reflect.get(globalThis, 'trustedTypes');

try {
  const client = await connectInWorker(search.get('server') ?? '', {
    worker: script === null ? undefined : new Worker(trusted(script), { type: 'module' }),
  });
  const names: string[] = [];
  for await (const tool of client.tools()) names.push(tool.name);
  document.title = `${client.revision}: ${names.join(' ')}`;
  await client.close();
} catch (error) {
  document.title = String(error);
}

/** In browsers with Trusted Types, in fact returns a TrustedScriptURL. */
function trusted(url: string): string {
  const { createPolicy }: { createPolicy?: unknown } = Object(policies);
  if (typeof createPolicy !== 'function') return url;
  const policy: unknown = Reflect.apply(createPolicy, policies, ['client-worker', { createScriptURL: () => url }]);
  const { createScriptURL }: { createScriptURL?: unknown } = Object(policy);
  return typeof createScriptURL === 'function' ? Reflect.apply(createScriptURL, policy, [url]) : url;
}
