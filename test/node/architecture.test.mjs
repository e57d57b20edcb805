// Checks the arrows of docs/architecture.md: bytes, wire, session, client, host, elements, and never back.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { freeNames, readPackage } from './modules.mjs';

const FLOW = [
  'wire',
  'transports',
  'session',
  'client',
  'worker',
  'host',
  'servers',
  'apps',
  'skills',
  'tools',
  'activity',
];
const EVERYBODYS = ['errors', 'lazy', 'protocol'];
// The flow knows these by interfaces that it owns itself, or loads them when they are needed: an app that does not use them does not ship them.
const PLUG_INS = ['storage', 'schema', 'models'];
// Sign-in is a separate entry: only its own index names it, and it knows nothing of the flow but the wire.
const OAUTH_KNOWS = ['wire', 'storage', ...EVERYBODYS];
// So is the doctor, which sends requests of its own.
const DOCTOR_KNOWS = ['wire', 'client', ...EVERYBODYS];
// Servers for tests know only what the specification says.
// The relay runs on a server. It is a separate entry, too, and pages know no more of it than its address.
// Elements that contain other elements.
const MADE_OF = {
  'elicitation-form': ['schema-form'],
  content: ['markdown'],
  chat: ['content', 'markdown', 'prompt-picker', 'resource-picker', 'skill-picker', 'tool-call'],
  server: ['doctor'],
  servers: ['server'],
  tools: ['schema-form', 'content'],
  'tool-consent': ['schema-form', 'content'],
  requests: ['tool-consent', 'elicitation-form', 'sampling-review', 'roots'],
  'tool-call': ['content', 'requests', 'tools'],
  tasks: ['content', 'requests', 'tool-call'],
  'sampling-review': ['content'],
  'prompt-picker': ['schema-form', 'content', 'skill-picker'],
  'resource-picker': ['schema-form', 'content'],
};
// What a worker does not have, or what belongs to the page that uses the client.
const PAGE_ONLY = [
  'document',
  'window',
  'history',
  'localStorage',
  'sessionStorage',
  'customElements',
  'HTMLElement',
  'alert',
];
// The house style asks for 250.
const MAX_LINES = 350;
// Dependencies, and the folders that may use them.
const DEPENDENCIES = { 'eventsource-parser': ['wire'], idb: ['storage', 'oauth'], oauth4webapi: ['oauth'] };
// These are only for pages: a click opens a window, which comes back to a document.
const FOR_PAGES = [
  'oauth/browser/sign-in-window.ts',
  'oauth/browser/callback.ts',
  'oauth/browser/active-sign-ins.ts',
  'oauth/browser/run-sign-in.ts',
];
// Two files may have one of these names: each element is a folder with its own, and a form is a model and a view.
const SAME_FILES = ['index.ts', 'define.ts', 'messages.ts', 'events.ts'];
// Two files may export these: each element has its styles and messages, and both kinds of tasks do the same.
const SAME_EXPORTS = ['styles', 'english', 'callAsTask', 'resumeTask'];
const INJECTS =
  /innerHTML|outerHTML|insertAdjacentHTML|unsafeHTML|unsafeSVG|unsafeStatic|styleMap|style=|<style|\beval\(|new Function/;

const client = readPackage('client');
const elements = readPackage('elements');

describe('the client', () => {
  test('imports only along the arrows', () => {
    assert.deepEqual(wrongImports(client, within(isClientArrow)), []);
  });

  test('uses each dependency only where it belongs', () => {
    assert.deepEqual(
      wrongImports(
        client,
        (from, _to, { specifier, path }) => path !== undefined || DEPENDENCIES[specifier]?.includes(from),
      ),
      [],
    );
  });

  test('uses nothing that a worker does not have', () => {
    const uses = client
      .filter(({ path }) => !FOR_PAGES.includes(path))
      .flatMap(({ path, program }) => {
        const names = freeNames(program);
        return PAGE_ONLY.filter((name) => names.has(name)).map((name) => `${path}: ${name}`);
      });
    assert.deepEqual(uses, []);
  });
});

describe('the elements', () => {
  test('import from the client only what it publishes, and Lit; one reads Markdown, one is for React', () => {
    const isKnown = ({ specifier, path }, from) =>
      path !== undefined ||
      (specifier === '@lezer/markdown' && from === 'markdown') ||
      (specifier === 'react' && from === 'react') ||
      /^(@mcp-web\/client|lit|@lit\/[\w-]+)(\/|$)/.test(specifier);
    // The script-tag file loads files that the build puts beside it.
    const others = elements.filter(({ path }) => path !== 'script-tag.ts');
    assert.deepEqual(
      wrongImports(others, (from, _to, entry) => isKnown(entry, from) && !/\/(src|dist)\//.test(entry.specifier)),
      [],
    );
  });

  test('know only what they share and the elements they are made of', () => {
    assert.deepEqual(wrongImports(elements, within(isElementArrow)), []);
  });

  test('write no markup or style from strings and run no text as code', () => {
    assert.deepEqual(
      elements.filter(({ code }) => INJECTS.test(code)).map(({ path, code }) => `${path}: ${INJECTS.exec(code)[0]}`),
      [],
    );
  });
});

for (const [name, modules] of Object.entries({ client, elements })) {
  describe(`packages/${name}/src`, () => {
    test('has no import cycle', () => {
      assert.deepEqual(cyclesOf(modules), []);
    });

    // A language is one long list of messages.
    test(`has no file of more than ${MAX_LINES} lines`, () => {
      assert.deepEqual(
        modules
          .filter(({ path, lines }) => lines > MAX_LINES && !path.startsWith('messages/'))
          .map(({ path, lines }) => `${path}: ${lines}`),
        [],
      );
    });

    test('has no two files of one name', () => {
      const names = modules.map(({ path }) => path.split('/').at(-1));
      assert.deepEqual(twinsIn(names.filter((name) => !SAME_FILES.includes(name))), []);
    });

    test('has no two exports of one name', () => {
      const names = modules.flatMap(({ program }) => [...new Set(declaredExports(program))]);
      assert.deepEqual(twinsIn(names.filter((name) => !SAME_EXPORTS.includes(name))), []);
    });

    // This file only registers the elements of the index.
    test('names everything that it exports', () => {
      assert.deepEqual(
        modules
          .filter(
            ({ path, program }) =>
              path !== 'everything.ts' && program.body.some(({ type }) => type === 'ExportAllDeclaration'),
          )
          .map(({ path }) => path),
        [],
      );
    });

    test('imports files that exist, by their names in the source', () => {
      const paths = new Set(modules.map(({ path }) => path));
      assert.deepEqual(
        wrongImports(modules, (_from, _to, { path }) => path === undefined || paths.has(path)),
        [],
      );
    });
  });
}

/** The names that a file declares and exports: not those that it exports again from other files. */
function declaredExports(program) {
  return program.body
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .flatMap(({ declaration }) => declaration?.declarations ?? declaration ?? [])
    .map(({ id }) => id?.name)
    .filter((name) => name !== undefined);
}

function twinsIn(names) {
  return [...new Set(names.filter((name, index) => names.indexOf(name) < index))];
}

/** `wire/sse.ts` belongs to `wire`, `index.ts` to no folder. */
function folderOf(path) {
  if (path === 'errors.ts' || path === 'lazy.ts') return path.slice(0, -'.ts'.length);
  return path.includes('/') ? path.split('/')[0] : '';
}

function isClientArrow(from, to, { isType, isDynamic }) {
  // The index names what an app may import.
  if (from === to) return true;
  if (from === '') return !['oauth', 'doctor', 'relay', 'testing', 'activity', 'servers'].includes(to);
  if (from === 'relay' || from === 'testing') return EVERYBODYS.includes(to);
  if (to === 'relay' || to === 'testing') return false;
  if (from === 'oauth') return OAUTH_KNOWS.includes(to);
  if (from === 'doctor') return DOCTOR_KNOWS.includes(to);
  if (to === 'oauth' || to === 'doctor') return false;
  if (EVERYBODYS.includes(to)) return EVERYBODYS.indexOf(from) < 0 || to === 'errors' || isType;
  if (EVERYBODYS.includes(from)) return false;
  if (PLUG_INS.includes(from)) return true;
  if (PLUG_INS.includes(to)) return isType || isDynamic;
  // A transport may import the type of the exchange that it carries.
  return FLOW.indexOf(from) > FLOW.indexOf(to) || (from === 'transports' && to === 'session' && isType);
}

function isElementArrow(from, to) {
  return (
    from === '' ||
    from === 'messages' ||
    from === to ||
    to === 'internal' ||
    (from !== 'internal' && (MADE_OF[from] ?? []).includes(to))
  );
}

/** Arrows are between our own files; another test checks dependencies. */
function within(isArrow) {
  return (from, to, entry) => to === undefined || isArrow(from, to, entry);
}

function wrongImports(modules, isRight) {
  return modules.flatMap(({ path, imports }) =>
    imports
      .filter((entry) => !isRight(folderOf(path), entry.path === undefined ? undefined : folderOf(entry.path), entry))
      .map(({ specifier }) => `${path} imports ${specifier}`),
  );
}

function cyclesOf(modules) {
  const targets = new Map(modules.map(({ path, imports }) => [path, imports.flatMap((entry) => entry.path ?? [])]));
  const done = new Set();
  const cycles = [];
  const visit = (path, trail) => {
    if (trail.includes(path)) return void cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
    if (done.has(path)) return;
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of targets.keys()) visit(path, []);
  return cycles;
}
