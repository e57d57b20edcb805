import { assert } from 'chai';
import { type JsonObject, McpHost } from '@mcp-web/client';
import { AppBridge, policyOf } from '@mcp-web/client/apps';

const holes = (length: number): unknown[] => Object.assign([], { length });

describe('the limits of an app', () => {
  const host = new McpHost();
  let sent: JsonObject[];
  let bridge: AppBridge;

  beforeEach(() => {
    sent = [];
    const uri = 'ui://limits/view.html';
    const policy = policyOf(undefined);
    const app = { serverId: 'none', uri, html: '', policy, permissions: [], prefersBorder: undefined };
    bridge = new AppBridge({ host, app, context: {}, send: (message) => void sent.push(message) });
  });
  afterEach(() => bridge.stop());
  after(() => host.close());

  const ping = (id: number, x?: unknown) => bridge.receive({ jsonrpc: '2.0', id, method: 'ping', params: { x } });
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  const answered = async () => {
    await settled();
    return sent.map(({ id }) => id);
  };

  /** A value that counts how often something in it is looked at. */
  function watched<T extends object>(target: T): { value: T; looks: () => number } {
    let looks = 0;
    const value = new Proxy(target, {
      get: (from, name, receiver): unknown => {
        if (/^\d+$/.test(String(name))) looks++;
        return Reflect.get(from, name, receiver);
      },
    });
    return { value, looks: () => looks };
  }

  for (const [kind, array] of [
    ['without holes', Array.from({ length: 150_000 }, () => 0)],
    ['of holes', holes(150_000)],
  ] as const)
    it(`looks at no value ${kind} of an array that is too much, however often it is in the message [AP-31]`, async () => {
      const { value, looks } = watched<unknown[]>(array);
      ping(
        1,
        Array.from({ length: 9 }, () => value),
      );
      assert.isAtMost(looks(), 150_000);
      ping(2, holes(4_000_000_000));
      assert.isEmpty(await answered());
      ping(3, [1, [2]]);
      assert.deepEqual(await answered(), [3]);
    });

  it('looks at no value of an object that is too much, however often it is in the message [AP-31]', async () => {
    const { value, looks } = watched(Object.fromEntries(Array.from({ length: 150_000 }, (_, index) => [index, 0])));
    ping(
      1,
      Array.from({ length: 9 }, () => value),
    );
    assert.isAtMost(looks(), 150_000);
    ping(2, Object.fromEntries(Array.from({ length: 250_000 }, (_, index) => [index, 0])));
    assert.isEmpty(await answered());
  });

  it('takes fewer of large messages than of small ones', async () => {
    for (let id = 0; id < 10; id++) ping(id, 'x'.repeat(3_900_000));
    const large = (await answered()).length;
    assert.isBelow(large, 4);
    assert.isAbove(large, 0);
  });
});
