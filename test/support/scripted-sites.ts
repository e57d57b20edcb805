/** Sites for the `fetch` option that give answers no honest one gives: authorization servers and metadata. */
import type {
  AuthorizationTarget,
  ClientIdentity,
  PendingSignIn,
} from '../../packages/client/src/oauth/oauth-types.ts';

export interface SeenRequest {
  url: string;
  method: string;
  headers: Headers;
  /** The fields of a form, or the members of a JSON object. */
  body: Record<string, unknown>;
  init: RequestInit;
}

/** JSON, a status, a response, a network error, or a function that returns one of these for the request. */
export type Said =
  | object
  | number
  | Response
  | Error
  | ((request: SeenRequest) => object | number | Response | Error | Promise<Response>);

/** Every other address answers 404. */
export function scriptedSites(answers: Record<string, Said>): {
  fetch: typeof fetch;
  sent: SeenRequest[];
  urls: () => string[];
} {
  const sent: SeenRequest[] = [];
  const fetchScripted = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input);
    const request: SeenRequest = {
      url,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: readBody(init.body),
      init,
    };
    sent.push(request);
    init.signal?.throwIfAborted();
    const said = answers[url] ?? answers[url.split('?')[0] ?? url] ?? 404;
    const answer = typeof said === 'function' ? await said(request) : said;
    if (answer instanceof Error) throw answer;
    if (answer instanceof Response) return answer.clone();
    return typeof answer === 'number' ? new Response('', { status: answer }) : Response.json(answer);
  };
  return { fetch: fetchScripted, sent, urls: () => sent.map(({ url }) => url) };
}

function readBody(body: BodyInit | null | undefined): Record<string, unknown> {
  if (body instanceof URLSearchParams) return Object.fromEntries(body);
  if (typeof body === 'string') return Object(JSON.parse(body));
  return {};
}

export const ISSUER = 'https://as.example';

/** The metadata of an authorization server that supports everything that sign-in needs. */
export const issuerMetadata = (issuer = ISSUER, more: object = {}): AuthorizationTarget['authorizationServer'] => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  registration_endpoint: `${issuer}/register`,
  revocation_endpoint: `${issuer}/revoke`,
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  ...more,
});

export const targetOf = (metadata: object = {}, more: Partial<AuthorizationTarget> = {}): AuthorizationTarget => ({
  resource: 'https://api.example/mcp',
  issuer: ISSUER,
  authorizationServer: { ...issuerMetadata(), ...metadata },
  hasMetadata: true,
  dpop: 'none',
  ...more,
});

export const client: ClientIdentity = { issuer: ISSUER, clientId: 'us', authMethod: 'none', source: 'configured' };

export const pendingOf = (more: Partial<PendingSignIn> = {}): PendingSignIn => ({
  state: 'our-state',
  verifier: 'v'.repeat(43),
  server: 'https://api.example/mcp',
  target: targetOf(),
  client,
  redirectUri: 'https://page.example/signed-in',
  scope: ['read'],
  startedAt: Date.now(),
  ...more,
});
