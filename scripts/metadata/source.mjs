// The sources of the elements as the metadata sees them: what each file declares and imports, and the comments above it.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';

/** Reads files once. @param {string} folder the root of all paths */
export function sourceReader(folder) {
  const files = new Map();
  return (path) => {
    if (!files.has(path)) files.set(path, existsSync(join(folder, path)) ? readSource(folder, path) : undefined);
    return files.get(path);
  };
}

function readSource(folder, path) {
  const code = readFileSync(join(folder, path), 'utf8');
  const { program, comments, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const declarations = new Map();
  const imports = new Map();
  for (const statement of program.body) {
    const declaration = statement.declaration ?? statement;
    const start = statement.start;
    if (declaration.type === 'ClassDeclaration') declarations.set(declaration.id.name, { node: declaration, start });
    for (const { id, init } of declaration.declarations ?? [])
      if (id.type === 'Identifier') declarations.set(id.name, { node: init, start });
    if (statement.type !== 'ImportDeclaration' || !statement.source.value.startsWith('.')) continue;
    for (const { local, imported } of statement.specifiers) {
      imports.set(local.name, {
        path: join(dirname(path), statement.source.value).replaceAll('\\', '/'),
        name: imported?.name,
      });
    }
  }
  const docs = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'));
  return {
    path,
    code,
    program,
    declarations,
    imports,
    /** The files that are loaded on demand. */
    loads: [...code.matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, specifier]) =>
      join(dirname(path), specifier).replaceAll('\\', '/'),
    ),
    text: (node) => code.slice(node.start, node.end),
    /** What stands in the comment right above a declaration; remarks with `//` may be between. */
    docBefore(start) {
      const last = docs.findLast(({ end }) => end <= start);
      const isNext =
        last &&
        code
          .slice(last.end, start)
          .replaceAll(/^\s*\/\/.*$/gm, '')
          .trim() === '';
      return isNext ? readDoc(last.value) : readDoc('');
    },
  };
}

/** Where a name comes from, through imports: the file and the declaration. */
export function resolveName(read, source, name) {
  const own = source.declarations.get(name);
  if (own) return { source, ...own };
  const from = source.imports.get(name);
  const next = from && read(from.path);
  return next && resolveName(read, next, from.name);
}

/** @returns {{ text: string, tags: { name: string, text: string }[] }} the lines of a JSDoc comment without its stars */
function readDoc(value) {
  const lines = value
    .replace(/^\*/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd());
  const [text, ...tags] = lines.join('\n').split(/^@(?=[a-z])/m);
  return {
    text: text.trim(),
    tags: tags.map((tag) => {
      const [, name, rest] = /^(\w+)\s*([^]*)$/.exec(tag);
      return { name, text: rest.trim() };
    }),
  };
}
