import { assert } from 'chai';
import { previewJson } from '../../../packages/elements/src/internal/text/json-preview.ts';

describe('the preview of a value', () => {
  it('leaves out what JSON leaves out', () => {
    assert.equal(
      previewJson({ tool: 'greet', permission: undefined, isEdited: false, list: [undefined, null] }, 200),
      '{tool: "greet", isEdited: false, list: [undefined, null]}',
    );
  });

  it('looks at no more members than it shows', () => {
    let looked = 0;
    const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key${index}`, index]));
    const watched = new Proxy(wide, {
      get: (target, key, receiver): unknown => (looked++, Reflect.get(target, key, receiver)),
    });
    assert.isAtMost(previewJson(watched, 100).length, 101);
    assert.isBelow(looked, 50);
  });
});
