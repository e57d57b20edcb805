// What a revision of the protocol has is data: one file of both packages names revisions, and no code compares them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readPackage } from './modules.mjs';

const TABLE = 'protocol/revisions.ts';
/** The messages between a host and an app have a version of their own, which is a date, too. */
const APPS = 'apps/app-messages.ts';
const DATE = /\b\d{4}-\d{2}-\d{2}\b/g;
const COMPARISONS = ['<', '<=', '>', '>='];

const client = readPackage('client');
const revisions = new Set(client.find(({ path }) => path === TABLE).code.match(DATE));

describe('revisions', () => {
  test('are in the table, newest first', () => {
    assert.ok(revisions.size >= 5, `${TABLE} has ${[...revisions].join(', ')}`);
    assert.deepEqual([...revisions], [...revisions].toSorted().reverse());
  });

  for (const [name, modules] of Object.entries({ client, elements: readPackage('elements') })) {
    test(`are named and compared by no other file of packages/${name}/src`, () => {
      const found = modules
        // A language may have a date as an example of what to type.
        .filter(({ path }) => path !== TABLE && path !== APPS && !path.startsWith('messages/'))
        .flatMap(({ path, program }) => mentionsIn(program).map((mention) => `${path}: ${mention}`));
      assert.deepEqual(found, []);
    });
  }

  test('are found in every form that code could name or compare them in', () => {
    assert.deepEqual(
      mentionsIn([
        { type: 'Literal', value: '2025-06-18' },
        { type: 'Literal', value: '2099-01-01' },
        { type: 'Literal', value: 'Enter a date, such as 2026-01-31.' },
        { type: 'TemplateElement', value: { cooked: 'MCP 2025-11-25' } },
        comparison('>=', { type: 'Identifier', name: 'revision' }),
        comparison('<', { type: 'MemberExpression', property: { type: 'Identifier', name: 'protocolVersion' } }),
        comparison('<', { type: 'Identifier', name: 'count' }),
      ]),
      ['2025-06-18', '2099-01-01', '2025-11-25', 'revision >=', 'protocolVersion <'],
    );
  });
});

const comparison = (operator, left) => ({ type: 'BinaryExpression', operator, left, right: { type: 'Identifier' } });

/** Revisions in strings, strings that are a date and nothing else, and comparisons of what is named like a revision. */
function mentionsIn(node) {
  if (Array.isArray(node)) return node.flatMap(mentionsIn);
  if (typeof node !== 'object' || node === null) return [];
  const text = node.type === 'Literal' ? node.value : node.type === 'TemplateElement' ? node.value.cooked : undefined;
  if (typeof text === 'string')
    return (text.match(DATE) ?? []).filter((date) => revisions.has(date) || date === text.trim());
  const here =
    node.type === 'BinaryExpression' && COMPARISONS.includes(node.operator)
      ? [node.left, node.right].map(nameOf).filter((name) => /revision|version$/i.test(name ?? ''))
      : [];
  return [...here.map((name) => `${name} ${node.operator}`), ...Object.values(node).flatMap(mentionsIn)];
}

function nameOf({ type, name, property }) {
  return type === 'MemberExpression' ? property.name : name;
}
