/** An inbox for what waits for the user. */
import { assert } from 'chai';
import { McpHost } from '@mcp-web/client';
import '@mcp-web/elements/requests/define';
import '@mcp-web/elements/tool-call/define';
import '@mcp-web/elements/tool-consent/define';
import { listed, textResult, toolServer } from '../../support/tool-servers.ts';
import { assertAccessible, button, click, find, focused, mount, textOf, unmount, until } from './page.ts';

describe('<mcp-requests>', () => {
  let host: McpHost;
  const ran: string[] = [];
  const inbox = () => find('mcp-requests');
  const lines = () => [...inbox().renderRoot.querySelectorAll<HTMLElement>('.line')];

  beforeEach(async () => {
    ran.length = 0;
    const serverOf = (name: string) => toolServer([{ name, run: () => (ran.push(name), textResult('ok')) }]);
    host = new McpHost();
    mount('');
    const element = Object.assign(document.createElement('mcp-requests'), { host, armDelay: 50 });
    document.querySelector('main')?.append(element);
    await element.updateComplete;
    // Servers are told from the start what the user can be asked.
    host.add('https://notes.example/mcp', { fetch: serverOf('write').fetch });
    host.add('https://mail.example/mcp', { fetch: serverOf('send').fetch });
    await listed(host);
  });
  afterEach(() => {
    unmount();
    host.close();
  });
  const call = (name: string, callId?: string): void => {
    const server = host.getSnapshot().servers.find(({ tools }) => tools[0]?.name === name);
    host.callTool(server?.id ?? '', name, {}, { callId }).catch(() => {});
  };

  it('counts what waits, by server, and opens one in place', async () => {
    assert.include(textOf(inbox()), 'Nothing needs your answer');
    call('write');
    call('send');
    await until(() => lines().length === 2);
    assert.include(textOf(inbox()), '2 requests');
    assert.include(textOf(inbox()), 'https://notes.example');
    assert.include(textOf(inbox()), 'https://mail.example');
    await click(await until(() => button(inbox(), 'Run write')));
    const allow = await until(() => {
      const found = button(inbox(), 'Allow once');
      found?.scrollIntoView({ block: 'nearest' });
      return found?.ariaDisabled === 'false' && found;
    });
    await assertAccessible(inbox());
    await click(allow);
    await until(() => ran.length === 1);
    await until(() => lines().length === 1);
    assert.deepEqual(ran, ['write']);
    assert.equal(focused(), lines()[0]);
    assert.include(textOf(inbox()), '1 request');
  });

  it('opens no dialog while it can be seen, and leaves requests to dialogs when it is hidden', async () => {
    const consent = Object.assign(document.createElement('mcp-tool-consent'), { host });
    document.querySelector('main')?.append(consent);
    call('write');
    await until(() => lines().length === 1);
    assert.isFalse(consent.renderRoot.querySelector('dialog')?.open);
    inbox().hidden = true;
    await until(() => consent.renderRoot.querySelector('dialog')?.open);
    await until(() => lines().length === 0);
  });

  for (const [what, style] of [
    ['transparent', 'opacity: 0'],
    ['outside of the page', 'position: absolute; left: -9999px; width: 300px'],
    ['in a closed drawer', 'position: fixed; left: 100%; width: 300px'],
    ['clipped away', 'position: absolute; width: 1px; height: 1px; overflow: hidden'],
  ] as const)
    it(`leaves requests to dialogs while it is ${what}`, async () => {
      const consent = Object.assign(document.createElement('mcp-tool-consent'), { host });
      const box = document.createElement('div');
      const element = inbox();
      box.style.cssText = style;
      document.querySelector('main')?.append(consent, box);
      box.append(element);
      call('write');
      await until(() => consent.renderRoot.querySelector('dialog')?.open);
      assert.isEmpty(lines());
    });

  it('tells servers of sampling when it gets its model later, and no longer when it loses it', async () => {
    let reviewers = 0;
    const add = host.addResponder.bind(host);
    host.addResponder = (kind, options) => {
      if (kind === 'sampling') reviewers++;
      const remove = add(kind, options);
      return () => {
        if (kind === 'sampling') reviewers--;
        remove();
      };
    };
    inbox().model = Object.assign(async () => assert.fail(), { supportsTools: false });
    await inbox().updateComplete;
    assert.equal(reviewers, 1);
    inbox().model = undefined;
    await inbox().updateComplete;
    assert.equal(reviewers, 0);
  });

  it('leaves what a card shows to the card', async () => {
    const card = Object.assign(document.createElement('mcp-tool-call'), { host, callId: 'mine' });
    document.querySelector('main')?.append(card);
    call('write', 'mine');
    call('send');
    await until(() => button(card, 'Deny'));
    await until(() => lines().length === 1);
    assert.include(textOf(inbox()), 'Run send');
    assert.notInclude(textOf(inbox()), 'Run write');
    card.remove();
    await until(() => lines().length === 2);
  });
});
