import { assert } from 'chai';
import { thrownBy } from '../../support/errors.ts';
import {
  encodeRequest,
  type MessageSink,
  readRpcError,
  receive,
  receiveEvent,
} from '../../../packages/client/src/wire/json-rpc.ts';

function record(): { sink: MessageSink; seen: unknown[][] } {
  const seen: unknown[][] = [];
  return {
    seen,
    sink: {
      result: (id, result) => seen.push(['result', id, result]),
      error: (...args) => seen.push(['error', ...args]),
      notification: (...args) => seen.push(['notification', ...args]),
      request: (...args) => seen.push(['request', ...args]),
    },
  };
}

function read(message: unknown): unknown[][] {
  const { sink, seen } = record();
  receive(JSON.stringify(message), sink);
  return seen;
}

describe('a JSON-RPC message', () => {
  it('is framed as version 2.0 with its id [BP-01]', () => {
    assert.deepEqual(JSON.parse(encodeRequest(7, 'ping', undefined)), { jsonrpc: '2.0', id: 7, method: 'ping' });
  });

  it('is recognized as a result, error, request or notification', () => {
    assert.deepEqual(read({ jsonrpc: '2.0', id: 1, result: { a: 1 } }), [['result', 1, { a: 1 }]]);
    assert.deepEqual(read({ jsonrpc: '2.0', id: 'x', error: { code: -32601, message: 'no' } }), [
      ['error', 'x', { code: -32601, message: 'no' }],
    ]);
    assert.deepEqual(read({ jsonrpc: '2.0', id: 2, method: 'ping' }), [['request', 2, 'ping', {}]]);
    assert.deepEqual(read({ jsonrpc: '2.0', method: 'x', params: { b: 2 } }), [['notification', 'x', { b: 2 }]]);
  });

  it('is passed with what it was read from, where it is a result and came alone', () => {
    const text = ' {"jsonrpc":"2.0", "id":1, "result":{}}';
    const texts: unknown[] = [];
    receive(text, { ...record().sink, result: (_id, _result, from) => texts.push(from) });
    receive(`[${text}]`, { ...record().sink, result: (_id, _result, from) => texts.push(from) });
    assert.deepEqual(texts, [text, undefined]);
  });

  it('may have null where a member is absent', () => {
    const error = { code: -32601, message: 'no' };
    assert.deepEqual(read({ jsonrpc: '2.0', id: 1, result: {}, error: null }), [['result', 1, {}]]);
    assert.deepEqual(read({ jsonrpc: '2.0', id: 1, result: null, error }), [['error', 1, error]]);
  });

  it('may be an error that names no request [BP-09]', () => {
    assert.deepEqual(read({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'unreadable' } }), [
      ['error', undefined, { code: -32700, message: 'unreadable' }],
    ]);
    assert.deepEqual(read({ jsonrpc: '2.0', error: { code: -32700, message: 'unreadable' } }), [
      ['error', undefined, { code: -32700, message: 'unreadable' }],
    ]);
  });

  it('may come in a batch [BP-13]', () => {
    const seen = read([
      { jsonrpc: '2.0', method: 'a' },
      { jsonrpc: '2.0', id: 1, result: {} },
    ]);
    assert.deepEqual(seen, [
      ['notification', 'a', {}],
      ['result', 1, {}],
    ]);
  });

  for (const [name, message] of Object.entries<unknown>({
    'both result and error': { jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: '' } },
    'neither result nor error': { jsonrpc: '2.0', id: 1 },
    'a result without an id': { jsonrpc: '2.0', result: {} },
    'a result that is no object': { jsonrpc: '2.0', id: 1, result: 'yes' },
    'an error code that is no integer': { jsonrpc: '2.0', id: 1, error: { code: 1.5, message: '' } },
    'an error message that is no string': { jsonrpc: '2.0', id: 1, error: { code: 1 } },
    'a request with a null id': { jsonrpc: '2.0', id: null, method: 'ping' },
    'a bare number': 4,
    'a bare null': null,
  })) {
    it(`is refused with ${name} [BP-07][BP-08]`, () => {
      assert.match(thrownBy(() => read(message), 'invalid-message').message, /not a JSON-RPC message/);
    });
  }

  it('is refused, with its beginning, when it is not JSON', () => {
    const error = thrownBy(() => receive('<html>', record().sink), 'invalid-message');
    assert.match(error.message, /not JSON: "<html>"/);
  });

  it('is quoted to its first 120 characters when it is longer', () => {
    const { message } = thrownBy(() => receive(`${'a'.repeat(120)}b`, record().sink), 'invalid-message');
    assert.include(message, `"${'a'.repeat(120)}…"`);
    const exact = thrownBy(() => receive('a'.repeat(120), record().sink), 'invalid-message');
    assert.include(exact.message, `"${'a'.repeat(120)}"`);
  });

  it('that an event does not hold is told to whoever wants to know, and otherwise thrown', () => {
    const { sink, seen } = record();
    thrownBy(() => receiveEvent('ping', sink), 'invalid-message');
    receiveEvent('ping', { ...sink, unreadable: ({ code }) => seen.push([code]) });
    assert.deepEqual(seen, [['invalid-message']]);
    const breaking: MessageSink = {
      ...sink,
      notification: () => {
        throw new TypeError('The page broke');
      },
      unreadable: () => assert.fail('it could be read'),
    };
    assert.throws(() => receiveEvent('{"method":"a"}', breaking), TypeError, 'The page broke');
  });

  it('is found in the body of an error status, or not', () => {
    assert.deepEqual(readRpcError('{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"no session"}}'), {
      code: -32000,
      message: 'no session',
    });
    assert.isUndefined(readRpcError('Bad Gateway'));
    assert.isUndefined(readRpcError(''));
  });
});
