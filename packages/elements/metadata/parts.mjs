// The parts that mean the same in every element, from the table of internal/style/shared-parts.ts, and which elements have them.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const TABLE = 'src/internal/style/shared-parts.ts';

/** @returns {{ name: string, description: string }[]} */
export function readSharedParts() {
  return [...readFileSync(TABLE, 'utf8').matchAll(/^ \* \| `([\w-]+)` \| (.+) \|$/gm)].map(([, name, description]) => ({
    name,
    description,
  }));
}

/**
 * @param {ReadonlyMap<string, string>} codes the source of each module
 * @param {ReadonlyMap<string, string>} folders of each tag, such as `src/tools/`
 * @returns for a tag, the shared parts that it has or exports from the elements inside it
 */
export function sharedPartsOf(codes, folders) {
  const shared = readSharedParts();
  const found = new Map();
  const namesOf = (tag) => {
    const known = found.get(tag);
    if (known) return known;
    const names = new Set();
    found.set(tag, names);
    for (const code of modulesOf(codes, folders.get(tag))) {
      for (const [, list] of code.matchAll(/[\s`]part="([^"]*)"/g))
        for (const name of list.match(/[\w-]+/g) ?? []) names.add(name);
      for (const [, name] of code.matchAll(/\.part\.add\('([\w-]+)'\)/g)) names.add(name);
      for (const [, nested] of code.matchAll(/<(mcp-[\w-]+)[^>]* exportparts=/g))
        for (const name of namesOf(nested)) names.add(name);
    }
    return names;
  };
  return (tag) => shared.filter(({ name }) => namesOf(tag).has(name));
}

/** The modules of a folder, and those of `internal/` that they import, directly and indirectly. */
function modulesOf(codes, folder) {
  const paths = new Set([...codes.keys()].filter((path) => path.startsWith(folder)));
  for (const path of paths)
    for (const [, specifier] of codes.get(path).matchAll(/^(?:import|export)(?! type)[^;]*? from '(\.[^']+)'/gm)) {
      const next = join(dirname(path), specifier).replaceAll('\\', '/');
      if ((next.startsWith('src/internal/') || next === 'src/requests/inline-request.ts') && codes.has(next))
        paths.add(next);
    }
  return [...paths].map((path) => codes.get(path));
}
