// That a tool call stays a straight pipe: `pnpm trace` prints the way that it takes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { traceToolCall } from '../trace/trace.mjs';

/** Raise them only for a step that every call needs. The last were the turn of a request, and the alarm for its time limit. */
const MAX_FILES = 18;
const MAX_HOPS = 38;
/** The same with the leaf helpers. */
const MAX_ALL_FILES = 26;
const MAX_ALL_HOPS = 83;

test('a tool call that a policy allows runs through few files, and seldom back', async () => {
  const { all, withoutLeafHelpers } = await traceToolCall();
  assert.equal(all.path[0], 'host/host.ts');
  for (const file of ['host/consent/consent.ts', 'client/client.ts', 'wire/http.ts'])
    assert.ok(all.path.includes(file), file);
  assert.ok(withoutLeafHelpers.files <= MAX_FILES, `${withoutLeafHelpers.files} files`);
  assert.ok(
    withoutLeafHelpers.hops <= MAX_HOPS,
    `${withoutLeafHelpers.hops} hops:\n${withoutLeafHelpers.path.join('\n')}`,
  );
  assert.ok(all.files <= MAX_ALL_FILES, `${all.files} files with leaf helpers`);
  assert.ok(all.hops <= MAX_ALL_HOPS, `${all.hops} hops with leaf helpers:\n${all.path.join('\n')}`);
});
