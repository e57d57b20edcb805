/** Presses that were meant for something else: for another window, another button, or what was there before the dialog. */
import { assert } from 'chai';
import { sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import type { JsonObject, McpHost } from '@mcp-web/client';
import '@mcp-web/elements/elicitation-form/define';
import '@mcp-web/elements/host/define';
import '@mcp-web/elements/permissions/define';
import '@mcp-web/elements/sampling-review/define';
import '@mcp-web/elements/tool-consent/define';
import { firstOf } from '../../support/engine.ts';
import { done, json, legacyServer, openStream, result, URL_OF_SCRIPT } from '../../support/scripted-server.ts';
import { button, click, find, focused, mount, press, textOf, unmount, until } from './page.ts';

const canTell = 'isVisible' in IntersectionObserverEntry.prototype;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Nothing happens within it. Longer than what the dialogs of these tests wait. */
const A_WHILE = 400;

const TAGS = {
  consent: 'mcp-tool-consent',
  elicitation: 'mcp-elicitation-form',
  sampling: 'mcp-sampling-review',
} as const;
const YES = { consent: 'Allow once', elicitation: 'Send', sampling: 'Approve' };
const NO = { consent: 'Deny', elicitation: 'Decline', sampling: 'Reject' };
type Kind = keyof typeof TAGS;

let kind: Kind = 'consent';
const element = () => find(TAGS[kind]);
const dialog = () => find('dialog', element().renderRoot);
const named = async (name: string) => until(() => button(element(), name), name);
const isOff = (name = YES[kind]) => button(element(), name)?.ariaDisabled !== 'false';
const armed = async (name = YES[kind]) => until(() => !isOff(name) && button(element(), name), `${name} is on`);
const saysWhy = () => textOf(dialog()).includes('Nothing can be allowed while');
const centerOf = (target: Element): [number, number] => {
  const { x, y, width, height } = target.getBoundingClientRect();
  return [Math.round(x + width / 2), Math.round(y + height / 2)];
};
const clickAt = async (position: [number, number]) => sendMouse({ type: 'click', position });
/** Impatient people press again within this time, in ms. */
const IMPATIENCE = [80, 200, 400, 800];
/** Makes the wait after a press longer, because a busy machine is later with the second press than it should be. */
function waitLonger(): void {
  element().armDelay = 5_000;
}
/** No pointer stays over the next test's dialog. */
const wake = (): void => {
  window.dispatchEvent(new Event('blur'));
  window.dispatchEvent(new Event('focus'));
};

interface Asked {
  readonly host: McpHost;
  readonly waits: () => boolean;
  readonly ask: () => Promise<void>;
  /** Takes back what was asked first. */
  readonly withdraw: () => void;
  /** What the server got. */
  readonly answers: () => unknown[];
}

/** A host whose server asks the user. */
async function setUp(of: Kind, markup = ''): Promise<Asked> {
  kind = of;
  const own = openStream();
  const scripted = legacyServer(
    ({ httpMethod, method, id }) => {
      if (httpMethod === 'GET') return own.response;
      if (method === 'tools/list')
        return json(result(id, { tools: [{ name: 'tidy', inputSchema: { type: 'object' } }] }));
      return method === 'tools/call' ? json(result(id, done)) : undefined;
    },
    { tools: {} },
  );
  mount(`<mcp-host><${TAGS[of]}></${TAGS[of]}></mcp-host>${markup}`);
  const { host } = find('mcp-host');
  await element().updateComplete;
  const serverId = host.add(URL_OF_SCRIPT, { fetch: scripted.fetch });
  await until(() => host.getSnapshot().servers.some(({ status, tools }) => status === 'ready' && tools.length > 0));
  let asked = 0;
  const first = new AbortController();
  const params: Record<Kind, JsonObject> = {
    consent: {},
    elicitation: { mode: 'form', message: 'Sure?', requestedSchema: { type: 'object', properties: {} } },
    sampling: { maxTokens: 10, messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }] },
  };
  const methods = { elicitation: 'elicitation/create', sampling: 'sampling/createMessage' };
  return {
    host,
    waits: () => host.getSnapshot().requests.length > 0,
    ask: async () => {
      const before = host.getSnapshot().requests.length;
      const signal = asked === 0 ? first.signal : undefined;
      if (of === 'consent') host.callTool(serverId, 'tidy', { number: ++asked }, { signal }).catch(() => {});
      else own.send({ jsonrpc: '2.0', id: `ask ${++asked}`, method: methods[of], params: params[of] });
      await until(() => host.getSnapshot().requests.length > before);
      await until(() => dialog().open);
    },
    withdraw: () => {
      if (of === 'consent') first.abort();
      else own.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'ask 1' } });
    },
    answers: () =>
      scripted.received.filter(({ body, method }) => method === 'tools/call' || String(body['id']).startsWith('ask')),
  };
}

afterEach(() => {
  unmount();
  document.adoptedStyleSheets = [];
});

function style(css: string): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
  return () => (document.adoptedStyleSheets = []);
}

for (const each of firstOf(['consent', 'elicitation', 'sampling'] as const)) {
  describe(`The buttons of <${TAGS[each]}>`, () => {
    for (const [what, happen] of [
      ['the window comes back', wake],
      ['the tab comes back', () => document.dispatchEvent(new Event('visibilitychange'))],
      ['the page comes back', () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))],
    ] as const) {
      it(`take no click that was meant for something else when ${what}`, async () => {
        const { ask, waits, answers } = await setUp(each);
        element().armDelay = 0;
        await ask();
        const yes = await armed();
        element().armDelay = 60_000;
        happen();
        await click(yes);
        await pause(100);
        assert.isTrue(waits());
        assert.isEmpty(answers());
        assert.isTrue(isOff());
        element().armDelay = 0;
        happen();
        await click(await armed());
        await until(() => !waits() || (button(element(), 'Send') && each === 'sampling'));
      });
    }

    it('stay off while another window is in front', async () => {
      const { ask, waits } = await setUp(each);
      element().armDelay = 0;
      Object.defineProperty(document, 'hasFocus', { value: () => false, configurable: true });
      try {
        window.dispatchEvent(new Event('blur'));
        await ask();
        await pause(A_WHILE);
        assert.isTrue(isOff());
        assert.equal(saysWhy(), each === 'consent');
      } finally {
        Reflect.deleteProperty(document, 'hasFocus');
      }
      window.dispatchEvent(new Event('focus'));
      await armed();
      assert.isTrue(waits());
      await press('Escape');
    });

    it('refuse nothing, either, by a click that comes too early for the dialog', async () => {
      const { ask, waits } = await setUp(each);
      element().armDelay = 60_000;
      await ask();
      await click(await named(NO[each]));
      await pause(100);
      assert.isTrue(waits());
      await press('Escape');
      await until(() => !waits());
    });

    for (const [what, names] of [
      ['allow', YES],
      ['refuse', NO],
    ] as const)
      it(`${what} nothing by a press that began on the request before`, async () => {
        const { host, ask, withdraw, answers } = await setUp(each);
        element().armDelay = 100;
        await ask();
        await ask();
        const target = what === 'allow' ? await armed() : await named(names[each]);
        await sendMouse({ type: 'move', position: centerOf(target) });
        await pause(A_WHILE);
        await sendMouse({ type: 'down' });
        withdraw();
        await until(() => host.getSnapshot().requests.length === 1);
        await armed();
        await pause(A_WHILE);
        await sendMouse({ type: 'up' });
        await pause(100);
        assert.lengthOf(host.getSnapshot().requests, 1);
        assert.isEmpty(answers());
        await click(await named(names[each]));
        await until(
          () => host.getSnapshot().requests.length === 0 || (button(element(), 'Send') && each === 'sampling'),
        );
      });

    it('allow nothing by a press that the user wanted to take back with Escape, while the next request appears', async () => {
      const { host, ask, answers } = await setUp(each);
      element().armDelay = 100;
      await ask();
      await ask();
      await sendMouse({ type: 'move', position: centerOf(await armed()) });
      await pause(A_WHILE);
      await sendMouse({ type: 'down' });
      await press('Escape');
      await until(() => host.getSnapshot().requests.length === 1);
      await armed();
      await pause(A_WHILE);
      const refusals = answers().length;
      await sendMouse({ type: 'up' });
      await pause(100);
      assert.lengthOf(host.getSnapshot().requests, 1);
      assert.lengthOf(answers(), refusals);
      await click(await armed());
      await until(() => host.getSnapshot().requests.length === 0 || (button(element(), 'Send') && each === 'sampling'));
    });

    it('take no click in a place that another button has just left', async () => {
      const { ask, waits } = await setUp(each);
      element().armDelay = 3_000;
      await ask();
      await armed();
      const place = centerOf(await named(NO[each]));
      const free = style('::part(actions) { direction: rtl; }');
      const otherPlace = centerOf(await named(NO[each]));
      assert.notDeepEqual(otherPlace, place);
      await clickAt(otherPlace);
      await clickAt(place);
      await pause(100);
      assert.isTrue(waits());
      free();
      await press('Escape');
      await until(() => !waits());
    });

    it('stay where they are when something appears above them', async () => {
      const { ask, waits } = await setUp(each);
      element().armDelay = 0;
      await ask();
      const yes = await armed();
      const no = await named(NO[each]);
      await pause(A_WHILE);
      const places = [yes, no].map(centerOf);
      const { height } = dialog().getBoundingClientRect();
      await ask();
      await until(() => textOf(dialog()).includes('1 more request'));
      find('details', dialog()).open = true;
      await until(() => dialog().getBoundingClientRect().height > height + 20);
      assert.deepEqual([yes, no].map(centerOf), places);
      await press('Escape');
      await press('Escape');
      await until(() => !waits());
    });

    it('ignore a key that is held down', async () => {
      const { ask, waits } = await setUp(each);
      element().armDelay = 0;
      await ask();
      await armed();
      for (const [target, key] of [
        [await named(NO[each]), 'Enter'],
        [await named(YES[each]), ' '],
        [find('h2', dialog()), 'Escape'],
      ] as const) {
        const held = new KeyboardEvent('keydown', {
          key,
          repeat: true,
          bubbles: true,
          composed: true,
          cancelable: true,
        });
        target.dispatchEvent(held);
        assert.isTrue(held.defaultPrevented, key);
      }
      assert.isTrue(waits());
      await press('Escape');
    });

    if (canTell)
      for (const [what, hide] of [
        ['transparent', '::part(dialog) { opacity: .001; }'],
        ['tiny', '::part(dialog) { scale: .02; }'],
        ['blurred', '::part(dialog) { filter: blur(40px); }'],
      ] as const)
        it(`stay off while the dialog is ${what}`, async () => {
          const { ask, waits } = await setUp(each);
          element().armDelay = 0;
          const free = style(hide);
          await ask();
          await pause(A_WHILE);
          assert.isTrue(isOff());
          free();
          await armed();
          style(hide);
          await until(() => isOff());
          free();
          assert.isTrue(waits());
          await press('Escape');
        });

    if (canTell)
      it('stay off while something covers the dialog', async () => {
        const { ask } = await setUp(each, '<div id="cover" popover="manual">Look here</div>');
        style(
          '#cover { position: fixed; inset: 0; inline-size: 100vw; block-size: 100vh; margin: 0; pointer-events: none; }',
        );
        element().armDelay = 0;
        await ask();
        await armed();
        find('main').querySelector<HTMLElement>('#cover')?.showPopover();
        await until(() => isOff());
        await pause(A_WHILE);
        assert.isTrue(isOff());
        assert.equal(saysWhy(), each === 'consent');
        find('main').querySelector<HTMLElement>('#cover')?.hidePopover();
        await armed();
        assert.isFalse(saysWhy());
        await press('Escape');
      });

    it('work in a page that is transformed, dimmed, scrolled and has something above everything', async () => {
      const { ask, waits } = await setUp(each, '<p id="toast">A toast</p>');
      style(
        `html { filter: invert(1); } body { min-block-size: 400vh; } main { transform: scale(0.9) rotate(3deg); opacity: 0.5; filter: blur(1px); }
        #toast { position: fixed; inset: 0; z-index: 2147483647; }`,
      );
      scrollTo(0, 500);
      element().armDelay = 100;
      await ask();
      await click(await armed());
      await until(() => !waits() || (button(element(), 'Send') && each === 'sampling'));
      scrollTo(0, 0);
    });
  });
}

describe('A window that changes its size', () => {
  const WIDTH = 1_280;
  afterEach(() => setViewport({ width: WIDTH, height: 900 }));

  for (const name of ['Deny', 'Allow once'])
    it(`costs no press: ${name}`, async () => {
      await setViewport({ width: WIDTH, height: 900 });
      const { ask, waits } = await setUp('consent');
      element().armDelay = 100;
      await ask();
      await armed();
      await setViewport({ width: WIDTH, height: 700 });
      await pause(A_WHILE);
      await armed();
      await sendMouse({ type: 'click', position: centerOf(await named(name)) });
      await until(() => !waits());
    });
});

describe('A press that began before the dialog', () => {
  for (const key of ['Enter', ' ']) {
    it(`presses nothing in it when ${key === ' ' ? 'Space' : key} is let go there`, async function () {
      const { ask, waits } = await setUp('consent', '<button>Opener</button>');
      element().armDelay = 300;
      const opener = find('button', find('main'));
      opener.addEventListener('keydown', () => void ask(), { once: true });
      opener.focus();
      try {
        await sendKeys({ down: key });
      } catch {
        // WebDriver can only press and let go at once.
        this.skip();
      }
      await until(() => dialog().open && focused()?.textContent === 'Deny');
      await armed();
      await sendKeys({ up: key });
      await pause(100);
      assert.isTrue(waits());
      await press('Escape');
    });
  }

  it('allows nothing when it was too early and is let go later', async () => {
    const { ask, waits } = await setUp('consent');
    // A busy machine may be late with the press. It has to come while the button is off.
    for (const armDelay of [600, 3_000, 15_000]) {
      element().armDelay = armDelay;
      await ask();
      await sendMouse({ type: 'move', position: centerOf(await named('Allow once')) });
      await sendMouse({ type: 'down' });
      if (isOff()) break;
      await sendMouse({ type: 'move', position: [0, 0] });
      await sendMouse({ type: 'up' });
      await press('Escape');
      await until(() => !dialog().open);
    }
    await armed();
    await sendMouse({ type: 'up' });
    await pause(100);
    assert.isTrue(waits());
    await press('Escape');
  });
});

describe('A click that no press comes before, as assistive technology makes it,', () => {
  let isDeaf = false;
  const onpress = (event: Event): void => {
    if (isDeaf) event.stopImmediatePropagation();
  };
  beforeEach(() => {
    isDeaf = false;
    addEventListener('pointerdown', onpress, { capture: true });
  });
  afterEach(() => removeEventListener('pointerdown', onpress, { capture: true }));

  for (const key of ['Tab', 'Enter'])
    it(`works after a key that came too early: ${key}`, async () => {
      const { ask, waits } = await setUp('consent');
      element().armDelay = 500;
      await ask();
      await press(key);
      assert.isTrue(waits());
      const yes = await armed();
      isDeaf = true;
      await click(yes);
      await until(() => !waits());
    });

  it('works after a press in a place where the button had not been for long', async () => {
    const { ask, waits } = await setUp('consent');
    element().armDelay = 3_000;
    await ask();
    const no = await named('Deny');
    await click(no);
    await armed();
    assert.isTrue(waits());
    isDeaf = true;
    await click(no);
    await until(() => !waits());
  });
});

describe('A model that answers at once', () => {
  async function askModel(): Promise<Asked> {
    const asked = await setUp('sampling');
    find('mcp-sampling-review').model = () => ({
      role: 'assistant',
      model: 'quick',
      content: { type: 'text', text: 'Hello' },
    });
    await asked.ask();
    return asked;
  }

  for (const ms of IMPATIENCE)
    it(`is asked by a click, and its answer is not sent by another at the same point ${ms} ms later`, async () => {
      const { waits, answers } = await askModel();
      const place = centerOf(await armed());
      waitLonger();
      await clickAt(place);
      await until(() => button(element(), 'Send'));
      await pause(ms);
      await clickAt(place);
      await pause(200);
      assert.isEmpty(answers());
      assert.isTrue(waits());
    });

  it('is asked by a click, and its answer is sent by one after twice the wait', async () => {
    const { answers } = await askModel();
    const ask = await armed();
    const start = performance.now();
    await click(ask);
    const send = await armed('Send');
    assert.isAtLeast(performance.now() - start, 2 * element().armDelay);
    await click(send);
    await until(() => answers().length === 1);
  });
});

describe('A page to visit', () => {
  const windowOpen = window.open.bind(window);
  let openings = 0;
  beforeEach(() => {
    openings = 0;
    window.open = () => (openings++, null);
  });
  afterEach(() => void (window.open = windowOpen));

  async function visit(): Promise<{ host: McpHost; outcome: Promise<unknown> }> {
    kind = 'elicitation';
    const scripted = legacyServer(
      ({ httpMethod, method, id }) => {
        if (httpMethod === 'GET') return openStream().response;
        if (method === 'tools/list')
          return json(result(id, { tools: [{ name: 'one', inputSchema: { type: 'object' } }] }));
        if (method !== 'tools/call') return undefined;
        const elicitations = [{ mode: 'url', message: 'There', url: 'https://login.example/', elicitationId: 'id' }];
        return json({ jsonrpc: '2.0', id, error: { code: -32042, message: 'Sign in', data: { elicitations } } });
      },
      { tools: {} },
    );
    mount('<mcp-host><mcp-elicitation-form></mcp-elicitation-form></mcp-host>');
    const { host } = find('mcp-host');
    host.addConsentPolicy(() => ({ action: 'allow' }));
    await element().updateComplete;
    const id = host.add(URL_OF_SCRIPT, { fetch: scripted.fetch });
    await until(() => host.getSnapshot().servers[0]?.tools.length === 1);
    const outcome = host.callTool(id, 'one').catch((error: unknown) => error);
    await until(() => dialog().open);
    return { host, outcome };
  }

  for (const ms of IMPATIENCE)
    it(`is opened by a click, and nothing is answered by another at the same point ${ms} ms later`, async () => {
      const { host, outcome } = await visit();
      const place = centerOf(await armed('Open page'));
      waitLonger();
      await clickAt(place);
      await until(() => openings === 1);
      await pause(ms);
      await clickAt(place);
      await pause(200);
      assert.lengthOf(host.getSnapshot().requests, 1);
      assert.equal(openings, 1);
      // The buttons are where they were, and the one under the pointer is the one that goes on.
      assert.deepEqual(centerOf(await named('Continue')), place);
      await press('Escape');
      await outcome;
    });

  it('is opened by a click, and the next one is taken after twice the wait', async () => {
    const { host, outcome } = await visit();
    const open = await armed('Open page');
    const start = performance.now();
    await click(open);
    const go = await armed('Continue');
    assert.isAtLeast(performance.now() - start, 2 * element().armDelay);
    const [asked] = host.getSnapshot().requests;
    await click(go);
    // The server asks for the same visit again.
    await until(() => host.getSnapshot().requests.some(({ id }) => id !== asked?.id) && dialog().open);
    await press('Escape');
    await outcome;
  });

  it('is opened again by a link, as often as the user likes, while the buttons stay', async () => {
    const { outcome } = await visit();
    const names = () => [...element().renderRoot.querySelectorAll('[part~=actions] button')].map(textOf);
    const places = () => [...element().renderRoot.querySelectorAll('[part~=actions] button')].map(centerOf);
    await click(await armed('Open page'));
    assert.deepEqual(names(), ['Cancel', 'Decline', 'Continue']);
    const before = places();
    await click(await named('Reopen page'));
    await click(await named('Reopen page'));
    assert.equal(openings, 3);
    assert.deepEqual(places(), before);
    await press('Escape');
    await outcome;
  });
});
