/** The page of busy.spec.ts: it shows what a stranger sent, as large as it may be. */
import { type JsonObject, McpHost } from '@mcp-web/client';
import '@mcp-web/elements/host/define';
import '@mcp-web/elements/content/define';
import '@mcp-web/elements/log-viewer/define';
import '@mcp-web/elements/schema-form/define';
import '@mcp-web/elements/tool-consent/define';
import { expand, TooLarge } from '../fuzz/recipes.mjs';
import { quickConsentStore } from '../support/quick-consent-store.ts';
import { eventually, json, legacyServer, result } from '../support/scripted-server.ts';

declare global {
  interface Window {
    /** Makes everything ready but what is measured. Resolves with false for what is larger than 1 MB. */
    prepare: (kind: string, recipe: unknown) => Promise<boolean>;
    /** Shows it, and resolves when it is drawn. */
    showPrepared: () => Promise<void>;
    clear: () => void;
  }
}

const hosts: McpHost[] = [];
let run = (): unknown => undefined;

/** How each kind is made ready. What it returns is measured. */
const KINDS: Readonly<Record<string, (input: JsonObject) => (() => unknown) | Promise<() => unknown>>> = {
  parse: ({ text }) => {
    const long = JSON.stringify(text);
    return () => JSON.parse(long);
  },
  form: ({ schema }) => {
    const form = document.createElement('mcp-schema-form');
    return async () => {
      form.schema = Object(schema);
      document.body.append(form);
      await form.updateComplete;
    };
  },
  content: ({ value, markdown }) => {
    const content = document.createElement('mcp-content');
    if (Array.isArray(markdown)) {
      content.markdown = true;
      content.content = { type: 'text', text: markdown.flat(Infinity).join('') };
    } else content.result = Object(value);
    return async () => {
      document.body.append(content);
      await content.updateComplete;
    };
  },
  consent: async ({ schema, value }) => {
    const { host, element, id } = await withTool({ inputSchema: schema });
    return async () => {
      host.callTool(id, 'tidy', Object(value)).catch(() => {});
      await eventually(() => element.renderRoot.querySelector('dialog')?.open);
    };
  },
  change: async ({ before, after }) => {
    const store = quickConsentStore();
    const { host, id } = await withTool(Object(before), store);
    host.addConsentPolicy(() => ({ action: 'allow', permission: 'always' }));
    await host.callTool(id, 'tidy', {});
    await eventually(() => store.records.size > 0);
    clear();
    const changed = await withTool(Object(after), store);
    return async () => {
      changed.host.callTool(changed.id, 'tidy', {}).catch(() => {});
      await eventually(() => changed.element.renderRoot.querySelector('.changes') ?? undefined);
    };
  },
  copy: async ({ data }) => {
    const host = new McpHost();
    hosts.push(host);
    const viewer = document.createElement('mcp-log-viewer');
    viewer.host = host;
    document.body.append(viewer);
    host.log.append({ serverId: 'a', serverName: 'A', data });
    const find = (selector: string): Promise<HTMLElement> =>
      eventually(() => viewer.renderRoot.querySelector<HTMLElement>(selector) ?? undefined);
    (await find('[role=log] button')).click();
    const copy = await find('.details .actions button');
    return async () => {
      copy.click();
      await eventually(() => viewer.renderRoot.querySelector('.bar.bottom [role=status]')?.textContent);
    };
  },
};

async function ready(
  host: McpHost,
  fetch: typeof globalThis.fetch,
  elements: readonly HTMLElement[],
): Promise<McpHost> {
  hosts.push(host);
  const around = document.createElement('mcp-host');
  around.host = host;
  around.append(...elements);
  document.body.append(around);
  host.add('https://tidy.example/mcp', { fetch });
  await eventually(() => host.getSnapshot().servers.some(({ status, isListing }) => status === 'ready' && !isListing));
  // What the dialogs need is loaded when the page is idle.
  await idle(5);
  return host;
}

async function withTool(definition: object, permissionStore = quickConsentStore()) {
  const tools = [{ name: 'tidy', inputSchema: { type: 'object' }, ...definition }];
  const { fetch } = legacyServer(
    ({ method, id }) =>
      method === 'tools/list'
        ? json(result(id, { tools }))
        : method === 'tools/call'
          ? json(result(id, { content: [] }))
          : undefined,
    { tools: {} },
  );
  const element = document.createElement('mcp-tool-consent');
  const host = await ready(new McpHost({ permissionStore }), fetch, [element]);
  return { host, element, id: host.getSnapshot().servers[0]?.id ?? '' };
}

function clear(): void {
  document.body.replaceChildren();
  for (const host of hosts.splice(0)) host.close();
}

/** Waits until the page has had nothing to do so often. */
async function idle(times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => requestIdleCallback(resolve));
  }
}

window.prepare = async (kind, recipe) => {
  let input: unknown;
  try {
    input = expand(recipe);
  } catch (error) {
    if (error instanceof TooLarge) return false;
    throw error;
  }
  run = (await KINDS[kind]?.(Object(input))) ?? run;
  await idle(3);
  return true;
};
window.showPrepared = async () => {
  await run();
  await idle(15);
};
window.clear = clear;
