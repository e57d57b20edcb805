import { assert } from 'chai';
import { readChallenge } from '../../../../packages/client/src/oauth/endpoints/challenge.ts';
import type { Challenge } from '../../../../packages/client/src/oauth/oauth-types.ts';

const read = (...headers: string[]): Challenge => {
  const response = new Response(undefined, { status: 401 });
  for (const header of headers) response.headers.append('WWW-Authenticate', header);
  // Absent and undefined are the same here.
  return JSON.parse(JSON.stringify(readChallenge(response)));
};

describe('a WWW-Authenticate header', () => {
  it('says which scopes are missing and where the server is described [AU-14, AU-42]', () => {
    assert.deepEqual(
      read(
        'Bearer error="insufficient_scope", scope="files:read files:write", resource_metadata="https://h/.well-known/x", error_description="No, \\"really\\""',
      ),
      {
        error: 'insufficient_scope',
        scope: ['files:read', 'files:write'],
        resourceMetadata: 'https://h/.well-known/x',
      },
    );
  });

  it('may have any character quoted', () => {
    assert.equal(read('Bearer resource_metadata="https:\\/\\/h\\/r"').resourceMetadata, 'https://h/r');
  });

  it('may hold several challenges, in any case and order, in one line or in several [AU-14]', () => {
    const expected = { error: 'invalid_token', scope: ['a'], resourceMetadata: 'https://h/r' };
    assert.deepEqual(
      read(
        'Negotiate YII=, Basic realm="Bearer error=\\"x\\", scope", bearer Scope=a , ERROR=invalid_token,resource_metadata = "https://h/r"',
      ),
      expected,
    );
    assert.deepEqual(
      read('Basic realm="a, b"', 'BEARER scope="a", error="invalid_token", resource_metadata="https://h/r"'),
      expected,
    );
    assert.deepEqual(
      read('Bearer', 'Bearer scope="a", error="invalid_token"', 'Bearer resource_metadata="https://h/r"'),
      expected,
    );
  });

  it('takes nothing from the challenges of other schemes [AU-14]', () => {
    assert.deepEqual(read('Digest error="insufficient_scope", scope="x", resource_metadata="https://evil/r"'), {});
  });

  it('says whether tokens have to be bound to a key [AX-15]', () => {
    assert.deepEqual(read('DPoP error="use_dpop_nonce"'), { error: 'use_dpop_nonce', dpop: 'required' });
    assert.equal(read('Bearer, DPoP algs="ES256"').dpop, 'supported');
    assert.isUndefined(read('Bearer').dpop);
  });

  it('may be missing or nonsense', () => {
    assert.deepEqual(read(), {});
    for (const nonsense of [
      '',
      ',,, ,',
      '"',
      '= = =',
      'Bearer scope=',
      'Bearer "x"',
      'scope="a"',
      'Bearer scope="unended',
      '\u00ff\u00fe',
    ])
      assert.doesNotThrow(() => read(nonsense));
  });

  it('keeps the first of what is said twice, and drops what cannot be a scope', () => {
    assert.deepEqual(read('Bearer scope="a a \u00e9 b", scope="c"'), { scope: ['a', 'b'] });
  });

  it('of 60 kB is read in no time', () => {
    const started = performance.now();
    read(`Bearer ${'a=b, '.repeat(12_000)}`);
    read(`Bearer a="${'\\"'.repeat(30_000)}`);
    read('Bearer '.repeat(8_000));
    assert.isBelow(performance.now() - started, 5_000);
  });
});
