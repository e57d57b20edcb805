import { McpChatElement, McpHostElement, McpSamplingReviewElement, McpToolsElement } from '@mcp-web/elements';
import '@mcp-web/elements/define';
import { setUpAuthorHints } from './author-hints.ts';
import { setUpCopyButtons } from './copy-buttons.ts';
import { type EmbeddedServers, startEmbeddedServers, trustWorkerScript } from './embedded-server.ts';
import { setUpFirstSteps } from './first-steps.ts';
import { HeaderForm } from './header-form.ts';
import { PageLanguage } from './languages/page-language.ts';
import { setUpModelChoice } from './model-choice.ts';
import { setUpRemovedServer } from './removed-server.ts';
import { ServerHeaders } from './server-headers.ts';
import { ServerList } from './server-list.ts';
import { parseServerUrl } from './server-url.ts';
import { setUpChat } from './chat.ts';
import { setUpTabs } from './tabs.ts';
import { setUpThemeSwitch } from './theme.ts';

const language = new PageLanguage(document);
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
const headerForm = new HeaderForm(
  {
    name: byId('header-name', HTMLInputElement),
    value: byId('header-value', HTMLInputElement),
    isStored: byId('store-header', HTMLInputElement),
    list: byId('stored-headers', HTMLElement),
    problem: byId('stored-headers-problem', HTMLElement),
  },
  new ServerHeaders(),
  { messages: () => language.messages, onforget: (url) => servers.removeHeader(url) },
);
const tools = byId('tools', McpToolsElement);
/** Cards of servers that the user has just added. */
const added = new WeakSet<Element>();
const addEmbeddedButton = byId('add-embedded', HTMLButtonElement);
const addDiaryButton = byId('add-diary', HTMLButtonElement);

// In a narrow column, the open form would push the tools and the log down.
byId('add-server', HTMLDetailsElement).open =
  document.body.clientWidth >= 80 * parseFloat(getComputedStyle(document.documentElement).fontSize);
setUpThemeSwitch(document.documentElement, document.querySelectorAll<HTMLInputElement>('input[name="theme"]'));
setUpFirstSteps(document.documentElement, byId('hide-steps', HTMLButtonElement), byId('playground', HTMLElement));
language.setUp(byId('language', HTMLSelectElement));
const chat = byId('chat', McpChatElement);
setUpModelChoice(byId('model-form', HTMLFormElement), byId('sampling-review', McpSamplingReviewElement), chat);
setUpAuthorHints(byId('author-hints', HTMLDetailsElement), host, tools);
setUpChat(chat, byId('chat-examples', HTMLElement));
setUpTabs(document.querySelector<HTMLElement>('[role=tablist]') ?? document.body);
document.addEventListener('mcp-resource-pick', ({ uri, result: { contents } }) => {
  byId('picked-resource', HTMLElement).textContent = language.messages.given(contents.length, uri.slice(0, 200));
});
setUpCopyButtons(document.querySelectorAll<HTMLButtonElement>('button[data-copy]'));

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void addServer();
});
form.addEventListener('input', () => {
  showUrlError('');
  showPresent(undefined);
});
// Servers log little by default. The playground requests everything.
cards.addEventListener('mcp-server-status', ({ server: { id, status, era, info } }) => {
  // If the server refuses, its default level stays.
  if (status === 'ready' && (era === 'modern' || info?.capabilities.logging))
    host.setLogLevel(id, 'debug').catch(() => {});
});
// Whoever has just added a server came for its tools.
cards.addEventListener('mcp-server-status', ({ server: { id, status }, target }) => {
  if (status !== 'ready' || !(target instanceof Element) || !added.delete(target)) return;
  void host.ready(id).then(
    // Whoever already works in the list keeps their place.
    () => (tools.matches(':focus-within') ? undefined : tools.showServer(id)),
    () => {},
  );
});
// The pressed button disappears with its card, so the focus moves to the heading of the list.
cards.addEventListener('mcp-server-remove', () => byId('servers-heading', HTMLElement).focus());
setUpRemovedServer(cards, { note: byId('removed-server', HTMLElement), messages: () => language.messages });
host.subscribe(() => {
  failedHint.hidden = host.getSnapshot().servers.every(({ error }) => !error || error.code === 'unauthorized');
});
addEmbeddedButton.addEventListener(
  'click',
  () => void withEmbedded(({ open }) => servers.addEmbedded(open, revisionField.value)).then(showPresent),
);
addDiaryButton.addEventListener(
  'click',
  () => void withEmbedded(({ diary }) => servers.add(diary.href, revisionField.value)).then(showPresent),
);

const shared = servers.readAddress();
await withEmbedded(({ open }) => servers.addEmbedded(open, ''));
// Only now, because one of them may be the built-in server.
for (const { url, revision } of shared) servers.add(url, revision, await headerForm.storedFor(url));
await headerForm.show();

/** Adds the server that the user entered. */
async function addServer(): Promise<void> {
  try {
    const url = parseServerUrl(urlField.value, language.messages.url);
    const present = servers.add(url, revisionField.value, await headerForm.headerFor(url));
    if (!present && cards.lastElementChild) added.add(cards.lastElementChild);
    urlField.value = '';
    revisionField.selectedIndex = 0;
    showUrlError('');
    showPresent(present);
  } catch (error) {
    showUrlError(error instanceof Error ? error.message : String(error));
    urlField.focus();
  }
}

/** Resolves with the card of a server that is already in the list. */
async function withEmbedded(
  add: (embedded: EmbeddedServers) => HTMLElement | undefined,
): Promise<HTMLElement | undefined> {
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

/** Moves the focus to the card of a server that is already in the list. */
function showPresent(card: HTMLElement | undefined): void {
  presentNote.textContent = card ? language.messages.present : '';
  if (!card) return;
  card.tabIndex = -1;
  card.addEventListener('blur', () => card.removeAttribute('tabindex'), { once: true });
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
