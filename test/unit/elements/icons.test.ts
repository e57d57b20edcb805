import { assert } from 'chai';
import type { Icon } from '@mcp-web/client';
import '@mcp-web/elements/host/define';
import '@mcp-web/elements/server/define';
import '@mcp-web/elements/tools/define';
import { imageHeader } from '../../../packages/elements/src/internal/media/image-header.ts';
import { json, modernServer, result } from '../../support/scripted-server.ts';
import { assertAccessible, deep, find, mount, textOf, unmount, until } from './page.ts';

const ORIGIN = 'https://icons.example';
const BLUE = 'UklGRjoAAABXRUJQVlA4IC4AAACwAQCdASoQABAAAsBMJaACdAEO/gLsAP74Ryo/9tD//20P//bQ/6jvBskU5IAA';

/** An image of one color, as this browser encodes it. */
function image(color: string, type = 'image/png', width = 16, height = 16): string {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  assert.isNotNull(context);
  context.fillStyle = color;
  context.fillRect(0, 0, width, height);
  return canvas.toDataURL(type);
}

const bytesOf = (data: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(data.slice(data.indexOf(',') + 1)), (unit) => unit.charCodeAt(0));
const asData = (bytes: Uint8Array, type: string): string =>
  `data:${type};base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
const red = image('#f00');

describe('icons', () => {
  afterEach(unmount);

  const openTools = async (icons: readonly (readonly Icon[])[], attributes = '') => {
    const tools = icons.map((own, index) => ({ name: `tool-${index}`, inputSchema: { type: 'object' }, icons: own }));
    const { fetch } = modernServer(
      ({ method, id }) =>
        method === 'tools/list'
          ? json(result(id, { resultType: 'complete', tools, ttlMs: 0, cacheScope: 'private' }))
          : undefined,
      { tools: {} },
    );
    mount(`<mcp-host><mcp-tools ${attributes}></mcp-tools></mcp-host>`);
    find('mcp-host').host.add(`${ORIGIN}/mcp`, { fetch });
    await until(() => entries().length === icons.length);
  };
  const entries = () => [...find('mcp-tools').renderRoot.querySelectorAll('.tool')];
  const iconOf = (index: number) => entries()[index]?.querySelector('canvas');
  /** The color in the center, once it is drawn. */
  const color = async (index: number) =>
    until(() => {
      const canvas = iconOf(index);
      const [r = 0, g = 0, b = 0, a = 0] =
        canvas?.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data ?? [];
      return a > 250 && (r > 200 ? 'red' : g > 100 ? 'green' : b > 200 ? 'blue' : 'other');
    }, `the icon of tool ${index}`);

  it('of tools are drawn beside their names, from PNG, JPEG and WebP [IC-01]', async () => {
    await openTools([
      [{ src: red }],
      [{ src: image('#080', 'image/jpeg'), mimeType: 'image/jpg' }],
      [{ src: `data:image/webp;base64,${BLUE}` }],
      [],
    ]);
    assert.deepEqual([await color(0), await color(1), await color(2)], ['red', 'green', 'blue']);
    assert.isTrue(iconOf(0)?.getBoundingClientRect().width === 20);
    assert.isFalse(Boolean(iconOf(3)), 'no place is kept for what is not there');
    assert.equal(textOf(entries()[0]?.querySelector('b') ?? document), 'tool-0');
    await assertAccessible(find('mcp-tools'));
  });

  it('stay when the list is fetched again and they are the same', async () => {
    let tools = [{ name: 'tool-0', description: 'before', inputSchema: { type: 'object' }, icons: [{ src: red }] }];
    const { fetch } = modernServer(
      ({ method, id }) =>
        method === 'tools/list'
          ? json(result(id, { resultType: 'complete', tools, ttlMs: 0, cacheScope: 'private' }))
          : undefined,
      { tools: {} },
    );
    mount('<mcp-host><mcp-tools></mcp-tools></mcp-host>');
    const { host } = find('mcp-host');
    const id = host.add(`${ORIGIN}/mcp`, { fetch });
    await until(() => entries().length === 1);
    assert.equal(await color(0), 'red');
    const canvas = iconOf(0);
    tools = [{ name: 'tool-0', description: 'after', inputSchema: { type: 'object' }, icons: [{ src: red }] }];
    await host.refresh(id);
    await until(() => textOf(find('mcp-tools')).includes('after'));
    assert.isTrue(iconOf(0) === canvas);
    tools = [
      { name: 'tool-0', description: 'at last', inputSchema: { type: 'object' }, icons: [{ src: image('#080') }] },
    ];
    await host.refresh(id);
    await until(() => textOf(find('mcp-tools')).includes('at last'));
    assert.equal(await color(0), 'green');
  });

  it('are drawn from the first that may be, for the size and the background that they are for [IC-12]', async () => {
    const themed = (dark: string, light: string): Icon[] => [
      { src: dark, theme: 'dark' },
      { src: light, theme: 'light' },
    ];
    const green = image('#080');
    document.documentElement.style.colorScheme = 'light';
    await openTools([
      [
        { src: green, sizes: ['16x16'] },
        { src: red, sizes: ['48x48'] },
        { src: green, sizes: ['512x512'] },
      ],
      [
        { src: green, sizes: ['512x512'] },
        { src: red, sizes: ['any'] },
      ],
      themed(green, red),
      [{ src: 'data:image/png;base64,AAAA' }, { src: 'javascript:alert(1)' }, { src: red, sizes: ['1x1'] }],
      [{ src: red, sizes: ['large', '-1x7', ''] }],
    ]);
    for (const index of [0, 1, 2, 3, 4]) assert.equal(await color(index), 'red', `tool ${index}`);
    unmount();
    document.documentElement.style.colorScheme = 'dark';
    await openTools([themed(red, green)]);
    assert.equal(await color(0), 'red');
    document.documentElement.removeAttribute('style');
  });

  it('are drawn though a server names hundreds of thousands of sizes', async () => {
    await openTools([
      [
        { src: red, sizes: Array<string>(300_000).fill('') },
        { src: image('#080'), sizes: ['1x1'] },
      ],
    ]);
    assert.equal(await color(0), 'red');
  });

  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>globalThis.wasRun = true</script></svg>';
  const bad: Record<string, Icon> = {
    'javascript:': { src: 'javascript:globalThis.wasRun=true' },
    'file:': { src: 'file:///icon.png' },
    'ftp:': { src: `ftp://icons.example/icon.png` },
    'ws:': { src: `ws://icons.example/icon.png` },
    'http:': { src: 'http://icons.example/icon.png' },
    'blob:': { src: URL.createObjectURL(new Blob([bytesOf(red)], { type: 'image/png' })) },
    'another origin': { src: 'https://elsewhere.example/icon.png' },
    'another port': { src: 'https://icons.example:8443/icon.png' },
    'no URL': { src: 'https://' },
    SVG: { src: `data:image/svg+xml;base64,${btoa(svg)}` },
    'SVG that says it is PNG': { src: `data:image/png;base64,${btoa(svg)}` },
    HTML: { src: `data:text/html,${svg}` },
    'PNG that says it is JPEG': { src: red.replace('png', 'jpeg') },
    'PNG of a tool that says it is WebP': { src: red, mimeType: 'image/webp' },
    'no base64': { src: 'data:image/png;base64,%%%' },
    'no bytes': { src: 'data:image/png;base64,' },
    'a GIF': { src: 'data:image/gif;base64,R0lGODlhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADtHSUY4OWEBAAEAgAAA/wAA////' },
    'too many pixels': { src: image('#f00', 'image/png', 1100, 4) },
    'too many bytes': { src: asData(new Uint8Array([...bytesOf(red), ...new Uint8Array(130 * 1024)]), 'image/png') },
  };
  it('are not drawn, run or asked for where they are anything else [IC-03, IC-04, IC-07, IC-08, IC-09, IC-10, IC-11]', async () => {
    const { requests, restore } = watchFetch(() => new Response(bytesOf(red)));
    try {
      await openTools([...Object.values(bad).map((icon) => [icon]), [{ src: red }]], 'fetch-icons');
      assert.equal(await color(Object.keys(bad).length), 'red');
      // Each removes its canvas after checking it, and draws nothing before.
      const left = (): string[] => Object.keys(bad).filter((_, index) => iconOf(index));
      await until(() => {
        assert.isEmpty(left().filter((name) => iconOf(Object.keys(bad).indexOf(name))?.width === 40));
        return left().length === 0;
      }, 'all canvases are taken away');
      assert.isEmpty(requests);
      assert.isFalse('wasRun' in globalThis);
      assert.isFalse(
        // The signs are those of the element.
        deep(find('mcp-tools')).some((element) => element.matches('img, svg:not(.sign-icon), object, iframe')),
      );
    } finally {
      restore();
    }
  });

  it('are not fetched unless the page says so', async () => {
    const { requests, restore } = watchFetch(() => new Response(bytesOf(red)));
    try {
      await openTools([[{ src: `${ORIGIN}/icon.png` }], [{ src: `${ORIGIN}/icon.png` }, { src: red }]]);
      assert.equal(await color(1), 'red');
      assert.isFalse(Boolean(iconOf(0)));
      assert.isEmpty(requests);
      find('mcp-tools').fetchIcons = true;
      assert.equal(await color(0), 'red');
      assert.deepEqual(new Set(requests.map(({ url }) => url)), new Set([`${ORIGIN}/icon.png`]));
    } finally {
      restore();
    }
  });

  it('are fetched from their server only, without credentials, and nowhere else when it points there [IC-05, IC-06, IC-07]', async () => {
    const { requests, restore } = watchFetch(
      (url) =>
        new Response(url.includes('type') ? 'x'.repeat(100) : bytesOf(red), {
          status: url.includes('gone') ? 404 : 200,
          headers: { 'Content-Type': url.includes('jpeg') ? 'image/jpeg' : 'image/png; charset=binary' },
        }),
    );
    try {
      await openTools(
        ['icon', 'gone', 'jpeg', 'type'].map((name) => [{ src: `HTTPS://icons.example/${name}` }]),
        'fetch-icons',
      );
      assert.equal(await color(0), 'red');
      await until(() => deep(find('mcp-tools')).filter(({ localName }) => localName === 'canvas').length === 1);
      assert.lengthOf(requests, 4);
      for (const { init } of requests)
        assert.deepEqual(
          [init.credentials, init.redirect, init.referrerPolicy, init.headers],
          ['omit', 'error', 'no-referrer', undefined],
        );
    } finally {
      restore();
    }
  });

  it('are let go when they are too large, and when the element leaves the page [IC-08]', async () => {
    let read = 0;
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => (read++, controller.enqueue(new Uint8Array(64 * 1024))),
        cancel: () => void (isLetGo = true),
      });
    let isLetGo = false;
    const { requests, restore } = watchFetch((url) =>
      url.includes('endless')
        ? new Response(endless(), { headers: { 'Content-Type': 'image/png' } })
        : new Promise<Response>(() => {}),
    );
    try {
      await openTools([[{ src: `${ORIGIN}/endless` }], [{ src: `${ORIGIN}/silent` }]], 'fetch-icons');
      await until(() => isLetGo && !iconOf(0));
      assert.isBelow(read, 8);
      const silent = await until(() => requests.find(({ url }) => url.includes('silent')));
      assert.isFalse(silent.init.signal?.aborted);
      unmount();
      await until(() => silent.init.signal?.aborted);
    } finally {
      restore();
    }
  });

  it('of a server are drawn on its card', async () => {
    mount(`<mcp-host><mcp-server></mcp-server></mcp-host>`);
    const { fetch } = modernServer(({ method, id }) =>
      method !== 'server/discover'
        ? undefined
        : json(
            result(id, {
              resultType: 'complete',
              supportedVersions: ['2026-07-28'],
              capabilities: {},
              ttlMs: 0,
              cacheScope: 'private',
              _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'painted', version: '1', icons: [{ src: red }] } },
            }),
          ),
    );
    const server = find('mcp-server');
    server.serverId = find('mcp-host').host.add(`${ORIGIN}/mcp`, { fetch });
    await until(() => textOf(server).includes('painted'));
    await until(() => server.renderRoot.querySelector<HTMLCanvasElement>('#name canvas')?.width === 40);
    assert.equal(textOf(server.renderRoot.querySelector('#name') ?? document), 'painted');
  });
});

describe('the first bytes of an image', () => {
  const lossless = new Uint8Array([
    ...bytesOf('UklGRhwAAABXRUJQVlA4TA8AAAA='),
    0x2f,
    0x0f,
    0xc0,
    0x03,
    0,
    ...new Uint8Array(12),
  ]);
  const extended = new Uint8Array([
    ...bytesOf('UklGRhwAAABXRUJQVlA4WAoAAAA='),
    0,
    0,
    0,
    0,
    0x10,
    0x27,
    0,
    0x0f,
    0,
    0,
    0,
    0,
    0,
  ]);

  it('tell its format and size', () => {
    assert.deepEqual(imageHeader(bytesOf(image('#fff', 'image/png', 30, 20))), {
      type: 'image/png',
      width: 30,
      height: 20,
    });
    assert.deepEqual(imageHeader(bytesOf(image('#fff', 'image/jpeg', 30, 20))), {
      type: 'image/jpeg',
      width: 30,
      height: 20,
    });
    assert.deepEqual(imageHeader(bytesOf(BLUE)), { type: 'image/webp', width: 16, height: 16 });
    assert.deepEqual(imageHeader(lossless), { type: 'image/webp', width: 16, height: 16 });
    assert.deepEqual(imageHeader(extended), { type: 'image/webp', width: 10001, height: 16 });
  });

  it('tell nothing if they are not an image, or incomplete', () => {
    const jpeg = bytesOf(image('#fff', 'image/jpeg'));
    for (const bytes of [
      new Uint8Array(),
      new Uint8Array(99),
      jpeg.slice(0, 40),
      new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(99)}`),
      new Uint8Array([...jpeg.slice(0, 3), ...new Uint8Array(99)]),
    ]) {
      assert.isUndefined(imageHeader(bytes));
    }
  });
});

/** The elements' network requests, which the test answers. All other requests go out as usual. */
function watchFetch(answer: (url: string) => Response | Promise<Response>): {
  requests: { url: string; init: RequestInit }[];
  restore: () => void;
} {
  const { fetch } = globalThis;
  const requests: { url: string; init: RequestInit }[] = [];
  globalThis.fetch = async (input, init = {}) => {
    const url = String(input instanceof Request ? input.url : input);
    if (new URL(url, location.href).origin === location.origin) return fetch(input, init);
    requests.push({ url: new URL(url).href, init });
    return answer(new URL(url).href);
  };
  return { requests, restore: () => void (globalThis.fetch = fetch) };
}
