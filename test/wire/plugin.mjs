// Puts the watch where messages leave the client: the two modules that send are served with a wrapper around what they export.
export const SEAMS = {
  '/packages/client/src/wire/http.ts': (module) => `
    import { fetchAnswer as send } from '${module}';
    import { watchEndpoint } from '/test/wire/outbox.mjs';
    export * from '${module}';
    export const fetchAnswer = (endpoint, request) => send(watchEndpoint(endpoint), request);`,
  '/packages/client/src/client/connect-message-port.ts': (module) => `
    import { connectMessagePort as connect } from '${module}';
    import { watchPort } from '/test/wire/outbox.mjs';
    export * from '${module}';
    export const connectMessagePort = (port, options) => connect(watchPort(port), options);`,
};

/** For Web Test Runner. */
export function wireCheck() {
  return {
    name: 'wire-check',
    serve({ path, query }) {
      if (SEAMS[path] && query['itself'] === undefined) return { body: SEAMS[path](`${path}?itself`), type: 'js' };
    },
  };
}
