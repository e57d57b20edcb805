// The source files of a folder, as the tests need them: the imports of each, and its code without comments.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'vite';

export const root = join(import.meta.dirname, '../..');

/**
 * @typedef {object} Module
 * @property {string} path relative to the folder that was read, e.g. `wire/sse.ts`
 * @property {string} code without its comments
 * @property {number} lines
 * @property {object} program the syntax tree (ESTree)
 * @property {{ specifier: string, path?: string, isType: boolean, isDynamic?: boolean }[]} imports static, type and dynamic ones; `path` when it is a file of the same folder
 */

/** @returns {Module[]} every `.ts` file of `packages/<name>/src` */
export function readPackage(name) {
  return readModules(join(root, 'packages', name, 'src'));
}

/** @returns {Module[]} */
export function readModules(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readModule(folder, path.replaceAll('\\', '/')));
}

function readModule(folder, path) {
  const text = readFileSync(join(folder, path), 'utf8');
  const { program, module, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  let code = text;
  for (const { start, end } of comments) code = code.slice(0, start) + ' '.repeat(end - start) + code.slice(end);
  const imports = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      isType: entries.length > 0 && entries.every((entry) => entry.isType),
    })),
    ...module.staticExports
      .flatMap(({ entries }) => entries)
      .filter(({ moduleRequest }) => moduleRequest)
      .map(({ moduleRequest, isType }) => ({ specifier: moduleRequest.value, isType })),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      specifier: text.slice(start + 1, end - 1),
      isType: false,
      isDynamic: true,
    })),
    ...nodesOf(program)
      .filter(({ type }) => type === 'TSImportType')
      .map(({ source }) => ({ specifier: source.value, isType: true })),
  ];
  for (const entry of imports) {
    if (entry.specifier.startsWith('.'))
      entry.path = relative(folder, join(folder, dirname(path), entry.specifier)).replaceAll('\\', '/');
  }
  return { path, code, lines: text.split('\n').length - 1, program, imports };
}

/** All nodes of a syntax tree. */
function nodesOf(node) {
  if (Array.isArray(node)) return node.flatMap(nodesOf);
  if (typeof node?.type !== 'string') return [];
  return [node, ...Object.values(node).flatMap((child) => (typeof child === 'object' ? nodesOf(child) : []))];
}

/** The names of globals that a program uses as values, not as members, keys or types. */
export function freeNames(program) {
  const names = new Set();
  const visit = (node, parent, key) => {
    if (Array.isArray(node)) return node.forEach((item) => visit(item, parent, key));
    if (typeof node?.type !== 'string') return undefined;
    if (node.type.startsWith('TS') && !('expression' in node)) return undefined;
    const isMemberName = (key === 'property' || key === 'key') && !parent.computed;
    if (node.type === 'Identifier' && !isMemberName) names.add(node.name);
    for (const [childKey, child] of Object.entries(node)) {
      if (typeof child === 'object' && childKey !== 'typeAnnotation') visit(child, node, childKey);
    }
    return undefined;
  };
  visit(program);
  return names;
}
