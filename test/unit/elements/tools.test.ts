import { assert } from 'chai';
import type { ConsentDecision, McpHost } from '@mcp-web/client';
import '@mcp-web/elements/host/define.js';
import '@mcp-web/elements/server/define.js';
import '@mcp-web/elements/tool-consent/define.js';
import '@mcp-web/elements/tools/define.js';
import { faultUrl, serverUrl } from '../../support/servers.ts';
import { assertAccessible, button, deep, find, focused, mount, press, textOf, type, unmount, until } from './page.ts';

describe('<mcp-tools>', () => {
  let url: string;
  before(async () => (url = await serverUrl('dual')));
  afterEach(unmount);

  const tools = () => find('mcp-tools');
  const shows = async (part: string | RegExp) => until(() => (typeof part === 'string' ? textOf(tools()).includes(part) : part.test(textOf(tools()))), String(part));
  const entries = () => [...tools().renderRoot.querySelectorAll('.tool')];
  const entry = (title: string) => entries().find((candidate) => textOf(candidate).startsWith(title));
  const shownPanel = () => tools().renderRoot.querySelector('.panel:not([hidden])');
  const panel = () => shownPanel() ?? assert.fail('no tool is picked');
  const isPicked = async (title: string) => until(() => {
    const shown = shownPanel();
    return shown && textOf(shown).includes(title);
  }, title);
  const form = () => find('mcp-schema-form', panel());

  /** Opens a page with these servers; what asks for consent is answered with `decision`, or not at all. */
  const open = async (urls: string[], decision?: ConsentDecision): Promise<McpHost> => {
    mount(`<mcp-host>${urls.map((src) => `<mcp-server src="${src}"></mcp-server>`).join('')}<mcp-tools></mcp-tools><mcp-tool-consent></mcp-tool-consent></mcp-host>`);
    const element = find('mcp-host');
    if (decision) element.addEventListener('mcp-consent-request', (event) => event.respondWith(decision));
    await until(() => element.hasUpdated && tools().hasUpdated);
    return element.host;
  };
  const pick = async (title: string) => {
    const found = await until(() => entry(title), title);
    if (found instanceof HTMLElement) found.click();
    await isPicked(title);
  };
  const run = () => button(tools(), 'Run')?.click();

  it('teaches what to do when there is no server', async () => {
    await open([]);
    await shows('Connect a server');
    await assertAccessible(tools());
  });

  it('says that it needs a host', async () => {
    mount('<mcp-tools></mcp-tools>');
    await shows('<mcp-host>');
  });

  it('lists the tools by server, with the origin of each [TO-03]', async () => {
    const legacy = await serverUrl('legacy');
    await open([url, legacy]);
    await until(() => entries().length > 10);
    for (const part of ['Test server dual', new URL(url).origin, 'Test server legacy', new URL(legacy).origin, 'Says again what it was told']) await shows(part);
    await assertAccessible(tools());
  });

  it('says which server is not connected and connects again when asked to', async () => {
    const host = await open([await faultUrl('connect/html')]);
    await shows('Not connected');
    await assertAccessible(tools());
    deep(tools()).find((element): element is HTMLElement => element instanceof HTMLElement && textOf(element) === 'Try again')?.click();
    assert.equal(host.getSnapshot().servers[0]?.status, 'connecting');
    await until(() => host.getSnapshot().servers[0]?.status === 'failed');
  });

  it('says that it waits for a server', async () => {
    await open([await faultUrl('connect/slow-stream')]);
    await shows('Connecting');
    await assertAccessible(tools());
  });

  it('finds a tool by its name, title or description', async () => {
    await open([url]);
    await until(() => entries().length > 5);
    const field = find('input', tools().renderRoot);
    field.focus();
    await type('TWO num');
    await until(() => entries().length === 1);
    assert.include(textOf(tools()), 'Add two numbers');
    await shows(/1 of \d+ tools/);
    await type(' nothing');
    await shows('No tool matches');
    await assertAccessible(tools());
    button(tools(), 'Clear the filter')?.click();
    await until(() => entries().length > 5);
    assert.isTrue(focused() === field);
  });

  it('shows what a tool is and what its server claims of it', async () => {
    await open([url]);
    await pick('Echo');
    for (const part of ['Echo', 'echo', 'Test server dual', new URL(url).origin, 'Says again what it was told', 'The server claims: changes nothing']) {
      assert.include(textOf(panel()), part);
    }
    assert.equal(entry('Echo')?.ariaCurrent, 'true');
    await assertAccessible(tools());
  });

  it('runs a tool with the arguments of its form and shows the result', async () => {
    const host = await open([url], { action: 'allow' });
    const results: string[] = [];
    find('mcp-host').addEventListener('mcp-tool-result', ({ tool, server, result }) => results.push(`${server.url} ${tool.name} ${JSON.stringify(result.content)}`));
    await pick('Echo');
    form().value = { message: 'hello there' };
    run();
    await shows('Echo: hello there');
    await shows('Done');
    assert.deepEqual(results, [`${host.getSnapshot().servers[0]?.url} echo [{"type":"text","text":"Echo: hello there"}]`]);
    await assertAccessible(tools());
  });

  it('can be used with the keyboard alone', async () => {
    await open([url]);
    find('mcp-tool-consent').armDelay = 0;
    const echo = await until(() => entry('Echo'));
    if (echo instanceof HTMLElement) echo.focus();
    await press('Enter');
    await isPicked('echo');
    form().focus();
    await type('typed');
    await press('Enter');
    const dialog = find('dialog', find('mcp-tool-consent').renderRoot);
    await until(() => dialog.open);
    await until(() => button(find('mcp-tool-consent'), 'Allow once')?.ariaDisabled === 'false');
    await press('Tab');
    await press('Tab');
    assert.equal(focused()?.textContent, 'Allow once');
    await press('Enter');
    await shows('Echo: typed');
    assert.isTrue(deep(form()).includes(focused() ?? document.body), 'the focus is back in the form');
  });

  it('does not ask anybody while the form is not complete', async () => {
    const host = await open([url]);
    await pick('Echo');
    run();
    await until(() => deep(form()).includes(focused() ?? document.body));
    assert.isEmpty(host.getSnapshot().pending);
  });

  it('waits for permission, and says so when it is not given [TO-04]', async () => {
    const host = await open([url]);
    await pick('Fail in the tool');
    run();
    await shows('Waiting for your permission');
    const [pending] = host.getSnapshot().pending;
    host.respond(pending?.id ?? '', { action: 'deny', reason: 'not today' });
    await shows('Not allowed');
    await shows('not today');
    await assertAccessible(tools());
  });

  it('shows progress as it comes, then the result [PR-06]', async () => {
    await open([url], { action: 'allow' });
    await pick('Count down');
    form().value = { steps: 5, delayMs: 150 };
    run();
    await shows(/[1-4] of 5/);
    await shows('to go');
    const bar = find('progress', panel());
    assert.equal(bar.max, 5);
    assert.isAtLeast(bar.value, 1);
    await assertAccessible(tools());
    await shows('Lift-off');
  });

  it('cancels a run, which the server learns of [CX-08]', async () => {
    const label = crypto.randomUUID();
    await open([url], { action: 'allow' });
    await pick('Count down');
    form().value = { steps: 100, delayMs: 100, label };
    run();
    await shows(/\d+ of 100/);
    button(tools(), 'Cancel')?.click();
    await shows('Cancelled');
    assert.equal(focused()?.textContent, 'Run');
    await assertAccessible(tools());
    await pick('Outcome of a countdown');
    form().value = { label };
    await until(() => {
      if (!textOf(panel()).includes('Waiting') && !textOf(panel()).includes('Running')) run();
      return textOf(panel()).includes('cancelled');
    }, 'the server cancelled');
  });

  it('runs several tools at once and keeps what was typed', async () => {
    await open([url], { action: 'allow' });
    await pick('Count down');
    form().value = { steps: 8, delayMs: 100 };
    run();
    await shows('Running');
    await pick('Echo');
    form().value = { message: 'meanwhile' };
    run();
    await shows('Echo: meanwhile');
    assert.include(textOf(entry('Count down') ?? panel()), 'Running');
    await pick('Count down');
    assert.deepEqual(form().value, { steps: 8, delayMs: 100 });
    await shows('Lift-off');
    await pick('Echo');
    assert.include(textOf(panel()), 'Echo: meanwhile');
  });

  /** What assistive technology is told of the outcome. */
  const announced = (): string[] => deep(panel()).filter((element) => ['alert', 'status'].includes(element.getAttribute('role') ?? '')).map(textOf);

  it('shows that a tool reports an error', async () => {
    await open([url], { action: 'allow' });
    await pick('Fail in the tool');
    run();
    await shows('The tool reports an error');
    await shows('The tool did not work');
    assert.lengthOf(announced(), 1);
    assert.match(announced()[0] ?? '', /^Failed/);
    await assertAccessible(tools());
  });

  it('shows the message and the code when a call fails', async () => {
    await open([url], { action: 'allow' });
    await pick('Fail in the protocol');
    run();
    await shows('Failed');
    await shows('These arguments are not to my taste');
    await shows('Error code rpc');
    assert.lengthOf(announced(), 1);
    assert.match(announced()[0] ?? '', /^Failed .*not to my taste/);
    await assertAccessible(tools());
  });

  it('brings the picked tool into view where there is no room beside the list', async () => {
    mount(`<div><mcp-host><mcp-server src="${url}"></mcp-server><mcp-tools></mcp-tools></mcp-host></div>`);
    const box = find('div');
    box.style.inlineSize = '300px';
    await pick('Echo');
    await until(() => focused()?.localName === 'h3');
    assert.isAtMost(tools().renderRoot.querySelector('.card')?.scrollWidth ?? Infinity, 300);
    await until(() => panel().getBoundingClientRect().bottom <= innerHeight || Math.abs(panel().getBoundingClientRect().top) < 2);
    box.style.inlineSize = '900px';
    const add = entry('Add two numbers');
    if (add instanceof HTMLElement) add.focus();
    await press('Enter');
    await isPicked('add');
    assert.isTrue(focused() === add);
  });

  it('says what is wrong with an answer that is not what the tool promised, and shows it', async () => {
    await open([url], { action: 'allow', arguments: { value: { sum: 'three' } } });
    const results: unknown[] = [];
    tools().addEventListener('mcp-tool-result', ({ result }) => results.push(result.structuredContent));
    await pick('Promise a sum');
    run();
    await shows('structuredContent/sum is of type string and has to be of type number');
    await shows('invalid-result');
    await shows('sum three');
    await shows('Promised');
    assert.include(textOf(panel()), 'Failed');
    assert.isEmpty(results, 'it is not handed on as a result');
    await assertAccessible(tools());
  });
});
