import { assert } from 'chai';
import { render } from 'lit';
import '@mcp-web/elements/doctor/define';
import '@mcp-web/elements/host/define';
import { arabic } from '@mcp-web/elements/messages/ar';
import { german } from '@mcp-web/elements/messages/de';
import { registerMessages } from '@mcp-web/elements';
import '@mcp-web/elements/server/define';
import { DoctorView } from '../../../packages/elements/src/doctor/doctor-view.ts';
import { FakeSignIn } from '../../support/fake-sign-in.ts';
import { serverUrl } from '../../support/servers.ts';
import { assertAccessible, button, click, deep, find, focused, mount, press, textOf, unmount, until } from './page.ts';

const doctor = () => find('mcp-doctor');
const shows = (part: string, element: HTMLElement = doctor()) => until(() => textOf(element).includes(part), part);

/** The address of this server, with this one thing wrong: see test/servers/broken-faults.mjs. */
async function broken(fault: string, server = 'legacy'): Promise<string> {
  const { port, pathname } = new URL(await serverUrl(server));
  return `${await serverUrl('broken')}/${fault}/${port}${pathname === '/' ? '' : pathname}`;
}

/** Resolves with the button once it is there. */
const named = (root: Element, name: string) => until(() => button(root, name), name);

const element = async (fault: string) => mount(`<mcp-doctor src="${await broken(fault)}"></mcp-doctor>`);
const parts = (name: string, root: Element & { renderRoot: ParentNode } = doctor()) => [
  ...root.renderRoot.querySelectorAll(`[part="${name}"]`),
];

describe('<mcp-doctor>', () => {
  afterEach(unmount);

  it('names the one thing to fix, with the lines for it', async () => {
    await element('no-session');
    await shows('does not allow Mcp-Session-Id. Add it to Access-Control-Allow-Headers.');
    assert.match(textOf(parts('fix')[0] ?? doctor()), /needs: .*Access-Control-Allow-Headers: .*Mcp-Session-Id/);
    assert.equal(doctor().diagnosis?.cause, 'cors-headers');
    await assertAccessible(doctor());
  });

  it('has code for the server that the user chooses, and copies it', async () => {
    const copied: string[] = [];
    const clipboard = { writeText: async (text: string) => void copied.push(text) };
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
    try {
      await element('cors-no-origin');
      await shows('do not allow this page');
      const code = parts('code')[0];
      assert.instanceOf(code, HTMLDetailsElement);
      code.open = true;
      const select = find('select', code);
      assert.deepEqual(
        [...select.options].map(({ label }) => label),
        ['Express', 'Hono', 'FastAPI, Starlette', 'Go', 'nginx', 'Cloudflare Workers', 'supergateway (stdio)'],
      );
      select.value = 'go';
      select.dispatchEvent(new Event('change'));
      await shows('cors.New(cors.Options{');
      await click(await named(doctor(), 'Copy the code'));
      await shows('Copied.');
      await click(await named(doctor(), 'Copy the header lines'));
      await until(() => copied.length === 2);
      assert.include(copied[0], `AllowedOrigins: []string{"${location.origin}"}`);
      assert.equal(copied[1], `Access-Control-Allow-Origin: ${location.origin}`);
      await assertAccessible(doctor());
    } finally {
      Reflect.deleteProperty(navigator, 'clipboard');
    }
  });

  it('says what the browser does not tell apart, and links to the address', async () => {
    mount('<mcp-doctor src="http://127.0.0.1:9/mcp"></mcp-doctor>');
    await shows('Browsers do not tell a page which of these it is');
    const link = find('a', doctor().renderRoot);
    assert.deepEqual([link.href, link.target, link.rel], ['http://127.0.0.1:9/mcp', '_blank', 'noopener noreferrer']);
  });

  it('lists what else is wrong', async () => {
    await element('no-delete');
    await shows('does not allow DELETE');
    assert.lengthOf(parts('others'), 0);
    doctor().src = await broken('no-version-session');
    await shows('does not allow Mcp-Session-Id and MCP-Protocol-Version');
  });

  it('checks once when it appears, and again when the user or another address asks for it', async () => {
    const sent: string[] = [];
    const url = await broken('right');
    mount('<mcp-doctor></mcp-doctor>');
    doctor().fetch = (input, init) => {
      const { method, url: asked } = new Request(input, init);
      if (method === 'POST' && JSON.stringify(init?.body).includes('server/discover')) sent.push(asked);
      return fetch(input, init);
    };
    doctor().src = url;
    await shows('answers this page as MCP requires');
    assert.deepEqual(sent, [url]);
    await press('Tab');
    assert.equal(focused(), button(doctor(), 'Check again'));
    await press('Enter');
    await until(() => sent.length === 2);
    await shows('answers this page as MCP requires');
    assert.equal(focused(), button(doctor(), 'Check again'), 'the focus stays');
    doctor().src = await broken('status-403');
    await shows('status 403');
    assert.lengthOf(sent, 3);
  });

  it('says why there is no diagnosis', async () => {
    mount('<mcp-doctor src="example.com"></mcp-doctor>');
    await shows('is not a URL');
  });

  it('shows no key in the address while it checks', async () => {
    mount('<mcp-doctor></mcp-doctor>');
    doctor().fetch = () => new Promise(() => {});
    doctor().src = 'https://mcp.example/mcp?key=secret';
    await shows('Looking for the cause');
    const group = doctor().renderRoot.querySelector('[role=group]');
    assert.equal(group?.ariaLabel, 'Diagnosis of https://mcp.example/mcp');
  });

  it('speaks the language of the page', async () => {
    registerMessages('de', german);
    const url = await broken('no-session');
    mount(`<div lang="de"><mcp-doctor src="${url}"></mcp-doctor></div>`);
    await shows('auf OPTIONS erlaubt Mcp-Session-Id nicht.');
    assert.notInclude(textOf(doctor()), 'does not');
  });

  it('isolates addresses in Arabic, with no character spelled out', async () => {
    registerMessages('ar', arabic);
    mount(`<div lang="ar"><mcp-doctor src="${await broken('key-401')}"></mcp-doctor></div>`);
    await shows('«\u2068The header X-API-Key is missing or wrong\u2069»');
    assert.notInclude(textOf(doctor()), '‹U+');
  });

  it('quotes the server, and says where a key can be given', async () => {
    await element('key-401');
    await shows('The server says: “The header X-API-Key is missing or wrong”');
    await shows('or enter it in the playground under “Token or header”.');
    assert.isTrue(
      deep(doctor()).some(({ localName, textContent }) => localName === 'code' && textContent === 'headers'),
    );
    assert.lengthOf(parts('fix'), 0, 'no header of its answer is missing');
  });

  describe('in <mcp-server>', () => {
    const server = () => find('mcp-server');

    it('finds out why the server cannot be used, when the user asks', async () => {
      mount(`<mcp-host><mcp-server src="${await broken('cors-no-origin')}"></mcp-server></mcp-host>`);
      await shows('Find out why', server());
      assert.lengthOf(parts('diagnosis', server()), 0, 'nothing is sent before');
      const name = new URL(await serverUrl('broken')).host;
      const findCause = await named(server(), `Find out why ${name} cannot be used`);
      await click(findCause);
      await shows('needs exactly one Access-Control-Allow-Origin', server());
      assert.equal(focused(), findCause, 'the focus stays');
      await assertAccessible(server());
      await click(await named(server(), `Retry the connection to ${name}`));
      await until(() => parts('diagnosis', server()).length === 0);
    });

    it('checks with the headers of the element, which may be a function', async () => {
      mount(`<mcp-host><mcp-server></mcp-server></mcp-host>`);
      server().headers = () => ({ 'X-Api-Key': 'secret' });
      server().src = await broken('no-own');
      await shows('Find out why', server());
      await click(await named(server(), `Find out why ${new URL(await serverUrl('broken')).host} cannot be used`));
      await until(() => /OPTIONS does not allow x-api-key/i.test(textOf(server())), 'x-api-key');
    });

    it('finds out why a sign-in failed, also what the server says before anybody signs in', async () => {
      const auth = new FakeSignIn();
      mount('<mcp-host></mcp-host>');
      const host = find('mcp-host');
      host.auth = auth;
      host.innerHTML = `<mcp-server src="${await broken('key-401')}"></mcp-server>`;
      await shows('Sign in to use this server', server());
      assert.notInclude(textOf(server()), 'Find out why', 'nobody has tried yet');
      auth.become({ state: 'signed-out', reason: 'registration', message: 'It did not register this page.' });
      await shows('Find out why', server());
      await click(await named(server(), `Find out why ${new URL(await serverUrl('broken')).host} cannot be used`));
      await shows('The server says: “The header X-API-Key is missing or wrong”', server());
      auth.become({ state: 'signed-out', reason: 'cancelled', message: 'The window was closed.' });
      await until(() => !textOf(server()).includes('Find out why'), 'gone');
    });

    it('finds out why a key is not accepted where users could also sign in', async () => {
      mount('<mcp-host></mcp-host>');
      find('mcp-host').auth = new FakeSignIn();
      find('mcp-host').innerHTML = '<mcp-server></mcp-server>';
      server().headers = { 'X-Shop-Key': 'wrong' };
      server().src = await broken('key-401');
      await shows('Sign in to use this server', server());
      await click(await named(server(), `Find out why ${new URL(await serverUrl('broken')).host} cannot be used`));
      await shows('The server says: “The header X-API-Key is missing or wrong”', server());
    });

    it('finds out why where the server refuses in its own words, and says that they are the server’s', async () => {
      mount(`<mcp-host><mcp-server src="${await broken('host-403')}"></mcp-server></mcp-host>`);
      await shows('The server refuses the connection. It says:', server());
      await click(await named(server(), `Find out why ${new URL(await serverUrl('broken')).host} cannot be used`));
      await shows('Add it to the allowed hosts of the server', server());
    });

    it('offers the address that it found, connects there, and tells the page', async () => {
      mount(
        `<mcp-host><mcp-server src="${await broken('redirect-moved', 'everything')}?key=1"></mcp-server></mcp-host>`,
      );
      const moves: string[] = [];
      server().addEventListener('mcp-server-move', ({ src }) => moves.push(src));
      await shows('Find out why', server());
      await click(await named(server(), `Find out why ${new URL(await serverUrl('broken')).host} cannot be used`));
      const right = await broken('right', 'everything');
      await click(await named(server(), `Use ${right}`));
      await shows('Connected', server());
      assert.deepEqual(moves, [`${right}?key=1`]);
      assert.equal(server().src, `${right}?key=1`);
      assert.lengthOf(parts('diagnosis', server()), 0);
    });

    it('leaves it to the page whether to connect to the address that it found', async () => {
      const src = await broken('redirect-moved', 'everything');
      mount(`<mcp-host><mcp-server src="${src}"></mcp-server></mcp-host>`);
      server().addEventListener('mcp-server-move', (event) => event.preventDefault());
      await shows('Find out why', server());
      await click(await named(server(), `Find out why ${new URL(await serverUrl('broken')).host} cannot be used`));
      await click(await named(server(), `Use ${await broken('right', 'everything')}`));
      assert.equal(server().src, src);
    });

    it('offers no address of another origin to an element whose headers may be secret', async () => {
      const metadata = { resource: 'https://other.example/mcp', authorization_servers: ['https://login.example'] };
      const fetch: typeof globalThis.fetch = async (input) =>
        new Request(input).url.includes('.well-known') ? Response.json(metadata) : new Response('', { status: 401 });
      mount('<mcp-doctor></mcp-doctor><div id="view"></div>');
      const place = find('div#view' as 'div');
      const view = new DoctorView(doctor());
      const offered = async (headers?: HeadersInit) => {
        await view.run('https://mcp.example/mcp', { fetch, headers, onuse: () => {} });
        assert.equal(view.diagnosis?.cause, 'sign-in-resource');
        render(view.template(), place);
        return [...place.querySelectorAll('button')].map((one) => textOf(one));
      };
      assert.deepEqual(await offered(), ['Use https://other.example/mcp']);
      assert.deepEqual(await offered({ 'X-Api-Key': 'secret' }), []);
    });

    it('is not offered where a relay sends the requests, because it checks what the page reaches itself', async () => {
      mount(
        `<mcp-host><mcp-server src="${await broken('cors-no-origin')}" relay="http://127.0.0.1:9/relay"></mcp-server></mcp-host>`,
      );
      await shows('Not connected', server());
      assert.include(server().server?.error?.message, 'The relay');
      assert.notInclude(textOf(server()), 'Find out why');
    });

    it('is not offered where the server can be used', async () => {
      mount(`<mcp-host><mcp-server src="${await broken('right')}"></mcp-server></mcp-host>`);
      await shows('Connected', server());
      assert.notInclude(textOf(server()), 'Find out why');
    });
  });
});
