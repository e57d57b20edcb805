/** The main states of each element. The screenshots of the documentation and the tests of appearance show all of them. */
import { indexedDbPermissionStore } from '@mcp-web/client';
import { ActivityRecorder } from '@mcp-web/client/activity';
import { ServerList } from '@mcp-web/client/servers';
import { toyChatModel } from '../../demo/src/toy-model.ts';
import { PAINTED, paintedServer } from './icons.ts';
import { rootsServer } from './roots.ts';
import { appServer } from './apps.ts';
import { skillServer } from './skills.ts';
import { inside, type Stage, until } from './stage.ts';
import { taskServer } from './tasks.ts';

export type States = Readonly<Record<string, (stage: Stage) => Promise<void>>>;

const ignore = (): void => {};
const IMPORTED = JSON.stringify(
  {
    mcpServers: {
      Notes: { type: 'http', url: 'https://notes.example/mcp' },
      Tickets: { url: 'https://tickets.example/mcp', headers: { Authorization: 'Bearer ${env:TICKETS_TOKEN}' } },
      Files: { command: 'npx', args: ['-y', 'server-filesystem', '/home/ada'] },
      Maps: { command: 'npx', args: ['mcp-remote', 'https://maps.example/sse'] },
    },
  },
  null,
  2,
);
const HOSTILE_IMPORT = JSON.stringify({
  mcpServers: {
    '<img src=x onerror=alert(1)>': { url: 'https://fine.example/mcp' },
    'Your bank\u202E': { url: 'javascript:alert(document.cookie)' },
    Local: { url: 'file:///etc/passwd' },
    [`Long ${'name '.repeat(60)}`]: { url: `https://${'long.'.repeat(30)}example/${'path/'.repeat(80)}` },
    Open: { url: 'https://${env:HOST}/mcp' },
    Nothing: {},
  },
});
const ANCHOR =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20' fill='none' stroke='teal' stroke-width='2'%3E%3Cpath d='M10 5v12M4 11c0 4 3 6 6 6s6-2 6-6M7 9h6'/%3E%3Ccircle cx='10' cy='3.5' r='1.5'/%3E%3C/svg%3E";
const SLOW = 'https://slow.example/mcp';
const failed = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch'));
const diagnosed = (element: HTMLElementTagNameMap['mcp-doctor']): Promise<void> => until(() => element.diagnosis);
const neverAnswers = (): Promise<never> => new Promise(ignore);

async function addRoots({ roots }: Stage['host']): Promise<void> {
  await roots.add({ uri: 'file:///home/ada/notes', name: 'Notes' });
  await roots.add({ uri: 'file:///home/ada/projects/harbor%20map' });
}

/** What a list adds to its host is served by this page. */
async function listServers({ host, serve, put }: Stage): Promise<ServerList> {
  const add = host.add.bind(host);
  host.add = (url, options) =>
    add(url, { ...options, fetch: String(url).includes('search') ? neverAnswers : serve(String(url)) });
  const list = new ServerList({ store: indexedDbPermissionStore('gallery-servers') });
  put('mcp-servers', { list });
  list.add({ url: 'https://playground.example/mcp' });
  list.add({ url: 'https://calendar.example/mcp', alias: 'Calendar of the team' });
  await until(
    () => host.getSnapshot().servers.filter(({ status, isListing }) => status === 'ready' && !isListing).length === 2,
  );
  return list;
}

async function importServers({ put, place }: Stage, text: string): Promise<void> {
  const element = put('mcp-servers', { storeServers: true });
  await element.updateComplete;
  element.renderRoot.querySelector<HTMLElement>('details.section > summary')?.click();
  const field = await inside(place, '.import textarea');
  if (field instanceof HTMLTextAreaElement) field.value = text;
  (await inside(place, '.import .button')).click();
  (await inside(place, '.found input')).click();
}

export const states: Readonly<Record<string, States>> = {
  'mcp-host': {
    servers: async ({ connect, put }) => {
      put('mcp-server', { serverId: await connect() });
      put('mcp-server', { serverId: await connect('https://calendar.example/mcp') });
      put('mcp-tools');
    },
  },
  'mcp-server': {
    connected: async ({ connect, put }) => void put('mcp-server', { serverId: await connect() }),
    slots: async ({ connect, put }) => {
      const server = put('mcp-server', { serverId: await connect() });
      const icon = Object.assign(new Image(), { slot: 'icon', alt: '', src: ANCHOR });
      server.append(icon);
      await fillSlots(server, undefined, 'Settings');
    },
    failed: async ({ host, put }) => {
      const id = host.add('https://down.example/mcp', {
        fetch: () => Promise.reject(new TypeError('Failed to fetch')),
      });
      await until(() => host.getSnapshot().servers[0]?.status === 'failed');
      put('mcp-server', { serverId: id });
    },
    connecting: async ({ host, put }) => void put('mcp-server', { serverId: host.add(SLOW, { fetch: neverAnswers }) }),
  },
  'mcp-tools': {
    list: async ({ connect, put }) => {
      await connect();
      put('mcp-tools');
    },
    empty: async ({ put }) => void put('mcp-tools'),
    slots: async ({ connect, put }) => {
      await connect();
      await fillSlots(put('mcp-tools'), 'Tools of the harbor', 'Add a server');
    },
    loading: async ({ host, put }) => {
      host.add(SLOW, { fetch: neverAnswers });
      put('mcp-tools');
    },
    icons: async ({ host, put }) => {
      const serverId = host.add(PAINTED, { fetch: paintedServer() });
      put('mcp-server', { serverId });
      await pick(put('mcp-tools'), 'Open a note');
    },
    result: async ({ connect, put, host }) => {
      host.addConsentPolicy(() => ({ action: 'allow' }));
      await connect();
      const tools = put('mcp-tools');
      await pick(tools, 'Weather forecast');
      await fill(tools, 'city', 'Lima');
      (await inside(tools, '.run')).click();
      await inside(tools, 'mcp-content');
    },
  },
  'mcp-tool-consent': {
    asks: async ({ connect, put, host, asked }) => {
      const id = await connect();
      put('mcp-tool-consent', { armDelay: 0 });
      host.callTool(id, 'delete_notes', { folder: 'Holiday plans', permanently: true }).catch(ignore);
      await asked('consent');
    },
    queue: async ({ connect, put, host, asked }) => {
      const id = await connect();
      const other = await connect('https://calendar.example/mcp');
      put('mcp-tool-consent', { armDelay: 0 });
      host.callTool(id, 'greet', { name: 'Ada' }).catch(ignore);
      host.callTool(other, 'greet', { name: 'Grace' }).catch(ignore);
      await asked('consent');
    },
  },
  'mcp-tool-call': {
    states: async ({ connect, put, host }) => {
      const id = await connect();
      host.addConsentPolicy(({ tool }) => ({ action: tool.name === 'delete_notes' ? 'deny' : 'allow' }));
      put('mcp-tool-call', { callId: 'done' });
      put('mcp-tool-call', { callId: 'running' });
      put('mcp-tool-call', { callId: 'failed' });
      put('mcp-tool-call', { callId: 'denied' });
      await Promise.allSettled([
        host.callTool(id, 'greet', { name: 'Ada' }, { callId: 'done' }),
        host.callTool(id, 'delete_notes', { folder: 'Holiday plans' }, { callId: 'denied' }),
        host.callTool(id, 'always_fail', {}, { callId: 'failed' }),
      ]);
      host.callTool(id, 'countdown', { steps: 10, seconds: 60 }, { callId: 'running' }).catch(ignore);
      await until(() => host.calls.get('running')?.progress);
    },
    open: async ({ connect, put, host }) => {
      const id = await connect();
      host.addConsentPolicy(() => ({ action: 'allow' }));
      const card = put('mcp-tool-call', { callId: 'done', open: true });
      await host.callTool(id, 'get_forecast', { city: 'Lima' }, { callId: 'done' });
      await inside(card, 'mcp-content');
    },
    approval: async ({ connect, put, host, asked }) => {
      const id = await connect();
      host.addResponder('consent');
      const card = put('mcp-tool-call', { callId: 'asks', armDelay: 0 });
      host
        .callTool(id, 'delete_notes', { folder: 'Holiday plans', permanently: true }, { callId: 'asks' })
        .catch(ignore);
      await asked('consent');
      await inside(card, '.deny');
    },
    input: async ({ connect, put, host, asked }) => {
      host.addResponder('elicitation');
      host.addConsentPolicy(() => ({ action: 'allow' }));
      const id = await connect();
      const card = put('mcp-tool-call', { callId: 'asks', armDelay: 0 });
      host.callTool(id, 'book_voyage', {}, { callId: 'asks' }).catch(ignore);
      await asked('elicitation');
      await inside(card, 'mcp-schema-form');
    },
  },
  'mcp-tasks': {
    list: async (stage) => {
      const { host, put } = stage;
      put('mcp-tasks');
      await runTasks(stage, 'chart', 'tides', 'survey');
      await until(() => host.tasks.getSnapshot().filter(({ endedAt }) => endedAt !== undefined).length === 2);
      await until(() =>
        host.tasks.getSnapshot().every(({ status, statusMessage }) => status !== 'working' || statusMessage),
      );
    },
    result: async (stage) => {
      const list = stage.put('mcp-tasks');
      await runTasks(stage, 'tides');
      await until(() => stage.host.tasks.getSnapshot()[0]?.endedAt);
      (await inside(list, '.line')).click();
      await inside(list, 'mcp-content');
    },
    asks: async (stage) => {
      const list = stage.put('mcp-tasks', { armDelay: 0 });
      stage.put('mcp-elicitation-form', { armDelay: 0 });
      await runTasks(stage, 'survey', 'berth');
      await inside(list, 'mcp-schema-form');
    },
    empty: async ({ put }) => void put('mcp-tasks'),
  },
  'mcp-requests': {
    waiting: async ({ connect, put, host }) => {
      const inbox = put('mcp-requests', { armDelay: 0 });
      const id = await connect();
      const other = await connect('https://calendar.example/mcp');
      host.callTool(id, 'greet', { name: 'Ada' }).catch(ignore);
      host.callTool(id, 'delete_notes', { folder: 'Holiday plans' }).catch(ignore);
      host.callTool(other, 'greet', { name: 'Grace' }).catch(ignore);
      await until(() => host.getSnapshot().requests.length === 3);
      (await inside(inbox, '.line')).click();
      await inside(inbox, '.deny');
    },
    empty: async ({ put }) => void put('mcp-requests'),
  },
  'mcp-permissions': {
    granted: async ({ connect, put, host, asked }) => {
      const id = await connect();
      const stop = host.addResponder('consent');
      const calling = host.callTool(id, 'greet', { name: 'Ada' });
      await asked('consent');
      host.respond(host.getSnapshot().requests[0]?.id ?? '', { action: 'allow', permission: 'session' });
      await calling;
      stop();
      put('mcp-permissions');
    },
    empty: async ({ put }) => void put('mcp-permissions'),
  },
  'mcp-roots': {
    asks: async ({ host, put, asked }) => {
      await put('mcp-roots', { armDelay: 0 }).updateComplete;
      await addRoots(host);
      host.addConsentPolicy(() => ({ action: 'allow' }));
      const id = host.add('https://search.example/mcp', { fetch: rootsServer() });
      await until(() => host.getSnapshot().servers[0]?.isListing === false);
      host.callTool(id, 'search_code').catch(ignore);
      await asked('roots');
    },
    shared: async ({ host, put }) => {
      const element = put('mcp-roots');
      await addRoots(host);
      const id = host.add('https://search.example/mcp', { fetch: rootsServer() });
      await host.roots.share(id, ['file:///home/ada/notes']);
      await inside(element, '.of-server');
    },
    empty: async ({ put }) => void put('mcp-roots'),
  },
  'mcp-servers': {
    empty: async ({ put }) => void put('mcp-servers', { storeServers: true }),
    some: async (stage) => {
      const list = await listServers(stage);
      const last = list.add({ url: 'https://search.example/mcp', alias: 'Search (work)', isOn: false });
      list.move(last.id, -1);
    },
    token: async (stage) => {
      const list = await listServers(stage);
      list.add({
        url: 'https://keys.example/mcp',
        alias: 'Tickets',
        headers: [{ name: 'Authorization', template: 'Bearer ${env:TICKETS_TOKEN}' }],
      });
      (await inside(stage.place, '.server .editor')).click();
      await inside(stage.place, '.edit');
    },
    removed: async (stage) => {
      await listServers(stage);
      (await inside(stage.place, '.server .tools .danger')).click();
      await inside(stage.place, '.undo');
    },
    importing: async (stage) => importServers(stage, IMPORTED),
    hostile: async (stage) => importServers(stage, HOSTILE_IMPORT),
    error: async ({ put, place }) => {
      put('mcp-servers');
      (await inside(place, '.add .primary')).click();
      await inside(place, '.problem');
    },
  },
  'mcp-skill-picker': {
    list: async ({ host, put }) => {
      host.add('https://notes.example/mcp', { fetch: skillServer() });
      await until(() => host.getSnapshot().servers[0]?.isListing === false);
      const picker = put('mcp-skill-picker');
      put('mcp-tool-consent', { armDelay: 0 });
      await inside(picker, '.skill');
    },
    asks: async ({ host, put, asked }) => {
      host.add('https://notes.example/mcp', { fetch: skillServer() });
      await until(() => host.getSnapshot().servers[0]?.isListing === false);
      const picker = put('mcp-skill-picker');
      put('mcp-tool-consent', { armDelay: 0 });
      (await inside(picker, '.skill .button')).click();
      await asked('skill');
    },
    empty: async ({ put }) => void put('mcp-skill-picker'),
  },
  'mcp-app': {
    // In the gallery there is no second origin: what is shown is what every visitor of such a page would see.
    'no sandbox': async ({ host, put }) => {
      const id = host.add('https://weather.example/mcp', { fetch: appServer() });
      await until(() => host.getSnapshot().servers[0]?.isListing === false);
      const stop = host.addConsentPolicy(() => ({ action: 'allow' }));
      await host.callTool(id, 'forecast', {}, { callId: 'gallery' });
      stop();
      await inside(put('mcp-app', { callId: 'gallery' }), '[part~="error"]');
    },
    runs: async ({ host, put }) => {
      const id = host.add('https://weather.example/mcp', { fetch: appServer() });
      await until(() => host.getSnapshot().servers[0]?.isListing === false);
      const stop = host.addConsentPolicy(() => ({ action: 'allow' }));
      await host.callTool(id, 'forecast', {}, { callId: 'gallery' });
      stop();
      const sandboxUrl = '/packages/elements/app-sandbox.html';
      const app = put('mcp-app', { callId: 'gallery', opaque: true, sandboxUrl });
      await inside(app, 'iframe');
      await until(() => (app.shadowRoot?.querySelector('iframe')?.clientHeight ?? 0) > 0);
    },
  },
  'mcp-chat': {
    empty: async ({ connect, put }) => {
      await connect();
      put('mcp-chat', { model: toyChatModel });
    },
    conversation: async ({ connect, put, host }) => {
      host.addConsentPolicy(() => ({ action: 'allow' }));
      await connect();
      const chat = put('mcp-chat', { model: toyChatModel });
      await chat.updateComplete;
      await chat.send('Which tools do you have?');
      await chat.send('greet Ada and forecast Lima');
      await chat.updateComplete;
    },
    failed: async ({ connect, put }) => {
      await connect();
      const chat = put('mcp-chat', { model: () => Promise.reject(new Error('The model is not there.')) });
      await chat.updateComplete;
      await chat.send('Hello');
    },
    'no-model': async ({ connect, put }) => {
      await connect();
      put('mcp-chat');
    },
  },
  'mcp-doctor': {
    headers: async ({ put, serve }) => {
      const server = serve('https://harbor.example/mcp');
      const refused = (init: RequestInit | undefined): boolean => new Headers(init?.headers).has('mcp-name');
      await diagnosed(
        put('mcp-doctor', {
          src: 'https://harbor.example/mcp',
          fetch: (input, init) => (refused(init) ? failed() : server(input, init)),
        }),
      );
    },
    unreachable: async ({ put }) =>
      await diagnosed(put('mcp-doctor', { src: 'https://down.example/mcp', fetch: failed })),
    healthy: async ({ put, serve }) =>
      await diagnosed(
        put('mcp-doctor', { src: 'https://harbor.example/mcp', fetch: serve('https://harbor.example/mcp') }),
      ),
  },
  'mcp-elicitation-form': {
    form: async ({ connect, put, host, asked }) => {
      await put('mcp-elicitation-form', { armDelay: 0 }).updateComplete;
      const id = await connect();
      host.addConsentPolicy(() => ({ action: 'allow' }));
      host.callTool(id, 'book_voyage', {}).catch(ignore);
      await asked('elicitation');
    },
    visit: async ({ connect, put, host, asked }) => {
      await put('mcp-elicitation-form', { armDelay: 0 }).updateComplete;
      const id = await connect();
      host.addConsentPolicy(() => ({ action: 'allow' }));
      host.callTool(id, 'visit_harbor', {}).catch(ignore);
      await asked('elicitation');
    },
  },
  'mcp-sampling-review': {
    request: async ({ connect, put, host, asked }) => {
      await put('mcp-sampling-review', { armDelay: 0 }).updateComplete;
      const id = await connect();
      host.addConsentPolicy(() => ({ action: 'allow' }));
      host.callTool(id, 'ask_model', {}).catch(ignore);
      await asked('sampling');
    },
  },
  'mcp-prompt-picker': {
    open: async ({ connect, put }) => {
      await connect();
      const picker = put('mcp-prompt-picker');
      (await inside(picker, 'input')).focus();
      (await inside(picker, 'input')).dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, composed: true }),
      );
    },
    empty: async ({ put }) => void put('mcp-prompt-picker'),
    arguments: async ({ connect, put }) => {
      await connect();
      const picker = put('mcp-prompt-picker');
      (await inside(picker, 'input')).focus();
      (await inside(picker, 'input')).click();
      await pick(picker, 'Translate');
      await inside(picker, 'dialog[open] mcp-schema-form');
    },
  },
  'mcp-resource-picker': {
    list: async ({ connect, put }) => {
      await connect();
      put('mcp-resource-picker');
    },
    empty: async ({ put }) => void put('mcp-resource-picker'),
    loading: async ({ host, put }) => {
      host.add(SLOW, { fetch: neverAnswers });
      put('mcp-resource-picker');
    },
    preview: async ({ connect, put }) => {
      await connect();
      const picker = put('mcp-resource-picker');
      (await inside(picker, '[role=option]')).click();
      (await inside(picker, '.read')).click();
      await inside(picker, '.preview');
    },
    'nothing offered': async ({ host, put }) => {
      host.add('https://down.example/mcp', { fetch: () => Promise.reject(new TypeError('Failed to fetch')) });
      await until(() => host.getSnapshot().servers[0]?.status === 'failed');
      put('mcp-resource-picker');
    },
  },
  'mcp-schema-form': {
    nested: async ({ put }) => {
      put('mcp-schema-form', {
        label: 'Order',
        schema: ORDER,
        value: { customer: { name: 'Ada' }, lines: [{ item: 'Tea', amount: 2 }] },
      });
    },
    fields: async ({ put }) => {
      put('mcp-schema-form', { label: 'Booking', schema: BOOKING });
    },
    folded: async ({ put }) => {
      const layout = { optional: 'folded', defaults: 'marked', texts: 'growing' } as const;
      const form = put('mcp-schema-form', { label: 'Page', schema: PAGE, layout });
      await form.updateComplete;
      form.reportValidity();
    },
    'long text': async ({ put }) => {
      put('mcp-schema-form', {
        label: 'Note',
        schema: {
          type: 'object',
          properties: { note: { type: 'string', title: 'Note' }, place: { type: 'string', title: 'Place' } },
        },
        value: { note: 'A line of a long note.\n'.repeat(1_000), place: 'Bern' },
      });
    },
    problems: async ({ put }) => {
      const form = put('mcp-schema-form', { label: 'Booking', schema: BOOKING, value: { email: 'nobody', nights: 0 } });
      await form.updateComplete;
      form.reportValidity();
    },
  },
  'mcp-content': {
    empty: async ({ put }) => void put('mcp-content', { content: [] }),
    long: async ({ put }) =>
      void put('mcp-content', { content: { type: 'text', text: 'A sentence of a long answer. '.repeat(1_000) } }),
    mixed: async ({ connect, put, host }) => {
      host.addConsentPolicy(() => ({ action: 'allow' }));
      const id = await connect();
      put('mcp-content', { result: await host.callTool(id, 'paint_landscape', { time: 'dusk' }) });
    },
    structured: async ({ connect, put, host }) => {
      host.addConsentPolicy(() => ({ action: 'allow' }));
      const id = await connect();
      put('mcp-content', { result: await host.callTool(id, 'get_forecast', { city: 'Lima', days: 2 }) });
    },
    table: async ({ put }) =>
      void put('mcp-content', { result: { content: [], structuredContent: { total: 28, issues: ISSUES } } }),
    'JSON as text': async ({ put }) =>
      void put('mcp-content', { result: { content: [{ type: 'text', text: JSON.stringify(ORDER) }] } }),
    'long result': async ({ put }) => {
      const text = Array.from({ length: 60 }, (_, line) => `${line + 1}. A line of a long answer`).join('\n');
      const content = put('mcp-content', { result: { content: [{ type: 'text', text }] } });
      await inside(content, '.show-all');
    },
    failed: async ({ connect, put, host }) => {
      host.addConsentPolicy(() => ({ action: 'allow' }));
      const id = await connect();
      put('mcp-content', { result: await host.callTool(id, 'always_fail', {}) });
    },
  },
  'mcp-activity': {
    messages: async ({ connect, put, host }) => {
      host.addConsentPolicy(() => ({ action: 'allow' }));
      host.recorder = new ActivityRecorder();
      const id = await connect();
      const activity = put('mcp-activity');
      await host.callTool(id, 'greet', { name: 'Ada' });
      await host.callTool(id, 'always_fail', {}).catch(ignore);
      (await inside(activity, '.entry[data-state="done"]')).click();
      await inside(activity, '.details');
    },
    start: async ({ connect, put }) => {
      await connect();
      put('mcp-activity');
    },
  },
  'mcp-log-viewer': {
    entries: async ({ connect, put, host }) => {
      host.addConsentPolicy(() => ({ action: 'allow' }));
      const id = await connect();
      await host.setLogLevel(id, 'debug');
      put('mcp-log-viewer');
      await host.callTool(id, 'write_log', {});
      await until(() => host.log.getSnapshot().length > 7);
    },
    calls: async ({ connect, put, host }) => {
      host.addConsentPolicy(({ tool: { name } }) => ({ action: name === 'delete_notes' ? 'deny' : 'allow' }));
      const id = await connect();
      const viewer = put('mcp-log-viewer');
      await host.callTool(id, 'greet', { name: 'Ada' });
      await host.callTool(id, 'always_fail', {}).catch(ignore);
      await host.callTool(id, 'delete_notes', {}).catch(ignore);
      await host.callTool(id, 'get_forecast', { city: 'Lima' });
      await until(() => viewer.renderRoot.querySelectorAll('.entry.call').length === 4);
      (await inside(viewer, '.entry.call')).click();
      await inside(viewer, '.details');
    },
    slots: async ({ connect, put, host }) => {
      host.addConsentPolicy(() => ({ action: 'allow' }));
      const id = await connect();
      await fillSlots(put('mcp-log-viewer'), 'What happened', 'Dock');
      await host.callTool(id, 'greet', { name: 'Ada' });
    },
    empty: async ({ connect, put }) => {
      await connect();
      put('mcp-log-viewer');
    },
    details: async ({ connect, put, host }) => {
      host.addConsentPolicy(() => ({ action: 'allow' }));
      const id = await connect();
      const viewer = put('mcp-log-viewer');
      await host.callTool(id, 'write_log', {});
      (await inside(viewer, '.entry:not(.ruler)')).click();
      await inside(viewer, '.details');
    },
  },
};

/** What a page puts into an element. */
async function fillSlots(element: HTMLElement, title: string | undefined, action: string): Promise<void> {
  if (title !== undefined)
    element.append(Object.assign(document.createElement('h3'), { slot: 'header', textContent: title }));
  element.append(
    Object.assign(document.createElement('button'), { slot: 'actions', type: 'button', textContent: action }),
  );
  await until(() => element.lastElementChild?.checkVisibility());
}

async function runTasks({ host }: Stage, ...names: readonly string[]): Promise<void> {
  host.addConsentPolicy(() => ({ action: 'allow' }));
  const id = host.add('https://harbor.example/mcp', { fetch: taskServer() });
  await host.ready(id);
  for (const name of names) host.callTool(id, name).catch(ignore);
  await until(() => host.tasks.getSnapshot().length === names.length);
}

const ISSUES = [
  { number: 341, title: 'Dark theme flickers when a dialog opens', state: 'open', author: 'mira', comments: 4 },
  { number: 338, title: 'Export keeps the filter', state: 'closed', author: 'jonas', comments: 0 },
  { number: 330, title: 'A server without tools shows no hint', state: 'open', author: 'wei', comments: 12 },
];

const ORDER = {
  type: 'object',
  properties: {
    customer: {
      type: 'object',
      title: 'Customer',
      properties: { name: { type: 'string', title: 'Name' }, company: { type: 'string', title: 'Company' } },
      required: ['name'],
    },
    lines: {
      type: 'array',
      title: 'Lines',
      items: {
        type: 'object',
        properties: {
          item: { type: 'string', title: 'Item' },
          amount: { type: 'integer', title: 'Amount', minimum: 1 },
        },
        required: ['item', 'amount'],
      },
    },
    payment: {
      title: 'Payment',
      oneOf: [
        {
          type: 'object',
          title: 'Card',
          properties: { number: { type: 'string', title: 'Card number' } },
          required: ['number'],
        },
        { type: 'object', title: 'Invoice', properties: { reference: { type: 'string', title: 'Reference' } } },
      ],
    },
    ships: { type: 'string', format: 'date-time', title: 'Ships at' },
  },
  required: ['customer', 'lines'],
};

const PAGE = {
  type: 'object',
  properties: {
    icon: { type: 'string', title: 'Icon' },
    cover: { type: 'string', title: 'Cover' },
    archived: { type: 'boolean', title: 'Archived', default: false },
    size: { type: 'integer', title: 'Size', default: 100 },
    message: { type: 'string', title: 'Message', description: 'Written [in Markdown](https://example.com/markdown).' },
    city: { type: 'string', title: 'City', examples: ['Lima', 'Quito'] },
    parent: {
      title: 'Parent',
      anyOf: [
        { type: 'object', properties: { page_id: { type: 'string' } }, required: ['page_id'] },
        { type: 'object', properties: { database_id: { type: 'string' } }, required: ['database_id'] },
        { type: 'string', description: 'The same as JSON' },
      ],
    },
  },
  required: ['message', 'parent', 'city'],
};

const BOOKING = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name', description: 'As in your passport', maxLength: 80 },
    email: { type: 'string', format: 'email', title: 'E-mail' },
    arrival: { type: 'string', format: 'date', title: 'Arrival' },
    nights: { type: 'integer', minimum: 1, maximum: 30, title: 'Nights', default: 2 },
    room: {
      type: 'string',
      title: 'Room',
      oneOf: [
        { const: 's', title: 'Single' },
        { const: 'd', title: 'Double' },
      ],
    },
    extras: {
      type: 'array',
      title: 'Extras',
      items: { type: 'string', enum: ['Breakfast', 'Late check-out', 'Parking'] },
    },
    quiet: { type: 'boolean', title: 'A quiet room', default: true },
  },
  required: ['name', 'email', 'room'],
};

async function pick(tools: Element, title: string): Promise<void> {
  let entry: HTMLElement | undefined;
  await until(
    () =>
      (entry = [
        ...(tools.shadowRoot?.querySelectorAll<HTMLElement>('button.tool, [role=option], .tool button') ?? []),
      ].find((candidate) => candidate.textContent.includes(title))),
  );
  entry?.click();
}

async function fill(root: Element, _name: string, value: string): Promise<void> {
  const field = await inside(root, 'input[part~=control]:not([type=search])');
  if (!(field instanceof HTMLInputElement)) throw new Error('The first field is none to type in.');
  field.value = value;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}
