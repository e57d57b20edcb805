import { assert } from 'chai';
import type { McpHost, SamplingMessage, SamplingModel } from '@mcp-web/client';
import '@mcp-web/elements/chat/define';
import { hostOf, toolServer } from '../../support/tool-servers.ts';
import { assertAccessible, deep, fastestOf, find, mount, shortestOf, textOf, unmount, until } from './page.ts';

const NOTES = 'https://notes.example/mcp';
const HOSTILE = `<img src=x onerror="document.title='owned'"> <script>document.title='owned'</script>
[click](javascript:document.title='owned') ![pixel](https://evil.example/pixel.png)

\u202Egnp.txt ${'a'.repeat(5_000)} ${'['.repeat(2_000)}`;

describe('<mcp-chat> with much or hostile text', () => {
  let host: McpHost | undefined;
  afterEach(() => {
    unmount();
    host?.close();
  });
  const chat = () => find('mcp-chat');

  async function open(model: SamplingModel, conversation: readonly SamplingMessage[] = []): Promise<void> {
    host = await hostOf({ [NOTES]: toolServer([{ name: 'echo' }]) });
    mount('<mcp-chat></mcp-chat>');
    chat().host = host;
    chat().style.blockSize = '400px';
    chat().model = model;
    chat().conversation = conversation;
    await until(() => chat().hasUpdated);
    await chat().updateComplete;
  }
  const silent: SamplingModel = () => ({ role: 'assistant', model: 'm', content: { type: 'text', text: '' } });

  it('runs, loads and hides nothing of hostile texts and names', async () => {
    await open(silent, [
      { role: 'user', content: { type: 'text', text: HOSTILE } },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: HOSTILE },
          { type: 'tool_use', id: 'a', name: `${HOSTILE}\u202E`, input: { [HOSTILE]: HOSTILE } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', toolUseId: 'a', content: [{ type: 'text', text: HOSTILE }] }] },
    ]);
    await until(() => chat().renderRoot.querySelector('.said'));
    await chat().updateComplete;
    assert.isEmpty(deep(chat()).filter((element) => element.matches('img, script, iframe, a[href^="javascript:" i]')));
    assert.include(textOf(chat()), '‹U+202E›');
    assert.notEqual(document.title, 'owned');
    const { scrollWidth = 0, clientWidth = 0 } = chat().renderRoot.querySelector('.timeline') ?? {};
    assert.isAtMost(scrollWidth, clientWidth);
    await assertAccessible(chat());
  });

  it('shows 500 messages, and renders only what changes', async () => {
    const conversation = Array.from({ length: 500 }, (_, index): SamplingMessage => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: { type: 'text', text: `Message **${index}** with some words and \`code\`.` },
    }));
    await open(silent, conversation);
    await until(() => textOf(chat()).includes('Message 499'), 'the last message');
    const first = chat().renderRoot.querySelector('.said strong');
    const took = await fastestOf(async () => {
      chat().requestUpdate();
      await chat().updateComplete;
    }, 30);
    assert.isBelow(took, 30, 'one more update');
    assert.equal(chat().renderRoot.querySelector('.said strong'), first);
  });

  it('shows an answer of 10,000 tokens while it streams, and never keeps the page busy for long', async () => {
    const words = Array.from({ length: 10_000 }, (_, index) => {
      const word = index.toString(36);
      return index % 60 === 59 ? `${word}.\n\n` : index % 9 === 0 ? `*${word}* ` : `${word} `;
    });
    const longest = await shortestOf(async () => {
      let longestTask = 0;
      const watch = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
      });
      if (PerformanceObserver.supportedEntryTypes.includes('longtask')) watch.observe({ type: 'longtask' });
      unmount();
      host?.close();
      await open(async function* () {
        for (let at = 0; at < words.length; at += 20) {
          yield words.slice(at, at + 20).join('');
          await new Promise((resolve) => setTimeout(resolve));
        }
        yield { role: 'assistant', model: 'm', content: { type: 'text', text: words.join('') } };
      });
      await chat().send('Tell me everything');
      await chat().updateComplete;
      await until(() => textOf(chat()).includes((9_999).toString(36)), 'the last word');
      watch.disconnect();
      const timeline = find('.timeline' as 'div', chat().renderRoot);
      await until(() => timeline.scrollTop + timeline.clientHeight > timeline.scrollHeight - 60, 'the end is in sight');
      return longestTask;
    }, 500);
    assert.isBelow(longest, 500, 'ms');
  });
});
