import { assert } from 'chai';
import { sendMouse } from '@web/test-runner-commands';
import { type JsonObject, McpHost } from '@mcp-web/client';
import '@mcp-web/elements/elicitation-form/define';
import '@mcp-web/elements/host/define';
import '@mcp-web/elements/sampling-review/define';
import '@mcp-web/elements/tool-consent/define';
import { firstOf } from '../../support/engine.ts';
import { done, json, legacyServer, openStream, result } from '../../support/scripted-server.ts';
import { button, click, find, focused, mount, press, textOf, unmount, until } from './page.ts';

const hosts: McpHost[] = [];
afterEach(() => {
  unmount();
  for (const host of hosts.splice(0)) host.close();
});

type Kind = 'consent' | 'elicitation' | 'sampling';

const TAGS = {
  consent: 'mcp-tool-consent',
  elicitation: 'mcp-elicitation-form',
  sampling: 'mcp-sampling-review',
} as const;
const YES = { consent: 'Allow once', elicitation: 'Send', sampling: 'Approve' };
const NO = { consent: 'Deny', elicitation: 'Cancel', sampling: 'Reject' };

/** The server's own requests, which contain `words`. */
const ASKED = {
  elicitation: (words: string) => ({
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message: words,
      requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
    },
  }),
  sampling: (words: string) => ({
    method: 'sampling/createMessage',
    params: { messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens: 10 },
  }),
};

/** Hosts give requests random ids. Here the ids are equal, so that elements have to tell the requests apart. */
function hostLikeAllOthers(): McpHost {
  const { random } = Math;
  Math.random = () => 0.5;
  try {
    return new McpHost();
  } finally {
    Math.random = random;
  }
}

/** A host with a waiting request. Something else on the page can also answer it. */
async function asking(
  kind: Kind,
  words: string,
): Promise<{ host: McpHost; answers: () => unknown[]; change: (description: string) => Promise<void> }> {
  const own = openStream();
  let tool: JsonObject = { name: 'tidy', inputSchema: { type: 'object' } };
  const scripted = legacyServer(
    ({ httpMethod, method, id }) => {
      if (httpMethod === 'GET') return own.response;
      if (method === 'tools/list') return json(result(id, { tools: [tool] }));
      return method === 'tools/call' ? json(result(id, done)) : undefined;
    },
    { tools: {} },
  );
  const host = hostLikeAllOthers();
  hosts.push(host);
  host.addResponder(kind);
  const id = host.add('https://same.example/mcp', { fetch: scripted.fetch });
  const isListed = async () =>
    until(() => host.getSnapshot().servers.find(({ status, tools }) => status === 'ready' && tools.length > 0));
  const isWaiting = async () => until(() => host.getSnapshot().requests[0]);
  await isListed();
  const call = () => void host.callTool(id, 'tidy', { words }).catch(() => {});
  if (kind === 'consent') call();
  else own.send({ jsonrpc: '2.0', id: 'ask', ...ASKED[kind](words) });
  const { id: first } = await isWaiting();
  return {
    host,
    answers: () =>
      (kind === 'consent'
        ? scripted.receivedFor('tools/call')
        : scripted.received.filter(({ body }) => body['id'] === 'ask')
      ).map(({ body }) => body['result'] ?? body['params']),
    // The tool was allowed, and has changed when it is called again.
    change: async (description) => {
      host.respond(first, { action: 'allow', permission: 'session' });
      await until(() => scripted.receivedFor('tools/call').length === 1);
      tool = { ...tool, description };
      host.retry(id);
      await until(() => host.getSnapshot().servers.some(({ tools }) => tools[0]?.description === description));
      call();
      await isWaiting();
    },
  };
}

for (const kind of firstOf(['consent', 'elicitation', 'sampling'] as const)) {
  describe(`<${TAGS[kind]}> of one host, put to another`, () => {
    const element = () => find(TAGS[kind]);
    const dialog = () => find('dialog', element().renderRoot);
    const shows = async (words: string) => until(() => dialog().open && textOf(dialog()).includes(words), words);
    const armed = async () =>
      until(
        () => (button(element(), YES[kind])?.ariaDisabled === 'false' ? button(element(), YES[kind]) : undefined),
        YES[kind],
      );

    for (const way of ['by its property', 'by a move within the page']) {
      const begin = async (one: McpHost, other: McpHost): Promise<() => void> => {
        const isMoved = way !== 'by its property';
        const tag = TAGS[kind];
        const main = mount(
          isMoved ? `<mcp-host><${tag}></${tag}></mcp-host><mcp-host></mcp-host>` : `<${tag}></${tag}>`,
        );
        element().armDelay = 0;
        const [first, second] = main.querySelectorAll('mcp-host');
        if (first) first.host = one;
        else element().host = one;
        if (second) second.host = other;
        return () => {
          if (second) second.append(element());
          else element().host = other;
        };
      };

      it(`asks again with its buttons off, although the requests have the same id: ${way}`, async () => {
        const one = await asking(kind, 'of the first');
        const other = await asking(kind, 'of the second');
        assert.equal(one.host.getSnapshot().requests[0]?.id, other.host.getSnapshot().requests[0]?.id);
        const move = await begin(one.host, other.host);
        await shows('of the first');
        await armed();
        if (kind === 'elicitation') {
          const field = await until(() => find('mcp-schema-form', dialog()).renderRoot.querySelector('input'));
          field.value = 'Ada';
          field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        }
        element().armDelay = 60_000;
        move();
        await shows('of the second');
        assert.notInclude(textOf(dialog()), 'of the first');
        assert.notInclude(textOf(element()), 'no longer needs');
        assert.isTrue(focused()?.id === 'heading' || focused()?.classList.contains('deny'));
        const yes = await until(() => button(element(), YES[kind]));
        assert.equal(yes.ariaDisabled, 'true');
        await click(yes);
        assert.lengthOf(other.host.getSnapshot().requests, 1);
        if (kind === 'elicitation') assert.deepEqual(find('mcp-schema-form', dialog()).value, {});
        assert.isTrue(dialog().matches(':modal'));
        await press('Escape');
        await until(() => other.host.getSnapshot().requests.length === 0);
        assert.lengthOf(one.host.getSnapshot().requests, 1, 'the other responder has it still');
        await until(() => !dialog().open);
      });

      it(`takes an answer there after one here: ${way}`, async () => {
        const one = await asking(kind, 'of the first');
        const other = await asking(kind, 'of the second');
        const move = await begin(one.host, other.host);
        await shows('of the first');
        await click(await armed());
        if (kind !== 'sampling') await until(() => one.answers().length === 1);
        move();
        await shows('of the second');
        await click(await armed());
        if (kind === 'sampling') await until(() => element().renderRoot.querySelector('.answer textarea'));
        else await until(() => other.answers().length === 1);
      });
    }
  });
}

describe('<mcp-tool-consent> that is put to a host whose tool has changed', () => {
  const consent = () => find('mcp-tool-consent');
  const isArmed = (): boolean => button(consent(), 'Allow once')?.ariaDisabled === 'false';
  const changes = () => consent().renderRoot.querySelector('[part=changes]');

  /** The element shows a request of the first host. The other host's request has the same id, but concerns a tool that changed. */
  const open = async () => {
    const one = await asking('consent', 'of the first');
    const other = await asking('consent', 'of the second');
    await other.change('It sends what it finds');
    one.host.respond(one.host.getSnapshot().requests[0]?.id ?? '', { action: 'deny' });
    await until(() => one.host.getSnapshot().requests.length === 0);
    const [server] = one.host.getSnapshot().servers;
    one.host.callTool(server?.id ?? '', 'tidy', { words: 'of the first' }).catch(() => {});
    assert.equal((await until(() => one.host.getSnapshot().requests[0])).id, other.host.getSnapshot().requests[0]?.id);
    mount('<mcp-tool-consent></mcp-tool-consent>');
    consent().armDelay = 0;
    consent().host = one.host;
    await until(isArmed);
    return other;
  };

  it('shows what changed before anything can be allowed', async () => {
    const other = await open();
    // What is armed before it is visible is armed at once.
    let isSeen = true;
    const element = consent();
    element.addController({
      hostUpdated: () =>
        (isSeen &&=
          !element.isConnected || !isArmed() || !textOf(element).includes('of the second') || changes() !== null),
    });
    consent().host = other.host;
    await until(() => textOf(consent()).includes('of the second') && isArmed());
    assert.isTrue(isSeen);
    assert.include(textOf(consent()), 'It sends what it finds');
    assert.isTrue(changes() !== null);
  });
});

describe('an element whose dialog is hidden', () => {
  const { reportError } = globalThis;
  let reports: unknown[];
  beforeEach(() => {
    reports = [];
    globalThis.reportError = (report: unknown) => void reports.push(report);
  });
  afterEach(() => void (globalThis.reportError = reportError));

  const assertPageIsUsable = async (): Promise<void> => {
    let clicks = 0;
    const own = await until(() => button(document.body, 'Of the page'));
    own.addEventListener('click', () => clicks++);
    await click(own);
    assert.equal(clicks, 1);
  };

  for (const [how, value] of [
    ['display', 'none'],
    ['visibility', 'hidden'],
  ] as const) {
    it(`leaves the page usable, tells the developer once, and asks when it becomes visible: ${how}`, async () => {
      const { host } = await asking('consent', 'unseen');
      mount(
        '<button>Of the page</button><section><mcp-host><mcp-tool-consent></mcp-tool-consent></mcp-host></section>',
      );
      const section = find('section');
      section.style.setProperty(how, value);
      find('mcp-host').host = host;
      const dialog = () => find('dialog', find('mcp-tool-consent').renderRoot);
      await until(() => reports.length > 0);
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      assert.match(
        String(reports),
        /^McpError: <mcp-tool-consent> has a request for the user, but cannot be seen\.[^,]*, or remove it: .*$/,
      );
      assert.isFalse(dialog().open);
      await assertPageIsUsable();
      assert.lengthOf(host.getSnapshot().requests, 1);
      section.removeAttribute('style');
      await until(() => dialog().matches(':modal'));
      assert.equal(focused()?.textContent, 'Deny');
      assert.lengthOf(reports, 1);
    });
  }

  for (const [kind, hidden] of [
    ['consent', 'section'],
    ['consent', 'mcp-tool-consent'],
    ['elicitation', 'section'],
    ['sampling', 'section'],
  ] as const) {
    it(`leaves the page usable when it is hidden later, keeps the request, and continues when it is visible: ${kind}, ${hidden}`, async () => {
      const { host, answers } = await asking(kind, 'seen at first');
      mount(`<button>Of the page</button><section><mcp-host><${TAGS[kind]}></${TAGS[kind]}></mcp-host></section>`);
      find('mcp-host').host = host;
      const element = find(TAGS[kind]);
      const dialog = () => find('dialog', element.renderRoot);
      const isArmed = () => button(element, YES[kind])?.ariaDisabled === 'false';
      await until(isArmed);
      find(hidden).hidden = true;
      await until(() => !dialog().open);
      await until(() => reports.length > 0);
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      assert.isFalse(dialog().open);
      await assertPageIsUsable();
      assert.lengthOf(host.getSnapshot().requests, 1);
      assert.lengthOf(reports, 1);
      find(hidden).hidden = false;
      await until(() => dialog().matches(':modal'));
      assert.isFalse(isArmed());
      await until(isArmed);
      await click(await until(() => button(element, NO[kind])));
      await until(() => host.getSnapshot().requests.length === 0);
      assert.isFalse(dialog().open);
      assert.lengthOf(answers(), kind === 'consent' ? 0 : 1);
    });
  }
});

for (const kind of firstOf(['consent', 'elicitation', 'sampling'] as const)) {
  describe(`<${TAGS[kind]}> beneath that of another host`, () => {
    const dialogOf = (element: HTMLElement) => find('dialog', element.shadowRoot ?? element);
    const yes = (element: HTMLElement) => button(element, YES[kind]);
    const isArmed = (element: HTMLElement) => yes(element)?.ariaDisabled === 'false';
    /** Two hosts with the same request; the dialog of the first is open and armed. */
    const twoHosts = async () => {
      const lower = await asking(kind, 'of the first');
      const upper = await asking(kind, 'of the second');
      const main = mount(
        `<mcp-host><${TAGS[kind]}></${TAGS[kind]}></mcp-host><mcp-host><${TAGS[kind]}></${TAGS[kind]}></mcp-host>`,
      );
      const [first, second] = main.querySelectorAll('mcp-host');
      const [one, other] = main.querySelectorAll(TAGS[kind]);
      if (!first || !second || !one || !other) assert.fail('not there');
      one.armDelay = other.armDelay = 0;
      first.host = lower.host;
      await until(() => isArmed(one));
      return { lower, upper, second, one, other };
    };

    for (const focus of ['in it', 'nowhere'] as const) {
      it(`starts again when that one is gone, so that a second click does nothing, with the focus ${focus}`, async () => {
        const { lower, upper, second, one, other } = await twoHosts();
        const focusedElement = focused();
        if (focus === 'nowhere' && focusedElement instanceof HTMLElement) focusedElement.blur();
        one.armDelay = 60_000;
        second.host = upper.host;
        await until(() => dialogOf(other).open && isArmed(other));
        await until(() => !isArmed(one));
        // Forms may still be loading, and move what is below them when they appear.
        for (const { renderRoot } of [one, other]) await renderRoot.querySelector('mcp-schema-form')?.updateComplete;
        let at = '';
        const { x, y, width, height } = await until(() => {
          const place = yes(other)?.getBoundingClientRect();
          const before = at;
          at = JSON.stringify(place);
          return before === at && place;
        });
        const position: [number, number] = [Math.round(x + width / 2), Math.round(y + height / 2)];
        if (kind === 'sampling') upper.host.close();
        else await sendMouse({ type: 'click', position });
        await until(() => !dialogOf(other).open);
        await sendMouse({ type: 'click', position });
        await click(await until(() => yes(one)));
        assert.isFalse(isArmed(one));
        assert.lengthOf(lower.host.getSnapshot().requests, 1);
        assert.isNull(one.renderRoot.querySelector('.answer'));
        assert.isTrue(dialogOf(one).open);
      });
    }

    it('is enabled a moment after it is on top again', async () => {
      const { upper, second, one, other } = await twoHosts();
      second.host = upper.host;
      await until(() => isArmed(other) && !isArmed(one));
      await click(await until(() => button(other, NO[kind])));
      await until(() => !dialogOf(other).open);
      await until(() => isArmed(one));
    });
  });
}

describe('a dialog that is hidden for a moment', () => {
  const { reportError } = globalThis;
  beforeEach(() => void (globalThis.reportError = () => {}));
  afterEach(() => void (globalThis.reportError = reportError));

  it('is disabled at once, and enabled a moment after it is visible again', async () => {
    const { host } = await asking('consent', 'of the first');
    mount('<mcp-tool-consent></mcp-tool-consent>');
    const consent = find('mcp-tool-consent');
    const isArmed = () => button(consent, 'Allow once')?.ariaDisabled === 'false';
    const frame = async () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    consent.armDelay = 0;
    consent.host = host;
    await until(isArmed);
    consent.armDelay = 60_000;
    consent.hidden = true;
    await frame();
    consent.hidden = false;
    await frame();
    const allow = await until(() => button(consent, 'Allow once'));
    await click(allow);
    assert.isFalse(isArmed());
    assert.lengthOf(host.getSnapshot().requests, 1);
  });

  for (const kind of ['consent', 'sampling'] as const) {
    for (const way of ['hidden', 'moved'] as const) {
      it(`keeps the reason that was typed for a no, and begins the next without it: ${kind}, ${way}`, async () => {
        const { host, answers } = await asking(kind, 'of the first');
        const next = await asking(kind, 'of the second');
        mount(`<section><${TAGS[kind]}></${TAGS[kind]}></section>`);
        const element = find(TAGS[kind]);
        const dialog = () => find('dialog', element.renderRoot);
        const reason = () => find('input', dialog());
        element.host = host;
        await element.updateComplete;
        await until(() => dialog().open && dialog().querySelector('.reason'));
        reason().closest('details')?.setAttribute('open', '');
        reason().value = 'not today';
        if (way === 'hidden') {
          element.hidden = true;
          await until(() => !dialog().open);
          element.hidden = false;
        } else find('main').append(element);
        await until(() => dialog().matches(':modal'));
        await element.updateComplete;
        assert.equal(reason().value, 'not today');
        assert.isTrue(reason().closest('details')?.open);
        assert.lengthOf(answers(), 0);
        element.host = next.host;
        await until(() => textOf(dialog()).includes('of the second'));
        assert.equal(reason().value, '');
        assert.isFalse(reason().closest('details')?.open);
      });
    }
  }

  it('is not drawn again and again while nobody sees it', async () => {
    const { host } = await asking('consent', 'of the first');
    mount('<section hidden><mcp-tool-consent></mcp-tool-consent></section>');
    const consent = find('mcp-tool-consent');
    consent.host = host;
    await until(() => consent.renderRoot.querySelector('h2'));
    await consent.updateComplete;
    let updates = 0;
    consent.addController({ hostUpdated: () => updates++ });
    await new Promise((resolve) => setTimeout(resolve, 1_700));
    // A change of the host may cause one.
    assert.isAtMost(updates, 1);
    find('section').hidden = false;
    await until(() => find('dialog', consent.renderRoot).matches(':modal'));
  });
});
