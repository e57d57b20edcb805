import { registerMessages } from '@mcp-web/elements';
import '@mcp-web/elements/host/define';
import { german } from '@mcp-web/elements/messages/de';
import '@mcp-web/elements/server/define';
import { faultUrl, serverUrl } from '../../support/servers.ts';
import { find, mount, textOf, unmount, until } from './page.ts';

describe('messages', () => {
  afterEach(() => {
    unmount();
    document.documentElement.removeAttribute('lang');
  });

  const says = async (words: string) => until(() => textOf(find('mcp-server')).includes(words), words);

  it('speak the language of the nearest lang attribute, also of a region of it', async () => {
    registerMessages('de', german);
    mount(`<div lang="de-AT"><mcp-host><mcp-server src="${await serverUrl('modern')}"></mcp-server></mcp-host></div>`);
    await says('Verbunden');
  });

  it('follow the page when it changes its language', async () => {
    registerMessages('de', german);
    mount(`<mcp-host><mcp-server src="${await serverUrl('modern')}"></mcp-server></mcp-host>`);
    await says('Connected');
    document.documentElement.lang = 'de';
    await says('Verbunden');
  });

  it('say in English what a language lacks', async () => {
    registerMessages('nl', { server: { ...german.server, remove: 'Verwijderen' } });
    mount(`<div lang="nl"><mcp-host><mcp-server src="${await faultUrl('connect/404')}"></mcp-server></mcp-host></div>`);
    await says('Verwijderen');
    await says('Error code');
  });

  it('may be those of one element only', async () => {
    mount(`<mcp-host><mcp-server src="${await serverUrl('modern')}"></mcp-server></mcp-host>`);
    find('mcp-server').messages = { server: { ...german.server, remove: 'Away with it' } };
    await says('Away with it');
  });
});
