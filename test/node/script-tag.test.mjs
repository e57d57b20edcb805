// Checks which files of the script tag load which others, at once or on demand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildScriptTag } from '../../scripts/script-tag.mjs';

const files = await buildScriptTag();

/** All files that loading this one can lead to. */
function reachableFrom(name) {
  const found = new Set([name]);
  for (const next of found)
    for (const [, other] of files
      .get(`mcp-web/${next}`)
      .toString()
      .matchAll(/["'`]\.\/([\w-]+\.js)["'`]/g))
      found.add(other);
  return found;
}

test('what works without a host never loads one', () => {
  for (const name of ['mcp-content.js', 'mcp-schema-form.js', 'oauth.js']) {
    const reachable = reachableFrom(name);
    assert.ok(reachable.size > 3, name);
    assert.ok(!reachable.has('mcp-host.js'), name);
  }
  assert.ok(reachableFrom('mcp-tools.js').has('mcp-host.js'));
});
