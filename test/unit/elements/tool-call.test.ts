/** A call as a card: what it says, what the user does in it, and how it shares requests with dialogs. */
import { assert } from 'chai';
import { type CallToolOptions, type HostCall, McpHost } from '@mcp-web/client';
import '@mcp-web/elements/elicitation-form/define';
import '@mcp-web/elements/tool-call/define';
import '@mcp-web/elements/tool-consent/define';
import { FakeSignIn, SIGNED_IN } from '../../support/fake-sign-in.ts';
import { liveStream } from '../../support/scripted-server.ts';
import { serverUrl } from '../../support/servers.ts';
import { allow, hostOf, listed, type ScriptedTool, textResult, toolServer } from '../../support/tool-servers.ts';
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
  unmount,
  until,
} from './page.ts';

const NOTES = 'https://notes.example/mcp';

let host: McpHost;
afterEach(() => {
  unmount();
  host.close();
});

const cards = () => [...document.querySelectorAll('mcp-tool-call')];
const card = () => cards()[0] ?? assert.fail('no card');
const line = () => until(() => card().renderRoot.querySelector<HTMLElement>('.line'), 'the line');
const says = (text: string) => until(() => textOf(card()).includes(text), text);
const get = (id: string): HostCall => host.calls.get(id) ?? assert.fail(id);

function put(...ids: string[]): void {
  for (const callId of ids) {
    const element = Object.assign(document.createElement('mcp-tool-call'), { host, callId, armDelay: 50 });
    document.querySelector('main')?.append(element);
  }
}
async function open(
  tools: ScriptedTool[],
  options: ConstructorParameters<typeof McpHost>[0] = { consent: allow },
): Promise<void> {
  host = await hostOf({ [NOTES]: toolServer(tools) }, options);
  mount('');
}
const run = (name: string, callId: string, args = {}, options: CallToolOptions = {}): Promise<unknown> =>
  host
    .callTool(host.getSnapshot().servers[0]?.id ?? '', name, args, { callId, ...options })
    .catch((error: unknown) => error);

describe('<mcp-tool-call>', () => {
  it('is invisible until its call begins, then says what it is and how it is', async () => {
    await open([{ name: 'greet', title: 'Say hello', run: () => textResult('Hello Ada') }]);
    put('mine');
    await card().updateComplete;
    assert.equal(textOf(card()), '');
    await run('greet', 'mine', { name: 'Ada' });
    await says('Done');
    assert.include(textOf(card()), 'Say hello notes.example name: "Ada" Done');
    assert.match(textOf(card()), /\d+ ms/);
    await assertAccessible(card());
  });

  it('opens to the arguments and the result, by keyboard', async () => {
    await open([{ name: 'greet', run: () => textResult('Hello Ada') }]);
    put('mine');
    await run('greet', 'mine', { name: 'Ada' });
    (await line()).focus();
    assert.equal((await line()).ariaExpanded, 'false');
    await press('Enter');
    await says('Hello Ada');
    assert.include(textOf(card()), '"name": "Ada"');
    assert.equal((await line()).ariaExpanded, 'true');
    assert.isTrue(card().open);
    await assertAccessible(card());
    await press('Enter');
    await until(() => !textOf(card()).includes('Hello Ada'));
  });

  it('shows progress, and cancels a call that runs', async () => {
    host = new McpHost({ consent: allow });
    mount('');
    host.add(await serverUrl('modern'));
    await listed(host);
    put('mine');
    card().open = true;
    void run('countdown', 'mine', { steps: 10_000, delayMs: 20 });
    await says('of 10000');
    await says('Running');
    await click(await until(() => button(card(), 'Cancel countdown') ?? button(card(), 'Cancel Count down'), 'Cancel'));
    await says('Cancelled');
    await says('The server was told to stop');
    assert.equal(get('mine').state, 'cancelled');
    assert.equal(focused(), await line());
  });

  it('says what went wrong, and runs the call again after consent, with the page told of the result', async () => {
    let runs = 0;
    await open([
      { name: 'flaky', run: () => (++runs === 1 ? { ...textResult('Try later'), isError: true } : textResult('Fine')) },
    ]);
    put('mine');
    Object.assign(card(), { open: true, armDelay: 0 });
    await run('flaky', 'mine');
    await says('Failed');
    await says('Try later');
    await says('The tool has run');
    const heard = new Promise<string>((resolve) =>
      card().addEventListener('mcp-tool-result', ({ result }) => resolve(JSON.stringify(result)), { once: true }),
    );
    await click(await until(() => button(card(), 'Run again: flaky'), 'Run again'));
    assert.include(await heard, 'Fine');
    await says('Done');
    assert.equal(get('mine').by, 'user');
    assert.equal(runs, 2);
  });

  it('tells apart what the user declined, what the page forbids, and what failed', async () => {
    await open(
      [{ name: 'ask' }, { name: 'forbidden' }, { name: 'broken', run: () => new Response('', { status: 400 }) }],
      {
        consent: ({ tool: { name } }) =>
          name === 'ask' ? undefined : { action: name === 'broken' ? 'allow' : 'deny' },
      },
    );
    put('ask', 'forbidden', 'broken');
    host.addResponder('consent');
    const asking = run('ask', 'ask');
    await until(() => host.getSnapshot().requests[0]);
    host.respond(host.getSnapshot().requests[0]?.id ?? '', { action: 'deny' });
    await Promise.all([asking, run('forbidden', 'forbidden'), run('broken', 'broken')]);
    await Promise.all(cards().map((one) => one.updateComplete));
    const states = await until(() => {
      const all = cards().map((one) => one.renderRoot.querySelector('.state')?.textContent);
      return all.every(Boolean) && all;
    });
    assert.deepEqual(states, ['Declined', 'Not allowed', 'Failed']);
  });

  it('asks for approval in the card, of parallel calls in each its own, and no dialog opens', async () => {
    const ran: unknown[] = [];
    await open([{ name: 'write', run: (args) => (ran.push(args['n']), textResult('ok')) }], {});
    document.querySelector('main')?.append(Object.assign(document.createElement('mcp-tool-consent'), { host }));
    put('one', 'two', 'three');
    for (const [n, id] of ['one', 'two', 'three'].entries()) void run('write', id, { n });
    const choose = async (at: number, name: string) => {
      const own = cards()[at] ?? assert.fail();
      const isAnswered = () => get(['one', 'two', 'three'][at] ?? '').state !== 'waiting';
      // A user reads from the top to the buttons, and once more if that was too fast.
      await until(() => {
        const allow = button(own, 'Allow once');
        if (performance.now() % 1_000 < 500) own.scrollIntoView();
        else allow?.scrollIntoView({ block: 'nearest' });
        return allow?.ariaDisabled === 'false';
      }, 'armed');
      // Whoever scrolls waits a moment before a click counts.
      await until(() => {
        const allow = button(own, 'Allow once');
        allow?.scrollIntoView({ block: 'nearest' });
        return allow?.ariaDisabled === 'false';
      }, 'armed again');
      // A page that is busy may have moved the button at the last moment. Then a user presses again.
      for (let attempt = 0; attempt < 5 && !isAnswered(); attempt++) {
        const allow = await until(() => button(own, 'Allow once'));
        await until(() => allow.ariaDisabled === 'false' || !allow.isConnected, 'armed');
        const target = button(own, name);
        if (target) await click(target);
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    };
    await says('Waiting for your approval');
    await until(() => cards().every((one) => button(one, 'Allow once')));
    assert.isFalse(find('mcp-tool-consent').renderRoot.querySelector('dialog')?.open);
    await assertAccessible(card());
    await choose(1, 'Deny');
    await choose(0, 'Allow once');
    await until(() => get('one').state === 'done' && get('two').state === 'denied');
    assert.equal(get('three').state, 'waiting');
    await choose(2, 'Allow once');
    await until(() => get('three').state === 'done');
    assert.deepEqual(ran, [0, 2]);
    assert.include(textOf(cards()[1] ?? assert.fail()), 'Declined');
  });

  it('asks in the card for more of what the server may do in its call', async () => {
    const auth = new FakeSignIn(SIGNED_IN);
    const ends: (() => void)[] = [];
    host = new McpHost({ consent: allow });
    const tool = { name: 'write', run: () => new Promise<ReturnType<typeof textResult>>((resolve) => ends.push(() => resolve(textResult('ok')))) }; // prettier-ignore
    host.add(NOTES, { fetch: toolServer([tool]).fetch, auth });
    mount('');
    document.querySelector('main')?.append(Object.assign(document.createElement('mcp-tool-consent'), { host }));
    put('one');
    await listed(host);
    void run('write', 'one');
    await until(() => ends.length === 1);
    const agreed = auth.stepUp(NOTES, ['notes:write']);
    await until(() => textOf(card()).includes('notes:write'));
    assert.isNotTrue(find('mcp-tool-consent').renderRoot.querySelector('dialog')?.open);
    await assertAccessible(card());
    await chooseIn(card(), 'Continue');
    assert.isTrue(await agreed);
    ends[0]?.();
    await until(() => get('one').state === 'done');
  });

  it('says on its line what is shown, and the line does nothing while only consent can be', async () => {
    await open([{ name: 'write' }], {});
    host.addResponder('consent');
    put('mine');
    void run('write', 'mine');
    await until(() => button(card(), 'Deny'), 'Deny');
    const controlled = async () =>
      ((await line()).getAttribute('aria-controls') ?? '')
        .split(' ')
        .map((id) => card().renderRoot.querySelector(`#${id || 'none'}`)?.className);
    assert.equal((await line()).ariaExpanded, 'true');
    assert.deepEqual(await controlled(), ['request']);
    assert.equal((await line()).ariaDisabled, 'true');
    await assertAccessible(card());
    (await line()).focus();
    await press('Enter');
    await card().updateComplete;
    assert.isFalse(card().open);
    host.respond(host.getSnapshot().requests[0]?.id ?? '', { action: 'deny' });
    await says('Declined');
    assert.equal((await line()).ariaExpanded, 'false');
    assert.isFalse((await line()).hasAttribute('aria-controls'));
    assert.notEqual((await line()).ariaDisabled, 'true');
    await press('Enter');
    await until(() => card().renderRoot.querySelector('.body'), 'the details');
    assert.equal((await line()).ariaExpanded, 'true');
    assert.deepEqual(await controlled(), ['body']);
  });

  it('gives the focus to its line when what had it is answered', async () => {
    await open([{ name: 'write' }], {});
    host.addResponder('consent');
    put('mine');
    void run('write', 'mine');
    const deny = await until(() => button(card(), 'Deny'), 'Deny');
    deny.focus();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await press('Enter');
    await until(() => get('mine').state === 'denied');
    await until(() => focused()?.classList.contains('line'));
  });

  for (const [what, goOn] of [
    ['has the focus elsewhere by then', () => Promise.resolve(find('input').focus())],
    ['scrolls', () => Promise.resolve(void dispatchEvent(new WheelEvent('wheel', { deltaY: 40 })))],
    ['has waited for seconds', () => new Promise((resolve) => setTimeout(resolve, 3_300))],
    [undefined, () => Promise.resolve()],
  ] as const)
    it(`${what ? `does not take the focus for what comes late from who ${what}` : 'takes the focus for what comes soon'}`, async () => {
      await open([{ name: 'write' }], {});
      host.addResponder('consent');
      put('mine');
      document.querySelector('main')?.append(document.createElement('input'));
      await card().updateComplete;
      card().focusRequest();
      await goOn();
      const before = focused();
      void run('write', 'mine');
      await until(() => button(card(), 'Deny'), 'Deny');
      if (!what) return void (await until(() => focused()?.textContent === 'Deny'));
      await new Promise((resolve) => setTimeout(resolve, 300));
      assert.equal(focused(), before);
    });

  for (const era of ['modern', 'legacy'] as const) {
    it(`shows a form in the card when a server of the ${era} era asks during the call`, async () => {
      host = new McpHost({ consent: allow });
      mount('');
      document.querySelector('main')?.append(Object.assign(document.createElement('mcp-elicitation-form'), { host }));
      host.add(await serverUrl(era));
      await listed(host);
      put('mine');
      const params = {
        mode: 'form',
        message: 'Who is it?',
        requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
      };
      void run('elicit', 'mine', { params });
      await says('Needs your input');
      await says('Who is it?');
      assert.isFalse(find('mcp-elicitation-form').renderRoot.querySelector('dialog')?.open);
      const decline = await until(() => button(card(), 'Decline'), 'Decline');
      decline.scrollIntoView({ block: 'nearest' });
      await until(() => button(card(), 'Send')?.ariaDisabled === 'false');
      await click(decline);
      await says('Done');
    });
  }

  it('leaves a request to the dialog when it is hidden or taken away, and never shows it twice', async () => {
    await open([{ name: 'write' }], {});
    const consent = Object.assign(document.createElement('mcp-tool-consent'), { host });
    document.querySelector('main')?.append(consent);
    put('mine');
    void run('write', 'mine');
    await until(() => button(card(), 'Deny'));
    const isInDialog = () => consent.renderRoot.querySelector('dialog')?.open === true;
    assert.isFalse(isInDialog());
    card().remove();
    await until(isInDialog);
    assert.lengthOf(host.getSnapshot().requests, 1);
  });

  it('says so when the call is no longer known, and shows nothing of it', async () => {
    const auth = new FakeSignIn(SIGNED_IN);
    host = new McpHost({ auth, consent: allow });
    mount('');
    host.add(NOTES, { fetch: toolServer([{ name: 'read', run: () => textResult('of Ada') }]).fetch });
    await listed(host);
    put('mine');
    card().open = true;
    await run('read', 'mine');
    await says('of Ada');
    auth.become({ state: 'signed-out' });
    await says('This call is no longer known.');
    assert.notInclude(textOf(card()), 'Ada');
  });

  it('shows a stored call that the host does not know', async () => {
    await open([{ name: 'write' }]);
    const call: HostCall = {
      id: 'old', serverId: 'gone', serverName: 'Old server', name: 'write', arguments: {}, by: 'model', state: 'done', startedAt: 0, sentAt: 0, endedAt: 20, result: textResult('long ago'),
    }; // prettier-ignore
    const element = Object.assign(document.createElement('mcp-tool-call'), { host, call, open: true });
    document.querySelector('main')?.append(element);
    await says('long ago');
    assert.include(textOf(element), 'Old server');
  });

  it('ignores the second press of a double click on the button that cancels', async () => {
    let runs = 0;
    await open([{ name: 'wait', run: () => (runs++, liveStream().response) }]);
    put('mine');
    Object.assign(card(), { open: true, armDelay: 500 });
    void run('wait', 'mine');
    const cancel = await until(() => button(card(), 'Cancel wait'), 'Cancel');
    await click(cancel);
    const again = await until(() => button(card(), 'Run again: wait'), 'Run again');
    again.click();
    await card().updateComplete;
    assert.equal(get('mine').state, 'cancelled');
    assert.equal(runs, 1);
    await new Promise((resolve) => setTimeout(resolve, 600));
    await click(again);
    await until(() => runs === 2);
  });

  it('cancels the call that the page gave it, and offers to run it again only with its id', async () => {
    await open([{ name: 'wait', run: () => liveStream().response }]);
    void run('wait', 'mine');
    await until(() => host.calls.get('mine')?.state === 'running');
    const element = Object.assign(document.createElement('mcp-tool-call'), { host, call: get('mine'), open: true });
    document.querySelector('main')?.append(element);
    await click(await until(() => button(element, 'Cancel wait'), 'Cancel'));
    await until(() => get('mine').state === 'cancelled');
    element.call = get('mine');
    await says('Cancelled');
    await until(() => textOf(card()).includes('The server was told to stop'));
    assert.notOk(button(element, 'Run again: wait'));
    element.callId = 'mine';
    await until(() => button(element, 'Run again: wait'));
  });

  it('shows no call without an id, even if the host knows one whose id is empty', async () => {
    await open([{ name: 'greet', run: () => textResult('Hello') }]);
    put('other');
    const element = Object.assign(document.createElement('mcp-tool-call'), { host });
    document.querySelector('main')?.append(element);
    await run('greet', '');
    await run('greet', 'other');
    await says('Done');
    await element.updateComplete;
    assert.equal(textOf(element), '');
  });

  it('shows running time that goes on, and stops its clock when it leaves the page', async () => {
    await open([{ name: 'wait', run: () => liveStream().response }]);
    put('mine');
    void run('wait', 'mine');
    await says('Running');
    await says('1 s');
    assert.isEmpty(deep(card()).filter((one) => one.localName === 'mcp-content'));
  });
});
