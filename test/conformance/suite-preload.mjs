// Loaded before the official suite, whose files stay unmodified. Its servers were written for clients without an
// origin. This lets a page in a browser talk to them, with web security on, as a server has to allow a page to:
// preflights are answered here and do not reach the scenario.
import { Server } from 'node:http';
import fs from 'node:fs';
import { register } from 'node:module';

const EXPOSED_HEADERS =
  'Mcp-Session-Id, Mcp-Protocol-Version, WWW-Authenticate, DPoP-Nonce, Location, Last-Event-Id, Retry-After';

const emit = Server.prototype.emit;
Server.prototype.emit = function emitWithCors(event, req, res) {
  if (event !== 'request' || !req.headers.origin) return emit.apply(this, arguments);
  res.setHeader('Access-Control-Allow-Origin', req.headers.origin);
  res.setHeader('Vary', 'Origin');
  res.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  if (req.method !== 'OPTIONS' || !req.headers['access-control-request-method']) return emit.apply(this, arguments);
  res
    .writeHead(204, {
      'Access-Control-Allow-Methods': 'GET, POST, DELETE, OPTIONS',
      'Access-Control-Allow-Headers': req.headers['access-control-request-headers'] ?? '',
      'Access-Control-Max-Age': '600',
    })
    .end();
  return true;
};

// A browser opens connections in advance. One without any request does not count as idle, so the server of a
// scenario would wait for it forever after the end of the scenario.
const close = Server.prototype.close;
Server.prototype.close = function closeWithConnections(...args) {
  close.apply(this, args);
  this.closeAllConnections();
  return this;
};

// The suite imports fs.globSync, which exists in Node 22 and later. No client scenario calls it.
if (!fs.globSync) {
  const moduleOf = (source) => `data:text/javascript,${encodeURIComponent(source)}`;
  const fsWithGlob = moduleOf(`
    export * from 'node:fs';
    export { default } from 'node:fs';
    export function globSync() { throw new Error('fs.globSync needs Node 22'); }`);
  register(
    moduleOf(`
    export async function resolve(specifier, context, next) {
      const isOurs = specifier === 'fs' && context.parentURL?.includes('@modelcontextprotocol/conformance');
      return isOurs ? { url: ${JSON.stringify(fsWithGlob)}, shortCircuit: true } : next(specifier, context);
    }`),
  );
}
