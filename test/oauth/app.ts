/**
 * The smallest app that signs in. Its address has: `server`; `name`, to register with; `memory`, to store tokens in memory
 * only; `confirm`, to agree to every step-up; `now`, to press the button of this name without a click, `afterMs` later, and
 * not before a click would no longer count; `relay`, to go by it.
 */
import { connect, type McpClient, McpError } from '@mcp-web/client';
import { browserOAuth, memoryVault } from '@mcp-web/client/oauth';

const parameters = new URLSearchParams(location.search);
const server = parameters.get('server') ?? '';
const relay = parameters.get('relay') ?? undefined;
const now = parameters.get('now');
parameters.delete('now');
history.replaceState(null, '', `?${parameters}`);
const auth = browserOAuth({
  redirectUri: '/callback.html',
  clientName: parameters.get('name') ?? 'Sign-in test',
  ...(parameters.has('memory') && { vault: memoryVault() }),
  ...(parameters.has('confirm') && { confirmStepUp: () => true }),
});
let client: McpClient | undefined;

const byId = (id: string): HTMLElement => document.getElementById(id) ?? document.body;

function onClick(id: string, work: () => Promise<string>): void {
  const run = (): void => {
    byId('result').textContent = '…';
    work().then(
      (text) => (byId('result').textContent = text),
      (error: unknown) =>
        (byId('result').textContent = error instanceof McpError ? `${error.code}: ${error.message}` : String(error)),
    );
  };
  byId(id).addEventListener('click', run);
  if (now === id) setTimeout(() => void whenUntouched(run), Number(parameters.get('afterMs') ?? 0));
}

/** At once, unless the browser still counts something as a click. */
async function whenUntouched(run: () => void): Promise<void> {
  while (navigator.userActivation.isActive) await new Promise((resolve) => setTimeout(resolve, 100));
  run();
}

async function callTool(name: string, args: Record<string, unknown>): Promise<string> {
  client ??= await connect(server, { auth, relay });
  const { content } = await client.callTool(name, args);
  return content.map((block) => ('text' in block ? block.text : block.type)).join();
}

onClick('connect', async () => {
  client = await connect(server, { auth, relay });
  return `connected ${client.revision}`;
});
onClick('sign-in', async () => {
  await auth.signIn(server, { ...(relay && { relay }) });
  return 'signed in';
});
onClick('echo', () => callTool('echo', { message: 'hello' }));
onClick('sign-out', async () => {
  await auth.signOut(server);
  return 'signed out';
});

function showStatus(): void {
  const status = auth.status(server);
  byId('status').textContent =
    status.state === 'signed-in' ? `signed-in ${status.issuer} ${status.scope.join(' ')}` : status.state;
  byId('open').hidden = byId('redirect').hidden = status.state !== 'blocked';
  if (status.state !== 'blocked') return;
  byId('open').onclick = () => status.open();
  byId('redirect').onclick = () => void status.redirect();
}
auth.addEventListener('statuschange', showStatus);
await auth.ready(server);
showStatus();

/** For tests with many simultaneous calls. */
Object.assign(globalThis, {
  addOften: (count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => callTool('add', { a: index, b: 1 }))),
});
