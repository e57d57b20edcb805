// Writes the public API of each package to packages/*/api.md: the declarations that its entries reach, without comments
// and private members, so that the diff of a commit shows each change of the API.
//   pnpm api            writes the files
//   node scripts/api.mjs --check   fails if one is out of date (after `tsc -b`)
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import process from 'node:process';
import ts from '@typescript/typescript6';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

const packages = join(import.meta.dirname, '../packages');
const printer = ts.createPrinter({ removeComments: true });

for (const folder of readdirSync(packages).map((name) => join(packages, name))) {
  const path = join(folder, 'api.md');
  const now = await report(folder);
  if (!process.argv.includes('--check')) writeFileSync(path, now);
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== now) {
    console.error(`${relative(join(packages, '..'), path)} is out of date: run \`pnpm api\` and commit the result.`);
    process.exitCode = 1;
  }
}

async function report(folder) {
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const bundle = await rollup({
    input: Object.fromEntries(
      Object.entries(exports)
        .flatMap(([entry, targets]) => entriesOf(folder, entry, targets))
        .filter(([entry]) => exports[`./${relative(basename(folder), entry)}`] !== null),
    ),
    external: (id) => !/^[./]/.test(id),
    plugins: [dts()],
  });
  const { output } = await bundle.generate({
    entryFileNames: '[name]',
    chunkFileNames: 'shared/[name]',
    minifyInternalExports: false,
  });
  const parts = output.map(({ fileName, code }) => `## ${fileName}\n\n\`\`\`ts\n${declarations(code)}\`\`\`\n`);
  return `# What ${name} exports\n\nMade by \`pnpm api\`.\n\n${parts.join('\n')}`;
}

/** The declarations of an entry. A `*` in it stands for every matching name in the sources. */
function entriesOf(folder, entry, targets) {
  if (!targets?.['development-source']) return [];
  const names = readdirSync(join(folder, 'src'), { recursive: true }).map((file) => basename(file, '.ts'));
  return (entry.includes('*') ? [...new Set(names)].toSorted() : [''])
    .map((name) => [
      join(basename(folder), entry.replace('*', name)),
      join(folder, targets.types.replaceAll('*', name)),
    ])
    .filter(([, file]) => existsSync(file));
}

function declarations(code) {
  return printer
    .printFile(ts.createSourceFile('api.d.ts', code, ts.ScriptTarget.Latest))
    .replaceAll(/^( +(private .*|#private;)|import ".*";)\n/gm, '');
}
