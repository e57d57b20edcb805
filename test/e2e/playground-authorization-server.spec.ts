/** The playground's own authorization server, called directly: what it must refuse. */
import { expect, type Page, test } from '@playwright/test';
import { openPlayground } from './playground-page.ts';

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

const VERIFIER = 'a-verifier-that-is-long-enough-to-be-one-0123456789';
const CALLBACK = '/signed-in.html';

/** Runs in the page, so that its worker answers. */
async function send(page: Page, path: string, form: Record<string, string>): Promise<Answer> {
  return page.evaluate(
    async ([address, fields]) => {
      const response = await fetch(address, { method: 'POST', body: new URLSearchParams(fields) });
      return { status: response.status, body: (await response.json().catch(() => ({}))) as Record<string, unknown> };
    },
    [path, form] as const,
  );
}

async function register(page: Page, redirectUri: string): Promise<Answer> {
  return page.evaluate(async (uri) => {
    const response = await fetch('/demo-sign-in/register', {
      method: 'POST',
      body: JSON.stringify({ client_name: '<b>Bold</b>', redirect_uris: [new URL(uri, location.href).href] }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }, redirectUri);
}

/** Requests a code and answers the consent page. Returns what reached the callback page, and the consent page. */
async function authorize(
  page: Page,
  change: Record<string, string> = {},
  choice = 'allow',
): Promise<{ answer: Record<string, string>; client: string; question: string; status: number }> {
  const { body } = await register(page, CALLBACK);
  const client = String(body['client_id']);
  return page.evaluate(
    async ([clientId, verifier, changes, chosen]) => {
      const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
      const challenge = btoa(String.fromCharCode(...new Uint8Array(hash)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');
      const parameters = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        redirect_uri: `${location.origin}/signed-in.html`,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        resource: `${location.origin}/diary/mcp`,
        scope: 'diary:read',
        state: 'mine',
        ...changes,
      });
      const asked = await fetch(`/demo-sign-in/authorize?${parameters}`);
      const question = await asked.text();
      const ticket = /name="ticket" value="([^"]+)"/.exec(question)?.[1];
      const answered = ticket
        ? await fetch('/demo-sign-in/authorize', {
            method: 'POST',
            body: new URLSearchParams({ ticket, answer: chosen }),
          })
        : asked;
      return {
        answer: Object.fromEntries(new URL(answered.url).searchParams),
        client: clientId,
        question,
        status: asked.status,
      };
    },
    [client, VERIFIER, change, choice] as const,
  );
}

const exchange = (
  page: Page,
  { answer, client }: { answer: Record<string, string>; client: string },
  change: Record<string, string> = {},
): Promise<Answer> =>
  send(page, '/demo-sign-in/token', {
    grant_type: 'authorization_code',
    code: answer['code'] ?? '',
    client_id: client,
    redirect_uri: new URL(CALLBACK, page.url()).href,
    code_verifier: VERIFIER,
    resource: new URL('/diary/mcp', page.url()).href,
    ...change,
  });

const renew = (page: Page, client: string, token: unknown): Promise<Answer> =>
  send(page, '/demo-sign-in/token', {
    grant_type: 'refresh_token',
    refresh_token: String(token),
    client_id: client,
    resource: new URL('/diary/mcp', page.url()).href,
  });

function call(page: Page, token: unknown): Promise<number> {
  return page.evaluate(
    async (value) =>
      (
        await fetch('/diary/mcp', {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${value}`,
            'Content-Type': 'application/json',
            Accept: 'application/json, text/event-stream',
          },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
        })
      ).status,
    String(token),
  );
}

// Every test registers a client of its own, so that one page is enough for all of them.
let page: Page;

test.beforeAll(async ({ browser, baseURL }) => {
  page = await browser.newPage({ baseURL: baseURL ?? '' });
  await openPlayground(page);
});
test.afterAll(() => page.close());

test('answers with its issuer and the state, and trades the code once', async () => {
  const authorized = await authorize(page);
  const { origin } = new URL(page.url());
  expect(authorized.answer).toMatchObject({ state: 'mine', iss: `${origin}/demo-sign-in` });
  expect(authorized.question).toContain('&#60;b&#62;Bold');
  const { body } = await exchange(page, authorized);
  expect(body).toMatchObject({ token_type: 'Bearer', scope: 'diary:read' });
  expect(await call(page, body['access_token'])).not.toBe(401);
  expect(await exchange(page, authorized)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  // A code that is used twice was stolen, so its tokens are revoked.
  expect(await call(page, body['access_token'])).toBe(401);
});

test('rotates refresh tokens, and ends the grant when an old one comes again', async () => {
  const authorized = await authorize(page);
  const first = (await exchange(page, authorized)).body;
  const second = (await renew(page, authorized.client, first['refresh_token'])).body;
  expect(second['refresh_token']).not.toBe(first['refresh_token']);
  expect(await renew(page, authorized.client, first['refresh_token'])).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant' },
  });
  expect(await renew(page, authorized.client, second['refresh_token'])).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant' },
  });
  expect(await call(page, second['access_token'])).toBe(401);
});

test('revokes a grant with its refresh token', async () => {
  const authorized = await authorize(page);
  const { body } = await exchange(page, authorized);
  expect((await send(page, '/demo-sign-in/revoke', { token: String(body['refresh_token']) })).status).toBe(200);
  expect(await call(page, body['access_token'])).toBe(401);
  expect(await renew(page, authorized.client, body['refresh_token'])).toMatchObject({ status: 400 });
});

for (const [what, change] of Object.entries({
  'another verifier': { code_verifier: 'not-the-verifier-that-the-challenge-was-made-of-00' },
  'another address': { redirect_uri: 'https://elsewhere.example/' },
  'another client': { client_id: 'somebody' },
})) {
  test(`gives no token for ${what}`, async () => {
    expect(await exchange(page, await authorize(page), change)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });
}

for (const [error, change] of Object.entries({
  unsupported_response_type: { response_type: 'token' },
  invalid_request: { code_challenge_method: 'plain' },
  invalid_target: { resource: 'https://elsewhere.example/mcp' },
  invalid_scope: { scope: 'diary:read everything' },
})) {
  test(`asks the user nothing when a request is wrong: ${error}`, async () => {
    const { answer, question } = await authorize(page, change);
    expect(answer).toMatchObject({ error, state: 'mine' });
    expect(question).not.toContain('ticket');
  });
}

test('sends nobody to an address that was not registered, and registers none of other sites', async () => {
  const { status, answer, question } = await authorize(page, { redirect_uri: 'https://elsewhere.example/' });
  expect([status, answer['code']]).toEqual([400, undefined]);
  expect(question).toContain('Sign-in failed');
  expect(await register(page, 'https://elsewhere.example/')).toMatchObject({
    status: 400,
    body: { error: 'invalid_redirect_uri' },
  });
});

test('lets in nobody with a token that it did not issue, or that is for something else', async () => {
  const authorized = await authorize(page);
  const { body } = await exchange(page, authorized);
  const [meaning] = String(body['access_token']).split('.');
  for (const token of ['', 'made-up', `${meaning}.AAAA`, String(body['refresh_token']), authorized.client])
    expect(await call(page, token)).toBe(401);
});
