// Some modules of the client are served with a wrapper around what they export. The two that send messages are watched,
// and the table of revisions has those as well that a test invents: see support/invented-revision.ts.
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
  '/packages/client/src/protocol/revisions.ts': (module) => `
    import { FEATURES as known } from '${module}';
    import { invented } from '/test/wire/revisions.mjs';
    export * from '${module}';
    const features = [...invented].map(([revision, model]) => [revision, known[model]]);
    export const FEATURES = { ...Object.fromEntries(features), ...known };`,
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
