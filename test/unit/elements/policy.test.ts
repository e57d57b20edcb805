/** Pages under the policies of docs/security.md, in a frame: see test/support/strict-pages.mjs. */
import { assert } from 'chai';
import type { McpHostElement } from '@mcp-web/elements';
import { serverUrl } from '../../support/servers.ts';
import { until } from './page.ts';

const TAGS = [
  'mcp-server',
  'mcp-tools',
  'mcp-prompt-picker',
  'mcp-resource-picker',
  'mcp-requests',
  'mcp-tool-call',
  'mcp-tasks',
  'mcp-tool-consent',
  'mcp-elicitation-form',
  'mcp-sampling-review',
  'mcp-permissions',
  'mcp-roots',
  'mcp-servers',
  'mcp-log-viewer',
  'mcp-schema-form',
  'mcp-content',
  'mcp-chat',
  'mcp-app',
] as const;
const SILENCE = 'UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==';

interface StrictWindow extends Window {
  readonly violations: readonly string[];
  readonly customElements: CustomElementRegistry;
}

let frame: HTMLIFrameElement | undefined;
let page: StrictWindow;

async function open(name: string): Promise<Document> {
  frame = document.createElement('iframe');
  frame.width = '800';
  frame.height = '800';
  frame.src = `/__strict/${name}/`;
  const loaded = new Promise((resolve) => frame?.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  // The two realms are of one origin.
  page = frame.contentWindow as unknown as StrictWindow;
  return page.document;
}

/** Every element, in a host with a server of the tests. */
async function fill(strict: Document): Promise<McpHostElement> {
  const root = strict.createElement('mcp-host');
  for (const tag of TAGS) {
    const element = strict.createElement(tag);
    if (tag === 'mcp-server') element.setAttribute('src', await serverUrl('modern'));
    // While it can be seen, no dialog opens.
    element.hidden = tag === 'mcp-requests';
    root.append(element);
  }
  strict.body.append(root);
  await Promise.all(TAGS.map((tag) => page.customElements.whenDefined(tag)));
  await page.customElements.whenDefined('mcp-host');
  return root;
}

/** In all shadow roots too. Nodes of the frame are instances of its own classes. */
function matching(root: Element | null, selector: string): Element[] {
  if (!root) return [];
  const children = [...(root.shadowRoot ?? root).children].flatMap((child) => matching(child, selector));
  return root.matches(selector) ? [root, ...children] : children;
}

const appears = async (root: Element | null, selector: string, text = ''): Promise<HTMLElement> =>
  until(
    () => matching(root, selector).find((element) => element.textContent?.includes(text)) as HTMLElement | undefined,
    `${selector} ${text}`,
  );

describe('under the policy of docs/security.md', () => {
  afterEach(() => frame?.remove());

  for (const name of ['bundled', 'script-tag']) {
    it(`every element works, ${name}, beside a Lit of the page, without one violation [SE-05]`, async () => {
      const strict = await open(name);
      const root = await fill(strict);
      strict.body.append(strict.createElement('page-greeting'));
      await appears(strict.querySelector('page-greeting'), 'p', 'Hello');

      const removePolicy = root.host.addConsentPolicy(() => ({ action: 'allow' }));
      const [server] = await until(() => {
        const { servers } = root.host.getSnapshot();
        return servers[0]?.tools.length ? servers : undefined;
      });
      const id = server?.id ?? '';
      const { content } = await root.host.callTool(id, 'image');
      const shown = strict.querySelector('mcp-content');
      const audio = { type: 'audio', data: SILENCE, mimeType: 'audio/wav' } as const;
      const text = { type: 'text', text: '# Title\n\n[link](https://example.com)' } as const;
      Object.assign(shown ?? {}, { markdown: true, content: [...content, audio, text] });
      await appears(shown, 'canvas');
      await appears(shown, 'h1, h2, h3, h4, h5, h6, [role=heading]', 'Title');
      (await appears(shown, 'button', 'Play')).click();
      await appears(shown, 'audio');

      const tools = strict.querySelector('mcp-tools');
      (await appears(tools, 'button', 'Add two numbers')).click();
      await appears(tools, 'input[inputmode], input[type=number]');
      const asked = root.host.callTool(id, 'introduce').catch(() => {});
      await appears(strict.querySelector('mcp-elicitation-form'), 'dialog[open]', 'Who is there?');
      removePolicy();
      const called = root.host.callTool(id, 'echo', { message: 'hello' }).catch(() => {});
      await until(() => root.host.getSnapshot().requests.some(({ kind }) => kind === 'consent'));
      await appears(strict.querySelector('mcp-tool-consent'), 'dialog');
      assert.deepEqual(page.violations, []);
      root.remove();
      await Promise.all([asked, called]);
    });
  }

  it('apps run if frame-src has the origin of the sandbox page, without one violation [SE-05]', async () => {
    const strict = await open('apps');
    const root = strict.createElement('mcp-host');
    root.setAttribute('show-apps', '');
    const element = strict.createElement('mcp-app');
    element.setAttribute('call-id', 'app');
    element.setAttribute('sandbox-url', new URL('/app-sandbox.html', await serverUrl('apps')).href);
    root.append(element);
    strict.body.append(root);
    await Promise.all(['mcp-host', 'mcp-app'].map((tag) => page.customElements.whenDefined(tag)));
    const id = root.host.add(await serverUrl('apps'));
    await root.host.ready(id);
    root.host.addConsentPolicy(() => ({ action: 'allow' }));
    await root.host.callTool(id, 'weather', { city: 'Graz' }, { callId: 'app' });
    await until(() => JSON.stringify([...root.host.log.getSnapshot()]).includes('"celsius":21'));
    assert.deepEqual(page.violations, []);
    root.remove();
  });

  it('a file of the script tag that was changed does not load, where the engine checks the hashes of an import map', async function () {
    const strict = await open('changed');
    const errors: string[] = [];
    page.addEventListener('error', ({ message }) => errors.push(message));
    strict.body.append(strict.createElement('mcp-schema-form'), strict.createElement('mcp-content'));
    await page.customElements.whenDefined('mcp-schema-form');
    const isChecked = await Promise.race([
      page.customElements.whenDefined('mcp-content').then(() => false),
      until(() => errors.length > 0).then(() => true),
    ]);
    if (!isChecked) this.skip();
    assert.include(errors[0], "matches the page's import map");
    assert.deepEqual(page.violations, []);
  });
});
