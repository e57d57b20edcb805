// A real authorization server (oidc-provider), and an MCP server of the official SDK that accepts only its tokens.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import Provider, { errors } from 'oidc-provider';
import { allowEverything } from './cors.mjs';
import { listen } from './listen.mjs';
import { createServerState, createTestServer } from './tools.mjs';

const SCOPES = ['mcp:read', 'mcp:write'];
/** How long the tokens of a client with this in its name are valid, in seconds. */
const SHORT_LIFE = 2;

/**
 * `url` is that of the MCP server. The authorization server has its own origin.
 *
 * - Clients without a user get tokens too: they register with the grant type `client_credentials`.
 * - Users sign in on oidc-provider's own pages, with any name and password.
 * - Refresh tokens rotate, and one that is used again ends the grant.
 * - A client whose registered name has "short-lived" in it gets access tokens of two seconds.
 * - All sign-ins of a user and a client are one grant, which ends when one of its refresh tokens is revoked. If the client's
 *   name has "separate grants" in it, each sign-in is a grant of its own.
 * - The tool `echo` also needs the scope `mcp:write`: without it, the answer is 403 and `insufficient_scope`.
 * - On the authorization server, for tests: `GET /oauth/requests` counts the requests to its token endpoint by grant type,
 *   `GET /oauth/tokens` lists every token that it ever issued, `GET /oauth/valid-tokens` those that can still be used,
 *   `POST /oauth/expire` ends all access tokens.
 *
 * @param {{ name: string, dpop?: 'required' | 'supported', cors?: (req, res) => boolean }} options cors: of both servers
 */
export async function startOAuthServer({ name, dpop, cors = allowEverything }) {
  const issuer = await startIssuer({ dpop, cors });
  const state = createServerState();
  const handler = createMcpHandler(
    () => createTestServer({ name, state, announce: { tools: () => handler.notify.toolsChanged() } }),
    { legacy: 'stateless' },
  );
  const handle = toNodeHandler(handler);
  const server = await listen(
    async (req, res) => {
      if (cors(req, res)) return;
      const resource = `${server.url}/mcp`;
      const metadataUrl = `${server.url}/.well-known/oauth-protected-resource/mcp`;
      if (req.url === '/.well-known/oauth-protected-resource/mcp') {
        sendJson(res, 200, {
          resource,
          authorization_servers: [issuer.url],
          scopes_supported: ['mcp:read'],
          ...(dpop && {
            dpop_signing_alg_values_supported: ['ES256'],
            dpop_bound_access_tokens_required: dpop === 'required',
          }),
        });
        return;
      }
      if (req.url !== '/mcp') {
        sendJson(res, 404, {});
        return;
      }
      const body = await readBody(req);
      const refusal = await refusalOf({ req, body, provider: issuer.provider, resource });
      if (refusal) {
        const { status, scheme = dpop === 'required' ? 'DPoP' : 'Bearer', ...parameters } = refusal;
        const said = Object.entries({ ...parameters, resource_metadata: metadataUrl }).map(
          ([key, value]) => `${key}="${value}"`,
        );
        res.setHeader('WWW-Authenticate', `${scheme} ${said.join(', ')}`);
        sendJson(res, status, { error: 'refused' });
        return;
      }
      await handle(req, res, body === '' ? undefined : JSON.parse(body));
    },
    () => handler.close(),
  );
  const { url } = server;
  issuer.serve(`${url}/mcp`);
  return {
    url: `${url}/mcp`,
    issuer: issuer.url,
    async stop() {
      await Promise.all([server.stop(), issuer.stop()]);
    },
  };
}

/**
 * @param {{ dpop?: 'required' | 'supported', isOld?: boolean, cors?: (req, res) => boolean }} options `isOld`: it does not name itself in its responses
 * (RFC 9207), and ignores `resource` (RFC 8707)
 */
export async function startIssuer({ dpop, isOld = false, cors = allowEverything }) {
  let resource = '';
  const counts = {};
  const issued = [];
  let callback;
  const server = await listen(async (req, res) => {
    if (req.url?.startsWith('/oauth/')) {
      if (req.url === '/oauth/expire')
        await Promise.all(issued.filter(({ kind }) => kind === 'AccessToken').map((token) => token.destroy()));
      const tokens = req.url === '/oauth/valid-tokens' ? await onlyValid(issued, provider) : issued;
      sendJson(res, 200, req.url === '/oauth/requests' ? counts : tokens.map(({ jti }) => jti));
      return;
    }
    if (req.url === '/token' && req.method === 'POST') await countGrant(req, counts);
    // The only endpoint that pages need and for which oidc-provider sends no CORS headers.
    if (req.url === '/register' && cors(req, res)) return;
    if (isOld) hideIssuer(res);
    callback(req, res);
  });
  const provider = new Provider(server.url, {
    clientBasedCORS: () => cors === allowEverything,
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    cookies: { keys: ['test'] },
    discovery: { client_id_metadata_document_supported: false },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: true },
      registration: { enabled: true },
      revocation: { enabled: true, allowedPolicy: () => true },
      introspection: { enabled: false },
      dPoP: { enabled: dpop !== undefined, nonceSecret: Buffer.alloc(32, 1), requireNonce: () => true },
      resourceIndicators: {
        enabled: !isOld,
        getResourceServerInfo: (_context, indicator) => {
          if (indicator !== resource) throw new errors.InvalidTarget();
          return { scope: SCOPES.join(' '), audience: resource, accessTokenFormat: 'opaque' };
        },
      },
    },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    issueRefreshToken: () => true,
    loadExistingGrant: ({ oidc }) => {
      const { result, session, client, provider } = oidc;
      const isSeparate = client.clientName?.includes('separate grants');
      const id = result?.consent?.grantId ?? (isSeparate ? undefined : session.grantIdFor(client.clientId));
      return id && provider.Grant.find(id);
    },
    pkce: { required: () => true },
    rotateRefreshToken: () => true,
    routes: { authorization: '/authorize', token: '/token', registration: '/register', revocation: '/revoke' },
    scopes: ['openid', 'offline_access', ...SCOPES],
    ttl: {
      AccessToken: (_context, _token, client) => (client.clientName?.includes('short-lived') ? SHORT_LIFE : 3600),
      AuthorizationCode: 60,
      Grant: 3600,
      Interaction: 600,
      RefreshToken: 3600,
      Session: 3600,
    },
  });
  // It warns about http, and about its own pages, which are only for tests like these.
  callback = provider.callback();
  for (const event of ['access_token.saved', 'refresh_token.saved'])
    provider.on(event, (token) => void issued.push(token));
  return { url: server.url, provider, stop: server.stop, serve: (served) => (resource = served) };
}

/** Removes `iss` from redirects. */
function hideIssuer(res) {
  const setHeader = res.setHeader.bind(res);
  res.setHeader = (name, value) =>
    setHeader(name, /^location$/i.test(name) ? String(value).replace(/([?&])iss=[^&#]*&?/, '$1') : value);
}

/** Those that were neither revoked nor used up. */
async function onlyValid(issued, provider) {
  const found = await Promise.all(issued.map(({ kind, jti }) => provider[kind].find(jti)));
  return found.filter((token) => token?.isValid);
}

/** Counts the requests to the token endpoint. The body can still be read afterwards. */
async function countGrant(req, counts) {
  req.body = Object.fromEntries(new URLSearchParams(await readBody(req)));
  const { grant_type: grantType } = req.body;
  counts[grantType] = (counts[grantType] ?? 0) + 1;
}

/** The answer to a request without the necessary token or scopes; `undefined` if the request may pass. */
async function refusalOf({ req, body, provider, resource }) {
  const [, scheme = '', value = ''] = /^(\w+) (\S+)$/.exec(req.headers.authorization ?? '') ?? [];
  if (!value) return { status: 401 };
  const token = (await provider.AccessToken.find(value)) ?? (await provider.ClientCredentials.find(value));
  if (!token || token.isExpired || token.aud !== resource) return { status: 401, error: 'invalid_token' };
  if (token.jkt ? scheme !== 'DPoP' || !isProven(req, token.jkt, value, resource) : scheme !== 'Bearer')
    return { status: 401, error: 'invalid_token' };
  const granted = token.scope?.split(' ') ?? [];
  const needed =
    /"name":"echo"/.test(body) && /"method":"tools\/call"/.test(body) ? ['mcp:read', 'mcp:write'] : ['mcp:read'];
  if (needed.every((scope) => granted.includes(scope))) return undefined;
  return { status: 403, error: 'insufficient_scope', scope: needed.join(' ') };
}

/** The checks of RFC 9449, section 4.3, that tell a valid proof from an invalid one. */
function isProven(req, thumbprint, accessToken, url) {
  try {
    const [head, payload, signature] = (req.headers.dpop ?? '').split('.');
    const { typ, alg, jwk } = JSON.parse(Buffer.from(head, 'base64url'));
    const { htm, htu, ath, iat, jti } = JSON.parse(Buffer.from(payload, 'base64url'));
    const { crv, kty, x, y } = jwk;
    const isOurs = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url') === thumbprint;
    const isFor =
      htm === req.method && htu === url && ath === createHash('sha256').update(accessToken).digest('base64url');
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${payload}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    return (
      typ === 'dpop+jwt' &&
      alg === 'ES256' &&
      isOurs &&
      isFor &&
      isSigned &&
      Math.abs(Date.now() / 1000 - iat) < 300 &&
      typeof jti === 'string'
    );
  } catch {
    return false;
  }
}

export async function readBody(req) {
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

export function sendJson(res, status, value) {
  res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}
