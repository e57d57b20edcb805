import { assert } from 'chai';
import { readRetryAfter } from '../../../packages/client/src/wire/retry-after.ts';
import { whileTimeStands } from '../../support/clock.ts';

const DAY_MS = 24 * 60 * 60_000;
const dateIn = (ms: number): string => new Date(Math.floor(Date.now() / 1000) * 1000 + ms).toUTCString();

describe('Retry-After', () => {
  it('is a number of seconds', () => {
    assert.equal(readRetryAfter('0'), 0);
    assert.equal(readRetryAfter(' 7 '), 7_000);
    assert.equal(readRetryAfter('120'), 120_000);
  });

  it('is a date in one of the forms of HTTP, and no wait if that is over', () =>
    whileTimeStands(async () => {
      const partMs = Date.now() % 1_000;
      assert.equal(readRetryAfter(dateIn(90_000)), 90_000 - partMs);
      assert.equal(readRetryAfter(dateIn(-90_000)), 0);
      const old = dateIn(90_000).replace(/^(...), (..) (...) (....) (.*) GMT$/, '$1 $3 $2 $5 $4 GMT');
      assert.equal(readRetryAfter(old), 90_000 - partMs);
      const weekday = dateIn(90_000).replace(/^.../, 'Wednesday');
      assert.equal(readRetryAfter(weekday), 90_000 - partMs);
    }));

  it('is a day at most', () => {
    assert.equal(readRetryAfter(`${DAY_MS / 1000}`), DAY_MS);
    assert.equal(readRetryAfter(`${DAY_MS / 1000 + 1}`), DAY_MS);
    assert.equal(readRetryAfter(dateIn(10 * DAY_MS)), DAY_MS);
  });

  for (const value of [null, '', '-1', '1.5', 'soon 7', '7 s', 'Tomorrow', 'Mon, 1 Jan 2035'])
    it(`is nothing where it is ${JSON.stringify(value)}`, () => assert.isUndefined(readRetryAfter(value)));
});
