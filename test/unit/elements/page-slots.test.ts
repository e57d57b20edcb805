/** Slots of the elements for titles, icons and controls of the page. */
import { assert } from 'chai';
import { McpHost } from '@mcp-web/client';
import { ActivityRecorder } from '@mcp-web/client/activity';
import '@mcp-web/elements/define';
import '@mcp-web/elements/activity/define';
import '@mcp-web/elements/chat/define';
import '@mcp-web/elements/servers/define';
import { serverUrl } from '../../support/servers.ts';
import { assertAccessible, deep, find, mount, textOf, unmount, until } from './page.ts';

const SLOTTED =
  '<h3 slot="header">Title of the page</h3><button slot="actions" type="button">First of the page</button><button slot="actions" type="button">Second of the page</button>';

describe('slots for the page', () => {
  let host: McpHost | undefined;
  afterEach(() => {
    unmount();
    host?.close();
  });

  const isSeen = (element: Element): boolean => element.checkVisibility() && element.getBoundingClientRect().height > 0;
  const isInside = (inner: Element, outer: Element): boolean => {
    const [a, b] = [inner.getBoundingClientRect(), outer.getBoundingClientRect()];
    return a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  };

  for (const [tag, isReplaced] of [
    ['mcp-tools', false],
    ['mcp-permissions', false],
    ['mcp-log-viewer', false],
    ['mcp-activity', false],
    ['mcp-resource-picker', false],
    ['mcp-skill-picker', false],
    ['mcp-requests', false],
    ['mcp-tasks', true],
    ['mcp-roots', true],
    ['mcp-servers', true],
    ['mcp-chat', true],
  ] as const)
    for (const width of [900, 288])
      it(`<${tag}> has a title and controls of the page, at ${width} px`, async () => {
        mount(`<${tag} style="inline-size: ${width}px">${SLOTTED}</${tag}>`);
        host = new McpHost();
        const element = find(tag);
        element.host = host;
        const own = [...element.children];
        await until(() => own.every(isSeen), `all of ${textOf(element)}`);
        assert.isTrue(own.every((one) => isInside(one, element)));
        if (isReplaced) {
          const [heading] = deep(element.shadowRoot ?? element).filter((one) =>
            one.parentElement?.matches('slot[name=header]'),
          );
          assert.exists(heading);
          assert.isFalse(heading && isSeen(heading));
        }
      });

  for (const tag of ['mcp-tools', 'mcp-permissions', 'mcp-log-viewer', 'mcp-activity', 'mcp-requests'] as const)
    it(`<${tag}> keeps no room for them, takes what comes later, and gives it back`, async () => {
      mount(`<${tag} style="inline-size: 400px"></${tag}>`);
      host = new McpHost();
      const element = find(tag);
      element.host = host;
      const head = await until(() => element.renderRoot.querySelector('.page-head'));
      assert.isFalse(isSeen(head));
      const before = element.getBoundingClientRect().height;
      const title = element.appendChild(document.createElement('h3'));
      title.slot = 'header';
      title.textContent = 'Later';
      await until(() => isSeen(title));
      assert.isAbove(element.getBoundingClientRect().height, before);
      title.remove();
      await until(() => !isSeen(head));
      assert.equal(element.getBoundingClientRect().height, before);
    });

  it('<mcp-server> shows an icon and controls of the page', async () => {
    mount(
      '<mcp-server><img slot="icon" alt="" src="data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==" /><button slot="actions" type="button">Of the page</button></mcp-server>',
    );
    host = new McpHost();
    const server = find('mcp-server');
    server.host = host;
    server.src = await serverUrl('modern');
    await host.ready(await until(() => host?.getSnapshot().servers[0]?.id));
    const [icon, action] = server.children;
    await until(() => icon && action && isSeen(icon) && isSeen(action));
    assert.closeTo(icon?.getBoundingClientRect().height ?? 0, 20, 0.5);
    const name = server.renderRoot.querySelector('.name');
    assert.isTrue(icon && name !== null && isInside(icon, name));
    await assertAccessible(server);
  });

  it('<mcp-activity> keeps them when it records', async () => {
    mount(`<mcp-activity>${SLOTTED}</mcp-activity>`);
    const activity = find('mcp-activity');
    host = new McpHost();
    activity.host = host;
    activity.recorder = new ActivityRecorder();
    await until(() => activity.renderRoot.querySelector('.bar'));
    await until(() => [...activity.children].every(isSeen));
    assert.isTrue(activity.children[1]?.assignedSlot?.parentElement?.matches('.actions'));
  });

  it('<mcp-requests> has the title of the page in place of its own while something waits', async () => {
    mount(`<mcp-requests>${SLOTTED}</mcp-requests>`);
    host = new McpHost();
    const requests = find('mcp-requests');
    requests.host = host;
    const id = host.add(await serverUrl('modern'));
    await host.ready(id);
    const stop = new AbortController();
    host.callTool(id, 'echo', { message: 'x' }, { signal: stop.signal }).catch(() => {});
    await until(() => requests.renderRoot.querySelector('.head'));
    await until(() => [...requests.children].every(isSeen));
    assert.notInclude([...requests.renderRoot.querySelectorAll('h3')].filter(isSeen).map(textOf), 'Waiting for you');
    stop.abort();
    await until(() => !requests.renderRoot.querySelector('.head'));
    await until(() => [...requests.children].every(isSeen));
  });
});
