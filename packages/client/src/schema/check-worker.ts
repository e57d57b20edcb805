/** Starts the worker for one check, also under Trusted Types. */

/** The name of the policy, for the page's Content Security Policy. */
const POLICY = 'mcp-web';

/** Makes a trusted URL, which TypeScript does not know, of a URL. */
type Trust = (url: string) => string;

/** A page can have a policy only once: the one that each `trustedTypes` gave. */
const policies = new WeakMap<object, Trust>();

/** @throws {Error} when there is no worker here, with what the page has to allow. */
export function startCheckWorker(): Worker {
  if (!('Worker' in globalThis)) throw refusal('this browser has no workers here');
  try {
    // Bundlers find the script by this expression.
    return new Worker(new URL('./check-script.js', import.meta.url), { type: 'module', name: 'mcp-web-schema' });
  } catch (error) {
    if (!(error instanceof TypeError)) throw refusal(error);
    return startTrusted();
  }
}

/** The page requires Trusted Types: only now the policy is made. */
function startTrusted(): Worker {
  try {
    const trust = trustOf(Reflect.get(globalThis, 'trustedTypes'));
    class TrustedWorker extends Worker {
      constructor(url: URL, options: WorkerOptions) {
        super(trust(url.href), options);
      }
    }
    return startWith(TrustedWorker);
  } catch (error) {
    throw refusal(error);
  }
}

/** The parameter has the name that bundlers look for. */
function startWith(Worker: new (url: URL, options: WorkerOptions) => globalThis.Worker): globalThis.Worker {
  return new Worker(new URL('./check-script.js', import.meta.url), { type: 'module', name: 'mcp-web-schema' });
}

function trustOf(trustedTypes: unknown): Trust {
  if (typeof trustedTypes !== 'object' || trustedTypes === null) throw new TypeError('there are no Trusted Types');
  const known = policies.get(trustedTypes);
  if (known) return known;
  const rules = { createScriptURL: (url: string) => url };
  const policy: unknown = Reflect.apply(Reflect.get(trustedTypes, 'createPolicy'), trustedTypes, [POLICY, rules]);
  const trust: Trust = (url) => Reflect.apply(Reflect.get(Object(policy), 'createScriptURL'), policy, [url]);
  policies.set(trustedTypes, trust);
  return trust;
}

function refusal(cause: unknown): Error {
  const said = cause instanceof Error ? cause.message : String(cause);
  return new Error(
    `it takes too long for the page's own thread, and no worker could be started to check it. Allow its script in the Content Security Policy (\`worker-src\`, and under Trusted Types the policy \`${POLICY}\`), and serve it from the page's own origin. The browser says: ${said}`,
    { cause },
  );
}
