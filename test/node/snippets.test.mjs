// Every TypeScript example in a docstring or a document compiles.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { describe, test } from 'node:test';
import { parseSync } from 'vite';
import { root } from './modules.mjs';

const folder = join(root, 'node_modules/.cache/mcp-web/snippets');
const snippets = [...sources(), ...documents()].flatMap(snippetsOf);
const output = compile(snippets);

describe('examples', () => {
  test('are all for the compiler', () => {
    assert.deepEqual(
      snippets.filter(({ info }) => info !== 'ts').map(({ title, info }) => `${title}: ${info}`),
      [],
    );
    assert.ok(snippets.length > 0);
  });

  test('compile without a complaint about anything else', () => {
    const others = output.filter(
      (line) => /error TS\d+/.test(line) && !line.startsWith('snippet-') && !/^[.\w/-]+\.ts\(/.test(line),
    );
    assert.deepEqual(others, []);
  });

  test('for servers are what the tests run', () => {
    const code = readFileSync(join(root, 'test/servers/once.mjs'), 'utf8');
    assert.ok(readFileSync(join(root, 'docs/errors.md'), 'utf8').includes(`\`\`\`js\n${code}\`\`\`\n`));
  });

  test('of a test of a page are what the tests run', () => {
    const [, code] = /\n(const server = [^]*)$/.exec(
      readFileSync(join(root, 'test/e2e/test-of-a-page.spec.ts'), 'utf8'),
    );
    assert.ok(readFileSync(join(root, 'docs/testing.md'), 'utf8').includes(`\n${code}\`\`\`\n`), code);
  });

  for (const sample of readdirSync(join(root, 'test/frameworks')).filter((file) => file.startsWith('start-'))) {
    test(`for frameworks are what the compilers of frameworks check: ${sample}`, () => {
      const code = readFileSync(join(root, 'test/frameworks', sample), 'utf8');
      const page = readFileSync(join(root, 'docs/start.md'), 'utf8');
      assert.ok(page.includes(`\`\`\`${sample.split('.').at(-1)}\n${code}\`\`\`\n`), code);
    });
  }

  for (const agent of readdirSync(join(root, 'test/support/agents')).filter((file) => file !== 'langchain.ts')) {
    test(`for models have the lines that the tests run: ${agent}`, () => {
      const code = readFileSync(join(root, 'test/support/agents', agent), 'utf8');
      const body = /\n(?= {2}const )[^]*\n\}\n/.exec(code)?.[0] ?? 'nothing';
      assert.ok(readFileSync(join(root, 'docs/tools-for-models.md'), 'utf8').includes(body), body);
      const lines = body.trim().split('\n').length - 1;
      assert.ok(lines <= 6, `${lines} lines`);
    });
  }

  for (const { title, file } of snippets) {
    test(`${title} compiles`, () => {
      assert.deepEqual(
        output.filter((line) => line.startsWith(`${file}(`)),
        [],
      );
    });
  }
});

function sources() {
  return ['packages/client/src', 'packages/elements/src'].flatMap((place) =>
    readdirSync(join(root, place), { recursive: true })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(place, file)),
  );
}

function documents() {
  const inDocs = existsSync(join(root, 'docs')) ? readdirSync(join(root, 'docs'), { recursive: true }) : [];
  return [
    'README.md',
    'CONTRIBUTING.md',
    ...['client', 'elements'].map((name) => `packages/${name}/README.md`),
    ...inDocs.map((file) => join('docs', file)),
  ].filter((file) => file.endsWith('.md') && existsSync(join(root, file)));
}

function snippetsOf(source) {
  const blocks = readFileSync(join(root, source), 'utf8').matchAll(
    /^([ \t]*(?:\* ?)?)```(ts\b.*|typescript\b.*)\n([\s\S]*?)^[ \t]*(?:\* ?)?```/gm,
  );
  return [...blocks].map(([, margin, info, body], index) => ({
    title: `${source}, example ${index + 1}`,
    file: `snippet-${source.replaceAll(/\W/g, '-')}-${index + 1}.ts`,
    info: info.trim(),
    text: margin.includes('*') ? importOwn(source, body.replaceAll(/^[ \t]*\* ?/gm, '')) : body,
  }));
}

/** A docstring may use what its own file exports without importing it. */
function importOwn(source, text) {
  const { module } = parseSync(source, readFileSync(join(root, source), 'utf8'));
  const imported = new Set(
    parseSync('example.ts', text).module.staticImports.flatMap(({ entries }) =>
      entries.map(({ localName }) => localName.value),
    ),
  );
  const used = module.staticExports
    .flatMap(({ entries }) => entries)
    .map(({ exportName, isType }) => ({ name: exportName.name, isType }))
    .filter(({ name }) => !imported.has(name) && new RegExp(`\\b${name}\\b`).test(text));
  if (used.length === 0) return text;
  const names = used.map(({ name, isType }) => (isType ? `type ${name}` : name)).join(', ');
  return `import { ${names} } from '${pathTo(source)}'; ${text}`;
}

/** The import path as seen from the folder of the snippets. */
function pathTo(file) {
  return relative(folder, join(root, file)).replaceAll('\\', '/');
}

/** Compiles all of them as modules, in one run. Returns the lines that the compiler printed. */
function compile(all) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { file, text } of all) writeFileSync(join(folder, file), `${text}\nexport {};\n`);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: pathTo('tsconfig.base.json'),
      compilerOptions: {
        noEmit: true,
        composite: false,
        declaration: false,
        declarationMap: false,
        noUnusedLocals: false,
        noUnusedParameters: false,
        paths: {
          lit: [pathTo('packages/elements/node_modules/lit')],
          'lit/*': [pathTo('packages/elements/node_modules/lit/*')],
        },
      },
      // The elements' tags and events are known without an import, as on a page that loaded the script-tag file.
      files: [
        ...all.map(({ file }) => file),
        pathTo('test/node/snippets.d.ts'),
        pathTo('packages/elements/src/define.ts'),
      ],
    }),
  );
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '--project', '.', '--pretty', 'false'],
    { cwd: folder, encoding: 'utf8' },
  );
  return `${stdout}${stderr}`.split('\n');
}
