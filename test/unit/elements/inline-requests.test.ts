/** Requests in the flow of the page: where they are shown, and which presses count. */
import { assert } from 'chai';
import { sendMouse } from '@web/test-runner-commands';
import type { JsonObject, McpHost } from '@mcp-web/client';
import '@mcp-web/elements/elicitation-form/define';
import '@mcp-web/elements/host/define';
import '@mcp-web/elements/sampling-review/define';
import '@mcp-web/elements/tool-consent/define';
import { isChromium } from '../../support/engine.ts';
import { done, json, legacyServer, openStream, result, URL_OF_SCRIPT } from '../../support/scripted-server.ts';
import { assertAccessible, button, click, find, focused, mount, press, textOf, type, unmount, until } from './page.ts';

const TAGS = {
  consent: 'mcp-tool-consent',
  elicitation: 'mcp-elicitation-form',
  sampling: 'mcp-sampling-review',
} as const;
const YES = { consent: 'Allow once', elicitation: 'Send', sampling: 'Approve' };
const NO = { consent: 'Deny', elicitation: 'Decline', sampling: 'Reject' };
type Kind = keyof typeof TAGS;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Nothing happens within it. */
const A_WHILE = 400;

interface Asked {
  readonly host: McpHost;
  readonly waits: () => number;
  readonly ask: () => Promise<void>;
  /** What the server got. */
  readonly answers: () => unknown[];
}

/** A host whose server asks the user. */
async function setUp(of: Kind, markup: string): Promise<Asked> {
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
  mount(`<mcp-host>${markup}</mcp-host><div id="after"><button id="elsewhere">Elsewhere</button></div>`);
  const { host } = find('mcp-host');
  const serverId = host.add(URL_OF_SCRIPT, { fetch: scripted.fetch });
  await until(() => host.getSnapshot().servers.some(({ status, tools }) => status === 'ready' && tools.length > 0));
  let asked = 0;
  const params: Record<Kind, JsonObject> = {
    consent: {},
    elicitation: { mode: 'form', message: 'Sure?', requestedSchema: { type: 'object', properties: {} } },
    sampling: { maxTokens: 10, messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }] },
  };
  const methods = { elicitation: 'elicitation/create', sampling: 'sampling/createMessage' };
  return {
    host,
    waits: () => host.getSnapshot().requests.length,
    ask: async () => {
      const before = host.getSnapshot().requests.length;
      if (of === 'consent') host.callTool(serverId, 'tidy', { number: ++asked }).catch(() => {});
      else own.send({ jsonrpc: '2.0', id: `ask ${++asked}`, method: methods[of], params: params[of] });
      await until(() => host.getSnapshot().requests.length > before);
    },
    answers: () =>
      scripted.received.filter(({ body, method }) => method === 'tools/call' || String(body['id']).startsWith('ask')),
  };
}

const first = (tag: (typeof TAGS)[Kind]) => find(tag);
const frame = (tag: (typeof TAGS)[Kind]): HTMLElement =>
  first(tag).renderRoot.querySelector<HTMLElement>('.frame') ?? assert.fail('no frame');
const named = (of: Kind, name: string) => until(() => button(first(TAGS[of]), name), name);
const isOn = (of: Kind): boolean => button(first(TAGS[of]), YES[of])?.ariaDisabled === 'false';
const armed = (of: Kind) => until(() => isOn(of) && button(first(TAGS[of]), YES[of]), `${YES[of]} is on`);
const centerOf = (target: Element): [number, number] => {
  const { x, y, width, height } = target.getBoundingClientRect();
  return [Math.round(x + width / 2), Math.round(y + height / 2)];
};
const clickAt = async (position: [number, number]) => sendMouse({ type: 'click', position });

afterEach(() => {
  unmount();
  document.adoptedStyleSheets = [];
  scrollTo(0, 0);
});

for (const each of ['consent', 'elicitation', 'sampling'] as const) {
  const tag = TAGS[each];
  describe(`<${tag} inline>`, () => {
    it('shows a request where it is, without taking the focus, and the user answers it there', async () => {
      const { ask, waits, answers } = await setUp(each, `<${tag} inline></${tag}>`);
      first(tag).armDelay = 50;
      document.querySelector<HTMLElement>('#elsewhere')?.focus();
      await ask();
      const no = await named(each, NO[each]);
      assert.isNull(first(tag).renderRoot.querySelector('dialog'));
      assert.equal(focused()?.id, 'elsewhere');
      assert.include(textOf(first(tag)), 'scripted needs your answer');
      await armed(each);
      await assertAccessible(first(tag));
      await click(no);
      await until(() => waits() === 0);
      assert.isTrue(frame(tag).hidden);
      if (each !== 'consent') await until(() => answers().length === 1);
    });

    it('keeps the focus near when it was in the request that is over', async () => {
      const { ask, waits } = await setUp(each, `<${tag} inline></${tag}>`);
      first(tag).armDelay = 0;
      await ask();
      (await named(each, NO[each])).focus();
      await pause(50);
      await press('Enter');
      await until(() => waits() === 0);
      await until(() => first(tag).matches(':focus-within'));
    });

    it('takes no press that began before the request was there for a moment', async () => {
      const { ask, waits } = await setUp(each, `<${tag} inline></${tag}>`);
      first(tag).armDelay = 60_000;
      await ask();
      for (const name of [YES[each], NO[each]]) await clickAt(centerOf(await named(each, name)));
      await pause(A_WHILE);
      assert.equal(waits(), 1);
    });

    it('takes no click of a script', async () => {
      const { ask, waits } = await setUp(each, `<${tag} inline></${tag}>`);
      first(tag).armDelay = 50;
      await ask();
      (await armed(each)).click();
      await pause(A_WHILE);
      assert.equal(waits(), 1);
    });

    it('waits again when what is above it grows and moves its buttons', async () => {
      const { ask, waits, answers } = await setUp(each, `<p id="above"></p><${tag} inline></${tag}>`);
      first(tag).armDelay = 1_500;
      await ask();
      const yes = await armed(each);
      const grown = document.querySelector<HTMLElement>('#above');
      if (grown) grown.style.height = '30px';
      await clickAt(centerOf(yes));
      assert.equal(waits(), 1);
      assert.isEmpty(answers());
      assert.isFalse(isOn(each));
      yes.scrollIntoView();
      await armed(each);
    });

    it('waits again after a modal dialog was above it', async () => {
      const { ask, waits, answers } = await setUp(each, `<${tag} inline></${tag}><dialog id="over">Over</dialog>`);
      first(tag).armDelay = 50;
      await ask();
      await armed(each);
      const over = document.querySelector<HTMLDialogElement>('#over');
      over?.showModal();
      await until(() => !isOn(each));
      await pause(A_WHILE);
      assert.isFalse(isOn(each));
      first(tag).armDelay = 60_000;
      over?.close();
      await clickAt(centerOf(await named(each, YES[each])));
      await pause(A_WHILE);
      assert.equal(waits(), 1);
      assert.isEmpty(answers());
    });

    it('cannot be answered while something of the page lies above its buttons', async () => {
      const { ask } = await setUp(each, `<${tag} inline></${tag}><div id="cover"></div>`);
      first(tag).armDelay = 50;
      await ask();
      await armed(each);
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('#cover { position: fixed; inset: 0; opacity: 0; }');
      document.adoptedStyleSheets = [sheet];
      await until(() => !isOn(each));
      document.adoptedStyleSheets = [];
      await armed(each);
    });

    it('cannot be allowed before its head was on the screen, though its buttons are', async () => {
      // What is in it stands at its end from the first moment, so that the head is never on the screen, however busy the
      // machine is.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '#box { block-size: 170px; overflow: auto; display: flex; flex-direction: column-reverse; & > * { flex: none; } }',
      );
      document.adoptedStyleSheets = [sheet];
      const { ask } = await setUp(each, `<div id="box"><${tag} inline></${tag}></div>`);
      first(tag).armDelay = 50;
      const box = document.querySelector<HTMLElement>('#box') ?? assert.fail();
      await ask();
      await named(each, YES[each]);
      const hint = await until(() => first(tag).renderRoot.querySelector('#unseen-head'), 'a hint');
      assert.equal(textOf(hint), 'Scroll to who asks, and for what, before you answer.');
      assert.isFalse(isOn(each));
      assert.exists(button(first(tag), 'Scroll up'));
      const yes = await named(each, YES[each]);
      assert.match(yes.getAttribute('aria-describedby') ?? '', /\bunseen-head\b/);
      await assertAccessible(first(tag));
      // A busy machine may be late to see what was on the screen.
      for (let top = 0; !isOn(each); top = top + 60 < box.scrollHeight ? top + 60 : 0) {
        box.scrollTo(0, -top);
        await pause(150);
      }
      assert.isNull(first(tag).renderRoot.querySelector('#unseen-head'));
    });

    it('can be answered while a part of its heading is scrolled away', async () => {
      const sheet = new CSSStyleSheet();
      const height = each === 'consent' ? 180 : 300;
      sheet.replaceSync(`#box { block-size: ${height}px; container-type: size; overflow: auto; }`);
      document.adoptedStyleSheets = [sheet];
      const { ask } = await setUp(each, `<div id="box"><${tag} inline></${tag}></div>`);
      first(tag).armDelay = 100;
      await ask();
      await named(each, YES[each]);
      const body = await until(() => first(tag).renderRoot.querySelector('.body'));
      const heading = await until(() => first(tag).renderRoot.querySelector('h2'));
      const clipHeading = (): void => {
        const { top, height } = heading.getBoundingClientRect();
        body.scrollBy(0, top - body.getBoundingClientRect().top + height / 2);
      };
      // A busy machine may be late to see what was on the screen.
      do {
        for (let top = 0; top < body.scrollHeight; top += 40) {
          body.scrollTo(0, top);
          await pause(250);
        }
        clipHeading();
        await pause(2 * A_WHILE);
      } while (!isOn(each));
      assert.isBelow(heading.getBoundingClientRect().top, body.getBoundingClientRect().top);
    });

    if (each === 'consent')
      it('has a few arguments in sight in a low box, and can be allowed without scrolling', async () => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('#box { inline-size: 620px; block-size: 240px; container-type: size; overflow: auto; }');
        document.adoptedStyleSheets = [sheet];
        const { ask } = await setUp(each, `<div id="box"><${tag} inline></${tag}></div>`);
        first(tag).armDelay = 50;
        await ask();
        await armed(each);
        const args = await until(() => first(tag).renderRoot.querySelector('pre'));
        assert.equal(args.innerText.trim(), '{ "number": 1 }');
        const { top, bottom } = args.getBoundingClientRect();
        const box = document.querySelector('#box')?.getBoundingClientRect() ?? assert.fail();
        assert.isAtLeast(top, box.top);
        assert.isAtMost(bottom, box.bottom);
      });

    // Its heading is long enough. What is in one line is on the screen whole, or not at all.
    if (isChromium && each !== 'consent')
      it('cannot be allowed while its heading was only seen in part, because something may have covered that', async () => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('#box { inline-size: 130px; block-size: 500px; container-type: size; overflow: auto; }');
        const cover = new CSSStyleSheet();
        document.adoptedStyleSheets = [sheet];
        const { ask } = await setUp(each, `<div id="box"><${tag} inline></${tag}></div><div id="cover"></div>`);
        first(tag).armDelay = 2_000;
        await ask();
        await named(each, YES[each]);
        const body = await until(() => first(tag).renderRoot.querySelector('.body'));
        const heading = await until(() => first(tag).renderRoot.querySelector('h2'));
        const part = () => heading.getBoundingClientRect();
        body.scrollTo(0, body.scrollHeight);
        await pause(100);
        first(tag).armDelay = 100;
        // As much as counts as seen, but not all of it.
        body.scrollBy(0, part().top - body.getBoundingClientRect().top + 1);
        const { left, top, width, height } = part();
        assert.isAbove(height, 50);
        cover.replaceSync(
          `#cover { position: fixed; left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px; pointer-events: none; }`,
        );
        document.adoptedStyleSheets = [sheet, cover];
        await pause(A_WHILE);
        for (let at = body.scrollTop; at < body.scrollHeight; at += 40) {
          body.scrollTo(0, at);
          await pause(250);
        }
        await until(() => first(tag).renderRoot.querySelector('#unseen-head'), 'a hint');
        assert.isFalse(isOn(each));
        body.scrollTo(0, 0);
        await pause(2 * A_WHILE);
        assert.isFalse(isOn(each));
        document.adoptedStyleSheets = [sheet];
        await until(() => {
          first(tag).renderRoot.querySelector<HTMLElement>('.more button')?.click();
          return isOn(each);
        }, 'on again');
      });

    for (const [where, markup] of [
      ['in the page', `<div id="box"><${tag} inline></${tag}></div>`],
      ['in a dialog', `<${tag}></${tag}>`],
    ] as const)
      it(`has a heading of full height where there is little space ${where}`, async () => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(
          `#box { block-size: 300px; container-type: size; overflow: auto; } ${tag}::part(dialog) { max-block-size: 170px; }`,
        );
        document.adoptedStyleSheets = [sheet];
        const { ask } = await setUp(each, markup);
        await ask();
        await named(each, NO[each]);
        const heading = await until(() => first(tag).renderRoot.querySelector('h2'));
        const body = await until(() => first(tag).renderRoot.querySelector('.body'));
        assert.isAbove(body.scrollHeight, body.clientHeight);
        assert.isAtLeast(heading.getBoundingClientRect().height, parseFloat(getComputedStyle(heading).fontSize));
      });

    it('leads to its head, part by part', async () => {
      const sheet = new CSSStyleSheet();
      const height = each === 'consent' ? 180 : 300;
      sheet.replaceSync(`#box { block-size: ${height}px; container-type: size; overflow: auto; }`);
      document.adoptedStyleSheets = [sheet];
      const { ask } = await setUp(each, `<div id="box"><${tag} inline></${tag}></div>`);
      first(tag).armDelay = 300;
      await ask();
      await named(each, YES[each]);
      const body = await until(() => first(tag).renderRoot.querySelector('.body'));
      body.scrollTo(0, body.scrollHeight);
      // Each part has to stay in sight for the time above before the next press scrolls it away.
      for (let press = 0; press < 30 && !isOn(each); press++) {
        first(tag).renderRoot.querySelector<HTMLElement>('.more button')?.click();
        await pause(500);
      }
      assert.isTrue(isOn(each));
    });

    it('leaves a request to the dialog of another element when it is hidden or gone, and never shows it twice', async () => {
      const { ask, waits } = await setUp(each, `<div id="pane"><${tag} inline></${tag}></div><${tag}></${tag}>`);
      const [inline, other] = document.querySelectorAll(tag);
      if (!inline || !other) assert.fail();
      const isInPage = () => inline.renderRoot.querySelector('.frame')?.checkVisibility() === true;
      const isInDialog = () => other.renderRoot.querySelector('dialog')?.open === true;
      await ask();
      await until(isInPage);
      assert.isFalse(isInDialog());
      const pane = document.querySelector<HTMLElement>('#pane');
      if (pane) pane.hidden = true;
      await until(isInDialog);
      await until(() => inline.renderRoot.querySelector<HTMLElement>('.frame')?.hidden === true);
      assert.equal(waits(), 1);
      if (pane) pane.hidden = false;
      find('mcp-host').host.places.refresh();
      await until(isInPage);
      await until(() => !isInDialog());
      inline.remove();
      await until(isInDialog);
      assert.equal(waits(), 1);
    });
  });
}

for (const [where, markup] of [
  ['in the page', '<mcp-tool-consent inline></mcp-tool-consent>'],
  ['in a dialog', '<mcp-tool-consent></mcp-tool-consent>'],
] as const)
  describe(`<mcp-tool-consent> ${where}`, () => {
    const consent = () => find('mcp-tool-consent');
    const shows = (number: number) => until(() => textOf(consent()).includes(`"number": ${number}`), `call ${number}`);

    async function askTwice(): Promise<Asked> {
      const asked = await setUp('consent', markup);
      consent().armDelay = 50;
      await asked.ask();
      await asked.ask();
      await shows(1);
      return asked;
    }

    it('is not answered by who goes on to write in a request that was withdrawn, and begins with its heading', async () => {
      const { host, waits } = await askTwice();
      find('summary', consent().renderRoot).click();
      const reason = await until(() => consent().renderRoot.querySelector<HTMLElement>('.reason'));
      reason.focus();
      await type('Not');
      const [withdrawn] = host.getSnapshot().requests;
      host.calls.cancel(withdrawn?.request.callId ?? '');
      await shows(2);
      await armed('consent');
      for (const key of [' ', 'n', 'Enter', ' ']) await press(key);
      await pause(A_WHILE);
      assert.equal(waits(), 1);
      assert.equal(focused(), consent().renderRoot.querySelector('h2'));
      await assertAccessible(consent());
    });

    it('has the focus on Deny again after the user answered the request before', async () => {
      const { waits } = await askTwice();
      await armed('consent');
      (await named('consent', 'Deny')).focus();
      await press('Enter');
      await shows(2);
      await until(() => focused()?.textContent === 'Deny');
      assert.equal(waits(), 1);
    });
  });
