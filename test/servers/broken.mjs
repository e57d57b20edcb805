// A front before the other servers that makes one thing wrong: <base>/<fault>/<port><path> leads to that port of the loopback
// interface, e.g. <base>/cors-none/40123/mcp. Everything else is as it should be, the front's CORS headers in place of the server's.
import { request as ask } from 'node:http';
import { FAULTS } from './broken-faults.mjs';
import { listen } from './listen.mjs';

const WELL_KNOWN = /^\/\.well-known\/([\w-]+)(\/.*)?$/;

export function startBrokenServers() {
  return listen(async (req, res) => {
    const place = placeOf(req.url);
    const fault = FAULTS[place.fault];
    if (!fault) return void res.writeHead(404, { 'Access-Control-Allow-Origin': '*' }).end();
    const body = await readBody(req);
    const message = parse(body);
    const step = {
      ...place,
      req,
      message,
      isToEndpoint: !place.wellKnown && !/^\/(token|register)/.test(place.path),
      origin: req.headers.origin,
    };
    const cors = {
      origin: '*',
      headers: req.headers['access-control-request-headers'] ?? '',
      methods: 'GET, POST, DELETE',
      expose: 'Mcp-Session-Id, WWW-Authenticate, Retry-After',
      ...fault.cors?.(step),
    };
    if (cors.origin !== undefined) res.setHeader('Access-Control-Allow-Origin', cors.origin);
    if (cors.expose !== undefined) res.setHeader('Access-Control-Expose-Headers', cors.expose);
    if (await fault.answer?.(res, step)) return;
    if (req.method === 'OPTIONS') {
      if (cors.headers !== undefined) res.setHeader('Access-Control-Allow-Headers', cors.headers);
      if (cors.methods !== undefined) res.setHeader('Access-Control-Allow-Methods', cors.methods);
      return void res.writeHead(204).end();
    }
    forward(req, res, { place, fault, body, step });
  });
}

/** Of `/fault/port/path`, and of `/.well-known/kind/fault/port/path`. */
function placeOf(url) {
  const [, wellKnown, rest = url] = WELL_KNOWN.exec(url) ?? [];
  const [, fault, port, path = ''] = /^\/([\w.-]+)\/(\d+)(.*)$/.exec(rest ?? '') ?? [];
  return { wellKnown, fault, port, path };
}

function forward(req, res, { place, fault, body, step }) {
  const { wellKnown, fault: name, port, path } = place;
  const { 'content-length': _length, host: _host, connection: _connection, origin: _origin, ...headers } = req.headers;
  const upstream = ask(
    {
      host: '127.0.0.1',
      port,
      method: req.method,
      path: wellKnown ? `/.well-known/${wellKnown}${path}` : path || '/',
      headers: { ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) },
    },
    (answer) => {
      const { statusCode: status, headers: said } = answer;
      for (const [key, value] of Object.entries(said))
        if (!/^(access-control-|connection|keep-alive|transfer-encoding|content-length|vary)/.test(key))
          res.setHeader(key, value);
      // Whatever names the server's addresses names those of the front.
      const front = `http://${req.headers.host}`;
      const rewrite = (text) =>
        text
          .replaceAll(/http:\/\/127\.0\.0\.1:(\d+)\/\.well-known\/([\w-]+)/g, `${front}/.well-known/$2/${name}/$1`)
          .replaceAll(/http:\/\/127\.0\.0\.1:(\d+)(?!\/\.well-known)(?=["/])/g, (whole, other) =>
            whole === front ? whole : `${front}/${name}/${other}`,
          )
          .replaceAll(/^data: \/(?=mess)/gm, `data: /${name}/${port}/`);
      const challenge = said['www-authenticate'];
      if (challenge) res.setHeader('WWW-Authenticate', rewrite(challenge));
      if (fault.head?.(res, { ...step, status, said })) return;
      res.writeHead(fault.status?.(status, step) ?? status);
      const isBuffered = fault.isBuffered?.(step);
      let whole = '';
      // A buffering proxy sends not even the head.
      if (!isBuffered) res.flushHeaders();
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => {
        if (isBuffered) whole += chunk;
        else res.write(rewrite(chunk));
      });
      answer.on('end', () => res.end(isBuffered ? rewrite(whole) : undefined));
      answer.on('error', () => res.destroy());
    },
  );
  upstream.on('error', () => res.destroy());
  res.on('close', () => upstream.destroy());
  upstream.end(body);
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readBody(req) {
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
