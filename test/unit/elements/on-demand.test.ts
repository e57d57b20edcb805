import { assert } from 'chai';
import '@mcp-web/elements/content/define';
import { OnDemand } from '../../../packages/elements/src/internal/base/on-demand.ts';
import { button, click, find, focused, mount, textOf, unmount, until } from './page.ts';

describe('a part that is loaded on demand', () => {
  beforeEach(() => void mount('<mcp-content></mcp-content>'));
  afterEach(unmount);

  /** What is loaded when the test says so. */
  const slow = () => {
    const waiting: { resolve: (part: object) => void; reject: (error: Error) => void }[] = [];
    const part = new OnDemand(
      find('mcp-content'),
      () => new Promise<object>((resolve, reject) => waiting.push({ resolve, reject })),
    );
    return { part, waiting };
  };

  it('is fetched once, however often it is needed meanwhile', async () => {
    const { part, waiting } = slow();
    assert.isUndefined(part.need());
    assert.isUndefined(part.need());
    const loading = part.load();
    assert.lengthOf(waiting, 1);
    const loaded = {};
    waiting[0]?.resolve(loaded);
    assert.strictEqual(await loading, loaded);
    assert.strictEqual(part.need(), loaded);
    assert.strictEqual(await part.load(), loaded);
    assert.lengthOf(waiting, 1);
  });

  it('is not fetched again by itself when it could not be, but when somebody asks for it', async () => {
    const { part, waiting } = slow();
    part.need();
    waiting[0]?.reject(new Error('offline'));
    await part.settle();
    assert.isTrue(part.isLost);
    part.need();
    assert.lengthOf(waiting, 1);
    part.retry();
    assert.isTrue(part.isLost, 'as long as nobody knows better');
    waiting[1]?.resolve({});
    await part.settle();
    assert.isFalse(part.isLost);
    assert.isDefined(part.need());
  });

  it('that could not be fetched while nobody needed it is fetched when somebody does', async () => {
    const { part, waiting } = slow();
    part.warmUp();
    part.warmUp();
    await until(() => waiting.length === 1);
    waiting[0]?.reject(new Error('offline'));
    await part.settle();
    await new Promise((resolve) => setTimeout(resolve));
    assert.isFalse(part.isLost);
    part.need();
    assert.lengthOf(waiting, 2);
  });

  it('is known to be lost when somebody needed it while it was fetched for nobody', async () => {
    const { part, waiting } = slow();
    part.warmUp();
    await until(() => waiting.length === 1);
    part.need();
    waiting[0]?.reject(new Error('offline'));
    await part.settle();
    await new Promise((resolve) => setTimeout(resolve));
    assert.isTrue(part.isLost);
    part.need();
    assert.lengthOf(waiting, 1);
  });
});

describe('content that is rendered in parts', () => {
  afterEach(unmount);

  it('keeps the focus and open parts when the rest arrives', async () => {
    mount('<mcp-content></mcp-content>');
    const content = find('mcp-content');
    content.content = [{ type: 'text', text: 'x'.repeat(9_000) }];
    const more = await until(
      () => button(content, 'Show all (5000 more characters)') ?? button(content, 'Show all (5,000 more characters)'),
    );
    await click(more);
    assert.include(textOf(content), 'x'.repeat(9_000));
    content.requestUpdate();
    await content.updateComplete;
    assert.include(textOf(content), 'x'.repeat(9_000));
    assert.equal(focused()?.localName, 'button');
  });
});
