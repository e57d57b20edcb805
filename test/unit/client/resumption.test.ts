import { assert } from 'chai';
import { McpError } from '@mcp-web/client';
import { Resumption } from '../../../packages/client/src/transports/resumption.ts';
import { type Endpoint, newContact } from '../../../packages/client/src/wire/http.ts';

/** A server whose requests with Last-Event-ID fail while `isBroken`. */
function breaking(): { endpoint: Endpoint; network: { isBroken: boolean; requests: number } } {
  const network = { isBroken: true, requests: 0 };
  const url = new URL('https://mcp.example/mcp');
  const answer: typeof fetch = (_input, init) => {
    network.requests++;
    const isRefused = network.isBroken && new Headers(init?.headers).has('Last-Event-ID');
    return isRefused ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(new Response('{}'));
  };
  return { endpoint: { url, fetch: answer, contact: newContact() }, network };
}

/** Two requests with the header that fail, as they do where it is refused. */
async function failTwice(resumption: Resumption): Promise<void> {
  for (let attempt = 0; attempt < 2; attempt++) {
    const failing = Promise.reject(new McpError('network', 'It could not be reached.'));
    await resumption.watch(failing, false).catch(() => {});
  }
}

describe('a Last-Event-ID that seemed to be refused', () => {
  const now = performance.now.bind(performance);
  let laterMs = 0;
  beforeEach(() => {
    laterMs = 0;
    performance.now = () => now() + laterMs;
  });
  afterEach(() => {
    Reflect.deleteProperty(performance, 'now');
  });

  it('is sent again when it is needed a minute later, and was not refused', async () => {
    const { endpoint, network } = breaking();
    const resumption = new Resumption(endpoint);
    await failTwice(resumption);
    assert.isTrue(resumption.isHeaderRefused);
    network.isBroken = false;
    laterMs = 61_000;
    await resumption.prepare(true);
    assert.isFalse(resumption.isHeaderRefused);
  });

  it('is looked for once a minute, and no more often', async () => {
    const { endpoint, network } = breaking();
    const resumption = new Resumption(endpoint);
    await failTwice(resumption);
    const found = network.requests;
    for (let attempt = 0; attempt < 5; attempt++) await resumption.prepare(false);
    assert.equal(network.requests, found);
    laterMs = 61_000;
    for (let attempt = 0; attempt < 5; attempt++) await resumption.prepare(false);
    assert.isTrue(resumption.isHeaderRefused);
    assert.isAtMost(network.requests - found, 4);
  });
});
