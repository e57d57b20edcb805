import { assert } from 'chai';
import { McpHost } from '@mcp-web/client';
import { collectReports } from '../../support/reports.ts';
import { hostOf, toolServer } from '../../support/tool-servers.ts';
import { eventually } from '../../support/scripted-server.ts';

describe('a place of the page that shows requests', () => {
  it('leaves them to the dialogs while it throws, and its error is reported', async () => {
    const { reports, restore } = collectReports();
    const host = await hostOf({ 'https://notes.example/mcp': toolServer([{ name: 'send' }]) }, {});
    try {
      host.addResponder('consent');
      const [server] = host.getSnapshot().servers;
      const call = host.callTool(server?.id ?? '', 'send', {}).catch(() => {});
      const request = await eventually(() => host.getSnapshot().requests[0]);
      const mistake = new Error('a mistake of the page');
      host.places.add({
        shows: () => {
          throw mistake;
        },
      });
      assert.isUndefined(host.places.of(request));
      assert.include(reports, mistake);
      host.respond(request.id, { action: 'deny' });
      await call;
    } finally {
      restore();
      host.close();
    }
  });

  it('gets a request before those of a lower rank, which is 0 unless it says so, and before later ones of its own', async () => {
    const host = await hostOf({ 'https://notes.example/mcp': toolServer([{ name: 'send' }]) }, {});
    try {
      host.addResponder('consent');
      const [server] = host.getSnapshot().servers;
      const call = host.callTool(server?.id ?? '', 'send', {}).catch(() => {});
      const request = await eventually(() => host.getSnapshot().requests[0]);
      const { places } = host;
      const shows = (): boolean => true;
      assert.isUndefined(places.of(request), 'a dialog shows it');
      const [last, first, second, better] = [{ rank: -1, shows }, { shows }, { shows }, { rank: 1, shows }];
      places.add(last);
      assert.equal(places.of(request), last);
      places.add(first);
      assert.equal(places.of(request), first);
      places.add(second);
      places.add({ rank: 2, shows: ({ kind }) => kind !== 'consent' });
      assert.equal(places.of(request), first);
      const remove = places.add(better);
      assert.equal(places.of(request), better);
      remove();
      assert.equal(places.of(request), first);
      host.respond(request.id, { action: 'deny' });
      await call;
    } finally {
      host.close();
    }
  });

  it('makes listeners of the host look again when it comes and when it goes, once each', async () => {
    const host = new McpHost();
    let looks = 0;
    host.subscribe(() => looks++);
    const remove = host.places.add({ shows: () => true });
    await turn();
    assert.equal(looks, 1);
    remove();
    await turn();
    assert.equal(looks, 2);
    remove();
    await turn();
    assert.equal(looks, 2);
    host.close();
  });
});

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
