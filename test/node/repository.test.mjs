import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { root } from './modules.mjs';

const read = (file) => readFileSync(join(root, file), 'utf8');
const packages = [
  'package.json',
  'packages/client/package.json',
  'packages/elements/package.json',
  'demo/package.json',
  'demo/site/package.json',
  'test/frameworks/package.json',
].map((file) => JSON.parse(read(file)));
const examples = readdirSync(join(root, 'demo/examples')).map((name) =>
  JSON.parse(read(`demo/examples/${name}/package.json`)),
);

test('every dependency has one exact version', () => {
  const ranges = packages
    .flatMap(({ dependencies, devDependencies }) => Object.entries({ ...dependencies, ...devDependencies }))
    .filter(([, version]) => !/^(\d+\.\d+\.\d+(-[\w.]+)?|workspace:\*)$/.test(version));
  assert.deepEqual(ranges, []);
  assert.match(packages[0].packageManager, /^pnpm@\d+\.\d+\.\d+$/);
});

test('every example has the versions that its framework has in a new app', () => {
  const ranges = examples
    .flatMap(({ dependencies }) => Object.entries(dependencies))
    .filter(([, version]) => !/^\^\d+\.\d+\.\d+$/.test(version));
  assert.deepEqual(ranges, []);
});

test('the lockfile names no registry', () => {
  assert.doesNotMatch(read('pnpm-lock.yaml'), /https?:\/\//);
});

test('no dependency runs a script when it is installed', () => {
  const { allowBuilds, dangerouslyAllowAllBuilds, strictDepBuilds } = parse(read('pnpm-workspace.yaml'));
  assert.deepEqual([...new Set(Object.values(allowBuilds))], [false]);
  assert.equal(dangerouslyAllowAllBuilds ?? false, false);
  assert.equal(strictDepBuilds ?? true, true);
});

test('every push and every pull request runs everything', () => {
  const { on, permissions, jobs } = parse(read('.github/workflows/ci.yml'));
  assert.deepEqual(Object.keys(on), ['push', 'pull_request']);
  assert.deepEqual([permissions, jobs.test.permissions], [{}, { contents: 'read' }]);
  assert.equal(jobs.test.steps.at(-1).run, '.ci/run');
});

test('the workflows name every action by its commit', () => {
  for (const name of ['ci', 'release']) {
    const actions = [...read(`.github/workflows/${name}.yml`).matchAll(/uses: (.*)/g)].map(([, action]) => action);
    assert.ok(actions.length > 0);
    assert.deepEqual(
      actions.filter((action) => !/@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(action)),
      [],
    );
  }
});

test('a package says what it is, which Node imports it, and how a page gets it', () => {
  for (const { name, description, keywords, engines, unpkg, jsdelivr, private: isPrivate } of packages) {
    if (isPrivate) continue;
    assert.ok(description.length > 40, name);
    assert.ok(keywords.includes('mcp') && keywords.includes('model-context-protocol'), name);
    assert.match(engines.node, /^>=\d+/, name);
    // The client imports other packages, which a page cannot load by their names.
    if (name === '@mcp-web/elements') assert.deepEqual([unpkg, jsdelivr], Array(2).fill('./dist/mcp-web.js'));
  }
});

test('the first changelog names every element, and the page of each package its entries', () => {
  const elements = readdirSync(join(root, 'packages/elements/src')).filter((folder) =>
    existsSync(join(root, 'packages/elements/src', folder, 'define.ts')),
  );
  const entries = Object.keys(JSON.parse(read('packages/client/package.json')).exports);
  // `changeset version` moves the note there.
  const released = 'packages/elements/CHANGELOG.md';
  const changelog = read(existsSync(join(root, released)) ? released : '.changeset/first-release.md');
  assert.deepEqual(
    elements.filter((folder) => !changelog.includes(`<mcp-${folder}>`)),
    [],
  );
  const page = read('packages/client/README.md');
  assert.deepEqual(
    entries.filter(
      (entry) => entry !== '.' && !entry.startsWith('./models/') && !page.includes(`\`${entry.slice(1)}\``),
    ),
    [],
  );
});

test('the documents name every extension that is spoken [VN-25]', () => {
  const page = read('docs/extensions.md');
  const declared = ['protocol/apps.ts', 'protocol/methods.ts', 'protocol/skills.ts'].flatMap((file) =>
    [...read(`packages/client/src/${file}`).matchAll(/_EXTENSION = '([^']+)'/g)].map(([, id]) => id),
  );
  assert.equal(declared.length, 3);
  const signingIn = ['oauth-client-credentials', 'enterprise-managed-authorization', 'auth/dpop', 'auth/wif'];
  for (const id of [...declared, ...signingIn.map((name) => `io.modelcontextprotocol/${name}`)])
    assert.ok(page.includes(`\`${id}\``), id);
  for (const name of read('packages/client/src/oauth/machine/index.ts').matchAll(/\{ (?:type \w+, )?(\w+), type/g))
    assert.ok(page.includes(`\`${name[1]}()\``), name[1]);
});

test('releases come from the workflow, with provenance', () => {
  for (const { name, publishConfig, private: isPrivate } of packages)
    if (!isPrivate) assert.equal(publishConfig.provenance, true, name);
  const workflow = read('.github/workflows/release.yml');
  const { permissions, jobs } = parse(workflow);
  assert.deepEqual(permissions, {});
  assert.deepEqual(
    Object.values(jobs).map((job) => job.permissions),
    [{ contents: 'read' }, { contents: 'read', 'id-token': 'write' }],
  );
  assert.equal(jobs.publish.needs, 'test');
  assert.equal(jobs.publish.steps.at(-1).run, 'node scripts/publish.mjs $DRY_RUN');
  assert.match(read('scripts/publish.mjs'), /publish\('--provenance'\)/);
});

test('the license is MIT, in words and in every package', () => {
  assert.match(read('LICENSE'), /MIT License/);
  for (const { name, license, private: isPrivate } of packages) if (!isPrivate) assert.equal(license, 'MIT', name);
});

test('the documents say which dialects of JSON Schema are spoken [JS-03]', () => {
  const spoken = [...read('packages/client/src/schema/dialects.ts').matchAll(/'(json-schema\.org\/[^']+)'/g)].map(
    ([, dialect]) => dialect,
  );
  assert.ok(spoken.length > 0);
  for (const dialect of spoken) assert.ok(read('docs/structured-output.md').includes(dialect), dialect);
});

test('what is published is the same as what is developed, without the sources', () => {
  for (const { name, exports, publishConfig } of packages) {
    if (!exports) continue;
    const published = structuredClone(exports);
    for (const targets of Object.values(published)) if (targets) delete targets['development-source'];
    assert.deepEqual(publishConfig.exports, published, name);
  }
});

test(
  'no file knows the machine it was written on',
  { skip: !existsSync(join(root, '.git')) && 'not a git clone' },
  () => {
    const places = [...new Set([root, homedir()])].filter((place) => place.length > 1);
    const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
      .split('\0')
      .filter((file) => file && existsSync(join(root, file)) && statSync(join(root, file)).isFile());
    const found = files.flatMap((file) =>
      places.filter((place) => read(file).includes(`${place}/`)).map((place) => `${file}: ${place}`),
    );
    assert.ok(files.length > 0);
    assert.deepEqual(found, []);
  },
);
