// Writes what tools want to know of the elements, from their sources: packages/elements/custom-elements.json, and in dist/
// what editors and the type checkers of frameworks read. `pnpm build` does it; nothing of that is kept in the repository.
// And docs/elements.md, which is.
//   pnpm metadata
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vsCodeCssData, vsCodeData, webTypes } from './metadata/editors.mjs';
import { frameworkTypes } from './metadata/frameworks.mjs';
import { readManifest } from './metadata/manifest.mjs';
import { reference } from './metadata/reference.mjs';

const folder = join(import.meta.dirname, '../packages/elements');
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const manifest = readManifest(join(folder, 'src'), version);

mkdirSync(join(folder, 'dist'), { recursive: true });
write('custom-elements.json', json(manifest));
write('dist/vscode.html-custom-data.json', json(vsCodeData(manifest)));
write('dist/vscode.css-custom-data.json', json(vsCodeCssData(manifest)));
write('dist/web-types.json', json(webTypes(manifest)));
for (const [framework, text] of Object.entries(frameworkTypes(manifest))) write(`dist/${framework}.d.ts`, text);
writeFileSync(join(folder, '../../docs/elements.md'), reference(manifest));

function write(path, text) {
  writeFileSync(join(folder, path), text);
}

function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}
