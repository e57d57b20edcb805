// What tools are told of the elements, from the JSDoc of their sources: `pnpm metadata` in the root of the workspace.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { customElementJetBrainsPlugin } from 'custom-element-jet-brains-integration';
import { customElementVsCodePlugin } from 'custom-element-vs-code-integration';
import { elementsPlugin } from './metadata/elements.mjs';
import { frameworksPlugin } from './metadata/frameworks.mjs';
import { referencePlugin } from './metadata/reference.mjs';

const outdir = 'dist';
const editors = { outdir, hideLogs: true, hideCssPropertiesDocs: true };

export default {
  globs: ['src/**/*.ts'],
  litelement: true,
  packagejson: false,
  quiet: true,
  plugins: [
    elementsPlugin(),
    frameworksPlugin({ outdir }),
    customElementVsCodePlugin(editors),
    customElementJetBrainsPlugin(editors),
    oncePlugin('vscode.css-custom-data.json', 'web-types.json'),
    // Checks set REFERENCE_PAGE, and leave the committed page alone.
    referencePlugin('../../docs/elements.md', process.env.REFERENCE_PAGE),
  ],
};

/** The elements share their custom properties and many parts, and the plugins for editors list those again for each. */
function oncePlugin(...files) {
  const once = (_, value) =>
    Array.isArray(value) ? [...new Map(value.map((entry) => [entry.name ?? entry, entry])).values()] : value;
  return {
    name: 'once',
    packageLinkPhase() {
      for (const path of files.map((file) => join(outdir, file)))
        writeFileSync(path, `${JSON.stringify(JSON.parse(readFileSync(path, 'utf8'), once), null, 2)}\n`);
    },
  };
}
