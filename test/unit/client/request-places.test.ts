import { assert } from 'chai';
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
});
