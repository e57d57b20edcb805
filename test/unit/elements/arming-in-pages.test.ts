/** Requests in pages of many kinds: where a button can be pressed, and where it stays off. */
import { assert } from 'chai';
import { sendMouse } from '@web/test-runner-commands';
import { McpHost } from '@mcp-web/client';
import '@mcp-web/elements/host/define';
import '@mcp-web/elements/tool-consent/define';
import { done, json, legacyServer, result, URL_OF_SCRIPT } from '../../support/scripted-server.ts';
import { button, click, find, mount, unmount, until } from './page.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Nothing happens within it. */
const A_WHILE = 400;

const consent = () => find('mcp-tool-consent');
const named = (name: string) => until(() => button(consent(), name), name);
const isOn = (): boolean => button(consent(), 'Allow once')?.ariaDisabled === 'false';
const armed = () => until(() => isOn() && button(consent(), 'Allow once'), 'Allow once is on');
const centerOf = (target: Element): [number, number] => {
  const { x, y, width, height } = target.getBoundingClientRect();
  return [Math.round(x + width / 2), Math.round(y + height / 2)];
};

function style(...css: string[]): void {
  document.adoptedStyleSheets = css.map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
}

interface Asked {
  readonly host: McpHost;
  readonly waits: () => number;
  readonly ask: () => Promise<void>;
  /** How often the tool ran. */
  readonly runs: () => number;
}

/** A page that asks for consent to run a tool. */
async function setUp(markup: string): Promise<Asked> {
  let runs = 0;
  const { fetch } = legacyServer(
    ({ method, id }) => {
      if (method === 'tools/list')
        return json(result(id, { tools: [{ name: 'tidy', inputSchema: { type: 'object' } }] }));
      if (method !== 'tools/call') return undefined;
      runs++;
      return json(result(id, done));
    },
    { tools: {} },
  );
  const host = new McpHost();
  mount(`<mcp-host>${markup}</mcp-host><div id="cover"></div>`);
  find('mcp-host').host = host;
  const id = host.add(URL_OF_SCRIPT, { fetch });
  await until(() => host.getSnapshot().servers.some(({ tools }) => tools.length > 0));
  const waits = () => host.getSnapshot().requests.length;
  return {
    host,
    waits,
    runs: () => runs,
    ask: async () => {
      const before = waits();
      host.callTool(id, 'tidy', {}).catch(() => {});
      await until(() => waits() > before);
    },
  };
}

afterEach(() => {
  unmount();
  document.adoptedStyleSheets = [];
  scrollTo(0, 0);
});

const INLINE = '<mcp-tool-consent inline></mcp-tool-consent>';

describe('A request in a page', () => {
  for (const [what, css] of [
    [
      'whose body is empty and clips',
      'body { block-size: 0; margin: 0; overflow: hidden; } #box { position: fixed; inset: 0; }',
    ],
    [
      'that is short, with a widget in a corner',
      'body { overflow-x: hidden; } #box { position: fixed; inset: auto 0 0 auto; inline-size: 400px; }',
    ],
    ['whose root scrolls', 'html { block-size: 100%; overflow-y: scroll; } #box { padding-block: 3000px; }'],
    [
      'whose root and body scroll',
      'html { block-size: 100%; overflow: hidden; } body { block-size: 100%; margin: 0; overflow: auto; } #box { padding-block: 3000px; }',
    ],
    [
      'that it leaves for the window',
      '#clip { block-size: 10px; overflow: hidden; } #box { position: fixed; inset: 150px 50px auto; }',
    ],
    [
      'that it leaves for a box around',
      'main { position: relative; } #clip { block-size: 10px; overflow: hidden; } #box { position: absolute; inset: 150px 50px auto; }',
    ],
    ['with a box that is none', '#clip { display: contents; overflow: hidden; }'],
  ] as const)
    it(`${what} can be allowed, but not before nothing lies above its head`, async () => {
      style(css, '#cover { position: fixed; z-index: 9; }');
      const { ask } = await setUp(`<div id="clip"><div id="box">${INLINE}</div></div>`);
      consent().armDelay = 300;
      const cover = document.querySelector<HTMLElement>('#cover') ?? assert.fail();
      let isCovering = true;
      const followHead = (): void => {
        if (!isCovering) return;
        requestAnimationFrame(followHead);
        const { left, top, width, height } = consent().renderRoot.querySelector('.body')?.getBoundingClientRect() ?? {};
        Object.assign(cover.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
      };
      followHead();
      await ask();
      await named('Deny');
      consent().scrollIntoView({ block: 'center' });
      await pause(2 * A_WHILE);
      assert.isFalse(isOn());
      isCovering = false;
      cover.remove();
      await armed();
    });
});

describe('A button with an effect of the page', () => {
  const PRESSED = '::part(button):active { translate: 0 3px; scale: .95; transform: rotate(1deg); }';
  const EFFECTS = [
    ['while it is pressed', PRESSED, A_WHILE],
    // At once, so that the button is on its way.
    ['under the pointer', '::part(button):hover { translate: 0 -3px; transition: translate 300ms; }', 0],
  ] as const;
  const press = async (target: Element, rest: number): Promise<void> => {
    await sendMouse({ type: 'move', position: centerOf(target) });
    await pause(rest);
    await sendMouse({ type: 'down' });
    await pause(A_WHILE);
    await sendMouse({ type: 'up' });
  };

  for (const [where, markup] of [
    ['in the page', INLINE],
    ['in a dialog', '<mcp-tool-consent></mcp-tool-consent>'],
    ['in something that is scaled', `<div id="scaled">${INLINE}</div>`],
  ] as const)
    for (const [what, css, rest] of EFFECTS)
      for (const name of ['Allow once', 'Deny'])
        it(`${what} can be pressed ${where}: ${name}`, async () => {
          style(`mcp-tool-consent${css} #scaled { inline-size: 500px; scale: 1.2; transform-origin: 0 0; }`);
          const { ask, waits } = await setUp(markup);
          consent().armDelay = 100;
          await ask();
          await armed();
          await press(await named(name), rest);
          await until(() => waits() === 0);
        });

  for (const [what, move] of [
    ['what is above it grows', '#above { block-size: 30px; }'],
    ['something around it is moved', 'main { translate: 0 4px; }'],
    ['something around it is turned over', 'mcp-host { display: block; rotate: 180deg; }'],
    ['the buttons change places', 'mcp-tool-consent::part(actions) { direction: rtl; }'],
    ['its row is moved', 'mcp-tool-consent::part(actions) { transform: translateX(5px); }'],
    ['it is drawn elsewhere', 'mcp-tool-consent::part(button) { translate: 300px; }'],
  ] as const)
    it(`allows nothing when ${what} during the press`, async () => {
      const css = `mcp-tool-consent${PRESSED}`;
      style(css);
      const { ask, waits, runs } = await setUp(`<p id="above"></p>${INLINE}`);
      consent().armDelay = 100;
      await ask();
      const yes = await armed();
      await pause(A_WHILE);
      await sendMouse({ type: 'move', position: centerOf(yes) });
      await sendMouse({ type: 'down' });
      await pause(A_WHILE);
      consent().armDelay = 60_000;
      style(css, move);
      await until(() => !isOn());
      await sendMouse({ type: 'move', position: centerOf(yes) });
      await sendMouse({ type: 'up' });
      await pause(A_WHILE);
      assert.equal(waits(), 1);
      assert.equal(runs(), 0);
    });
});

describe('The watch over the buttons of a request in the page', () => {
  const frames = { request: window.requestAnimationFrame, count: 0 };
  const intervals = { set: window.setInterval, clear: window.clearInterval, running: new Set<unknown>() };
  const signals: AbortSignal[] = [];
  const add = window.addEventListener;

  beforeEach(() => {
    frames.count = 0;
    signals.length = 0;
    intervals.running.clear();
    window.requestAnimationFrame = (callback) => {
      frames.count++;
      return frames.request.call(window, callback);
    };
    Object.assign(window, {
      setInterval: (...args: Parameters<typeof setInterval>) => {
        const timer = intervals.set.apply(window, args);
        intervals.running.add(timer);
        return timer;
      },
      clearInterval: (timer: number) => {
        intervals.running.delete(timer);
        intervals.clear.call(window, timer);
      },
      addEventListener: (...args: Parameters<typeof add>) => {
        const [type, , options] = args;
        if (type === 'scroll' && typeof options === 'object' && options.signal) signals.push(options.signal);
        add.apply(window, args);
      },
    });
  });
  afterEach(() => {
    window.requestAnimationFrame = frames.request;
    Object.assign(window, { setInterval: intervals.set, clearInterval: intervals.clear, addEventListener: add });
    Reflect.deleteProperty(document, 'hasFocus');
  });

  /** How many frames it looks in, in a while. */
  const looks = async (): Promise<number> => {
    const before = frames.count;
    await pause(300);
    return frames.count - before;
  };
  const listens = () => signals.some(({ aborted }) => !aborted);

  it('ends with the request, and begins with the next one', async () => {
    const { ask, waits, runs } = await setUp(INLINE);
    consent().armDelay = 50;
    for (let round = 1; round <= 2; round++) {
      await ask();
      const yes = await armed();
      assert.isAbove(await looks(), 1);
      assert.equal(intervals.running.size, 1);
      assert.isTrue(listens());
      await click(yes);
      await until(() => waits() === 0 && runs() === round);
      await pause(100);
      assert.equal(await looks(), 0);
      assert.equal(intervals.running.size, 0);
      assert.isFalse(listens());
    }
  });

  const away = (isAway: boolean): void => {
    Object.defineProperty(document, 'hasFocus', { value: () => !isAway, configurable: true });
    window.dispatchEvent(new Event(isAway ? 'blur' : 'focus'));
  };
  const beneath = (isBeneath: boolean): void => {
    const over = find('dialog', find('main'));
    if (isBeneath) over.showModal();
    else over.close();
  };
  const hide = (isHidden: boolean): void => style(isHidden ? 'mcp-tool-consent { display: none; }' : '');

  for (const [what, set] of [
    ['in a window without the focus', away],
    ['beneath a modal dialog', beneath],
    ['that is hidden', hide],
  ] as const)
    it(`does not look in each frame at one ${what}, and takes no press that is too early after that`, async () => {
      const { ask, host, waits, runs } = await setUp('<dialog>Over</dialog>');
      host.addResponder('consent');
      await ask();
      // As a card does, which shows its request whenever the card itself is shown.
      const [request] = host.getSnapshot().requests;
      if (request?.kind !== 'consent') assert.fail();
      const element = document.createElement('mcp-tool-consent');
      find('mcp-host').append(Object.assign(element, { request, inline: true, armDelay: 50 }));
      const yes = await armed();
      set(true);
      // It says why nothing can be pressed, which changes its size: a slow browser tells that late.
      for (let turn = 0; turn < 3 && (await looks()) > 0; turn++);
      assert.equal(await looks(), 0);
      consent().armDelay = 60_000;
      set(false);
      await pause(150);
      assert.isAbove(await looks(), 1);
      await sendMouse({ type: 'click', position: centerOf(yes) });
      await pause(A_WHILE);
      assert.equal(waits(), 1);
      assert.equal(runs(), 0);
    });
});
