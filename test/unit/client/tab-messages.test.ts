import { assert } from 'chai';
import { HttpError, McpError, RpcError } from '@mcp-web/client';
import { encodeTabMessage, readTabMessage } from '../../../packages/client/src/session/shared/tab-messages.ts';

const interest = { lists: true, uris: ['a:1'] };

/** What another tab reads of a message. */
const pass = (message: Parameters<typeof encodeTabMessage>[0]): unknown =>
  readTabMessage(structuredClone(encodeTabMessage(message)));

describe('what tabs tell each other', () => {
  for (const message of [
    { type: 'interest', from: 'one', turn: 3, interest },
    { type: 'interest', from: 'one', turn: 3, interest: { ...interest, taskIds: ['t1'] } },
    { type: 'tasks', taskIds: ['t1'] },
    { type: 'bye', from: 'one' },
    { type: 'leading' },
    { type: 'settled', to: 'one', turn: 3, error: undefined },
    { type: 'notification', method: 'notifications/tools/list_changed', params: { a: 1 }, isWanted: true },
    { type: 'notification', method: 'notifications/tools/list_changed', params: {}, isWanted: false },
    { type: 'missed' },
    { type: 'list', from: 'one', turn: 3, method: 'tools/list', cursor: '2' },
    { type: 'listing', to: 'one', turn: 3 },
    { type: 'listed', to: 'one', turn: 3, text: '{}', ageMs: 7 },
    { type: 'refetched', method: 'resources/templates/list', cursor: '2' },
  ] as Parameters<typeof encodeTabMessage>[0][])
    it(`arrives as it was sent: ${JSON.stringify(message)}`, () => assert.deepEqual(pass(message), message));

  it('keeps what an error is, though a copy of it loses that', () => {
    const errorIn = (error: McpError): McpError => {
      const { error: read }: { error?: McpError } = Object(pass({ type: 'lost', error }));
      assert.instanceOf(read, McpError);
      return read;
    };
    const rpc = errorIn(new RpcError(-32_601, 'No such method'));
    assert.instanceOf(rpc, RpcError);
    assert.deepInclude(rpc, { code: 'rpc', rpcCode: -32_601, message: 'No such method' });
    const http = errorIn(new HttpError(503, 'Not now'));
    assert.instanceOf(http, HttpError);
    assert.deepInclude(http, { code: 'http', status: 503, message: 'Not now' });
    for (const code of [
      'network',
      'relay',
      'not-mcp',
      'invalid-message',
      'invalid-result',
      'stream-ended',
      'too-large',
      'timeout',
      'unsupported',
      'unauthorized',
      'session-lost',
      'closed',
    ] as const)
      assert.deepInclude(errorIn(new McpError(code, 'Why')), { code, message: 'Why' });
    assert.equal(errorIn(new McpError('denied', 'Not for this')).code, 'unsupported');
  });

  it('says why a server does not announce what a tab asked for', () => {
    const read = pass({ type: 'settled', to: 'one', turn: 3, error: new McpError('unsupported', 'Why') });
    assert.deepInclude(read, { type: 'settled', to: 'one', turn: 3 });
    assert.deepInclude(Object(read).error, { code: 'unsupported', message: 'Why' });
  });

  it('is nothing if another version of the library says it', () => {
    for (const said of [
      undefined,
      null,
      'leading',
      {},
      { type: 'unheard of' },
      { type: 'interest', turn: 3, interest },
      { type: 'interest', from: 'one', interest },
      { type: 'interest', from: 'one', turn: '3', interest },
      { type: 'interest', from: 'one', turn: 3 },
      { type: 'interest', from: 'one', turn: 3, interest: { lists: true } },
      { type: 'interest', from: 'one', turn: 3, interest: { lists: true, uris: 'a:1' } },
      { type: 'bye', from: 7 },
      { type: 'settled', turn: 3 },
      { type: 'settled', to: 'one' },
      { type: 'notification', params: {} },
      { type: 'notification', method: 'm' },
      { type: 'notification', method: 'm', params: 'none' },
      { type: 'lost' },
      { type: 'lost', error: 'because' },
      { type: 'lost', error: { code: 'network' } },
      { type: 'list', from: 'one', turn: 3, method: 'tools/call' },
      { type: 'list', from: 'one', turn: 3, method: 'tasks/list' },
      { type: 'list', turn: 3, method: 'tools/list' },
      { type: 'list', from: 'one', method: 'tools/list' },
      { type: 'listing', turn: 3 },
      { type: 'listing', to: 'one', turn: '3' },
      { type: 'listed', turn: 3, text: '{}', ageMs: 0 },
      { type: 'listed', to: 'one', text: '{}', ageMs: 0 },
      { type: 'refetched', method: 'acme/list' },
    ])
      assert.isUndefined(readTabMessage(said), JSON.stringify(said));
  });

  it('names only what a tab can listen for', () => {
    const read = readTabMessage({
      type: 'interest',
      from: 'one',
      turn: 1,
      interest: { lists: 'yes', uris: ['a:1', 7] },
    });
    assert.deepEqual(Object(read).interest, { lists: false, uris: ['a:1'] });
  });

  it('names tasks and pages in words only', () => {
    const read = (said: object): object => Object(readTabMessage(said));
    assert.deepEqual(read({ type: 'tasks', taskIds: ['t1', 7, null] }), { type: 'tasks', taskIds: ['t1'] });
    assert.deepEqual(read({ type: 'tasks', taskIds: 't1' }), { type: 'tasks', taskIds: [] });
    const page = { type: 'refetched', method: 'tools/list' };
    assert.deepEqual(read({ ...page, cursor: 7 }), { ...page, cursor: undefined });
  });

  it('gives no list that is too long, or that comes from the future', () => {
    const read = (said: object): unknown => readTabMessage({ type: 'listed', to: 'one', turn: 3, ...said });
    for (const ageMs of [-1, -Infinity, NaN, '7', undefined])
      assert.deepInclude(read({ text: '{}', ageMs }), { text: '{}', ageMs: 0 });
    const longest = ' '.repeat(4 * 1024 * 1024);
    assert.deepInclude(read({ text: longest, ageMs: 0 }), { text: longest });
    assert.deepInclude(read({ text: `${longest} `, ageMs: 0 }), { text: undefined });
  });
});
