/**
 * A small OAuth authorization server for one resource, to try sign-in with. Only the client has the tokens; the server
 * stores none.
 */
import * as z from 'zod';
import { type Addresses, SCOPES } from './addresses.ts';
import { askUser, refuse, styleSheet } from './consent-page.ts';
import { end, hasEnded } from './storage.ts';
import { ACCESS, CLIENT, CODE, digest, REFRESH, readToken, REQUEST, signToken } from './signed-tokens.ts';

const MINUTE = 60_000;
const ACCESS_MS = 10 * MINUTE;
const REFRESH_MS = 30 * 24 * 60 * MINUTE;

const registration = z.object({
  redirect_uris: z.array(z.string()).min(1).max(10),
  client_name: z.string().max(200).optional(),
});

/** Returns a function that answers the requests to the authorization server, and returns `undefined` for all others. */
export function createAuthorizationServer(addresses: Addresses): (request: Request) => Promise<Response> | undefined {
  const { issuer, metadata, authorize, token, register, revoke, style, resource } = addresses;
  const routes: Record<string, (request: Request) => Promise<Response> | Response> = {
    [style.pathname]: styleSheet,
    [authorize.pathname]: (request) => (request.method === 'POST' ? takeAnswer(request) : beginAuthorization(request)),
    [token.pathname]: issueTokens,
    [register.pathname]: registerClient,
    [revoke.pathname]: revokeToken,
  };
  for (const { pathname } of metadata) routes[pathname] = describe;
  return (request) => {
    const route = routes[new URL(request.url).pathname];
    return route && Promise.resolve(route(request));
  };

  function describe(): Response {
    return json(200, {
      issuer: issuer.href,
      authorization_endpoint: authorize.href,
      token_endpoint: token.href,
      registration_endpoint: register.href,
      revocation_endpoint: revoke.href,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      scopes_supported: Object.keys(SCOPES),
    });
  }

  /** RFC 7591. Only pages of this site can come back here. */
  async function registerClient(request: Request): Promise<Response> {
    const { data } = registration.safeParse(await request.json().catch(() => undefined));
    if (!data?.redirect_uris.every((uri) => URL.canParse(uri) && new URL(uri).origin === issuer.origin)) {
      return json(400, {
        error: 'invalid_redirect_uri',
        error_description: 'Only pages of this site can register with the demo.',
      });
    }
    const { redirect_uris: redirectUris, client_name: name = 'A page' } = data;
    return json(201, {
      client_id: await signToken(CLIENT, { name, redirectUris }),
      client_name: name,
      redirect_uris: redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
  }

  async function beginAuthorization(request: Request): Promise<Response> {
    const { searchParams: asked } = new URL(request.url);
    const client = await readToken(CLIENT, asked.get('client_id'));
    const redirectUri = asked.get('redirect_uri') ?? '';
    if (!client?.redirectUris.includes(redirectUri))
      return refuse(
        style,
        'The page that sent you here is not registered, or has not registered the address to return to.',
      );
    const state = asked.get('state') ?? undefined;
    const scope = asked.get('scope')?.split(' ').filter(Boolean) ?? ['diary:read'];
    const challenge = asked.get('code_challenge') ?? '';
    const error =
      asked.get('response_type') !== 'code'
        ? 'unsupported_response_type'
        : asked.get('code_challenge_method') !== 'S256' || challenge.length !== 43
          ? 'invalid_request'
          : asked.get('resource') !== resource.href
            ? 'invalid_target'
            : !scope.every((name) => Object.hasOwn(SCOPES, name))
              ? 'invalid_scope'
              : undefined;
    if (error) return goBack(redirectUri, { error, state });
    const ticket = await signToken(REQUEST, {
      client: await digest(asked.get('client_id') ?? ''),
      redirectUri,
      challenge,
      scope,
      state,
      until: Date.now() + 10 * MINUTE,
    });
    return askUser({ client: client.name, scope, redirectUri, ticket, style });
  }

  async function takeAnswer(request: Request): Promise<Response> {
    const answer = await formOf(request);
    const asked = await readToken(REQUEST, answer.get('ticket'));
    if (!asked) return refuse(style, 'You took too long to answer. Sign in again.');
    const { redirectUri, state, client, challenge, scope } = asked;
    if (answer.get('answer') !== 'allow') return goBack(redirectUri, { error: 'access_denied', state });
    const code = await signToken(CODE, {
      grant: crypto.randomUUID(),
      client,
      redirectUri,
      challenge,
      scope,
      until: Date.now() + MINUTE,
    });
    return goBack(redirectUri, { code, state });
  }

  /** Adds the issuer, so that the client knows whose answer it is (RFC 9207). */
  function goBack(redirectUri: string, answer: Record<string, string | undefined>): Response {
    const url = new URL(redirectUri);
    for (const [name, value] of Object.entries({ ...answer, iss: issuer.href }))
      if (value !== undefined) url.searchParams.set(name, value);
    return Response.redirect(url, 303);
  }

  async function issueTokens(request: Request): Promise<Response> {
    const form = await formOf(request);
    if (form.get('resource') !== resource.href) return json(400, { error: 'invalid_target' });
    const client = await digest(form.get('client_id') ?? '');
    if (form.get('grant_type') === 'refresh_token') {
      const known = await readToken(REFRESH, form.get('refresh_token'));
      if (!known || known.client !== client || (await hasEnded(known.grant)))
        return json(400, { error: 'invalid_grant' });
      return once(known.id, known, () => grantTokens(known));
    }
    if (form.get('grant_type') !== 'authorization_code') return json(400, { error: 'unsupported_grant_type' });
    const code = await readToken(CODE, form.get('code'));
    const isTheirs =
      code?.client === client &&
      code.redirectUri === form.get('redirect_uri') &&
      code.challenge === (await digest(form.get('code_verifier') ?? ''));
    if (!code || !isTheirs) return json(400, { error: 'invalid_grant' });
    return once(`code ${code.grant}`, code, () => grantTokens(code));
  }

  /** A code or token that is used a second time has been stolen: its whole grant ends. */
  async function once(
    id: string,
    { grant, until }: { grant: string; until: number },
    work: () => Promise<Response>,
  ): Promise<Response> {
    if (await end(id, until)) return work();
    await end(grant, Date.now() + REFRESH_MS);
    return json(400, { error: 'invalid_grant', error_description: 'This code or token has already been used.' });
  }

  async function grantTokens({
    grant,
    client,
    scope,
  }: {
    grant: string;
    client: string;
    scope: string[];
  }): Promise<Response> {
    const now = Date.now();
    return json(200, {
      access_token: await signToken(ACCESS, { grant, scope, until: now + ACCESS_MS }),
      token_type: 'Bearer',
      expires_in: ACCESS_MS / 1000,
      refresh_token: await signToken(REFRESH, {
        grant,
        id: crypto.randomUUID(),
        client,
        scope,
        until: now + REFRESH_MS,
      }),
      scope: scope.join(' '),
    });
  }

  /** RFC 7009: the answer is the same whether there was anything to revoke. */
  async function revokeToken(request: Request): Promise<Response> {
    const token = (await formOf(request)).get('token');
    const known = (await readToken(REFRESH, token)) ?? (await readToken(ACCESS, token));
    if (known) await end(known.grant, Date.now() + REFRESH_MS);
    return new Response(null, { status: 200 });
  }
}

async function formOf(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(await request.text());
}

function json(status: number, value: unknown): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  });
}
