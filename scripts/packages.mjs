// Checks that the published packages can be used: packs each with pnpm, looks at what is in it, and runs publint (its files and entries) and
// attw (its types, as bundlers and Node resolve them) on it. Needs the output of `pnpm build`.
//   pnpm packages
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { capture } from './child.mjs';

const root = join(import.meta.dirname, '..');
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const bin = (file, ...args) => [process.execPath, [join(root, 'node_modules', file), ...args]];
const elements = join(root, 'packages/elements');
const ATTW = ['--profile', 'esm-only', '--format', 'ascii', '--no-definitely-typed'];
const place = mkdtempSync(join(tmpdir(), 'mcp-web-packages-'));
try {
  const env = { REFERENCE_PAGE: join(place, 'elements.md') };
  await must(...bin('@custom-elements-manifest/analyzer/cem.js', 'analyze'), { cwd: elements, env });
  await Promise.all([
    check('client', []),
    // Data and pages have no types.
    check('elements', [
      '--exclude-entrypoints',
      'importmap.json',
      'app-sandbox.html',
      '--include-entrypoints',
      ...starred(),
    ]),
  ]);
} finally {
  rmSync(place, { recursive: true });
}

async function check(name, options) {
  const file = join(place, `${name}.tgz`);
  await must('npx', ['--yes', packageManager, 'pack', '--out', file], {
    cwd: join(root, 'packages', name),
    shell: process.platform === 'win32',
  });
  await checkFiles(file);
  await must(...bin('publint/src/cli.js', file, '--strict'));
  await must(...bin('@arethetypeswrong/cli/dist/index.js', file, ...ATTW, ...options));
}

/** Nobody needs the sources: those maps that are there have them. */
async function checkFiles(tarball) {
  const files = (await must('tar', ['-tzf', tarball])).trim().split('\n');
  const missing = ['README.md', 'LICENSE', 'package.json'].filter((name) => !files.includes(`package/${name}`));
  const unwanted = files.filter((name) => /^package\/(src|test)\/|\.d\.ts\.map$|\.tsbuildinfo$/.test(name));
  if (missing.length + unwanted.length > 0)
    throw new Error(`${tarball} lacks ${missing.join(', ')}; has ${unwanted.slice(0, 5).join(', ')}`);
  console.log(`${basename(tarball)}: ${files.length} files, ${Math.round(statSync(tarball).size / 1000)} kB`);
}

/** The entries that attw does not find itself: those with a `*`. */
function starred() {
  const src = join(elements, 'src');
  const tags = readdirSync(src).filter((folder) => existsSync(join(src, folder, 'define.ts')));
  const languages = readdirSync(join(src, 'messages')).map((file) => `messages/${file.replace(/\.ts$/, '')}`);
  return [...tags.flatMap((tag) => [tag, `${tag}/define`]), ...languages];
}

async function must(...command) {
  const { code, output } = await capture(...command);
  if (code === 0) return output;
  throw new Error(output);
}
