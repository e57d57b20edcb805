/** What a press or a key in a chat must not do, and where the focus goes after it. */
import { sendKeys } from '@web/test-runner-commands';
import { assert } from 'chai';
import type { McpHost, SamplingModel } from '@mcp-web/client';
import '@mcp-web/elements/chat/define';
import { hostOf, toolServer } from '../../support/tool-servers.ts';
import { button, find, focused, mount, textOf, unmount, until } from './page.ts';

const says = (text: string) => ({ role: 'assistant' as const, model: 'm', content: { type: 'text' as const, text } });

describe('in a chat', () => {
  let host: McpHost | undefined;
  afterEach(() => {
    unmount();
    host?.close();
  });

  const chat = () => find('mcp-chat');
  const field = () => find('textarea', chat().renderRoot);
  const send = () => find('.send' as 'button', chat().renderRoot);
  const shows = async (part: string) => until(() => textOf(chat()).includes(part), part);
  const texts = () => chat().conversation.map(({ content }) => Object([content].flat()[0]).text);

  async function open(model: SamplingModel | undefined): Promise<void> {
    host = await hostOf({ 'https://notes.example/mcp': toolServer([{ name: 'echo' }]) });
    mount('<mcp-chat></mcp-chat>');
    chat().host = host;
    chat().model = model;
    await until(() => chat().hasUpdated);
    await chat().updateComplete;
  }

  async function write(text: string): Promise<void> {
    field().value = text;
    field().dispatchEvent(new InputEvent('input', { bubbles: true }));
    await chat().updateComplete;
  }

  const pressOf = (detail: number) => new MouseEvent('click', { bubbles: true, cancelable: true, detail });
  const escape = (init: KeyboardEventInit = {}) =>
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true, cancelable: true, ...init });

  /** A model that answers when the test says so. */
  function slow(): { model: SamplingModel; end: () => void } {
    let end = (): void => {};
    const model: SamplingModel = () => new Promise((resolve) => (end = () => resolve(says('Done.'))));
    return { model, end: () => end() };
  }

  for (const [what, detail] of [
    ['the second press of a double click', 2],
    ['a press right after it', 1],
  ] as const)
    it(`${what} on Send does not stop the answer`, async () => {
      await open(slow().model);
      await write('Hello');
      send().dispatchEvent(pressOf(1));
      await until(() => chat().isAnswering);
      await chat().updateComplete;
      send().dispatchEvent(pressOf(detail));
      assert.isTrue(chat().isAnswering);
    });

  it('a press that was meant to stop an answer that has just ended does not send half a draft', async () => {
    const { model, end } = slow();
    await open(model);
    void chat().send('Hello');
    await until(() => chat().isAnswering);
    await write('And what i');
    // Made before the answer ends, and heard after it, as on a busy machine.
    const press = pressOf(1);
    end();
    await until(() => !chat().isAnswering);
    await chat().updateComplete;
    send().dispatchEvent(press);
    assert.deepEqual(texts(), ['Hello', 'Done.']);
    assert.equal(field().value, 'And what i');
  });

  it('Escape that ends a composition does not stop the model', async () => {
    await open(slow().model);
    void chat().send('Hello');
    await until(() => chat().isAnswering);
    field().dispatchEvent(escape({ isComposing: true }));
    assert.isTrue(chat().isAnswering);
    field().dispatchEvent(escape());
    await until(() => !chat().isAnswering);
  });

  it('Escape in a dialog closes the dialog, and does not stop the model', async () => {
    await open(slow().model);
    chat().ownModels = true;
    await chat().updateComplete;
    const choice = find('select', chat().renderRoot);
    choice.value = 'new';
    choice.dispatchEvent(new Event('change'));
    const dialog = await until(() => chat().renderRoot.querySelector<HTMLDialogElement>('dialog.endpoint[open]'));
    void chat().send('Hello');
    await until(() => chat().isAnswering);
    const key = escape();
    dialog.querySelector('input')?.dispatchEvent(key);
    assert.isTrue(chat().isAnswering);
    assert.isFalse(key.defaultPrevented);
  });

  it('the focus is in the field after Try again', async () => {
    await open(() => says('Hello.'));
    await chat().send('Hi');
    const again = await until(() => button(chat(), 'Try again'));
    again.focus();
    again.click();
    await until(() => focused() === field());
  });

  it('the focus is in the conversation after the way to its end', async () => {
    await open(() => says('Hello.\n\n'.repeat(200)));
    chat().style.blockSize = '400px';
    await chat().send('Hi');
    const timeline = find('.timeline' as 'div', chat().renderRoot);
    await until(() => timeline.scrollTop > 500);
    const toEnd = await until(() => {
      // What still grows brings the end back into sight.
      timeline.scrollTop = 0;
      return chat().renderRoot.querySelector<HTMLElement>('.to-end button');
    });
    toEnd.focus();
    toEnd.click();
    await until(() => focused() === timeline);
  });

  it('the end stays in sight when the conversation grows before the page says that it scrolled', async () => {
    await open(() => says('Hello.\n\n'.repeat(200)));
    chat().style.blockSize = '400px';
    await chat().send('Hi');
    const timeline = find('.timeline' as 'div', chat().renderRoot);
    const isAtEnd = () => timeline.scrollTop + timeline.clientHeight > timeline.scrollHeight - 48;
    await until(() => timeline.scrollTop > 500 && isAtEnd());
    // The updates after an answer scroll, too.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    timeline.scrollTop -= 20;
    await new Promise(requestAnimationFrame);
    // The event of this comes with the next frame.
    timeline.scrollTop += 20;
    const last = [...chat().renderRoot.querySelectorAll<HTMLElement>('.said')].at(-1);
    assert.exists(last);
    last.style.paddingBlockEnd = '1000px';
    assert.isFalse(isAtEnd());
    await new Promise((resolve) => timeline.addEventListener('scroll', resolve, { once: true }));
    await until(isAtEnd);
  });

  for (const [what, lose] of [
    ['although the page hears of the release first', (): void => {}],
    [
      'although no release of the pointer is heard of',
      (): void => {
        const move = { bubbles: true, composed: true, pointerType: 'mouse', buttons: 0 };
        document.body.dispatchEvent(new PointerEvent('pointermove', move));
      },
    ],
  ] as const)
    it(`what the browser scrolls after a press does not lead away from the end, ${what}`, async () => {
      await open(() => says('Hello.\n\n'.repeat(200)));
      chat().style.blockSize = '400px';
      await chat().send('Hi');
      const timeline = find('.timeline' as 'div', chat().renderRoot);
      const isAtEnd = () => timeline.scrollTop + timeline.clientHeight > timeline.scrollHeight - 48;
      await until(() => timeline.scrollTop > 500 && isAtEnd());
      const press = { bubbles: true, composed: true, pointerType: 'mouse', button: 0 };
      timeline.dispatchEvent(new PointerEvent('pointerdown', { ...press, buttons: 1 }));
      const main = find('main');
      main.addEventListener('pointerup', (event) => event.stopPropagation());
      if (what.startsWith('although the page')) timeline.dispatchEvent(new PointerEvent('pointerup', press));
      lose();
      // Until then, what scrolls may still be of the press.
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      const last = [...chat().renderRoot.querySelectorAll<HTMLElement>('.said')].at(-1);
      assert.exists(last);
      last.style.paddingBlockEnd = '1000px';
      timeline.scrollTop -= 200;
      await new Promise((resolve) => timeline.addEventListener('scroll', resolve, { once: true }));
      await new Promise((resolve) => setTimeout(resolve, 300));
      assert.isTrue(isAtEnd());
      assert.isNull(chat().renderRoot.querySelector('.to-end'));
    });

  it('a press that is held down scrolls away from the end for as long as it is held', async () => {
    await open(() => says('Hello.\n\n'.repeat(200)));
    chat().style.blockSize = '400px';
    await chat().send('Hi');
    const timeline = find('.timeline' as 'div', chat().renderRoot);
    await until(() => timeline.scrollTop > 500);
    const held = { bubbles: true, composed: true, pointerType: 'mouse', button: 0, buttons: 1 };
    timeline.dispatchEvent(new PointerEvent('pointerdown', held));
    find('button', chat().renderRoot).focus();
    find('textarea', chat().renderRoot).focus();
    timeline.dispatchEvent(new PointerEvent('pointermove', held));
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    const last = [...chat().renderRoot.querySelectorAll<HTMLElement>('.said')].at(-1);
    assert.exists(last);
    last.style.paddingBlockEnd = '1000px';
    timeline.scrollTop -= 200;
    await until(() => chat().renderRoot.querySelector('.to-end'));
  });

  it('Home leads away from the end while an answer streams in', async () => {
    let isOver = false;
    await open(async function* () {
      while (!isOver) {
        yield 'Hello.\n\n';
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      yield says('Hello.');
    });
    chat().style.blockSize = '400px';
    const sent = chat().send('Hi');
    try {
      const timeline = find('.timeline' as 'div', chat().renderRoot);
      const isAtEnd = () => timeline.scrollTop + timeline.clientHeight > timeline.scrollHeight - 48;
      await until(() => timeline.scrollTop > 1_000 && isAtEnd());
      const top = timeline.scrollTop;
      timeline.focus();
      await sendKeys({ press: 'Home' });
      await until(() => chat().renderRoot.querySelector('.to-end'));
      // The updates of the next seconds leave the user there.
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      assert.isBelow(timeline.scrollTop, top);
      assert.isFalse(isAtEnd());
    } finally {
      isOver = true;
    }
    await sent;
  });

  it('the conversation before the opened one comes back with Undo', async () => {
    await open(() => says('Hello.'));
    await chat().send('Hi');
    const json = chat().save().replace('Hi', 'Ho');
    chat().open(json);
    await until(() => texts()[0] === 'Ho');
    (await until(() => button(chat(), 'Undo'))).click();
    await until(() => texts()[0] === 'Hi');
    await shows('Hi');
  });

  it('a message that is being edited stays open when another one is sent, until its own is cut', async () => {
    await open(() => says('Hello.'));
    await chat().send('first');
    await chat().send('second');
    const edits = () => [...chat().renderRoot.querySelectorAll<HTMLElement>('.edit')];
    (await until(() => edits()[1])).click();
    const edited = () => chat().renderRoot.querySelector<HTMLTextAreaElement>('.editing textarea');
    const draft = await until(edited);
    draft.value = 'second, changed';
    draft.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await chat().send('third');
    await until(() => texts().length === 6);
    await chat().updateComplete;
    assert.equal(edited()?.value, 'second, changed');
    chat().clear();
    await until(() => !edited());
  });
});
