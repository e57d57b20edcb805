/** A page with `<mcp-activity>`, and what a user or a test does there. */
import { McpHost, type SignInStatus } from '@mcp-web/client';
import { ActivityRecorder } from '@mcp-web/client/activity';
import { fakeServer } from '@mcp-web/client/testing';
import { assert } from 'chai';
import '../../../packages/elements/src/activity/define.ts';
import type { McpActivityElement } from '../../../packages/elements/src/activity/activity.ts';
import { FakeSignIn } from '../../support/fake-sign-in.ts';
import { button, until } from './page.ts';

export const URL_OF_SERVER = 'https://fake.example/mcp';
export const SERVER = { url: URL_OF_SERVER };
export const hosts: McpHost[] = [];

/** Removes what was shown. */
export function leave(): void {
  for (const element of document.querySelectorAll('mcp-activity')) element.remove();
  for (const host of hosts.splice(0)) host.close();
}

export function show(host?: McpHost, recorder?: ActivityRecorder): McpActivityElement {
  const element = document.createElement('mcp-activity');
  element.host = host;
  element.recorder = recorder;
  element.style.blockSize = '500px';
  document.body.append(element);
  return element;
}

export const all = (element: McpActivityElement, selector: string): HTMLElement[] => [
  ...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []),
];
export const one = (element: McpActivityElement, selector: string): Promise<HTMLElement> =>
  until(() => all(element, selector)[0], selector);
export const rows = (element: McpActivityElement): HTMLElement[] => all(element, '.entry[data-id]');
export const rowWith = (element: McpActivityElement, text: string): Promise<HTMLElement> =>
  until(() => rows(element).find(({ textContent }) => textContent.includes(text)), text);

export async function pressed(element: McpActivityElement, label: string): Promise<void> {
  (await until(() => button(element, label), label)).click();
  await element.updateComplete;
}

/** A host that is connected to a server with two tools. */
export async function connected(
  recorder?: ActivityRecorder,
  status?: SignInStatus,
): Promise<{ host: McpHost; id: string; greetings: unknown[]; auth: FakeSignIn }> {
  const auth = new FakeSignIn(status);
  const greetings: unknown[] = [];
  const server = fakeServer({
    name: 'Fake',
    tools: [
      {
        name: 'greet',
        run: ({ name }) => {
          greetings.push(name);
          return `Hello ${String(name)}`;
        },
      },
      {
        name: 'fail',
        run: () => {
          throw new Error('broken');
        },
      },
    ],
  });
  const host = new McpHost({ recorder });
  hosts.push(host);
  const id = host.add(URL_OF_SERVER, { fetch: server.fetch, ...(status && { auth }) });
  await host.ready(id);
  return { host, id, greetings, auth };
}

/** A recorder with so many notifications. */
export async function filled(count: number): Promise<ActivityRecorder> {
  const recorder = new ActivityRecorder();
  for (let index = 0; index < count; index++)
    recorder.message(SERVER, 'received', {
      jsonrpc: '2.0',
      method: `notifications/${index % 10 === 0 ? 'tenth' : 'other'}`,
      params: { index, text: 'Some text that a server sends along.' },
    });
  await until(() => recorder.getSnapshot().entries.length === count);
  return recorder;
}

export function enter(field: HTMLElement, text: string): void {
  assert.instanceOf(field, HTMLInputElement);
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
