import { assert } from 'chai';
import { AuthError, HttpError, McpError, type McpErrorCode, RpcError } from '@mcp-web/client';
import { LoadError } from '../../../packages/client/src/lazy.ts';
import { asSent, failBegun, isRefusal } from '../../../packages/client/src/session/sent-call.ts';

const rpc = (code: number, status?: number): RpcError => {
  const error = new RpcError(code, 'No');
  if (status !== undefined) error.cause = new HttpError(status, 'No');
  return error;
};

describe('an error of a call that was sent', () => {
  it('proves that nothing ran if its status refuses whenever the call comes', () => {
    const proving = [401, 403, 405, 406, 413, 415, 431];
    for (let status = 400; status < 600; status++)
      assert.equal(isRefusal(new HttpError(status, 'No')), proving.includes(status), String(status));
  });

  it('proves that nothing ran if JSON-RPC says so, unless the server failed', () => {
    for (const code of [-32_700, -32_600, -32_601, -32_042, -32_020, -32_021, -32_022]) {
      assert.isTrue(isRefusal(rpc(code)), String(code));
      assert.isTrue(isRefusal(rpc(code, 400)), String(code));
      assert.isFalse(isRefusal(rpc(code, 500)), String(code));
    }
    for (const code of [-32_603, -32_000, -32_002, -1, 0]) assert.isFalse(isRefusal(rpc(code, 400)), String(code));
  });

  it('for wrong parameters proves it with a status only: servers say the same when a tool fails halfway', () => {
    assert.isFalse(isRefusal(rpc(-32_602)));
    assert.isFalse(isRefusal(rpc(-32_602, 200)));
    assert.isTrue(isRefusal(rpc(-32_602, 400)));
    assert.isTrue(isRefusal(rpc(-32_602, 499)));
    assert.isFalse(isRefusal(rpc(-32_602, 500)));
  });

  it('proves that nothing was sent if it is the page’s mistake, its relay’s, its user’s or its code’s', () => {
    for (const code of ['invalid-argument', 'relay'] as const) assert.isTrue(isRefusal(new McpError(code, 'No')));
    assert.isTrue(isRefusal(new AuthError('sign-in-required', 'No')));
    assert.isTrue(isRefusal(new LoadError('No')));
    for (const code of ['network', 'timeout', 'stream-ended', 'session-lost', 'closed'] as McpErrorCode[])
      assert.isFalse(isRefusal(new McpError(code, 'No')), code);
    assert.isFalse(isRefusal(new Error('No')));
  });

  it('says that the call may have run, once, and how to go on from there', () => {
    const first = asSent(new McpError('network', 'Gone.', { cause: 'why' }), { taskId: 't', lastEventId: 'e' });
    assert.instanceOf(first, McpError);
    assert.deepInclude(first, { code: 'network', cause: 'why', mayHaveRun: true, taskId: 't', lastEventId: 'e' });
    assert.equal(first.message, 'Gone. The call may have run: check before you send it again.');
    const again = asSent(first, { lastEventId: 'f' });
    assert.instanceOf(again, McpError);
    assert.equal(again.message, first.message);
    assert.deepInclude(again, { taskId: 't', lastEventId: 'f' });
  });

  it('is another one for each call that fails with the same, and keeps the words of the server', () => {
    const shared = new McpError('network', 'Gone.');
    assert.notEqual(asSent(shared), asSent(shared));
    assert.isFalse(shared.mayHaveRun);
    const http = new HttpError(502, 'Bad gateway');
    assert.equal(asSent(http), http, 'it came with one answer');
    assert.include(http.message, 'may have run');
    const said = rpc(-32_603);
    asSent(said);
    assert.equal(said.message, 'No');
    assert.isTrue(said.mayHaveRun);
    const reason = new DOMException('Enough', 'AbortError');
    assert.equal(asSent(reason), reason);
  });

  it('that the server had begun may have run, whatever refuses the rest, unless it may be repeated', () => {
    const failureOf = (method: string, signal?: AbortSignal): unknown => {
      try {
        failBegun(rpc(-32_601), method, { signal });
      } catch (error) {
        return error;
      }
    };
    assert.propertyVal(failureOf('tools/call'), 'mayHaveRun', true);
    assert.propertyVal(failureOf('resources/read'), 'mayHaveRun', false);
    assert.equal(failureOf('tools/call', AbortSignal.abort('enough')), 'enough');
  });
});
