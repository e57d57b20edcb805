import { assert } from 'chai';

describe('what a run has around it', () => {
  it('is English at UTC in light, whatever the machine is', () => {
    assert.equal(navigator.language, 'en-US');
    assert.equal(new Intl.NumberFormat().resolvedOptions().locale, 'en-US');
    assert.equal(Intl.DateTimeFormat().resolvedOptions().timeZone, 'UTC');
    assert.isTrue(matchMedia('(prefers-color-scheme: light)').matches);
  });
});
