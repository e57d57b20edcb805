// Checks which files of the script tag load which others, at once or on demand.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
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

test('its Lit has a Trusted Types policy of its own', () => {
  const scripts = [...files].filter(([path]) => path.endsWith('.js')).map(([, contents]) => contents.toString());
  assert.equal(scripts.filter((code) => /createPolicy\(["'`]mcp-web#lit["'`]/.test(code)).length, 1);
  assert.deepEqual(
    scripts.filter((code) => /createPolicy\(["'`]lit-html["'`]/.test(code)),
    [],
  );
});

test('the import map has the hash of every script, and nothing else', () => {
  const { integrity, ...others } = JSON.parse(files.get('importmap.json').toString());
  const scripts = [...files].filter(([path]) => path.endsWith('.js'));
  const hashOf = (contents) => `sha384-${createHash('sha384').update(contents).digest('base64')}`;
  assert.deepEqual(integrity, Object.fromEntries(scripts.map(([path, contents]) => [`./${path}`, hashOf(contents)])));
  assert.ok('./mcp-web.js' in integrity && './mcp-web/messages/de.js' in integrity);
  assert.deepEqual(others, {});
});
