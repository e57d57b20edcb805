/** What a recorder keeps of a server of a host, whose user signs out. */
import { assert } from 'chai';
import { McpHost } from '@mcp-web/client';
import { ActivityRecorder } from '@mcp-web/client/activity';
import '@mcp-web/elements/activity/define';
import { fileOf, untilNoted } from '../support/activity.ts';
import { FakeSignIn, SIGNED_IN } from '../support/fake-sign-in.ts';
import { serverUrl } from '../support/servers.ts';
import { uniqueLabel } from './support.ts';

for (const name of ['modern', 'legacy'])
  describe(`a recording of ${name}`, () => {
    it('forgets what was sent for a user who has signed out, and shows nothing of it', async () => {
      const recorder = new ActivityRecorder();
      const auth = new FakeSignIn(SIGNED_IN);
      const host = new McpHost({ recorder, consent: () => ({ action: 'allow' }) });
      const id = host.add(await serverUrl(name), { auth });
      const other = host.add(await serverUrl('dual'), { auth: new FakeSignIn(SIGNED_IN) });
      await Promise.all([host.ready(id), host.ready(other)]);
      const element = Object.assign(document.createElement('mcp-activity'), { host });
      document.body.append(element);
      const shown = (): string => element.shadowRoot?.textContent ?? '';

      await host.callTool(other, 'echo', { message: 'of the other server' });
      await host.callTool(id, 'echo', { message: 'olga’s diary' });
      await untilNoted(recorder);
      const { entries } = recorder.getSnapshot();
      const diary = entries.find(({ answer }) => answer?.includes('diary'));
      // Before more rows come, which could scroll this one away.
      const row = await rendered(element, () =>
        element.shadowRoot?.querySelector<HTMLElement>(`[data-id="${diary?.id}"]`),
      );
      row.click();
      await rendered(element, () => shown().includes('diary'));
      let begun: (value: unknown) => void = () => {};
      const hasBegun = new Promise((resolve) => (begun = resolve));
      const args = { steps: 40, delayMs: 50, label: `olga-${uniqueLabel()}` };
      const running = host.callTool(id, 'countdown', args, { onprogress: begun });
      running.catch(() => {});
      await hasBegun;

      auth.become({ state: 'signed-out' });
      assert.isFalse(recorder.getSnapshot().entries.some(({ serverId }) => serverId === id));
      // What was under way ends now, and is not noted any more.
      await running.catch(() => {});
      await untilNoted(recorder);
      assert.notInclude(fileOf(recorder), 'olga');
      assert.isFalse(recorder.getSnapshot().entries.some(({ serverId }) => serverId === id));
      assert.include(fileOf(recorder), 'of the other server');
      await rendered(element, () => !shown().includes('diary'));
      assert.isNull(element.shadowRoot?.querySelector('.details') ?? null);
      element.remove();
      host.close();
    });
  });

/** Resolves with what `look` finds in what the element shows. It renders with each change of the host and the recorder. */
async function rendered<T>(
  element: HTMLElementTagNameMap['mcp-activity'],
  look: () => T | undefined | null | false,
): Promise<T> {
  const found = look();
  if (found) return found;
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const later = look();
      if (!later) return;
      observer.disconnect();
      resolve(later);
    });
    observer.observe(element.shadowRoot ?? element, { childList: true, subtree: true, characterData: true });
  });
}
