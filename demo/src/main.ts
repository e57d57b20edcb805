import { McpHostElement } from '@mcp-web/elements';
import '@mcp-web/elements/define.js';
import { setUpCopyButtons } from './copy-buttons.ts';
import { type EmbeddedServers, startEmbeddedServers, trustWorkerScript } from './embedded-server.ts';
import { ServerList } from './server-list.ts';
import { parseServerUrl } from './server-url.ts';
import { setUpThemeSwitch } from './theme.ts';

const workerScript = trustWorkerScript();
const { host } = byId('host', McpHostElement);
const failedHint = byId('failed-hint', HTMLElement);
const cards = byId('server-cards', HTMLElement);
const servers = new ServerList(cards);
const form = byId('add-server-form', HTMLFormElement);
const urlField = byId('server-url', HTMLInputElement);
const urlError = byId('server-url-error', HTMLElement);
const presentNote = byId('server-present', HTMLElement);
const revisionField = byId('server-revision', HTMLSelectElement);
const addEmbeddedButton = byId('add-embedded', HTMLButtonElement);
const addDiaryButton = byId('add-diary', HTMLButtonElement);

// In a narrow column the form would stand between the visitor and the tools, or the log.
byId('add-server', HTMLDetailsElement).open = matchMedia('(width >= 80rem)').matches;
setUpThemeSwitch(document.documentElement, document.querySelectorAll<HTMLInputElement>('input[name="theme"]'));
setUpCopyButtons(document.querySelectorAll<HTMLButtonElement>('button[data-copy]'));

form.addEventListener('submit', (event) => {
  event.preventDefault();
  try {
    const present = servers.add(parseServerUrl(urlField.value), revisionField.value);
    urlField.value = '';
    revisionField.selectedIndex = 0;
    showUrlError('');
    showPresent(present);
  } catch (error) {
    showUrlError(error instanceof Error ? error.message : String(error));
    urlField.focus();
  }
});
form.addEventListener('input', () => {
  showUrlError('');
  showPresent(undefined);
});
// Servers log nothing, or little, unless asked; here they are asked for everything.
cards.addEventListener('mcp-server-status', ({ server: { id, status, era, info } }) => {
  // A refusal leaves the server at its default.
  if (status === 'ready' && (era === 'modern' || info?.capabilities.logging)) host.setLogLevel(id, 'debug').catch(() => {});
});
// The button that was pressed goes away with its card: the keyboard goes on from the list's heading.
cards.addEventListener('mcp-server-remove', () => byId('servers-heading', HTMLElement).focus());
host.subscribe(() => {
  failedHint.hidden = host.getSnapshot().servers.every(({ error }) => !error || error.code === 'unauthorized');
});
addEmbeddedButton.addEventListener('click', () => void withEmbedded(({ open }) => servers.addEmbedded(open, revisionField.value)).then(showPresent));
addDiaryButton.addEventListener('click', () => void withEmbedded(({ diary }) => servers.add(diary.href, revisionField.value)).then(showPresent));

const shared = servers.readAddress();
await withEmbedded(({ open }) => servers.addEmbedded(open, ''));
// Only now: one of them may be this page's own.
for (const { url, revision } of shared) servers.add(url, revision);

/** Resolves with the card that is there already, if any. */
async function withEmbedded(add: (embedded: EmbeddedServers) => HTMLElement | undefined): Promise<HTMLElement | undefined> {
  const notice = byId('notice', HTMLElement);
  try {
    const present = add(await startEmbeddedServers(workerScript));
    notice.hidden = true;
    return present;
  } catch (error) {
    notice.textContent = `${error instanceof Error ? error.message : String(error)} You can still connect to any server by its URL.`;
    notice.hidden = false;
    return undefined;
  }
}

/** Leads to the card of a server that was to be added and is there. */
function showPresent(card: HTMLElement | undefined): void {
  presentNote.textContent = card ? 'This server is in the list already.' : '';
  if (!card) return;
  card.tabIndex = -1;
  card.focus();
}

function showUrlError(message: string): void {
  urlError.textContent = message;
  urlField.setAttribute('aria-invalid', String(message !== ''));
}

function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`The page has no ${type.name} with the id ${id}.`);
  return element;
}
