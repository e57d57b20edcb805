import { assert } from 'chai';
import { McpHost } from '@mcp-web/client';
import { thrownBy } from '../../support/errors.ts';

describe('servers of a host that look alike', () => {
  let host: McpHost;
  beforeEach(() => (host = new McpHost()));
  afterEach(() => host.close());
  const add = (url: string): string => host.add(url, { fetch: () => new Promise(() => {}) });
  const numbers = (): unknown[] =>
    host.getSnapshot().servers.map(({ ordinal, connectionNumber }) => [ordinal, connectionNumber]);

  it('are numbered where their addresses differ in the query only, which is not shown', () => {
    for (const query of ['?key=1', '?key=2', '?key=3']) add(`https://one.example/mcp${query}`);
    assert.deepEqual(numbers(), [
      [undefined, undefined],
      [2, undefined],
      [3, undefined],
    ]);
  });

  it('are not numbered where path or site differ, or one of them has no query', () => {
    for (const url of [
      'https://one.example/mcp?key=1',
      'https://one.example/other?key=2',
      'https://two.example/mcp?key=2',
      'https://one.example/mcp',
    ])
      add(url);
    for (const [ordinal, connectionNumber] of numbers() as [unknown, unknown][]) {
      assert.isUndefined(ordinal);
      assert.isUndefined(connectionNumber);
    }
  });

  it('are numbered as connections where their addresses are the same, such as those of two accounts', () => {
    for (let times = 0; times < 3; times++) add('https://one.example/mcp');
    assert.deepEqual(numbers(), [
      [undefined, undefined],
      [undefined, 2],
      [undefined, 3],
    ]);
  });

  it('share the number of their address, and have their own as connections', () => {
    for (const query of ['?key=1', '?key=2', '?key=2', '?key=1']) add(`https://one.example/mcp${query}`);
    assert.deepEqual(numbers(), [
      [undefined, undefined],
      [2, undefined],
      [2, 2],
      [undefined, 2],
    ]);
  });

  it('keep their number when another is removed, and the next one gets a new one', () => {
    const [first = ''] = ['?key=1', '?key=2'].map((query) => add(`https://one.example/mcp${query}`));
    host.remove(first);
    add('https://one.example/mcp?key=3');
    assert.deepEqual(numbers(), [
      [2, undefined],
      [3, undefined],
    ]);
  });

  it('have ids that are generated one after the other, unless the page gives them', () => {
    assert.deepEqual([add('https://one.example/mcp'), add('https://one.example/mcp')], ['server-1', 'server-2']);
    const error = thrownBy(() => host.add('https://two.example/mcp', { id: 'server-1' }), 'invalid-argument');
    assert.include(error.message, 'already has a server with the id "server-1"');
    assert.lengthOf(host.getSnapshot().servers, 2);
  });
});
