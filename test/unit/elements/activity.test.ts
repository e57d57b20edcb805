import { sendKeys } from '@web/test-runner-commands';
import { McpHost } from '@mcp-web/client';
import { ActivityRecorder, recordingLines } from '@mcp-web/client/activity';
import { registerMessages } from '@mcp-web/elements';
import { arabic } from '@mcp-web/elements/messages/ar';
import { fakeServer } from '@mcp-web/client/testing';
import { assert } from 'chai';
import { isChromium } from '../../support/engine.ts';
import { SIGNED_IN } from '../../support/fake-sign-in.ts';
import {
  all,
  connected,
  enter,
  filled,
  hosts,
  leave,
  one,
  pressed,
  rows,
  rowWith,
  show,
  URL_OF_SERVER,
} from './activity-page.ts';
import { assertAccessible, button, textOf, until } from './page.ts';

describe('<mcp-activity>', () => {
  afterEach(leave);

  it('records nothing before the user wants it, then each request with its answer', async () => {
    const { host, id } = await connected();
    host.addConsentPolicy(() => ({ action: 'allow' }));
    const element = show(host);
    await until(() => button(element, 'Start recording'));
    assert.isUndefined(host.recorder);
    await pressed(element, 'Start recording');
    await until(() => host.recorder !== undefined);
    await host.callTool(id, 'greet', { name: 'Ada' });
    const row = await rowWith(element, 'greet');
    assert.include(row.textContent, 'Fake');
    row.click();
    const details = await one(element, '.details');
    await until(() => textOf(details).includes('Hello Ada'));
    assert.isNotEmpty((await one(element, '.details time')).getAttribute('datetime'));
    assert.include(textOf(details), '"jsonrpc"'.replaceAll('"', ''));
    (await one(element, '.http summary')).click();
    await until(() => textOf(details).includes('content-type'));
  });

  it('writes sizes, durations and dates in the language of the page', async () => {
    registerMessages('ar', arabic);
    const { host, id } = await connected(new ActivityRecorder());
    host.addConsentPolicy(() => ({ action: 'allow' }));
    const element = show(host);
    element.lang = 'ar';
    await host.callTool(id, 'greet', { name: 'Ada' });
    const row = await rowWith(element, 'greet');
    // Browsers do not agree on the digits.
    await until(() => /\p{Nd} ملي ث/u.test(textOf(row)));
    assert.match(textOf(row), /\p{Nd}[.٫]\p{Nd} كيلوبايت/u);
    row.click();
    assert.notMatch(textOf(await one(element, '.details time')), /[AP]M/);
  });

  it('filters by kind, state and text', async () => {
    const { host, id } = await connected(new ActivityRecorder());
    host.addConsentPolicy(() => ({ action: 'allow' }));
    const element = show(host);
    await host.callTool(id, 'greet', { name: 'Grace' });
    await host.callTool(id, 'fail', {}).catch(() => {});
    await rowWith(element, 'fail');
    await pressed(element, 'Filters');
    choose(await one(element, 'select[name="state"]'), 'error');
    await until(() => rows(element).length === 1 && rows(element)[0]?.textContent.includes('fail'));
    choose(await one(element, 'select[name="state"]'), '');
    const field = await one(element, 'input[name="text"]');
    enter(field, 'hello grace');
    await until(() => rows(element).length === 1 && rows(element)[0]?.textContent.includes('greet'));
    enter(field, 'nothing like it');
    await pressed(element, 'Clear the filter');
    await until(() => rows(element).length > 2);
  });

  it('sends a tool call again only with consent, and a list only after a confirmation', async () => {
    const recorder = new ActivityRecorder();
    const { host, id, greetings } = await connected(recorder);
    let asked = 0;
    host.addConsentPolicy(() => {
      asked++;
      return { action: asked < 3 ? 'allow' : 'deny' };
    });
    const element = show(host);
    await host.callTool(id, 'greet', { name: 'Ada' });
    (await rowWith(element, 'greet')).click();
    await pressed(element, 'Send again');
    await until(() => textOf(element).includes('tools/call was sent again.'));
    assert.deepEqual(greetings, ['Ada', 'Ada']);
    assert.equal(asked, 2);
    await pressed(element, 'Send again');
    await until(() => asked === 3 && textOf(element).includes('tools/call: '));
    assert.lengthOf(greetings, 2);

    (await rowWith(element, 'tools/list')).click();
    await pressed(element, 'Send again');
    const lists = (): number => recorder.getSnapshot().entries.filter(({ method }) => method === 'tools/list').length;
    const before = lists();
    assert.include(textOf(await one(element, '.question')), 'tools/list to Fake');
    await pressed(element, 'Cancel');
    assert.equal(lists(), before);
    await pressed(element, 'Send again');
    await pressed(element, 'Send');
    await until(() => lists() === before + 1);
  });

  it('sends nothing again to another server, whose address differs only in what is hidden', async () => {
    const recorder = new ActivityRecorder();
    const host = new McpHost({ recorder });
    hosts.push(host);
    const server = fakeServer({ name: 'Tenant', tools: [{ name: 'greet', run: () => 'Hello' }] });
    const add = (tenant: string): string =>
      host.add(`${URL_OF_SERVER}?tenant=${tenant}`, { id: 'one', fetch: server.fetch });
    await host.ready(add('a'));
    const element = show(host);
    (await rowWith(element, 'server/discover')).click();
    (await rowWith(element, 'tools/list')).click();
    await until(() => button(element, 'Send again'));
    host.remove('one');
    await host.ready(add('b'));
    await until(() => button(element, 'Send again') === undefined);
    recorder.forget('one');
    await until(() => rows(element).length === 0);
  });

  it('opens a recording, marks it, and sends nothing of it', async () => {
    const recorder = new ActivityRecorder();
    const { host, id } = await connected(recorder);
    host.addConsentPolicy(() => ({ action: 'allow' }));
    await host.callTool(id, 'greet', { name: 'Ada' });
    await until(() => recorder.getSnapshot().entries.at(-1)?.state === 'done');
    const file = new Blob([...recordingLines(recorder.getSnapshot())]);
    recorder.clear();
    const element = show(host);
    await element.openRecording(file);
    (await rowWith(element, 'greet')).click();
    await one(element, '.details');
    assert.include(textOf(element), 'This is a recording from a file.');
    assert.isUndefined(button(element, 'Send again'));
    assert.isUndefined(button(element, 'Pause'));
    await pressed(element, 'Close the recording');
    await until(() => rows(element).length === 0);
    await element.openRecording(new Blob(['<html>']));
    await until(() => textOf(element).includes('This file is no recording of messages.'));
  });

  it('shows hostile texts of a recording as texts', async () => {
    const head = '{"format":"mcp-web-activity","version":1,"dropped":0}\n';
    const entry = {
      id: 1,
      time: 0,
      server: 'javascript:alert(1)',
      direction: 'sent',
      kind: 'request',
      method: '<img src=x>\u202e',
      state: 'done',
      length: 1e308,
      message: '<script>',
      answer: '[[',
    };
    const element = show(new McpHost());
    await element.openRecording(new Blob([`${head}${JSON.stringify({ entry })}\n`]));
    const row = await rowWith(element, '<img');
    assert.include(row.textContent, '‹U+202E›');
    row.click();
    await one(element, '.details');
    assert.isEmpty(all(element, 'img, script'));
  });

  it('pauses and clears', async () => {
    const recorder = await filled(3);
    const element = show(undefined, recorder);
    await until(() => rows(element).length === 3);
    await pressed(element, 'Pause');
    assert.isTrue(recorder.isPaused);
    assert.include(textOf(element), 'Recording is paused.');
    await pressed(element, 'Clear');
    await until(() => textOf(element).includes('No messages yet'));
    await pressed(element, 'Resume');
    assert.isFalse(recorder.isPaused);
  });

  it('is used with the keyboard alone', async () => {
    const element = show(undefined, await filled(200));
    (await until(() => rows(element).at(-1))).focus();
    await sendKeys({ press: 'Home' });
    await until(() => element.shadowRoot?.activeElement?.getAttribute('data-id') === '1');
    await sendKeys({ press: 'ArrowDown' });
    await until(() => element.shadowRoot?.activeElement?.getAttribute('data-id') === '2');
    await sendKeys({ press: 'Enter' });
    const close = await until(() => button(element, 'Close'));
    close.focus();
    await sendKeys({ press: 'Enter' });
    await until(() => element.shadowRoot?.activeElement?.getAttribute('data-id') === '2');
    await sendKeys({ press: 'End' });
    await until(() => element.shadowRoot?.activeElement?.getAttribute('data-id') === '200');
  });

  it('shows nothing of a user who has signed out: rows, details, what happened, what was typed, recordings', async () => {
    const recorder = new ActivityRecorder();
    const { host, id, auth } = await connected(recorder, SIGNED_IN);
    host.addConsentPolicy(() => ({ action: 'allow' }));
    const element = show(host);
    await host.callTool(id, 'greet', { name: 'Ada' });
    (await rowWith(element, 'greet')).click();
    await pressed(element, 'Send again');
    await until(() => textOf(element).includes('was sent again'));
    enter(await one(element, 'input[name="text"]'), 'ada');
    await until(() => textOf(element).includes('2 of '));
    const file = new Blob([...recordingLines(recorder.getSnapshot())]);
    const isEmpty = (): boolean => {
      const [field] = all(element, 'input[name="text"]');
      const isFieldEmpty = field instanceof HTMLInputElement && field.value === '';
      return isFieldEmpty && rows(element).length === 0 && !/ada|greet|again/i.test(textOf(element));
    };
    auth.become({ state: 'signed-out' });
    await until(isEmpty);

    auth.become(SIGNED_IN);
    await element.openRecording(file);
    await rowWith(element, 'greet');
    auth.become({ state: 'signed-out' });
    await until(isEmpty);
    assert.notInclude(textOf(element), 'recording from a file');
  });

  it('closes what was open when its user signs out of a host that it does not know, and all filtered rows', async () => {
    const recorder = new ActivityRecorder();
    const { host, id } = await connected(recorder);
    host.addConsentPolicy(() => ({ action: 'allow' }));
    await host.callTool(id, 'greet', { name: 'Ada' });
    const element = show(undefined, recorder);
    enter(await one(element, 'input[name="text"]'), 'ada');
    (await rowWith(element, 'greet')).click();
    await one(element, '.details');
    recorder.forget(id);
    await until(() => all(element, '.details').length === 0);
    assert.isEmpty(rows(element));
  });

  it('is accessible', async () => {
    if (!isChromium) return;
    const { host, id } = await connected(new ActivityRecorder());
    host.addConsentPolicy(() => ({ action: 'allow' }));
    const element = show(host);
    await host.callTool(id, 'greet', { name: 'Ada' });
    (await rowWith(element, 'greet')).click();
    (await one(element, '.http summary')).click();
    await pressed(element, 'Filters');
    await assertAccessible(element);
  });
});

function choose(field: HTMLElement, value: string): void {
  assert.instanceOf(field, HTMLSelectElement);
  field.value = value;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
