// The step after `tsc -b`: takes the white space of templates out of packages/elements/dist, and keeps its source maps true.
// What was minified before is left as it is.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import remapping from '@jridgewell/remapping';
import { minifyTemplates } from './minify-templates.mjs';

const dist = join(import.meta.dirname, '../packages/elements/dist');

for (const file of readdirSync(dist, { recursive: true })) {
  if (file.endsWith('.js')) minifyFile(join(dist, file));
}

function minifyFile(path) {
  const out = minifyTemplates(readFileSync(path, 'utf8'), path);
  if (!out) return;
  const mapPath = `${path}.map`;
  if (existsSync(mapPath)) {
    const map = remapping(
      [out.generateMap({ source: basename(path), hires: 'boundary' }), readFileSync(mapPath, 'utf8')],
      () => null,
    );
    writeFileSync(mapPath, JSON.stringify(map));
  }
  writeFileSync(path, out.toString());
}
