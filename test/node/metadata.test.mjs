// The metadata of the elements is complete and true. It is compared with the elements as they run, and with the text of their
// sources, which is not what the metadata is generated from.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { readPackage, root } from './modules.mjs';

const run = promisify(execFile);
const folder = join(root, 'packages/elements');
const src = join(folder, 'src');
const made = mkdtempSync(join(tmpdir(), 'mcp-web-metadata-'));
const page = join(made, 'elements.md');
await run(process.execPath, [join(root, 'node_modules/@custom-elements-manifest/analyzer/cem.js'), 'analyze'], {
  cwd: folder,
  env: { ...process.env, REFERENCE_PAGE: page },
});
after(() => rm(made, { recursive: true }));
const manifest = readJson('custom-elements.json');
const elements = manifest.modules.flatMap(({ path, declarations }) => declarations.map((one) => ({ path, ...one })));
const modules = new Map(readPackage('elements').map((module) => [module.path, module]));

/** The parts that every element exports. */
const exported = /PARTS =\s+'([^']+)'/.exec(modules.get('internal/style/shared-parts.ts').code)[1].split(', ');

/** Sorted, without duplicates. */
const sorted = (list) => [...new Set(list)].sort((a, b) => (a < b ? -1 : 1));
const names = (entries = []) => sorted(entries.map(({ name }) => name));
const isProperty = ({ kind, readonly }) => kind === 'field' && !readonly;
const all = (text, pattern) => sorted([...text.matchAll(pattern)].map(([, found]) => found));

/** The code of an element: its folder, and what it imports of `internal/`, directly and indirectly; and the requests in it. */
function codeOf({ path }) {
  const own = `${dirname(path).replace(/^dist\//, '')}/`;
  const seen = new Set([...modules.keys()].filter((one) => one.startsWith(own)));
  for (const one of seen)
    for (const { path: next, isType } of modules.get(one)?.imports ?? [])
      if ((next?.startsWith('internal/') || next === 'requests/inline-request.ts') && !isType) seen.add(next);
  // The slots for a page's custom controls are internal to the form, which fills them itself.
  return [...seen]
    .filter((one) => one !== 'schema-form/view/custom-controls.ts')
    .map((one) => modules.get(one).code)
    .join('\n');
}

/** The parts of an element, and those that it exports of the elements inside it. What is computed adds to names that stand there. */
function partsOf(element) {
  const code = codeOf(element);
  const nested = all(code, /<(mcp-[\w-]+)[^>]* exportparts=/g);
  return [
    ...all(code, /[\s`]part="([^"]*)"/g).flatMap((list) =>
      list
        .replaceAll(/\$\{[^}]*\}/g, (computed) => all(computed, /'([\w-]+)'/g).join(' '))
        .split(/\s+/)
        .filter(Boolean),
    ),
    ...all(code, /\.part\.add\('([\w-]+)'\)/g),
    ...elements
      .filter(({ tagName }) => nested.includes(tagName))
      .flatMap(partsOf)
      .filter((name) => exported.includes(name)),
  ];
}

const modulesDeclaring = (name) => [...modules.values()].filter(({ code }) => code.includes(`export class ${name} `));

test('the reference page is as the sources are', () => {
  assert.equal(readFileSync(join(root, 'docs/elements.md'), 'utf8'), readFileSync(page, 'utf8'), 'run `pnpm metadata`');
});

test('every tag that is defined has its element, and no other', () => {
  const defined = [...modules.values()].flatMap(({ path, code }) =>
    path.endsWith('/define.ts') && !path.startsWith('internal/') ? all(code, /\bdefine\('([\w-]+)'/g) : [],
  );
  assert.ok(defined.length > 0);
  assert.deepEqual(
    elements.map(({ tagName }) => tagName),
    sorted(defined),
  );
});

describe('as they run', () => {
  let place, classes;
  before(async () => {
    place = await mkdtemp(join(tmpdir(), 'mcp-web-metadata-'));
    const outfile = join(place, 'elements.mjs');
    const contents = elements
      .map(({ name, path }) => `export { ${name} } from './${path.replace(/^dist\//, '').replace(/\.js$/, '.ts')}';`)
      .join('\n');
    await build({
      stdin: { contents, resolveDir: src, loader: 'ts' },
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      conditions: ['development-source'],
      tsconfig: join(root, 'tsconfig.base.json'),
      logLevel: 'silent',
    });
    classes = await import(pathToFileURL(outfile).href);
  });
  after(() => rm(place, { recursive: true }));

  for (const element of elements) {
    test(`<${element.tagName}> observes these attributes, has these properties and reads these custom properties`, () => {
      const elementClass = classes[element.name];
      assert.deepEqual(names(element.attributes), sorted(elementClass.observedAttributes));
      const properties = [...elementClass.elementProperties].filter(([, { state }]) => !state).map(([name]) => name);
      assert.deepEqual(names(element.members.filter(isProperty)), sorted(properties));
      for (const member of element.members) {
        if (isProperty(member)) continue;
        const { name, kind } = member;
        const has = (one) => one && (Object.hasOwn(one, name) || has(Object.getPrototypeOf(one)));
        assert.ok(has(elementClass.prototype), `${name}, a ${kind}`);
      }
      const css = elementClass.elementStyles.map(({ cssText }) => cssText).join('\n');
      assert.deepEqual(names(element.cssProperties), all(css, /var\((--mcp-[\w-]+)/g));
    });
  }
});

for (const element of elements) {
  describe(`<${element.tagName}>`, () => {
    const code = codeOf(element);

    test('has these parts, slots and states', () => {
      assert.doesNotMatch(code, /[^t]part="?\$\{|<slot name="?\$\{/, 'only names that stand there can be documented');
      assert.deepEqual(names(element.cssParts), sorted(partsOf(element)));
      const slots = [...code.matchAll(/<slot(?: name="([^"]*)")?/g)].map(([, name]) => name ?? '');
      assert.deepEqual(names(element.slots), sorted(slots));
      assert.deepEqual(
        names(element.cssStates),
        sorted([...all(code, /\bstates\.(?:add|delete)\('([\w-]+)'/g), ...all(code, /:state\(([\w-]+)\)/g)]),
      );
    });

    test('fires these events, of these classes', () => {
      const fired = all(code, /\bnew (\w+Event)\(/g).filter((name) => modulesDeclaring(name).length > 0);
      assert.deepEqual(sorted(element.events.map(({ type }) => type.text)), fired);
      for (const { name, type } of element.events) {
        const [declaring] = modulesDeclaring(type.text);
        assert.equal(`dist/${declaring.path.replace(/\.ts$/, '.js')}`, type.references[0].module);
        assert.match(
          declaring.code.slice(declaring.code.indexOf(`class ${type.text}`)),
          new RegExp(`^[^]*?super\\('${name}'`),
          `${type.text} is ${name}`,
        );
      }
    });

    test('has words for everything that tools show', () => {
      const entries = ['attributes', 'events', 'slots', 'cssParts', 'cssStates', 'cssProperties'].flatMap((kind) =>
        (element[kind] ?? []).map((entry) => ({ kind, ...entry })),
      );
      const silent = [
        ...entries,
        ...element.members
          .filter((member) => isProperty(member) || member.kind === 'method')
          .filter(({ name }) => name !== 'focus'),
      ].filter(({ description }) => !description);
      assert.deepEqual(
        silent.map(({ kind, name }) => `${kind} ${name}`),
        [],
      );
      assert.ok(element.summary);
    });
  });
}

test('every custom property of the elements is documented once, for all', () => {
  const used = new Set([...modules.values()].flatMap(({ code }) => all(code, /var\((--mcp-[\w-]+)/g)));
  assert.deepEqual(sorted(elements.flatMap(({ cssProperties }) => names(cssProperties))), sorted(used));
});

test('nothing that is marked as internal is published', () => {
  const internal = [...modules.keys()].flatMap((path) =>
    all(readFileSync(join(src, path), 'utf8'), /@internal(?:(?!\*\/)[^])*\*\/\s+(?:get )?(\w+)/g),
  );
  for (const name of ['messagesFor', 'shared', 'currentHost', 'isAttached'])
    assert.ok(internal.includes(name), `${name} is internal`);
  const published = elements.flatMap(({ members, attributes }) => [...names(members), ...names(attributes)]);
  assert.deepEqual(
    published.filter((name) => internal.includes(name)),
    [],
  );
  assert.doesNotMatch(JSON.stringify(manifest), /@internal/);
});

test('nor is anything private', () => {
  const members = elements.flatMap(({ members: found }) => found);
  assert.deepEqual(
    members.filter(({ name, privacy }) => name.startsWith('#') || privacy !== undefined),
    [],
  );
});

test('editors are told of every element with its attributes, events and custom properties', () => {
  const cssProperties = sorted(elements.flatMap((element) => names(element.cssProperties)));
  const { tags } = readJson('dist/vscode.html-custom-data.json');
  assert.deepEqual(
    tags.map(({ name, attributes }) => [name, names(attributes)]),
    elements.map(({ tagName, attributes }) => [tagName, names(attributes)]),
  );
  assert.deepEqual(
    readJson('dist/vscode.css-custom-data.json')
      .properties.map(({ name }) => name)
      .toSorted(),
    cssProperties,
  );
  const { html, css } = readJson('dist/web-types.json').contributions;
  assert.deepEqual(
    html.elements.map(({ name, attributes, js, slots }) => [name, names(attributes), names(js.events), names(slots)]),
    elements.map(({ tagName, attributes, events, slots }) => [tagName, names(attributes), names(events), names(slots)]),
  );
  assert.deepEqual(css.properties.map(({ name }) => name).toSorted(), cssProperties);
});

test('the package says where all of it is', () => {
  const { customElements, 'web-types': web, files, exports } = readJson('package.json');
  assert.deepEqual(
    [customElements, web, exports['./custom-elements.json'], files.includes('custom-elements.json')],
    ['custom-elements.json', './dist/web-types.json', './custom-elements.json', true],
  );
  for (const framework of ['preact', 'solid', 'vue', 'svelte'])
    assert.deepEqual(exports[`./${framework}`], { types: `./dist/${framework}.d.ts` });
  assert.equal(exports['./react'].types, './dist/react.d.ts');
});

test('React has a component for each element', () => {
  const components = readFileSync(join(root, 'packages/elements/src/react/components.ts'), 'utf8');
  const made = [...components.matchAll(/const (\w+): Component = component\('([\w-]+)'\)/g)];
  const { modules } = readJson('custom-elements.json');
  assert.deepEqual(
    sorted(made.map(([, name, tag]) => `${tag} ${name}Element`)),
    sorted(modules.flatMap(({ declarations }) => declarations.map(({ tagName, name }) => `${tagName} ${name}`))),
  );
});

test('the entry for React has each of these components', () => {
  const [components, entry] = ['components', 'entry'].map((name) =>
    readFileSync(join(root, `packages/elements/src/react/${name}.ts`), 'utf8'),
  );
  const made = [...components.matchAll(/export const (\w+): Component/g)].map(([, name]) => name);
  assert.deepEqual(sorted([...entry.matchAll(/^ {2}(\w+),$/gm)].map(([, name]) => name)), sorted(made));
});

describe('in frameworks', () => {
  const samples = join(root, 'test/frameworks');
  const tool = (file, ...args) =>
    run(process.execPath, [join(samples, 'node_modules', file), ...args], { cwd: samples });
  // A compiler that fails says why on its standard output.
  const passes = (compiling) => compiling.catch(({ stdout }) => assert.fail(stdout));
  for (const framework of ['react', 'preact', 'solid']) {
    test(`a page in ${framework} compiles, and does not with a wrong attribute, type or event`, () =>
      passes(tool('typescript/bin/tsc', '-p', `tsconfig.${framework}.json`, '--skipLibCheck', 'false')));
  }

  test('a page in vue compiles, and does not with a wrong attribute, type or event', () =>
    passes(tool('vue-tsc/bin/vue-tsc.js', '-p', 'tsconfig.vue.json')));

  test('a page in svelte compiles, and does not with a wrong attribute, type or event', async () => {
    const { stdout } = await tool(
      'svelte-check/bin/svelte-check',
      '--tsconfig',
      'tsconfig.svelte.json',
      '--output',
      'machine',
    ).catch((error) => error);
    const wrong = readFileSync(join(samples, 'wrong.svelte'), 'utf8')
      .split('\n')
      .flatMap((line, index) => (line.startsWith('<mcp-') ? [`wrong.svelte:${index + 1}`] : []));
    assert.deepEqual(
      [...stdout.matchAll(/ERROR "([^"]+)" (\d+):/g)].map(([, file, line]) => `${file}:${line}`),
      wrong,
    );
  });

  test('every sample is compiled', () => {
    const compiled = readdirSync(samples).flatMap((file) =>
      /^tsconfig\.\w+\.json$/.test(file) ? JSON.parse(readFileSync(join(samples, file), 'utf8')).files : [],
    );
    assert.deepEqual(sorted(readdirSync(samples).filter((file) => /\.(tsx|vue|svelte)$/.test(file))), sorted(compiled));
  });
});

function readJson(path) {
  return JSON.parse(readFileSync(join(folder, path), 'utf8'));
}
