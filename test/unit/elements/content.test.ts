import 'axe-core';
import type axeCore from 'axe-core';
import type { Tool } from '@mcp-web/client';
import { assert } from 'chai';
import '../../../packages/elements/src/content/define.ts';
import type { McpContentElement } from '../../../packages/elements/src/content/content.ts';
import { until } from './page.ts';
import { decodeMedia, fileName, formatSize, mediaKind } from '../../../packages/elements/src/internal/media/media.ts';

/** axe-core is a script that sets this global. */
declare const axe: typeof axeCore;

/** What a server may send, including blocks of unknown types. */
async function show(properties: {
  result?: object;
  content?: object;
  tool?: Tool;
  markdown?: boolean;
  server?: object | undefined;
}): Promise<McpContentElement> {
  const element = Object.assign(document.createElement('mcp-content'), properties);
  document.body.append(element);
  await element.updateComplete;
  return element;
}

const all = (element: McpContentElement, selector: string): HTMLElement[] => [
  ...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []),
];
const words = (element: McpContentElement): string =>
  (element.shadowRoot?.textContent ?? '').replace(/\s+/g, ' ').trim();

/** Waits until the element contains a match of the selector. */
async function appears(element: McpContentElement, selector: string): Promise<HTMLElement> {
  return until(() => all(element, selector)[0], selector);
}

/** The network requests, except those for the page's modules. */
const asked = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => !name.startsWith(`${location.origin}/`));

function png(color: string): string {
  const canvas = document.createElement('canvas');
  canvas.width = 4;
  canvas.height = 2;
  const context = canvas.getContext('2d');
  if (context) context.fillStyle = color;
  context?.fillRect(0, 0, 4, 2);
  return canvas.toDataURL('image/png').split(',')[1] ?? '';
}

/** A tenth of a second of silence. */
function wav(): string {
  const bytes = new Uint8Array(44 + 800);
  const view = new DataView(bytes.buffer);
  for (const [offset, letters] of [
    [0, 'RIFF'],
    [8, 'WAVE'],
    [12, 'fmt '],
    [36, 'data'],
  ] as const)
    bytes.set(new TextEncoder().encode(letters), offset);
  for (const [offset, value] of [
    [4, 836],
    [16, 16],
    [24, 8000],
    [28, 8000],
    [40, 800],
  ] as const)
    view.setUint32(offset, value, true);
  for (const [offset, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    view.setUint16(offset, value, true);
  bytes.fill(128, 44);
  return btoa(String.fromCharCode(...bytes));
}

describe('<mcp-content>', () => {
  afterEach(() => document.body.replaceChildren());

  it('shows text as it is, and only as text', async () => {
    const element = await show({ result: { content: [{ type: 'text', text: '<b>no</b>\n  two <script>' }] } });
    assert.lengthOf(all(element, 'b, script'), 0);
    const [text] = all(element, '.text');
    assert.equal(text?.textContent, '<b>no</b>\n  two <script>');
    assert.equal(text && getComputedStyle(text).whiteSpaceCollapse, 'preserve');
  });

  it('shows the beginning of a long text, and all of it on request', async () => {
    const element = await show({ content: { type: 'text', text: 'x'.repeat(100_000) } });
    assert.isBelow(words(element).length, 5_000);
    for (let presses = 0; presses < 10 && words(element).length < 100_000; presses++)
      all(element, 'button')[0]?.click();
    assert.isAtLeast(words(element).length, 100_000);
  });

  it('draws images from their bytes, and says in words what they are [TO-29]', async () => {
    const element = await show({ content: [{ type: 'image', data: png('#ff0000'), mimeType: 'image/png' }] });
    const canvas = await appears(element, 'canvas');
    assert.instanceOf(canvas, HTMLCanvasElement);
    assert.deepEqual(
      [...((canvas as HTMLCanvasElement).getContext('2d')?.getImageData(1, 1, 1, 1).data ?? [])],
      [255, 0, 0, 255],
    );
    assert.match(canvas.getAttribute('aria-label') ?? '', /^Image: image\/png, .*, 4 × 2$/);
  });

  it('describes an image that it cannot draw', async () => {
    const element = await show({ content: [{ type: 'image', data: btoa('no image'), mimeType: 'image/png' }] });
    const notice = await appears(element, '.notice');
    assert.equal(notice.textContent, 'Image: image/png, 8 bytes. This image cannot be shown.');
  });

  it('decodes no image that would take gigabytes, whatever its kind', async () => {
    const bytesOf = (size: number, parts: readonly (readonly [number, string | readonly number[]])[]): string => {
      const bytes = new Uint8Array(size);
      for (const [at, part] of parts)
        bytes.set(typeof part === 'string' ? Array.from(part, (letter) => letter.charCodeAt(0)) : part, at);
      return btoa(String.fromCharCode(...bytes));
    };
    const large = [0x00, 0x00, 0x4e, 0x20];
    const little = [0x20, 0x4e, 0x00, 0x00];
    const images: Readonly<Record<string, string>> = {
      'image/png': bytesOf(64, [
        [0, '\x89PNG\r\n\x1a\n'],
        [12, 'IHDR'],
        [16, large],
        [20, large],
      ]),
      'image/jpeg': bytesOf(64, [[0, [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0x4e, 0x20, 0x4e, 0x20]]]),
      'image/webp': bytesOf(64, [
        [0, 'RIFF'],
        [8, 'WEBPVP8X'],
        [24, [0x1f, 0x4e, 0, 0x1f, 0x4e, 0]],
      ]),
      'image/gif': bytesOf(64, [
        [0, 'GIF89a'],
        [6, [0x20, 0x4e, 0x20, 0x4e]],
        [13, [0x2c]],
      ]),
      'image/gif; frame': bytesOf(64, [
        [0, 'GIF89a'],
        [6, [1, 0, 1, 0, 0x80]],
        [19, [0x21, 0xf9, 4, 0, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, 0x20, 0x4e, 0x20, 0x4e]],
      ]),
      'image/bmp': bytesOf(64, [
        [0, 'BM'],
        [14, [40]],
        [18, little],
        [22, [0xe0, 0xb1, 0xff, 0xff]],
      ]),
      'image/bmp; old': bytesOf(64, [
        [0, 'BM'],
        [14, [12]],
        [18, [0x20, 0x4e, 0x20, 0x4e]],
      ]),
      'image/png; not': btoa('\0\0\0\x1cftypavif\0\0\0\0mif1avifmiaf and what follows it'),
    };
    const decode = globalThis.createImageBitmap;
    let decoded = 0;
    globalThis.createImageBitmap = () => {
      decoded++;
      return Promise.reject(new Error('decoded'));
    };
    try {
      for (const [mimeType, data] of Object.entries(images)) {
        const element = await show({ content: { type: 'image', data, mimeType } });
        assert.include((await appears(element, '.notice')).textContent, 'cannot be shown', mimeType);
        assert.equal(decoded, 0, mimeType);
      }
    } finally {
      globalThis.createImageBitmap = decode;
    }
  });

  it('decodes one image at a time in the whole page, and where there are no locks, in each element', async () => {
    const decode = globalThis.createImageBitmap;
    let [running, most] = [0, 0];
    let held = false;
    globalThis.createImageBitmap = async (blob: ImageBitmapSource) => {
      most = Math.max(most, ++running);
      await until(() => !held);
      await new Promise((resolve) => setTimeout(resolve, 50));
      running--;
      return decode(blob);
    };
    const showThree = async (): Promise<void> => {
      const image = (color: string): object => ({ type: 'image', data: png(color), mimeType: 'image/png' });
      for (const element of await Promise.all(
        ['#ff0000', '#00ff00', '#0000ff'].map(async (color) => show({ content: [image(color), image(color)] })),
      ))
        await appears(element, '.framed:nth-of-type(2) canvas');
    };
    try {
      await showThree();
      assert.equal(most, 1);
      Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
      held = true;
      const shown = showThree();
      await until(() => running === 3);
      held = false;
      await shown;
      assert.equal(most, 3);
    } finally {
      globalThis.createImageBitmap = decode;
      Reflect.deleteProperty(navigator, 'locks');
    }
  });

  it('decodes nothing for an element outside of the page until it is back, and does not wait for it', async () => {
    const decode = globalThis.createImageBitmap;
    const { setTimeout: wait } = globalThis;
    const image = (color: string): object => ({ type: 'image', data: png(color), mimeType: 'image/png' });
    let release: (() => void) | undefined;
    let decoded = 0;
    let giveUp: (() => void) | undefined;
    globalThis.createImageBitmap = async (blob: ImageBitmapSource) => {
      if (++decoded === 1) await new Promise<void>((resolve) => (release = resolve));
      return decode(blob);
    };
    globalThis.setTimeout = Object.assign((handler: () => void, delay?: number) => {
      if (delay === 10_000) giveUp ??= handler;
      return wait(handler, delay);
    }, wait);
    try {
      const stuck = await show({ content: image('#ff0000') });
      await until(() => decoded === 1);
      const gone = await show({ content: image('#00ff00') });
      await until(() => words(gone).includes('Loading'));
      gone.remove();
      const shown = await show({ content: image('#0000ff') });
      await until(() => giveUp);
      giveUp?.();
      assert.include((await appears(stuck, '.notice')).textContent, 'cannot be shown');
      await appears(shown, 'canvas');
      assert.equal(decoded, 2);
      document.body.append(gone);
      await appears(gone, 'canvas');
      assert.equal(decoded, 3);
    } finally {
      release?.();
      globalThis.createImageBitmap = decode;
      globalThis.setTimeout = wait;
    }
  });

  it('draws a GIF and a BMP, and offers an image as a file if its size comes late', async () => {
    const gif = 'R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';
    const bmp = 'Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAD/AA==';
    const element = await show({
      content: [
        { type: 'image', data: gif, mimeType: 'image/gif' },
        { type: 'image', data: bmp, mimeType: 'image/bmp' },
      ],
    });
    await appears(element, '.framed:nth-of-type(2) canvas');
    const colors = all(element, 'canvas').map((canvas) => [
      ...((canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, 1, 1).data ?? []),
    ]);
    assert.deepEqual(colors, [
      [255, 0, 0, 255],
      [255, 0, 0, 255],
    ]);
    const other = await show({ content: { type: 'image', data: gif, mimeType: 'image/avif' } });
    assert.lengthOf(all(other, '.media'), 0);
    assert.include(words(other), 'Save');
  });

  it('keeps less of a large image than it has', async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 4000, height: 2000 });
    const data = canvas.toDataURL('image/png').split(',')[1];
    const element = await show({ content: { type: 'image', data, mimeType: 'image/png' } });
    const drawn = (await appears(element, 'canvas')) as HTMLCanvasElement;
    assert.isAtMost(drawn.width * drawn.height, 4_010_000);
    assert.match(drawn.getAttribute('aria-label') ?? '', /4000 × 2000$/);
  });

  it('shows and plays on when it is moved in the page', async () => {
    const element = await show({
      content: [
        { type: 'text', text: 'x'.repeat(10_000) },
        { type: 'image', data: png('#ff0000'), mimeType: 'image/png' },
        { type: 'audio', data: wav(), mimeType: 'audio/wav' },
      ],
    });
    const canvas = (await appears(element, 'canvas')) as HTMLCanvasElement;
    (await appears(element, '.media button')).click();
    await appears(element, 'audio');
    const errors: string[] = [];
    const onerror = (event: ErrorEvent): void => {
      errors.push(event.message);
      event.preventDefault();
    };
    addEventListener('error', onerror);
    const place = document.body.appendChild(document.createElement('div'));
    place.append(element);
    await element.updateComplete;
    removeEventListener('error', onerror);
    assert.deepEqual(errors, []);
    assert.deepEqual([...(canvas.getContext('2d')?.getImageData(1, 1, 1, 1).data ?? [])], [255, 0, 0, 255]);
    assert.isTrue(canvas.isConnected);
    (await appears(element, '.media button')).click();
    assert.isTrue((await fetch((await appears(element, 'audio')).getAttribute('src') ?? '')).ok);
    all(element, '.text button')[0]?.click();
    assert.isAbove(words(element).length, 10_000);
  });

  it('never renders SVG [RE-11]', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="https://unreachable.example/x.png"/></svg>';
    performance.clearResourceTimings();
    const element = await show({
      content: [
        { type: 'image', data: btoa(svg), mimeType: 'image/svg+xml' },
        { type: 'resource', resource: { uri: 'file:///a.svg', mimeType: 'image/svg+xml', text: svg } },
      ],
    });
    assert.lengthOf(all(element, 'svg, img, canvas, iframe, object, embed'), 0);
    assert.include(words(element), svg);
    assert.lengthOf(all(element, '.action button'), 2);
    assert.isEmpty(asked());
  });

  it('plays audio when the user wants it, and releases it afterwards', async () => {
    const element = await show({ content: { type: 'audio', data: wav(), mimeType: 'audio/wav' } });
    assert.lengthOf(all(element, 'audio'), 0);
    (await appears(element, '.media button')).click();
    const audio = await appears(element, 'audio');
    const url = audio.getAttribute('src') ?? '';
    assert.match(url, /^blob:/);
    assert.isTrue((await fetch(url)).ok);
    element.remove();
    const failure: unknown = await fetch(url).catch((error: unknown) => error);
    assert.instanceOf(failure, TypeError);
  });

  it('folds content for the assistant only, and says so [RE-09]', async () => {
    const element = await show({
      content: [
        { type: 'text', text: 'for both', annotations: { audience: ['user', 'assistant'] } },
        { type: 'text', text: 'inner workings', annotations: { audience: ['assistant'] } },
      ],
    });
    const [folded] = all(element, 'details');
    assert.include(folded?.querySelector('summary')?.textContent, 'For the assistant: 1 part');
    assert.include(folded?.textContent, 'inner workings');
    assert.isFalse(folded?.querySelector('.text')?.checkVisibility());
    assert.notInclude(folded?.textContent, 'for both');
  });

  it('reads no more of a type than the longest one has', async () => {
    const mimeType = `text/plain${';'.repeat(1_000_000)}`;
    const element = await show({ content: [{ type: 'resource_link', uri: 'notes://one', name: 'one', mimeType }] });
    const types: string[] = [];
    element.addEventListener('mcp-resource-open', (event) => types.push(event.mimeType));
    element.opensResources = true;
    await element.updateComplete;
    for (const button of all(element, 'button')) button.click();
    assert.deepEqual(types, [mimeType.slice(0, 255)]);
  });

  it('asks the page to open a linked resource, and opens nothing itself that the page takes', async () => {
    const link = { type: 'resource_link', uri: 'notes://one', name: 'one', mimeType: 'text/plain' };
    const element = await show({ content: [link, { ...link, uri: 'https://example.com/two' }] });
    assert.lengthOf(all(element, 'button'), 1);
    const uris: string[] = [];
    element.addEventListener('mcp-resource-open', (event) => {
      uris.push(event.uri);
      event.preventDefault();
    });
    element.opensResources = true;
    await element.updateComplete;
    const open = window.open;
    window.open = () => assert.fail('a window was opened');
    try {
      for (const button of all(element, 'button')) button.click();
    } finally {
      window.open = open;
    }
    assert.deepEqual(uris, ['notes://one', 'https://example.com/two']);
  });

  it('leads nobody from the internet into their own network, and says so where it is not known who leads', async () => {
    const content = [
      { type: 'text', text: '[a](http://192.168.1.1/reboot) [b](https://example.com/) <http://localhost:8080/>' },
      { type: 'resource_link', uri: 'http://127.0.0.1:8080/admin', name: 'Report' },
      { type: 'resource_link', uri: 'https://example.com/', name: 'Other' },
    ];
    const shown = async (url?: string): Promise<McpContentElement> => {
      const element = await show({ content, markdown: true, server: url === undefined ? undefined : { url } });
      await element.updateComplete;
      return element;
    };
    const links = (element: McpContentElement): string[] => [
      ...all(element, '.place').map(({ textContent }) => textContent),
      ...all(element, 'button bdi').map(({ textContent }) => textContent),
    ];
    const fromInternet = await shown('https://mcp.example.com/mcp');
    assert.deepEqual(links(fromInternet), ['example.com', 'Open example.com']);
    for (const place of ['http://192.168.1.1/reboot', 'http://localhost:8080/', 'http://127.0.0.1:8080/admin'])
      assert.include(words(fromInternet), place);
    const said = [
      '192.168.1.1, in your network',
      'example.com',
      'localhost:8080, on this device',
      'Open 127.0.0.1:8080, on this device',
      'Open example.com',
    ];
    assert.deepEqual(links(await shown()), said);
    assert.deepEqual(links(await shown('http://localhost:3000/mcp')), said);
  });

  it('shows the end of a link’s host, and makes no link of an impossible host', async () => {
    const host = `accounts.google.com.${'a'.repeat(50)}.${'b'.repeat(50)}.evil.example`;
    document.body.style.inlineSize = '300px';
    const element = await show({
      content: [
        { type: 'resource_link', uri: `https://${host}/`, name: 'one' },
        { type: 'resource_link', uri: `https://${'a.'.repeat(130)}example/`, name: 'two' },
      ],
    });
    const buttons = all(element, '.action button');
    assert.lengthOf(buttons, 1);
    assert.include(buttons[0]?.textContent, `Open ${host}`);
    assert.isAtMost(element.scrollWidth, element.clientWidth);
    assert.isAtMost(buttons[0]?.scrollWidth ?? NaN, buttons[0]?.clientWidth ?? NaN);
    const { left, right } = buttons[0]?.getBoundingClientRect() ?? new DOMRect();
    const frame = element.getBoundingClientRect();
    assert.isTrue(left >= frame.left && right <= frame.right);
    document.body.removeAttribute('style');
  });

  it('never makes a link of a URI that is not http(s), and asks for none [SE-06]', async () => {
    performance.clearResourceTimings();
    const element = await show({
      content: [
        {
          type: 'resource_link',
          uri: 'https://unreachable.example/report.pdf',
          name: 'report',
          title: 'The report',
          size: 1234,
        },
        { type: 'resource_link', uri: 'javascript:alert(1)', name: 'evil' },
        { type: 'resource_link', uri: 'data:text/html,x', name: 'evil' },
      ],
    });
    assert.lengthOf(all(element, 'a'), 0);
    assert.deepEqual(
      all(element, 'button bdi').map(({ textContent }) => textContent),
      ['Open unreachable.example'],
    );
    for (const expected of ['The report', '1.2 kB', 'https://unreachable.example/report.pdf', 'javascript:alert(1)'])
      assert.include(words(element), expected);
    assert.isEmpty(asked());
  });

  it('shows structured content once, though servers repeat it as text [TO-17]', async () => {
    const structuredContent = { city: 'Paris', days: [{ high: 22 }] };
    const element = await show({
      result: {
        content: [
          { type: 'text', text: JSON.stringify(structuredContent) },
          { type: 'text', text: 'and more' },
        ],
        structuredContent,
      },
    });
    assert.match(all(element, '[part=structured]')[0]?.textContent ?? '', /city\s*Paris/);
    assert.deepEqual(
      all(element, '[part=text]')
        .filter((block) => !block.closest('details'))
        .map(({ textContent }) => textContent.trim()),
      ['and more'],
    );
  });

  it('reads a few texts only to find out what repeats structured content', async () => {
    const { parse } = JSON;
    let parsed = 0;
    JSON.parse = (...args) => {
      parsed++;
      return parse(...args);
    };
    try {
      for (const text of ['abc', '{abc']) {
        const content = Array.from({ length: 30_000 }, () => ({ type: 'text' as const, text }));
        const element = await show({ result: { content, structuredContent: {} } });
        assert.include(words(element), text);
      }
    } finally {
      JSON.parse = parse;
    }
    assert.isBelow(parsed, 100);
  });

  it('takes any JSON value as structured content [TO-16]', async () => {
    for (const structuredContent of [null, 0, false, '', []]) {
      const element = await show({ result: { content: [], structuredContent } });
      assert.lengthOf(all(element, '[part=structured]'), 1, JSON.stringify(structuredContent));
    }
  });

  it('shows a small value to its leaves, so that each can be copied', async () => {
    const structuredContent = { order: { legs: [{ label: { tracking: { number: 'TRK-9917' } } }] } };
    const element = await show({ result: { content: [], structuredContent } });
    assert.include(words(element), 'TRK-9917');
    assert.isEmpty(all(element, 'details:not([open])'));
  });

  it('opens a tree by the piece', async () => {
    const structuredContent = { list: { items: Array.from({ length: 250 }, (_none, index) => `item ${index}`) } };
    const element = await show({ result: { content: [], structuredContent } });
    assert.notInclude(words(element), 'item 99');
    const closed = all(element, 'details:not([open]) summary')[0];
    closed?.click();
    await appears(element, '.json-members .json-more');
    assert.include(words(element), 'item 99');
    assert.notInclude(words(element), 'item 100');
    all(element, '.json-more')[0]?.click();
    assert.include(words(element), 'item 199');
    assert.notInclude(words(element), 'item 200');
  });

  it('keeps the focus where more was shown, though the button for more is gone', async () => {
    const element = await show({
      content: Array.from({ length: 60 }, (_none, index) => ({ type: 'text', text: `text ${index}` })),
    });
    const more = (): HTMLElement | undefined => all(element, '.stack > div > button')[0];
    more()?.focus();
    more()?.click();
    await element.updateComplete;
    assert.isUndefined(more());
    assert.equal(element.shadowRoot?.activeElement?.textContent.trim(), 'text 49');
    const tree = await show({ result: { content: [], structuredContent: Array.from({ length: 150 }, () => 0) } });
    all(tree, '.json-more')[0]?.focus();
    all(tree, '.json-more')[0]?.click();
    assert.match(tree.shadowRoot?.activeElement?.textContent ?? '', /^\s*100:?\s*0/);
  });

  it('says that the tool failed', async () => {
    const element = await show({ result: { isError: true, content: [{ type: 'text', text: 'No such city' }] } });
    assert.equal(all(element, '.failed')[0]?.textContent, 'The tool returned an error');
    // Who shows a new result announces it; an old one is no news.
    assert.isEmpty(all(element, '[role=alert], [role=status]').filter(({ textContent }) => textContent !== ''));
    assert.include(words(element), 'No such city');
  });

  it('says when promised structured content is missing, and when there is no content at all', async () => {
    const element = await show({
      result: { content: [] },
      tool: { name: 'x', inputSchema: {}, outputSchema: { type: 'object' } },
    });
    assert.include(words(element), 'declares structured output');
    assert.include(words(element), 'The result is empty.');
  });

  it('shows unknown content as JSON [TO-29]', async () => {
    const element = await show({
      content: [
        { type: 'hologram', depth: 3 },
        { type: 'text', text: 5 },
      ],
    });
    assert.match(words(element), /hologram.*depth\s*3/);
    assert.lengthOf(all(element, '.framed'), 2);
  });

  it('shows the audience and the priority of content [RE-09]', async () => {
    const element = await show({
      content: { type: 'text', text: 'x', annotations: { audience: ['assistant'], priority: 0.25 } },
    });
    assert.deepEqual(
      all(element, '.badge').map(({ textContent }) => textContent),
      ['for the assistant', 'priority 25%'],
    );
  });

  describe('to be saved', () => {
    let saved: string[];
    beforeEach(() => {
      saved = [];
      // Anchors have the method of all elements; this is one of their own.
      HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
        saved.push(this.download);
      };
    });
    afterEach(() => void Reflect.deleteProperty(HTMLAnchorElement.prototype, 'click'));

    const [base64, text] = [btoa('MZ'), 'MZ'];
    for (const [resource, name] of [
      [
        { blob: base64, mimeType: 'application/pdf', uri: 'https://a.example/invoice.pdf_fdp.exe' },
        'invoice_pdf_fdp_exe.pdf',
      ],
      [{ blob: base64, uri: 'https://a.example/setup.exe' }, 'setup_exe.bin'],
      [{ text, mimeType: 'text/html', uri: 'https://a.example/page.html' }, 'page_html.txt'],
      [{ text, uri: 'https://a.example/notes.md' }, 'notes.md'],
    ] as const) {
      it(`${resource.uri} says under which name, which has a safe extension`, async () => {
        const element = await show({ content: { type: 'resource', resource } });
        const button = await appears(element, '.action button');
        assert.equal(button.textContent?.trim(), `Save ${name}`);
        button.click();
        assert.deepEqual(saved, [name]);
      });
    }

    it('shows the end of a name that never breaks', async () => {
      const uri = `https://a.example/${'\u0E33'.repeat(200)}.pdf`;
      const element = await show({ content: { type: 'resource', resource: { blob: base64, uri } } });
      const button = await appears(element, '.action button');
      assert.match(button.textContent ?? '', /^\s*Save \u0E33{8}(‹U\+0E33›)+.*…\.pdf\s*$/);
      assert.isAtMost(element.scrollWidth, element.clientWidth);
    });
  });

  it('gives files names without meaning to a file system', () => {
    assert.equal(fileName('file:///a/../../etc/passwd', 'x'), 'passwd');
    assert.equal(fileName('https://a.example/r.pdf?x=/y', 'x'), 'r.pdf');
    assert.equal(fileName('c:\\windows\\..', 'x'), 'x');
    assert.equal(fileName('test:a\u202Egpj.exe', 'x'), 'test_a_gpj.exe');
    assert.equal(mediaKind('IMAGE/PNG; charset=x'), 'image');
    assert.equal(mediaKind('image/svg+xml'), 'file');
    assert.equal(mediaKind('image/avif'), 'file');
    assert.isUndefined(decodeMedia('***', 'image/png'));
    assert.equal(decodeMedia('PGI+', 'text/html')?.type, 'application/octet-stream');
    assert.equal(formatSize(1_250_000), '1.3 MB');
  });

  it('passes axe', async () => {
    const element = await show({
      result: {
        isError: true,
        structuredContent: { a: { b: 1 } },
        content: [
          { type: 'text', text: 'x', annotations: { audience: ['user'] } },
          { type: 'image', data: png('#00ff00'), mimeType: 'image/png' },
          { type: 'audio', data: wav(), mimeType: 'audio/wav' },
          { type: 'resource_link', uri: 'https://a.example/', name: 'a' },
          { type: 'resource', resource: { uri: 'file:///a', text: 'a' } },
          { type: 'hologram' },
        ],
      },
    });
    await appears(element, 'canvas');
    const { violations } = await axe.run(element, { rules: { region: { enabled: false } } });
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`),
      [],
    );
  });
});
