import { McpHost } from '@mcp-web/client';
import type { McpResourceOpenEvent } from '@mcp-web/elements';
import '@mcp-web/elements/tools/define';
import { assert } from 'chai';
import { error, json, liveStream, modernServer, result } from '../../support/scripted-server.ts';
import { assertAccessible, button, find, focused, mount, textOf, unmount, until } from './page.ts';

const complete = (value: object): object => ({ resultType: 'complete', ...value });
const linkTo = (uri: string): object => ({ type: 'resource_link', uri, name: 'notes', mimeType: 'text/plain' });

describe('The outcome of a tool in <mcp-tools>', () => {
  let ending: AbortController;
  /** The URIs that the server was asked for. */
  let read: unknown[];
  beforeEach(() => {
    ending = new AbortController();
    read = [];
  });
  afterEach(() => {
    ending.abort();
    unmount();
  });

  const tools = () => find('mcp-tools');
  const shows = (part: string) => until(() => textOf(tools()).includes(part), part);
  const shown = () => tools().renderRoot.querySelector<HTMLElement>('.panel:not([hidden])');
  const panel = () => shown() ?? assert.fail('no panel');
  const pick = async (name: string) => {
    const row = await until(() =>
      [...tools().renderRoot.querySelectorAll<HTMLElement>('.tool')].find((one) => textOf(one).includes(name)),
    );
    row.click();
    await until(() => {
      const own = shown();
      return own && textOf(own).includes(name) && button(own, 'Run');
    });
  };
  const run = () => button(tools(), 'Run')?.click();
  const ended = () => tools().renderRoot.querySelector<HTMLElement>('.ended:not([hidden])');

  /** Shows the tools `one` and `two` of a server that answers calls like this. */
  const open = async (
    call: (id: unknown, name: unknown) => Response | Promise<Response>,
    resources: object | null = {},
  ) => {
    const host = new McpHost({ consent: () => ({ action: 'allow' }) });
    const { fetch } = modernServer(
      ({ method, id, params }) => {
        if (method === 'tools/list') {
          const list = ['one', 'two'].map((name) => ({ name, inputSchema: { type: 'object' } }));
          return json(result(id, complete({ ttlMs: 0, cacheScope: 'private', tools: list })));
        }
        if (method === 'tools/call') return call(id, params['name']);
        if (method !== 'resources/read') return undefined;
        read.push(params['uri']);
        if (params['uri'] === 'notes://gone') return json(error(id, -32602, 'No such note'));
        const contents = [{ uri: params['uri'], mimeType: 'text/plain', text: 'Buy milk' }];
        return json(result(id, complete({ ttlMs: 0, cacheScope: 'private', contents })));
      },
      resources ? { tools: {}, resources } : { tools: {} },
    );
    mount('<mcp-tools></mcp-tools>');
    tools().host = host;
    host.add('https://scripted.example/mcp', { fetch });
    ending.signal.addEventListener('abort', () => host.close());
    await pick('one');
  };
  const answers =
    (...content: object[]) =>
    (id: unknown) =>
      json(result(id, complete({ content })));

  it('opens a resource that the result links to, and closes it again', async () => {
    await open(answers(linkTo('notes://today')));
    run();
    const link = await until(() => button(tools(), 'Open notes'));
    assert.isEmpty(read);
    link.focus();
    link.click();
    await shows('Buy milk');
    assert.deepEqual(read, ['notes://today']);
    await assertAccessible(tools());
    button(tools(), 'Close notes')?.click();
    await until(() => !textOf(tools()).includes('Buy milk'));
    assert.equal(focused(), link);
  });

  it('says why a linked resource could not be read', async () => {
    await open(answers(linkTo('notes://gone')));
    run();
    (await until(() => button(tools(), 'Open notes'))).click();
    await shows('No such note');
  });

  it('leaves a linked resource to a page that opens it itself', async () => {
    await open(answers(linkTo('notes://today')));
    const opened: string[] = [];
    tools().addEventListener('mcp-resource-open', (event: McpResourceOpenEvent) => {
      event.preventDefault();
      opened.push(event.uri);
    });
    run();
    (await until(() => button(tools(), 'Open notes'))).click();
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.deepEqual(opened, ['notes://today']);
    assert.isEmpty(read);
    assert.isNull(tools().renderRoot.querySelector('.linked'));
  });

  it('opens what is on the web in a tab, and asks no server without resources', async () => {
    await open(answers(linkTo('notes://today'), linkTo('https://example.com/notes')), null);
    run();
    await shows('Open example.com');
    assert.isUndefined(button(tools(), 'Open notes'));
  });

  it('drops a linked resource when the tool runs again', async () => {
    await open(answers(linkTo('notes://today')));
    run();
    (await until(() => button(tools(), 'Open notes'))).click();
    await shows('Buy milk');
    run();
    await until(() => !textOf(tools()).includes('Buy milk'));
    await until(() => button(tools(), 'Open notes'));
    assert.isNull(tools().renderRoot.querySelector('.linked'));
  });

  it('says how long a call has been running', async () => {
    const live = liveStream();
    await open(() => live.response);
    run();
    await until(() => /^[1-9]\d* s$/.test(panel().querySelector('.elapsed')?.textContent ?? ''));
    live.end();
    await shows('Failed');
    assert.isNull(panel().querySelector('.elapsed'));
  });

  it('says that a call has ended whose panel is not shown, and leads to its result', async () => {
    let answer: ((response: Response) => void) | undefined;
    await open(
      (id) =>
        new Promise(
          (resolve) =>
            (answer = () => resolve(json(result(id, complete({ content: [{ type: 'text', text: 'Ready' }] }))))),
        ),
    );
    run();
    await until(() => answer);
    await pick('two');
    answer?.(new Response());
    const note = await until(ended);
    assert.equal(textOf(note.querySelector('[role=status]') ?? note), 'one: Done');
    await assertAccessible(tools());
    button(tools(), 'Show what one returned')?.click();
    await until(() => focused()?.matches('.outcome'));
    assert.include(textOf(panel()), 'Ready');
    assert.isNull(ended());
  });

  it('no longer says that a call has ended whose server is gone', async () => {
    let answer = (): void => {};
    await open((id) => new Promise((resolve) => (answer = () => resolve(json(result(id, complete({ content: [] })))))));
    run();
    await until(() => tools().renderRoot.querySelector('.tool .badge'));
    await pick('two');
    await until(() => {
      answer();
      return ended();
    });
    const host = tools().host ?? assert.fail('no host');
    const [gone] = host.getSnapshot().servers;
    // Without any server, nothing at all is shown.
    host.add('https://other.example/mcp', { fetch: async () => new Response('', { status: 404 }) });
    host.remove(gone?.id ?? '');
    await until(() => !ended());
    assert.isNotNull(tools().renderRoot.querySelector('.ended'));
  });

  it('says that a call has ended whose result is below the screen, until the user sees it', async () => {
    const live = liveStream();
    await open((id) => {
      setTimeout(() => {
        live.send(`data: ${JSON.stringify(result(id, complete({ content: [{ type: 'text', text: 'Ready' }] })))}\n\n`);
        live.end();
      }, 300);
      return live.response;
    });
    const form = find('mcp-schema-form', panel());
    form.style.minHeight = '3000px';
    run();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    document.body.tabIndex = -1;
    document.body.focus();
    scrollTo(0, 0);
    await until(ended);
    panel().querySelector('.outcome')?.scrollIntoView();
    await until(() => !ended());
    document.body.removeAttribute('tabindex');
  });

  it('says nothing more of a call whose result is on the screen', async () => {
    await open(answers({ type: 'text', text: 'Ready' }));
    run();
    await shows('Ready');
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.isNull(ended());
  });
});
