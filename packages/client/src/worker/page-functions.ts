/** The functions of a page that its worker calls: handlers of server requests, and options that are functions. */
import type { ConnectOptions } from '../client/connect-options.ts';
import { McpError } from '../errors.ts';
import type { Endpoint } from '../wire/http.ts';
import type { PageFunctions } from './messages.ts';
import type { PageFetch } from './page-fetch.ts';

/** All but the reports, which belong to a client. */
export type PageAnswers = Omit<PageFunctions, 'started' | 'state' | 'event' | 'progress' | 'task' | 'items'>;

export function pageAnswers(options: ConnectOptions, endpoint: () => Endpoint, pageFetch: PageFetch): PageAnswers {
  const { elicitation, sampling, roots, trace, store } = options;
  const visits = new Map<number, () => void>();
  return {
    fetch: (request, served) => pageFetch.fetch(endpoint(), request, served),
    form: async (params, { signal }) => toJson(await required(elicitation?.form)(params, { signal })),
    url: async (params, visit, { signal }) => {
      const completed = visit === undefined ? undefined : new Promise<void>((resolve) => visits.set(visit, resolve));
      // The page may wait for the end of the visit when it has answered.
      if (visit !== undefined) signal.addEventListener('abort', () => visits.delete(visit), { once: true });
      return toJson(await required(elicitation?.url)(params, { signal, ...(completed && { completed }) }));
    },
    visitCompleted: (visit) => {
      visits.get(visit)?.();
      visits.delete(visit);
    },
    createMessage: async (params, { signal }) => toJson(await required(sampling?.createMessage)(params, { signal })),
    roots: async ({ signal }) => toJson(await required(roots)({ signal })),
    trace: async () => trace?.(),
    getStored: async (key) => store?.get(key),
    setStored: async (key, value) => store?.set(key, value),
    deleteStored: async (key) => store?.delete(key),
  };
}

/** The worker asks only handlers that the page named. */
function required<Handler>(handler: Handler | undefined): Handler {
  if (!handler) throw new McpError('unsupported', 'The page has no handler for this.');
  return handler;
}

/** A server gets the answer as JSON too. A clone would fail where JSON does not, e.g. on a proxy. */
const toJson = (answer: unknown): string => JSON.stringify(answer) ?? 'null';
