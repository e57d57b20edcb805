import { assert } from 'chai';
import { AuthError, type AuthErrorReason, McpError, type McpErrorCode } from '@mcp-web/client';

/** The McpError with which a promise rejects. Fails if the promise does not reject with an error of this code. */
export async function errorOf(promise: Promise<unknown>, code: McpErrorCode): Promise<McpError> {
  try {
    await promise;
  } catch (error) {
    assert.instanceOf(error, McpError, String(error));
    assert.equal(error.code, code, error.message);
    return error;
  }
  assert.fail(`expected an McpError with the code ${code}`);
}

/** The McpError that a function throws. Fails if it does not throw one of this code. */
export function thrownBy(run: () => unknown, code: McpErrorCode): McpError {
  try {
    run();
  } catch (error) {
    assert.instanceOf(error, McpError, String(error));
    assert.equal(error.code, code, error.message);
    return error;
  }
  assert.fail(`expected an McpError with the code ${code}`);
}

/** The AuthError with which a promise rejects. Fails if the promise does not reject with this reason. */
export async function authErrorOf(promise: Promise<unknown>, reason: AuthErrorReason): Promise<AuthError> {
  const error = await errorOf(promise, 'unauthorized');
  assert.instanceOf(error, AuthError, String(error));
  assert.equal(error.reason, reason, error.message);
  return error;
}
