/** Every element, and every place in it that a server can fill with the texts of `say`. A new element is one more entry. */
import { ServerList } from '@mcp-web/client/servers';
import { addressSpaceOf, type ContentBlock, type JsonObject } from '@mcp-web/client';
import { grantOf, promptOf, resourceOf, schemaOf, serverInfoOf, toolOf } from './fields.ts';
import { ofNoRevision, refusingServers } from './refusing-server.ts';
import { inside, ORIGIN, type Say, type Stage, until } from './stage.ts';

export interface Scene {
  /** How many strings a place shows at once, for example as entries of a list; without it, one. */
  readonly atOnce?: number;
  readonly show: (stage: Stage, say: Say, every: <T>(make: (say: Say) => T) => T[]) => Promise<void>;
}

const ignore = (): void => {};
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const scenes: Readonly<Record<string, Scene>> = {
  'mcp-server': {
    async show({ host: make, connect, put }, say) {
      const host = make();
      const serverId = await connect(host, {
        serverInfo: serverInfoOf(say),
        instructions: say(),
        capabilities: { experimental: { [say()]: { of: say() } }, extensions: { [say()]: {} }, [say()]: {} },
      });
      const element = put('mcp-server', { host, serverId });
      (await inside(element, 'details summary')).click();
    },
  },
  'mcp-server that refuses': {
    async show({ host: make, connect, put }, say) {
      const host = make();
      put('mcp-server', { host, serverId: await connect(host, { refusals: { initialize: say() } }) });
      const other = make();
      put('mcp-server', {
        host: other,
        serverId: await connect(other, { serverInfo: serverInfoOf(say), refusals: { 'tools/list': say() } }),
      });
    },
  },
  'mcp-doctor': {
    async show({ put }, say) {
      const elements = [...refusingServers(say), ofNoRevision(say)].map((fetch) =>
        put('mcp-doctor', { fetch, src: `${ORIGIN}/mcp`, headers: { [`X-${'A'.repeat(2_000)}`]: 'key' } }),
      );
      await until(() => elements.every(({ diagnosis }) => diagnosis && diagnosis.cause !== 'none'));
      for (const element of elements)
        for (const summary of element.renderRoot.querySelectorAll('summary')) summary.click();
    },
  },
  'mcp-doctor without CORS headers': {
    async show({ put }, say) {
      const letters = say()
        .replace(/[^\w-]+/g, '')
        .slice(0, 2_000);
      const fetch = (_input: unknown, init?: RequestInit): Promise<Response> =>
        new Headers(init?.headers).has(`X-${letters}`)
          ? Promise.reject(new TypeError('Failed to fetch'))
          : Promise.resolve(new Response('{}', { status: 405 }));
      const element = put('mcp-doctor', { fetch, src: `${ORIGIN}/mcp`, headers: { [`X-${letters}`]: 'key' } });
      await inside(element, '[part=fix]');
      (await inside(element, '[part=code] summary')).click();
    },
  },
  'mcp-tools': {
    atOnce: 20,
    async show({ host: make, connect, put }, say, every) {
      const host = make();
      await connect(host, {
        serverInfo: serverInfoOf(say),
        results: { 'tools/list': { tools: every((own) => ({ ...toolOf(own), inputSchema: { type: 'object' } })) } },
      });
      const element = put('mcp-tools', { host });
      await inside(element, '.tool');
    },
  },
  'mcp-tools with a tool that ran': {
    async show({ host: make, connect, put }, say) {
      const host = make();
      host.addConsentPolicy(() => ({ action: 'allow' }));
      await connect(host, {
        serverInfo: serverInfoOf(say),
        results: {
          'tools/list': { tools: [toolOf(say)] },
          'tools/call': { content: [{ type: 'text', text: say() }], isError: true },
        },
      });
      const element = put('mcp-tools', { host });
      (await inside(element, '.tool')).click();
      const run = await inside(element, '.run');
      await inside(element, 'mcp-schema-form');
      run.click();
    },
  },
  'mcp-tools with a tool that was refused': {
    async show({ host: make, connect, put }, say) {
      const host = make();
      host.addConsentPolicy(() => ({ action: 'allow' }));
      await connect(host, {
        serverInfo: serverInfoOf(say),
        results: { 'tools/list': { tools: [{ ...toolOf(say), inputSchema: { type: 'object' } }] } },
        refusals: { 'tools/call': say() },
      });
      const element = put('mcp-tools', { host });
      (await inside(element, '.tool')).click();
      (await inside(element, '.run')).click();
      await inside(element, '.outcome .notice');
    },
  },
  'mcp-tool-consent': {
    async show({ host: make, connect, put }, say) {
      const host = make();
      const tool = toolOf(say);
      const element = put('mcp-tool-consent', { host, armDelay: 0 });
      const id = await connect(host, { serverInfo: serverInfoOf(say), results: { 'tools/list': { tools: [tool] } } });
      host.callTool(id, tool.name, { [say()]: say(), list: [say()] }).catch(ignore);
      await inside(element, 'dialog[open]');
    },
  },
  'mcp-requests': {
    async show({ host: make, connect, put }, say) {
      const tool = toolOf(say);
      const host = make();
      const element = put('mcp-requests', { host, armDelay: 0 });
      const id = await connect(host, { serverInfo: serverInfoOf(say), results: { 'tools/list': { tools: [tool] } } });
      host.callTool(id, tool.name, { [say()]: say() }).catch(ignore);
      (await inside(element, '.line')).click();
      await inside(element, '.deny');
    },
  },
  'mcp-tool-call': {
    async show({ host: make, connect, put }, say) {
      const tool = { ...toolOf(say), inputSchema: { type: 'object' } };
      const host = make();
      host.addConsentPolicy(() => ({ action: 'allow' }));
      const id = await connect(host, {
        serverInfo: serverInfoOf(say),
        results: {
          'tools/list': { tools: [tool] },
          'tools/call': { content: [{ type: 'text', text: say() }], isError: true },
        },
      });
      const element = put('mcp-tool-call', { host, callId: 'mine', open: true });
      host.callTool(id, tool.name, { [say()]: say() }, { callId: 'mine' }).catch(ignore);
      await inside(element, 'mcp-content');
    },
  },
  'mcp-tool-call that asks': {
    async show({ host: make, connect, put }, say) {
      const tool = toolOf(say);
      const host = make();
      host.addResponder('consent');
      const element = put('mcp-tool-call', { host, callId: 'mine', armDelay: 0 });
      const id = await connect(host, { serverInfo: serverInfoOf(say), results: { 'tools/list': { tools: [tool] } } });
      host.callTool(id, tool.name, { [say()]: say(), list: [say()] }, { callId: 'mine' }).catch(ignore);
      await inside(element, '.deny');
    },
  },
  'mcp-tool-consent after a change': {
    async show({ host: make, connect, put }, say) {
      const tool = toolOf(say);
      const host = make([grantOf(say, tool.name)]);
      const element = put('mcp-tool-consent', { host, armDelay: 0 });
      const id = await connect(host, { serverInfo: serverInfoOf(say), results: { 'tools/list': { tools: [tool] } } });
      host.callTool(id, tool.name, {}).catch(ignore);
      await inside(element, 'dialog[open] .changed');
    },
  },
  'mcp-schema-form': {
    async show({ put }, say) {
      const form = put('mcp-schema-form', { label: 'Form', schema: schemaOf(say) });
      await inside(form, ':is([part~=control], [part~=checkbox])');
      form.reportValidity();
    },
  },
  'mcp-content': {
    atOnce: 4,
    async show({ put }, _say, every) {
      const content: ContentBlock[] = every((say): ContentBlock[] => [
        { type: 'text' as const, text: say(), annotations: { lastModified: say() } },
        { type: 'image' as const, data: PIXEL, mimeType: say() },
        { type: 'image' as const, data: say(), mimeType: 'image/png' },
        { type: 'audio' as const, data: say(), mimeType: 'audio/wav' },
        {
          type: 'resource_link' as const,
          uri: say(),
          name: say(),
          title: say(),
          description: say(),
          mimeType: say(),
          icons: [{ src: say() }],
        },
        { type: 'resource' as const, resource: { uri: say(), mimeType: say(), text: say() } },
        {
          type: 'resource' as const,
          resource: { uri: say(), mimeType: 'application/json', text: JSON.stringify({ [say()]: [say()] }) },
        },
        { type: 'resource' as const, resource: { uri: say(), mimeType: say(), blob: say() } },
        // An unknown kind.
        Object.assign({ type: 'text' as const, text: say() }, { type: say() }),
      ]).flat();
      const element = put('mcp-content', { content });
      await inside(element, '.block');
    },
  },
  'mcp-content with Markdown and structured content': {
    async show({ put }, say) {
      put('mcp-content', {
        content: [
          { type: 'text', text: say() },
          {
            type: 'text',
            text: `# ${say()}\n\n- [${say()}](${say()})\n\n| a |\n|---|\n| ${say()} |\n\n\`\`\`\n${say()}\n\`\`\``,
          },
        ],
        markdown: true,
      });
      const element = put('mcp-content', {
        result: { content: [], structuredContent: { [say()]: say(), list: [say(), { [say()]: 1 }] } },
      });
      await inside(element, '[part=structured]');
    },
  },
  'mcp-log-viewer': {
    atOnce: 20,
    async show({ host: make, connect, put }, say, every) {
      const host = make();
      host.addConsentPolicy(() => ({ action: 'allow' }));
      const element = put('mcp-log-viewer', { host });
      const name = say();
      const logs = every((own) => [
        { level: 'info', logger: own(), data: own() },
        { level: 'error', logger: own(), data: { [own()]: own() } },
      ]).flat();
      const id = await connect(host, {
        serverInfo: serverInfoOf(say),
        results: { 'tools/list': { tools: [{ name, inputSchema: { type: 'object' } }] } },
        logs,
      });
      await host.callTool(id, name, {});
      await until(() => host.log.getSnapshot().length > logs.length);
      (await inside(element, '.entry:not(.ruler)')).click();
      await inside(element, '.details');
    },
  },
  'mcp-elicitation-form': {
    show: async (stage, say) => {
      await ask(stage, say, 'mcp-elicitation-form', {
        method: 'elicitation/create',
        params: { message: say(), requestedSchema: flatSchemaOf(say) },
      });
    },
  },
  'mcp-elicitation-form with a visit': {
    show: async (stage, say) => {
      const url = say();
      // Other addresses, such as those in the user's own network, are refused before anybody is asked.
      const address = URL.canParse(url) ? new URL(url) : undefined;
      const isWeb = address?.protocol === 'https:' && addressSpaceOf(address.hostname) === 'public';
      await ask(stage, say, 'mcp-elicitation-form', {
        method: 'elicitation/create',
        params: {
          mode: 'url',
          message: say(),
          url: isWeb ? url : `https://elsewhere.example/${url}`,
          elicitationId: say(),
        },
      });
    },
  },
  'mcp-sampling-review': {
    show: async (stage, say) => {
      const element = await ask(stage, say, 'mcp-sampling-review', {
        method: 'sampling/createMessage',
        params: {
          messages: [
            { role: 'user', content: { type: 'text', text: say() } },
            {
              role: 'assistant',
              content: [
                { type: 'text', text: say() },
                { type: 'tool_use', id: 'one', name: say(), input: { [say()]: say() } },
              ],
            },
            {
              role: 'user',
              content: [{ type: 'tool_result', toolUseId: 'one', content: [{ type: 'text', text: say() }] }],
            },
            { role: 'user', content: { type: 'image', data: say(), mimeType: say() } },
          ],
          systemPrompt: say(),
          maxTokens: 100,
          stopSequences: [say(), say()],
          metadata: { [say()]: say() },
          modelPreferences: { hints: [{ name: say() }, { name: say() }] },
          tools: [toolOf(say)],
        },
      });
      for (const summary of element.renderRoot.querySelectorAll('summary')) summary.click();
    },
  },
  'mcp-prompt-picker': {
    atOnce: 20,
    async show({ host: make, connect, put }, say, every) {
      const host = make();
      await connect(host, { serverInfo: serverInfoOf(say), results: { 'prompts/list': { prompts: every(promptOf) } } });
      const element = put('mcp-prompt-picker', { host });
      await openList(element);
      await inside(element, '[role=option]');
    },
  },
  'mcp-prompt-picker with a prompt': {
    async show({ host: make, connect, put }, say) {
      const host = make();
      const messages = [
        { role: 'user', content: { type: 'text', text: say() } },
        { role: 'assistant', content: { type: 'resource_link', uri: say(), name: say() } },
      ];
      await connect(host, {
        serverInfo: serverInfoOf(say),
        results: {
          'prompts/list': { prompts: [{ name: say(), title: say(), description: say() }] },
          'prompts/get': { description: say(), messages },
        },
      });
      await pickPrompt(put('mcp-prompt-picker', { host }), '.preview');
    },
  },
  'mcp-prompt-picker with arguments': {
    async show({ host: make, connect, put }, say) {
      const host = make();
      await connect(host, { serverInfo: serverInfoOf(say), results: { 'prompts/list': { prompts: [promptOf(say)] } } });
      await pickPrompt(put('mcp-prompt-picker', { host }), 'mcp-schema-form');
    },
  },
  'mcp-resource-picker': {
    atOnce: 20,
    async show({ host: make, connect, put }, say, every) {
      const host = make();
      const templates = every((own) => ({ ...resourceOf(own), uriTemplate: own() }));
      await connect(host, {
        serverInfo: serverInfoOf(say),
        results: {
          'resources/list': { resources: every(resourceOf) },
          'resources/templates/list': { resourceTemplates: templates },
        },
      });
      const element = put('mcp-resource-picker', { host });
      await inside(element, '[role=option]');
    },
  },
  'mcp-resource-picker with a resource': {
    async show({ host: make, connect, put }, say) {
      const host = make();
      await connect(host, {
        serverInfo: serverInfoOf(say),
        results: {
          'resources/list': { resources: [resourceOf(say)] },
          'resources/read': { contents: [{ uri: say(), mimeType: say(), text: say() }] },
        },
      });
      const element = put('mcp-resource-picker', { host });
      (await inside(element, '[role=option]')).click();
      (await inside(element, '.read')).click();
      await inside(element, '.preview');
    },
  },
  'mcp-chat': {
    async show({ host: make, connect, put }, say) {
      const host = make();
      await connect(host, {
        serverInfo: serverInfoOf(say),
        results: { 'resources/list': { resources: [resourceOf(say)] } },
      });
      const element = put('mcp-chat', {
        host,
        model: Object.assign(() => Promise.reject(new Error(say())), { title: say() }),
      });
      const attached = { 'mcp-web/attachment': { id: 0, name: say(), server: say() } };
      element.conversation = [
        {
          role: 'user',
          content: [
            { type: 'text', text: say() },
            { type: 'text', text: say(), _meta: attached },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: say() },
            { type: 'tool_use', id: 'a', name: say(), input: { [say()]: say() } },
          ],
        },
        { role: 'user', content: { type: 'tool_result', toolUseId: 'a', content: [{ type: 'text', text: say() }] } },
      ];
      await element.resume();
      (await inside(element, '.sent-chip summary')).click();
      (await inside(element, '.line')).click();
      await inside(element, '[role=alert]');
    },
  },
  'mcp-roots': {
    async show(stage, say) {
      const element = await ask(stage, say, 'mcp-roots', { method: 'roots/list', params: {} });
      const { host } = element;
      await host?.roots.add({ uri: 'file:///home/ada/notes', name: say() });
      await host?.roots.share(host.getSnapshot().servers[0]?.id ?? '', []);
      await inside(element, '.of-server');
    },
  },
  'mcp-servers': {
    atOnce: 20,
    async show({ put, host: make }, say, every) {
      const list = new ServerList();
      for (const alias of every((own) => own()))
        list.add({
          url: `${ORIGIN}/mcp`,
          alias,
          isOn: alias.length % 2 === 0,
          headers: [{ name: 'X-Key', template: say() }],
        });
      const element = put('mcp-servers', { host: make(), list });
      await inside(element, '.server');
      element.renderRoot.querySelector<HTMLElement>('details.section > summary')?.click();
      const field = await inside(element, '.import textarea');
      const servers = every((own) => [own(), { url: own(), headers: { 'X-Key': own() } }]);
      if (field instanceof HTMLTextAreaElement)
        field.value = JSON.stringify({
          mcpServers: {
            ...Object.fromEntries(servers),
            [say()]: { url: `${ORIGIN}/mcp?${encodeURIComponent(say())}` },
          },
        }).slice(0, 1_000_000);
      (await inside(element, '.import .button')).click();
      await until(() => element.renderRoot.querySelector('.found, .import .problem:not(:empty)'));
    },
  },
  'mcp-permissions': {
    atOnce: 20,
    async show({ host: make, put }, _say, every) {
      const host = make(every((say) => grantOf(say, say())));
      const element = put('mcp-permissions', { host });
      await inside(element, '.permission');
    },
  },
};

async function ask<T extends 'mcp-elicitation-form' | 'mcp-sampling-review' | 'mcp-roots'>(
  { host: make, connect, put }: Stage,
  say: Say,
  tag: T,
  asks: { method: string; params: object },
): Promise<HTMLElementTagNameMap[T]> {
  const host = make();
  host.addConsentPolicy(() => ({ action: 'allow' }));
  const element = put(tag);
  Object.assign(element, { host, armDelay: 0, supportsTools: true });
  await element.updateComplete;
  const id = await connect(host, {
    serverInfo: serverInfoOf(say),
    results: { 'tools/list': { tools: [{ name: 'ask', inputSchema: { type: 'object' } }] } },
    asks,
  });
  host.callTool(id, 'ask', {}).catch(ignore);
  await inside(element, 'dialog[open] .foot');
  return element;
}

/** Like a user: a part that loads later opens only if the user is still there. */
async function openList(element: Element): Promise<void> {
  const input = await inside(element, 'input');
  input.focus();
  input.click();
}

async function pickPrompt(element: Element, then: string): Promise<void> {
  await openList(element);
  (await inside(element, '[role=option]')).click();
  await inside(element, `dialog[open] ${then}`);
}

/** As an elicitation may ask: flat, with its own kinds of choices. */
function flatSchemaOf(say: Say): JsonObject {
  return {
    type: 'object',
    title: say(),
    description: say(),
    properties: {
      [say()]: { type: 'string', title: say(), description: say(), default: say() },
      choice: {
        type: 'string',
        title: say(),
        oneOf: [
          { const: say(), title: say() },
          { const: 'b', title: say() },
        ],
      },
      old: { type: 'string', enum: [say(), 'b'], enumNames: [say(), say()] },
      some: { type: 'array', title: say(), items: { anyOf: [{ const: say(), title: say() }] } },
      yes: { type: 'boolean', title: say(), description: say() },
      many: { type: 'integer', title: say() },
      deep: { type: 'object', title: say() },
    },
    required: [say()],
  };
}
