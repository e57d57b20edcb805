import { assert } from 'chai';
import type { CallToolResult, JsonObject, McpHost } from '@mcp-web/client';
import '@mcp-web/elements/host/define';
import '@mcp-web/elements/server/define';
import '@mcp-web/elements/tool-consent/define';
import { errorOf } from '../../support/errors.ts';
import { serverUrl } from '../../support/servers.ts';
import {
  assertAccessible,
  button,
  chooseIn,
  click,
  deep,
  find,
  focused,
  mount,
  press,
  textOf,
  type,
  unmount,
  until,
} from './page.ts';

describe('<mcp-tool-consent>', () => {
  let url: string;
  let host: McpHost;
  let id: string;
  before(async () => (url = await serverUrl('dual')));
  beforeEach(async () => {
    mount(
      `<mcp-host><button>Opener</button><mcp-server src="${url}"></mcp-server><mcp-tool-consent></mcp-tool-consent></mcp-host>`,
    );
    ({ host } = find('mcp-host'));
    id = (await until(() => host.getSnapshot().servers.find(({ tools }) => tools.length > 0))).id;
    consent().armDelay = 0;
  });
  afterEach(unmount);

  const consent = () => find('mcp-tool-consent');
  const dialog = () => find('dialog', consent().renderRoot);
  const call = (name = 'echo', args: JsonObject = { message: 'hi' }, signal?: AbortSignal): Promise<CallToolResult> => {
    const calling = host.callTool(id, name, args, { signal });
    // The tests check the outcome later.
    calling.catch(() => {});
    return calling;
  };
  const opened = async () => until(() => dialog().open);
  const closed = async () => until(() => !dialog().open);
  const choose = (name: string) => chooseIn(consent(), name);

  it('shows tool, server and its origin, arguments, and claims as claims [TO-08]', async () => {
    const calling = call('echo', { message: 'hi' });
    await opened();
    const shown = textOf(dialog());
    for (const part of [
      'Allow “ Echo ” to run?',
      'echo',
      'Test server dual',
      new URL(url).origin,
      'Says again what it was told',
      '"message": "hi"',
      'Only reads data, says the server',
    ]) {
      assert.include(shown, part);
    }
    assert.isTrue(dialog().matches(':modal'));
    assert.equal(dialog().getAttribute('role'), 'alertdialog');
    await assertAccessible(consent());
    await choose('Deny');
    await errorOf(calling, 'denied');
  });

  it('runs the tool after Allow once, and asks again the next time, whatever its server claims of it [TO-06] [TO-12]', async () => {
    const calling = call();
    await opened();
    await choose('Allow once');
    assert.include(JSON.stringify(await calling), 'Echo: hi');
    await closed();
    const next = call();
    await opened();
    await choose('Deny');
    await errorOf(next, 'denied');
  });

  it('does not ask again about a tool that was allowed for the session', async () => {
    const calling = call();
    await opened();
    await choose('Allow for longer…');
    await choose('Allow for this session');
    await calling;
    assert.include(JSON.stringify(await call('echo', { message: 'again' })), 'Echo: again');
    assert.isFalse(dialog().open);
  });

  it('denies when it is closed, and gives the focus back to where it was [TO-02]', async () => {
    const opener = find('button');
    opener.focus();
    const calling = call();
    await opened();
    await press('Escape');
    await errorOf(calling, 'denied');
    await closed();
    assert.isTrue(focused() === opener);
  });

  it('denies when the browser closes the dialog without asking', async () => {
    const calling = call();
    await opened();
    dialog().close();
    await errorOf(calling, 'denied');
  });

  it('stays closed when it is looked for between that and the word of it', async () => {
    const { setTimeout: wait } = globalThis;
    let look = (): void => {};
    globalThis.setTimeout = Object.assign((handler: () => void, delay?: number) => {
      if (delay === 500) look = handler;
      return wait(handler, delay);
    }, wait);
    try {
      const calling = call();
      await opened();
      dialog().close();
      look();
      assert.isFalse(dialog().open);
      await errorOf(calling, 'denied');
    } finally {
      globalThis.setTimeout = wait;
    }
  });

  it('has the focus on Deny, so that Enter denies', async () => {
    const calling = call();
    await opened();
    assert.equal(focused()?.textContent, 'Deny');
    await press('Enter');
    await errorOf(calling, 'denied');
  });

  it('denies with the reason that was given', async () => {
    const calling = call();
    await opened();
    find('summary', dialog()).click();
    find('input', dialog()).focus();
    await type('not today');
    await press('Enter');
    assert.match((await errorOf(calling, 'denied')).message, /not today/);
  });

  it('presses nothing in the page with the Enter that denies', async () => {
    const opener = find('button');
    let presses = 0;
    opener.addEventListener('click', () => presses++);
    opener.focus();
    const calling = call();
    await opened();
    find('summary', dialog()).click();
    find('input', dialog()).focus();
    await press('Enter');
    await errorOf(calling, 'denied');
    await until(() => focused() === opener);
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(presses, 0);
  });

  it('denies with Enter only after an input method has finished the reason', async () => {
    const calling = call();
    await opened();
    find('summary', dialog()).click();
    const reason = find('input', dialog());
    reason.value = 'また今度';
    const enter = (marks: KeyboardEventInit) =>
      reason.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...marks }));
    // Some browsers report it in the key, others only in the key code.
    enter({ isComposing: true });
    enter({ keyCode: 229 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.isTrue(dialog().open);
    enter({});
    assert.match((await errorOf(calling, 'denied')).message, /また今度/);
  });

  it('takes no click that comes too early', async () => {
    consent().armDelay = 60_000;
    const calling = call();
    await opened();
    const allow = await until(() => button(consent(), 'Allow once'));
    assert.equal(allow.ariaDisabled, 'true');
    await click(allow);
    assert.lengthOf(host.getSnapshot().requests, 1);
    await press('Escape');
    await errorOf(calling, 'denied');
  });

  it('takes no click of a script', async () => {
    const calling = call();
    await opened();
    const allow = await until(() => button(consent(), 'Allow once'));
    await until(() => allow.ariaDisabled === 'false');
    allow.click();
    assert.lengthOf(host.getSnapshot().requests, 1);
    await click(allow);
    await calling;
  });

  it('starts the delay again for the next request', async () => {
    const first = call('echo', { message: 'one' });
    const second = call('echo', { message: 'two' });
    await opened();
    // Not before the click: on a busy machine, the first delay may not be over yet.
    consent().addEventListener('click', () => (consent().armDelay = 60_000), { capture: true, once: true });
    await choose('Allow once');
    await first;
    await until(() => textOf(dialog()).includes('two'));
    assert.equal(button(consent(), 'Allow once')?.ariaDisabled, 'true');
    assert.equal(focused()?.textContent, 'Deny');
    await press('Escape');
    await errorOf(second, 'denied');
  });

  it('says how many requests wait, and asks them one after the other', async () => {
    const calls = ['one', 'two', 'three'].map((message) =>
      call('echo', { message }).then(
        () => `${message} ran`,
        () => `${message} denied`,
      ),
    );
    await until(() => textOf(dialog()).includes('2 more requests'));
    await press('Escape');
    await until(() => textOf(dialog()).includes('two'));
    assert.include(textOf(dialog()), '1 more request');
    await choose('Allow once');
    await until(() => textOf(dialog()).includes('three'));
    assert.notInclude(textOf(dialog()), 'more request');
    await press('Escape');
    assert.deepEqual(await Promise.all(calls), ['one denied', 'two ran', 'three denied']);
    await closed();
  });

  it('shows the next request, or closes, when the caller gives up', async () => {
    const controller = new AbortController();
    const first = call('echo', { message: 'one' }, controller.signal).catch(() => 'gave up');
    const second = call('echo', { message: 'two' });
    await opened();
    controller.abort();
    assert.equal(await first, 'gave up');
    await until(() => textOf(dialog()).includes('two'));
    host.remove(id);
    await errorOf(second, 'closed');
    await closed();
  });

  const form = () => find('mcp-schema-form', dialog());
  const edit = async () => {
    await choose('Edit');
    await until(() => dialog().querySelector('mcp-schema-form')?.hasUpdated);
  };

  it('sends the arguments as the user edited them in a form, once they fit the schema', async () => {
    const calling = call('countdown', { steps: 3, delayMs: 0 });
    await opened();
    assert.include(textOf(consent()), 'Sent exactly as shown');
    await edit();
    assert.notInclude(textOf(consent()), 'Sent exactly as shown');
    await until(() => focused()?.localName === 'input');
    const steps = focused();
    if (steps instanceof HTMLInputElement) steps.select();
    await press('Delete');
    await until(() => button(consent(), 'Allow once')?.ariaDisabled === 'true');
    const allow = button(consent(), 'Allow once');
    if (allow) await click(allow);
    await until(() => deep(form()).some(({ ariaInvalid }) => ariaInvalid === 'true'));
    await until(() => deep(form()).includes(focused() ?? document.body));
    await assertAccessible(consent());
    await choose('Done');
    assert.isTrue(form().isConnected, 'what does not fit the schema is not done');
    await until(() => deep(form()).includes(focused() ?? document.body));
    await type('1');
    await choose('Done');
    await until(() => find('pre', dialog()).textContent.includes('"steps": 1'));
    await choose('Allow once');
    assert.include(JSON.stringify(await calling), 'Lift-off');
    const sent = [...host.log.getSnapshot()].map(({ data }): unknown => Object(data).arguments).find(Boolean);
    assert.deepEqual(sent, { steps: 1, delayMs: 0 });
  });

  it('lets arguments be edited as JSON', async () => {
    const calling = call('echo', { message: 5 });
    await opened();
    await edit();
    assert.deepEqual(form().value, { message: 5 });
    await click(await until(() => button(form(), 'Edit as JSON')));
    const field = await until(() => form().renderRoot.querySelector('textarea'));
    for (const typed of ['{"message":', '[1]']) {
      field.value = typed;
      field.dispatchEvent(new InputEvent('input'));
      await until(() => button(consent(), 'Allow once')?.ariaDisabled === 'true', typed);
    }
    await assertAccessible(consent());
    field.value = '{"message":"edited"}';
    field.dispatchEvent(new InputEvent('input'));
    await choose('Done');
    await choose('Allow once');
    assert.include(JSON.stringify(await calling), 'Echo: edited');
  });

  it('sends the original arguments when the changes were discarded', async () => {
    const calling = call();
    await opened();
    await edit();
    await until(() => focused()?.localName !== 'button');
    await type('edited');
    await choose('Discard changes');
    await choose('Allow once');
    assert.include(JSON.stringify(await calling), 'Echo: hi');
    assert.isFalse(dialog().open);
  });

  it('shows characters that would reverse or hide the text, without changing what is sent', async () => {
    const message = 'a\u202Eb\u200Bc\u{E0041}';
    const calling = call('echo', { message });
    await opened();
    const shown = find('pre', dialog()).textContent;
    assert.include(shown, '"a\\u202eb\\u200bc\\udb40\\udc41"');
    await edit();
    await until(() => form().value['message'] === message);
    await choose('Done');
    await choose('Allow once');
    assert.deepInclude((await calling).content, { type: 'text', text: `Echo: ${message}` });
  });

  it('denies waiting requests when it is removed from the page', async () => {
    const calling = call();
    await opened();
    consent().remove();
    await errorOf(calling, 'denied');
    await errorOf(call(), 'denied');
  });

  it('asks on when it is moved within the page', async () => {
    const calling = call();
    await opened();
    find('mcp-host').append(consent());
    await until(() => dialog().matches(':modal'));
    await choose('Allow once');
    await calling;
  });
});
