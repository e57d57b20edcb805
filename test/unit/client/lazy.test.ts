import { assert } from 'chai';
import { McpError } from '@mcp-web/client';
import { lazy } from '../../../packages/client/src/lazy.ts';

describe('code that is loaded on demand', () => {
  it('is asked for when it is needed, and again after a failure that says what is missing', async () => {
    const cause = new TypeError('Failed to fetch dynamically imported module');
    const attempts: Promise<string>[] = [Promise.reject(cause), Promise.resolve('code')];
    attempts[0]?.catch(() => {});
    let loads = 0;
    const load = lazy(() => attempts[loads++] ?? assert.fail('asked for too often'), 'draws circles');
    assert.equal(loads, 0);
    const error = await load().catch((reason: unknown) => reason);
    assert.instanceOf(error, McpError);
    assert.include(error, { code: 'network', cause });
    assert.include(error.message, 'The code that draws circles could not be loaded.');
    assert.equal(await load(), 'code');
  });
});
