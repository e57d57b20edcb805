/** A key reads its own field only. Whatever is typed where, the form says the same as if it were read as a whole. */
import { assert } from 'chai';
import { english as shared } from '../../../packages/elements/src/internal/text/shared-messages.ts';
import { english as text } from '../../../packages/elements/src/schema-form/messages.ts';
import { FormModel } from '../../../packages/elements/src/schema-form/model/form-model.ts';
import { type FormNode, within } from '../../../packages/elements/src/schema-form/model/node.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 2, pattern: '^[a-z]*$' },
    days: { type: 'integer', maximum: 20 },
    note: { type: ['string', 'null'] },
    ['__proto__']: { type: 'string' },
    place: {
      type: ['object', 'null'],
      properties: {
        street: { type: 'string', minLength: 2 },
        door: { type: 'object', properties: { number: { type: 'number' } } },
      },
      required: ['street'],
    },
    tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    shape: {
      oneOf: [
        { title: 'Circle', type: 'object', properties: { radius: { type: 'number' } }, required: ['radius'] },
        { title: 'Name', type: 'string' },
      ],
    },
    anything: {},
  },
  additionalProperties: { type: 'object', properties: { inner: { type: 'string' } } },
  required: ['city'],
  if: { properties: { city: { const: 'lima' } } },
  // oxlint-disable-next-line unicorn/no-thenable
  then: { properties: { coast: { type: 'string' } }, required: ['note'] },
};
const VALUE = {
  city: 'oslo',
  days: 3,
  note: 'dry',
  place: { street: 'Main', door: { number: 4 } },
  tags: ['a', 'b'],
  shape: { radius: 2 },
  anything: [1],
  more: { inner: 'x' },
};
const TYPED = ['', 'a', 'oslo', 'lima', '7', '70', '{"a": 1}', '{', 'null', 'B'];

/** The same numbers for the same seed. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function changeOf(node: FormNode, next: (below: number) => number): Partial<FormNode> {
  const typed = TYPED[next(TYPED.length)] ?? '';
  if (node.raw !== undefined) return { raw: typed };
  if (node.field.isNullable && next(4) === 0) return { isNull: !node.isNull };
  if (node.field.kind === 'number' && next(4) === 0) return { text: '', isIncomplete: true };
  return { text: typed, isIncomplete: false };
}

describe('a form in which one types', () => {
  it('says the same as one that is read as a whole', () => {
    let kept = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const next = numbersFrom(seed);
      const texts = { text, shared };
      const form = new FormModel(SCHEMA, VALUE, () => texts);
      const { structures } = form;
      for (let key = 0; key < 60; key++) {
        const before = form.read(next(3) === 0);
        const nodes = [...within(form.root)];
        const controls = nodes.filter(
          ({ items, depth, field }) => depth > 0 && (items.length === 0 || field.isNullable),
        );
        const node = controls[next(controls.length)];
        const object = nodes.filter(({ field, raw, isPresent }) => field.kind === 'object' && !raw && isPresent);
        assert.isDefined(node);
        const action = next(12);
        if (action === 0) form.toggleRaw(nodes[next(nodes.length)] ?? form.root);
        else if (action === 1) {
          // A member that nobody named yet, or that has the name of another one.
          const around = object[next(object.length)] ?? form.root;
          if (structures.canAddMember(around)) {
            const member = structures.addMember(around);
            structures.rename(around, member, ['', 'more', 'other'][next(3)] ?? '');
            form.settle(around);
          }
        } else form.change(node, changeOf(node, next));
        const quick = form.read();
        if (action > 1 && quick.problems === before.problems) kept++;
        const which = `seed ${seed}, key ${key}`;
        for (const one of within(form.root)) one.read = undefined;
        form.settle(node);
        const whole = form.read();
        assert.equal(quick.json, whole.json, which);
        assert.deepEqual(quick.value, whole.value, which);
        assert.deepEqual(
          [...quick.problems].map(([{ id }, problem]) => [id, problem]),
          [...whole.problems].map(([{ id }, problem]) => [id, problem]),
          which,
        );
      }
    }
    // Otherwise the test compared nothing.
    assert.isAbove(kept, 100);
  });

  it('keeps the values of the other fields', () => {
    for (const [name, typed, change] of [
      ['street', 'Side', { place: { street: 'Side', door: { number: 4 } } }],
      ['radius', '5', { shape: { radius: 5 } }],
      ['inner', 'y', { more: { inner: 'y' } }],
    ] as const) {
      const form = new FormModel(SCHEMA, VALUE, () => ({ text, shared }));
      const before = form.read().value;
      const node = [...within(form.root)].find(({ field }) => field.name === name);
      assert.isDefined(node);
      form.change(node, { text: typed });
      const { value } = form.read();
      assert.deepEqual(value, { ...VALUE, ...change });
      assert.deepEqual(before, VALUE);
    }
  });

  it('ignores what is typed in a field that is gone', () => {
    const form = new FormModel(SCHEMA, VALUE, () => ({ text, shared }));
    const street = [...within(form.root)].find(({ field }) => field.name === 'street');
    const place = street?.parent;
    assert.isDefined(street);
    assert.isDefined(place);
    form.structures.fill(place, { value: { street: 'New' } });
    form.settle(place);
    form.read();
    form.change(street, { text: 'Old' });
    assert.deepEqual(form.read().value['place'], { street: 'New' });
  });

  it('has the same value however the page changes what it got', () => {
    const form = new FormModel(SCHEMA, VALUE, () => ({ text, shared }));
    const street = [...within(form.root)].find(({ field }) => field.name === 'street');
    assert.isDefined(street);
    const { value } = form.read();
    delete value['note'];
    assert.deepEqual(form.read().value, VALUE);
    Object.assign(Object(value['place']), { street: 'Wrong', other: 1 });
    form.change(street, { text: 'Side' });
    assert.deepEqual(form.read().value, { ...VALUE, place: { street: 'Side', door: { number: 4 } } });
  });
});
