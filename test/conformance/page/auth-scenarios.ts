/** How a host signs in, in each scenario that requires it, using only the public API. */
import { AuthError, type AuthErrorReason, type Authorizer, connect } from '@mcp-web/client';
import { browserOAuth, type BrowserOAuth } from '@mcp-web/client/oauth';
import { clientCredentials, enterpriseManaged, workloadIdentity } from '@mcp-web/client/oauth-machine';
import { type Handler, type Scenario, useTools } from './scenarios.ts';

/** The document that the suite accepts as this client's own. */
const CLIENT_METADATA_URL = 'https://conformance-test.local/client-metadata.json';

/** A user who signs in when asked, and agrees to more scopes when asked. */
async function oauth({ context, ...server }: Scenario): Promise<BrowserOAuth> {
  const { client_id: clientId = CLIENT_METADATA_URL, client_secret: clientSecret } = context;
  return browserOAuth({
    redirectUri: '/signed-in.html',
    clientName: 'mcp-web conformance',
    confirmStepUp: () => true,
    ...(clientSecret === undefined
      ? { clientId: text(clientId) }
      : { clients: { [await issuerOf(server)]: { clientId: text(clientId), clientSecret: text(clientSecret) } } }),
  });
}

/** The issuer that the suite's credentials are for. A page would know it, but the suite tells only the server. */
async function issuerOf({ serverUrl, relay }: Pick<Scenario, 'serverUrl' | 'relay'>): Promise<string> {
  const { origin, pathname } = new URL(serverUrl);
  const url = `${origin}/.well-known/oauth-protected-resource${pathname}`;
  const relayed = (): Promise<Response> =>
    fetch(`${relay}?${new URLSearchParams({ url }).toString()}`, { headers: { 'Mcp-Relay': '1' } });
  const response = await (relay === undefined ? fetch(url) : relayed());
  const { authorization_servers: [issuer] = [] }: { authorization_servers?: unknown[] } = await response.json();
  return text(issuer);
}

async function connectAndUseTools(
  { serverUrl, relay }: Scenario,
  auth: Authorizer,
  onerror: (error: unknown) => Promise<void>,
): Promise<void> {
  const clientInfo = { name: 'mcp-web-conformance', version: '1.0.0' };
  const client = await connect(serverUrl, { clientInfo, auth, relay });
  try {
    await useTools(client).catch(async (error: unknown) => {
      await onerror(error);
      await useTools(client);
    });
  } finally {
    await client.close();
  }
}

/** A server that requires the user to sign in. Then its tools are listed and called. When the session ends, the user signs in again. */
export const signInFirst: Handler = async (scenario) => {
  const { serverUrl } = scenario;
  const auth = await oauth(scenario);
  await connectAndUseTools(scenario, auth, async (error) => {
    if (!(error instanceof AuthError) || error.reason !== 'sign-in-required') throw error;
    await auth.signIn(serverUrl);
  });
};

/** A client that signs in without a user. Failures are final. */
const withAuth =
  (authorize: (context: Record<string, unknown>) => Authorizer | Promise<Authorizer>): Handler =>
  async (scenario) =>
    connectAndUseTools(scenario, await authorize(scenario.context), (error) => Promise.reject(error));

/** A server or an authorization server that cannot be trusted: the host has to notice, and say why. */
const refuse =
  (reason: AuthErrorReason): Handler =>
  async (scenario) => {
    try {
      await signInFirst(scenario);
    } catch (error) {
      if (error instanceof AuthError && error.reason === reason) return;
      throw error;
    }
    throw new Error(`The host was to refuse, for the reason ${reason}, and did not`);
  };

export const authScenarios: ReadonlyMap<string, Handler> = new Map([
  ['auth/resource-mismatch', refuse('discovery')],
  ['auth/metadata-issuer-mismatch', refuse('discovery')],
  ['auth/iss-supported-missing', refuse('invalid-response')],
  ['auth/iss-wrong-issuer', refuse('invalid-response')],
  ['auth/iss-unexpected', refuse('invalid-response')],
  ['auth/iss-normalized', refuse('invalid-response')],
  ['auth/scope-retry-limit', refuse('insufficient-scope')],
  [
    'auth/client-credentials-basic',
    withAuth(({ client_id: id, client_secret: secret }) =>
      clientCredentials({ clientId: text(id), clientSecret: text(secret) }),
    ),
  ],
  [
    'auth/client-credentials-jwt',
    withAuth(async ({ client_id: id, private_key_pem: pem }) =>
      clientCredentials({ clientId: text(id), privateKey: await importKey(text(pem)) }),
    ),
  ],
  [
    'auth/enterprise-managed-authorization',
    withAuth((context) =>
      enterpriseManaged({
        clientId: text(context['client_id']),
        clientSecret: text(context['client_secret']),
        identityProvider: {
          tokenEndpoint: text(context['idp_token_endpoint']),
          clientId: text(context['idp_client_id']),
        },
        subjectToken: () => text(context['idp_id_token']),
      }),
    ),
  ],
  [
    'auth/wif-jwt-bearer',
    withAuth(({ client_id: id, valid_jwt: jwt }) =>
      workloadIdentity({ clientId: text(id), assertion: () => text(jwt) }),
    ),
  ],
]);

function importKey(pem: string): Promise<CryptoKey> {
  const bytes = Uint8Array.from(atob(pem.replaceAll(/-----[^-]+-----|\s/g, '')), (character) =>
    character.charCodeAt(0),
  );
  return crypto.subtle.importKey('pkcs8', bytes, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error('The suite did not say who the client is');
  return value;
}
