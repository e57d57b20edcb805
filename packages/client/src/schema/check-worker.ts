/** Starts the worker for one check, also under Trusted Types. */

/** The name of the policy, for the page's Content Security Policy. */
const POLICY = 'mcp-web';

/** Makes a trusted URL, which TypeScript does not know, of a URL. */
type Trust = (url: string) => string;

/**
 * The policy of each `trustedTypes`, which is one for a page. It is kept here because a page can create a policy of a name
 * only once, and nobody gives it back.
 */
const policies = new WeakMap<object, Trust>();

/** @throws {Error} when there is no worker here, with what the page has to allow. */
export function startCheckWorker(): Worker {
  if (!('Worker' in globalThis)) throw refusal('this browser has no workers here');
  const trustedTypes: unknown = Reflect.get(globalThis, 'trustedTypes');
  const hasTrustedTypes = typeof trustedTypes === 'object' && trustedTypes !== null;
  const known = hasTrustedTypes && policies.get(trustedTypes);
  try {
    if (known) return startTrusted(known);
    // Bundlers find the script by this expression.
    return new Worker(new URL('./check-script.js', import.meta.url), { type: 'module', name: 'mcp-web-schema' });
  } catch (error) {
    if (known || !hasTrustedTypes || !(error instanceof TypeError)) throw refusal(error);
    // The page may require Trusted Types: only now the policy is made.
    try {
      return startTrusted(trustOf(trustedTypes));
    } catch (reason) {
      throw refusal(reason, error);
    }
  }
}

function startTrusted(trust: Trust): Worker {
  class TrustedWorker extends Worker {
    constructor(url: URL, options: WorkerOptions) {
      super(trust(url.href), options);
    }
  }
  return startWith(TrustedWorker);
}

/** The parameter has the name that bundlers look for. */
function startWith(Worker: new (url: URL, options: WorkerOptions) => globalThis.Worker): globalThis.Worker {
  return new Worker(new URL('./check-script.js', import.meta.url), { type: 'module', name: 'mcp-web-schema' });
}

function trustOf(trustedTypes: object): Trust {
  const rules = { createScriptURL: (url: string) => url };
  const policy: unknown = Reflect.apply(Reflect.get(trustedTypes, 'createPolicy'), trustedTypes, [POLICY, rules]);
  const trust: Trust = (url) => Reflect.apply(Reflect.get(Object(policy), 'createScriptURL'), policy, [url]);
  policies.set(trustedTypes, trust);
  return trust;
}

function refusal(reason: unknown, cause = reason): Error {
  const said = reason instanceof Error ? reason.message : String(reason);
  return new Error(
    `it takes too long for the page's own thread, and no worker could be started to check it. Allow its script in the Content Security Policy (\`worker-src\`, and under Trusted Types the policy \`${POLICY}\`), and serve it from the page's own origin. The browser says: ${said}`,
    { cause },
  );
}
