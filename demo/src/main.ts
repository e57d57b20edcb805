import { McpHostElement, McpSamplingReviewElement, McpServersElement, McpToolsElement } from '@mcp-web/elements';
import '@mcp-web/elements/host/define';
import '@mcp-web/elements/servers/define';
import '@mcp-web/elements/tools/define';
import '@mcp-web/elements/tool-consent/define';
import '@mcp-web/elements/elicitation-form/define';
import '@mcp-web/elements/sampling-review/define';
import '@mcp-web/elements/log-viewer/define';
import { setUpAuthorHints } from './author-hints.ts';
import { setUpChat } from './chat.ts';
import { setUpCodePanel } from './code-panel.ts';
import type { CommandDialog } from './command-dialog.ts';
import { setUpShortcut } from './command-shortcut.ts';
import { setUpCopyButtons } from './copy-buttons.ts';
import { setUpDrawer } from './drawer.ts';
import { type EmbeddedServers, NotEmbeddedError, startEmbeddedServers, trustWorkerScript } from './embedded-server.ts';
import { setUpFirstSteps, tickOffSteps } from './first-steps.ts';
import { HeaderVault } from './header-vault.ts';
import { PageLanguage } from './languages/page-language.ts';
import { loadPart } from './parts-on-demand.ts';
import { PageServers } from './page-servers.ts';
import { SharedServers } from './shared-servers.ts';
import { setUpSplitter } from './splitter.ts';
import { StoredHeaders } from './stored-headers.ts';
import { setUpTabs } from './tabs.ts';
import { setUpThemeSwitch } from './theme.ts';
import { toyChatModel, toyModel } from './toy-model.ts';

const root = document.documentElement;
const language = new PageLanguage(document);
const workerScript = trustWorkerScript();
const hostElement = byId('host', McpHostElement);
const { host } = hostElement;
const tools = byId('tools', McpToolsElement);
const chat = document.querySelector('mcp-chat');
const offerTabs = byId('offer-tabs', HTMLElement);
const embedded = startEmbeddedServers(workerScript);
const storedHeaders = new StoredHeaders(
  {
    isStored: byId('store-headers', HTMLInputElement),
    list: byId('stored-headers', HTMLElement),
    problem: byId('stored-headers-problem', HTMLElement),
  },
  new HeaderVault(),
  () => language.messages,
);
const serversElement = byId('servers', McpServersElement);
const servers = new PageServers(serversElement, {
  embedded,
  headersFor: (url) => storedHeaders.headersFor(url),
});

const sharedServers = new SharedServers(
  {
    note: byId('shared-servers', HTMLElement),
    copyButton: byId('copy-link', HTMLButtonElement),
    hint: byId('shared-hint', HTMLElement),
  },
  { servers, messages: () => language.messages },
);

setUpThemeSwitch(root, document.querySelectorAll<HTMLInputElement>('input[name="theme"]'));
setUpFirstSteps(root, byId('hide-steps', HTMLButtonElement), byId('playground', HTMLElement));
tickOffSteps(document.querySelectorAll<HTMLElement>('.steps li'), host);
language.addEventListener('change', nameForElements);
language.setUp(byId('language', HTMLSelectElement));
nameForElements();
const drawer = setUpDrawer(root, byId('toggle-drawer', HTMLButtonElement));
setUpPanes();
setUpModel();
setUpAuthorHints(byId('author-hints', HTMLDetailsElement), { host, tools, language });
if (chat) setUpChat(chat, byId('chat-examples', HTMLElement));
setUpTabs(offerTabs, loadPart);
setUpTabs(byId('drawer-tabs', HTMLElement), (panel) => {
  loadPart(panel);
  drawer.open();
});
byId('permissions', HTMLDetailsElement).addEventListener('toggle', () => loadPart('permissions'), { once: true });
setUpCodePanel(byId('code-panel', HTMLElement), { host, servers: servers.list, tabs: offerTabs, tools, language });
setUpCopyButtons(document.querySelectorAll<HTMLButtonElement>('.guide button[data-copy]'), language);
setUpCommands();
let tellPicked = (): void => {};
document.addEventListener('mcp-resource-pick', ({ uri, result: { contents } }) => {
  tellPicked = () => {
    byId('picked-resource', HTMLElement).textContent = language.messages.given(contents.length, uri.slice(0, 200));
  };
  tellPicked();
});
language.addEventListener('change', () => {
  tellPicked();
  sharedServers.translate();
  storedHeaders.translate();
});
// Servers log little by default. The playground requests everything.
hostElement.addEventListener('mcp-server-status', ({ server: { id, status, era, info } }) => {
  // If the server refuses, its default level stays.
  if (status === 'ready' && (era === 'modern' || info?.capabilities.logging))
    host.setLogLevel(id, 'debug').catch(() => {});
});
// Whoever has just added a server came for its tools. Whoever already works in the list keeps their place.
hostElement.addEventListener('mcp-server-added', ({ server }) => {
  if (tools.matches(':focus-within')) return;
  void tools.showServer(server.id);
  if (!isOneColumn()) return;
  // The open servers are above the tools.
  byId('servers-pane', HTMLDetailsElement).open = false;
  const offers = byId('offers', HTMLElement);
  offers.scrollIntoView();
  offers.focus({ preventScroll: true });
});
const failedHint = byId('failed-hint', HTMLElement);
host.subscribe(() => {
  const { servers: connected } = host.getSnapshot();
  failedHint.hidden = connected.every(({ error }) => !error || error.code === 'unauthorized');
});
// Servers learn that when they are connected; <mcp-tasks> comes only when the visitor opens its tab.
host.tasks.accept();
setUpEmbedded('open', byId('add-embedded', HTMLButtonElement));
setUpEmbedded('diary', byId('add-diary', HTMLButtonElement));
const addFirst = byId('add-first', HTMLButtonElement);
setUpEmbedded('open', addFirst);
// The button goes away with the place that it is in.
addFirst.addEventListener('click', () => byId('offers', HTMLElement).focus({ preventScroll: true }));

embedded.catch(tellWhyNotEmbedded);
sharedServers.offer(await servers.start());
await storedHeaders.start(servers.list);

/** A button that adds one of the servers of this page, as long as it is not there. */
function setUpEmbedded(name: keyof EmbeddedServers, button: HTMLButtonElement): void {
  const show = (): void => {
    button.hidden = servers.has(name);
  };
  button.addEventListener('click', () => void servers.addEmbedded(name).catch(tellWhyNotEmbedded));
  servers.list.subscribe(show);
}

function tellWhyNotEmbedded(error: unknown): void {
  const notice = byId('notice', HTMLElement);
  const show = (): void => {
    const { notEmbedded } = language.messages;
    const said = error instanceof Error ? error.message : String(error);
    const reason = error instanceof NotEmbeddedError ? error.reasonIn(notEmbedded) : said;
    notice.textContent = `${reason} ${notEmbedded.otherwise}`;
  };
  if (notice.hidden) language.addEventListener('change', show);
  show();
  notice.hidden = false;
}

/** The texts of this page in the elements. */
function nameForElements(): void {
  const { servers: texts, toy } = language.messages;
  // Unlike <mcp-servers> by itself, this page can store the values of headers.
  serversElement.messages = { servers: texts };
  toyModel.title = toy.echo;
  toyChatModel.title = toy.chat;
}

function setUpModel(): void {
  const review = byId('sampling-review', McpSamplingReviewElement);
  review.model = toyModel;
  if (chat) chat.samplingModel = toyModel;
  const form = byId('model-form', HTMLFormElement);
  let loading: Promise<void> | undefined;
  form.closest('details')?.addEventListener('toggle', () => {
    loading ??= import('./model-choice.ts').then(
      ({ setUpModelChoice }) => setUpModelChoice(form, review, chat),
      (error: unknown) => {
        loading = undefined;
        console.error('The choice of a model could not be loaded.', error);
      },
    );
  });
}

function remInPx(): number {
  return parseFloat(getComputedStyle(root).fontSize);
}

/** The same limit as in the style sheet. */
function isOneColumn(): boolean {
  return document.body.clientWidth < 60 * remInPx();
}

function setUpPanes(): void {
  const workbench = byId('workbench', HTMLElement);
  const rem = remInPx();
  const serversPane = byId('servers-pane', HTMLDetailsElement);
  setUpSplitter(byId('servers-splitter', HTMLElement), workbench, {
    property: '--servers-width',
    pane: serversPane,
    least: 12.5 * rem,
    most: () => workbench.clientWidth / 2,
  });
  setUpSplitter(byId('drawer-splitter', HTMLElement), workbench, {
    property: '--drawer-height',
    pane: byId('drawer', HTMLElement),
    least: 7.5 * rem,
    most: () => workbench.clientHeight - 12 * rem,
    isAfter: true,
  });
  // In one column, the open servers would push the tools down. Beside the tools, they are always open.
  let isWide: boolean | undefined;
  new ResizeObserver(() => {
    const wasWide = isWide;
    isWide = !isOneColumn();
    if (isWide !== wasWide) serversPane.open = isWide;
  }).observe(document.body);
}

function setUpCommands(): void {
  const isApple = /Mac|iP(?:hone|ad)/.test(navigator.platform);
  const nameKey = (): void => {
    byId('commands-key', HTMLElement).textContent = isApple ? '⌘ K' : language.messages.commands.key;
  };
  nameKey();
  language.addEventListener('change', nameKey);
  const element = byId('command-dialog', HTMLDialogElement);
  let dialog: Promise<CommandDialog> | undefined;
  const load = (): Promise<CommandDialog> => (dialog ??= loadCommands(element));
  const open = (): void => {
    load().then(
      (loaded) => loaded.open(),
      (error: unknown) => {
        dialog = undefined;
        console.error('What finds tools and servers could not be loaded.', error);
      },
    );
  };
  byId('open-commands', HTMLElement).addEventListener('click', open);
  // Before the visitor types.
  globalThis.requestIdleCallback?.(() => void load().catch(() => (dialog = undefined)));
  setUpShortcut({ isApple, isOpen: () => element.open, open, close: () => element.close() });
}

async function loadCommands(dialog: HTMLDialogElement): Promise<CommandDialog> {
  const [{ CommandDialog }, { commandsNow }] = await Promise.all([
    import('./command-dialog.ts'),
    import('./commands.ts'),
  ]);
  return new CommandDialog(
    {
      dialog,
      field: byId('command-field', HTMLInputElement),
      list: byId('command-list', HTMLElement),
      count: byId('command-count', HTMLElement),
    },
    {
      messages: () => language.messages,
      commands: () =>
        commandsNow({
          host,
          messages: () => language.messages,
          targets: document.querySelectorAll<HTMLElement>('[role=tab], [data-command]'),
          showTool: async (serverId, { name }) => {
            byId('tools-tab', HTMLElement).click();
            await tools.showTool(serverId, name);
          },
          addServer: () => {
            byId('servers-pane', HTMLDetailsElement).open = true;
            serversElement.focus();
          },
          showServer: (serverId) => {
            byId('servers-pane', HTMLDetailsElement).open = true;
            const url = host.getSnapshot().servers.find(({ id }) => id === serverId)?.url;
            const id = servers.list.getSnapshot().servers.find((server) => server.url === url)?.id;
            serversElement.renderRoot.querySelector<HTMLElement>(`[data-id="${CSS.escape(id ?? '')}"]`)?.focus();
          },
        }),
    },
  );
}

function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`The page has no ${type.name} with the id ${id}.`);
  return element;
}
