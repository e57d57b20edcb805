// How the bench compares: what its targets mean.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ratios } from '../bench/compare.mjs';

const reportsOf = (values) =>
  Object.fromEntries(Object.entries(values).map(([name, own]) => [name, own.map((ms) => ({ ms }))]));

describe('a ratio of the bench', () => {
  it('is taken within each round', () => {
    const reports = reportsOf({ ours: [10, 40, 30], floor: [10, 20, 30] });
    assert.deepEqual(ratios(reports, 'ours', ['floor'], 'ms'), [1, 2, 1]);
  });

  it('is that to the peer beside which the client is worst, not to the luckiest of each round', () => {
    const reports = reportsOf({ ours: [10, 10, 10], one: [9, 11, 10], other: [12, 9, 12] });
    assert.deepEqual(ratios(reports, 'ours', ['one', 'other'], 'ms'), [10 / 9, 10 / 11, 1]);
  });

  it('leaves out peers that did not take part', () => {
    const reports = reportsOf({ ours: [10], one: [5] });
    assert.deepEqual(ratios(reports, 'ours', ['one', 'other'], 'ms'), [2]);
    assert.equal(ratios(reports, 'ours', ['other'], 'ms'), undefined);
    assert.equal(ratios(reports, 'other', ['one'], 'ms'), undefined);
  });
});
