import 'axe-core';
import type axeCore from 'axe-core';
import type { Tool } from '@mcp-web/client';
import { assert } from 'chai';
import '../../../packages/elements/src/content/define.ts';
import type { McpContent } from '../../../packages/elements/src/content/content.ts';
import { decodeMedia, fileName, formatSize, mediaKind } from '../../../packages/elements/src/internal/media.ts';

/** axe-core is a script: it leaves itself here. */
declare const axe: typeof axeCore;

/** What a server may send: also blocks that no type knows. */
async function show(properties: { result?: object; content?: object; tool?: Tool }): Promise<McpContent> {
  const element = Object.assign(document.createElement('mcp-content'), properties);
  document.body.append(element);
  await element.updateComplete;
  return element;
}

const all = (element: McpContent, selector: string): HTMLElement[] => [...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])];
const words = (element: McpContent): string => (element.shadowRoot?.textContent ?? '').replace(/\s+/g, ' ').trim();

/** Waits until the element contains what the selector says. */
async function appears(element: McpContent, selector: string): Promise<HTMLElement> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const [found] = all(element, selector);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return assert.fail(`no ${selector} appeared in: ${words(element)}`);
}

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
  for (const [offset, letters] of [[0, 'RIFF'], [8, 'WAVE'], [12, 'fmt '], [36, 'data']] as const) bytes.set(new TextEncoder().encode(letters), offset);
  for (const [offset, value] of [[4, 836], [16, 16], [24, 8000], [28, 8000], [40, 800]] as const) view.setUint32(offset, value, true);
  for (const [offset, value] of [[20, 1], [22, 1], [32, 1], [34, 8]] as const) view.setUint16(offset, value, true);
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
    all(element, 'button')[0]?.click();
    assert.isAbove(words(element).length, 100_000);
  });

  it('draws images from their bytes, and says in words what they are [TO-29]', async () => {
    const element = await show({ content: [{ type: 'image', data: png('#ff0000'), mimeType: 'image/png' }] });
    const canvas = await appears(element, 'canvas');
    assert.instanceOf(canvas, HTMLCanvasElement);
    assert.deepEqual([...((canvas as HTMLCanvasElement).getContext('2d')?.getImageData(1, 1, 1, 1).data ?? [])], [255, 0, 0, 255]);
    assert.match(canvas.getAttribute('aria-label') ?? '', /^Image: image\/png, .*, 4 × 2$/);
  });

  it('says what an image is that it cannot draw', async () => {
    const element = await show({ content: [{ type: 'image', data: btoa('no image'), mimeType: 'image/png' }] });
    const notice = await appears(element, '.notice');
    assert.equal(notice.textContent, 'Image: image/png, 8 bytes. It cannot be shown.');
  });

  it('never renders SVG [RE-11]', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="https://unreachable.example/x.png"/></svg>';
    const before = performance.getEntriesByType('resource').length;
    const element = await show({ content: [
      { type: 'image', data: btoa(svg), mimeType: 'image/svg+xml' },
      { type: 'resource', resource: { uri: 'file:///a.svg', mimeType: 'image/svg+xml', text: svg } },
    ] });
    assert.lengthOf(all(element, 'svg, img, canvas, iframe, object, embed'), 0);
    assert.include(words(element), svg);
    assert.lengthOf(all(element, '.action button'), 2);
    assert.lengthOf(performance.getEntriesByType('resource'), before);
  });

  it('plays sound when the user wants it, and lets go of it afterwards', async () => {
    const element = await show({ content: { type: 'audio', data: wav(), mimeType: 'audio/wav' } });
    assert.lengthOf(all(element, 'audio'), 0);
    all(element, '.framed > button')[0]?.click();
    const audio = await appears(element, 'audio');
    const url = audio.getAttribute('src') ?? '';
    assert.match(url, /^blob:/);
    assert.isTrue((await fetch(url)).ok);
    element.remove();
    const failure: unknown = await fetch(url).catch((error: unknown) => error);
    assert.instanceOf(failure, TypeError);
  });

  it('never makes a link of a URI that is not http(s), and asks for none [SE-06]', async () => {
    const before = performance.getEntriesByType('resource').length;
    const element = await show({ content: [
      { type: 'resource_link', uri: 'https://unreachable.example/report.pdf', name: 'report', title: 'The report', size: 1234 },
      { type: 'resource_link', uri: 'javascript:alert(1)', name: 'evil' },
      { type: 'resource_link', uri: 'data:text/html,x', name: 'evil' },
    ] });
    assert.lengthOf(all(element, 'a'), 0);
    assert.deepEqual(all(element, 'button bdi').map(({ textContent }) => textContent), ['Open unreachable.example']);
    for (const expected of ['The report', '1.2 kB', 'https://unreachable.example/report.pdf', 'javascript:alert(1)']) assert.include(words(element), expected);
    assert.lengthOf(performance.getEntriesByType('resource'), before);
  });

  it('shows structured content once, though servers repeat it as text [TO-17]', async () => {
    const structuredContent = { city: 'Paris', days: [{ high: 22 }] };
    const element = await show({ result: { content: [{ type: 'text', text: JSON.stringify(structuredContent) }, { type: 'text', text: 'and more' }], structuredContent } });
    assert.match(all(element, '[part=structured]')[0]?.textContent ?? '', /city\s*Paris/);
    assert.deepEqual(all(element, '[part=text]').filter((block) => !block.closest('details')).map(({ textContent }) => textContent.trim()), ['and more']);
  });

  it('takes any JSON value as structured content [TO-16]', async () => {
    for (const structuredContent of [null, 0, false, '', []]) {
      const element = await show({ result: { content: [], structuredContent } });
      assert.lengthOf(all(element, '[part=structured]'), 1, JSON.stringify(structuredContent));
    }
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

  it('says that the tool failed', async () => {
    const element = await show({ result: { isError: true, content: [{ type: 'text', text: 'No such city' }] } });
    assert.equal(all(element, '.failed')[0]?.textContent, 'The tool reports an error');
    // Who shows a new result announces it; an old one is no news.
    assert.isEmpty(all(element, '[role=alert], [role=status]'));
    assert.include(words(element), 'No such city');
  });

  it('says when a promised structure is missing, and when there is nothing at all', async () => {
    const element = await show({ result: { content: [] }, tool: { name: 'x', inputSchema: {}, outputSchema: { type: 'object' } } });
    assert.include(words(element), 'promises structured content');
    assert.include(words(element), 'The result is empty.');
  });

  it('shows what it does not know as JSON [TO-29]', async () => {
    const element = await show({ content: [{ type: 'hologram', depth: 3 }, { type: 'text', text: 5 }] });
    assert.match(words(element), /hologram.*depth\s*3/);
    assert.lengthOf(all(element, '.framed'), 2);
  });

  it('shows whom content is for, and how much it matters [RE-09]', async () => {
    const element = await show({ content: { type: 'text', text: 'x', annotations: { audience: ['assistant'], priority: 0.25 } } });
    assert.deepEqual(all(element, '.badge').map(({ textContent }) => textContent), ['for the assistant', 'priority 25 %']);
  });

  it('gives files names without meaning to a file system', () => {
    assert.equal(fileName('file:///a/../../etc/passwd', 'x'), 'passwd');
    assert.equal(fileName('https://a.example/r.pdf?x=/y', 'x'), 'r.pdf');
    assert.equal(fileName('c:\\windows\\..', 'x'), 'x');
    assert.equal(fileName('test:a\u202Egpj.exe', 'x'), 'test_a_gpj.exe');
    assert.equal(mediaKind('IMAGE/PNG; charset=x'), 'image');
    assert.equal(mediaKind('image/svg+xml'), 'file');
    assert.isUndefined(decodeMedia('***', 'image/png'));
    assert.equal(decodeMedia('PGI+', 'text/html')?.type, 'application/octet-stream');
    assert.equal(formatSize(1_250_000), '1.3 MB');
  });

  it('passes axe', async () => {
    const element = await show({ result: { isError: true, structuredContent: { a: { b: 1 } }, content: [
      { type: 'text', text: 'x', annotations: { audience: ['user'] } },
      { type: 'image', data: png('#00ff00'), mimeType: 'image/png' },
      { type: 'audio', data: wav(), mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'https://a.example/', name: 'a' },
      { type: 'resource', resource: { uri: 'file:///a', text: 'a' } },
      { type: 'hologram' },
    ] } });
    await appears(element, 'canvas');
    const { violations } = await axe.run(element, { rules: { region: { enabled: false } } });
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`), []);
  });
});
