// Builds the documentation as a static site that works from any folder of any host: `pnpm site`.
//   node demo/site/build.mjs [--out demo/site/dist] [--source https://example.com/repository/blob/main/]
// It reads the declarations of the client: run `tsc -b` first.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { apiPages } from './api.mjs';
import { layout } from './layout.mjs';
import { Links } from './links.mjs';
import { llmsText } from './llms.mjs';
import { parse, render, textOf } from './markdown.mjs';
import { documentPages, root } from './pages.mjs';
import { writePictures } from './pictures.mjs';
import { withExample } from './element-page.mjs';
import { searchIndex } from './search.mjs';

const site = import.meta.dirname;

/**
 * @param {{ out?: string, sourceUrl?: string | undefined, hasApi?: boolean }} [options] sourceUrl: where links to files of
 *   the repository lead. Without it, they are plain text.
 * @returns {Promise<string[]>} the addresses of the pages
 */
export async function buildSite({ out = join(site, 'dist'), sourceUrl, hasApi = true } = {}) {
  const documents = documentPages();
  const about = documents.findIndex(({ chapter }) => chapter === 'About');
  const pages = hasApi ? documents.toSpliced(about, 0, ...(await apiPages())) : documents;
  const parsed = pages.map((page) => ({ page, ...parse(page.markdown) }));
  for (const { page, env } of parsed) page.anchors = new Set(env.headings.map(({ id }) => id));
  const links = new Links(
    parsed.map(({ page, env }) => ({ page, headings: env.headings })),
    sourceUrl,
  );
  const files = new Map();
  for (const { page, tokens, env } of parsed) {
    const description = firstSentenceOf(tokens);
    const body = render(tokens, {
      ...env,
      resolve: (href) => links.resolve(page, href),
      image: (src) => links.image(page, src),
      sizeOf: (src) => links.sizeOf(page, src),
    });
    const content = page.tag
      ? withExample(page, { body, headings: env.headings }, links)
      : { body, headings: env.headings };
    files.set(page.address, layout(page, { ...content, pages, description }));
    page.description = description;
  }
  files.set('search.json', searchIndex(parsed));
  for (const [address, text] of llmsText(pages, links)) files.set(address, text);
  if (links.broken.length > 0) throw new Error(`These links lead nowhere:\n${links.broken.join('\n')}`);

  rmSync(out, { recursive: true, force: true });
  for (const [address, text] of files) {
    mkdirSync(dirname(join(out, address)), { recursive: true });
    writeFileSync(join(out, address), text);
  }
  await writePictures(links.images, out);
  cpSync(join(root, 'demo/public/mark.svg'), join(out, 'mark.svg'));
  writeFileSync(join(out, 'site.css'), readFileSync(join(site, 'src/site.css')));
  await bundle(out);
  return pages.map(({ address }) => address);
}

/** For lists and search engines. A page may have no text, such as a list of names. */
function firstSentenceOf(tokens) {
  const inline = tokens.find(({ type }, at) => type === 'inline' && tokens[at - 1].type === 'paragraph_open');
  return inline ? textOf(inline) : 'The names that this entry exports.';
}

async function bundle(outdir) {
  const options = {
    bundle: true,
    minify: true,
    target: 'es2022',
    conditions: ['development-source', 'browser'],
    outdir,
    logLevel: 'warning',
  };
  await Promise.all([
    build({
      ...options,
      entryPoints: [join(site, 'src/site.ts')],
      format: 'esm',
      splitting: true,
      chunkNames: 'code/[hash]',
    }),
    build({ ...options, entryPoints: [join(site, 'src/first-paint.ts')], format: 'iife' }),
  ]);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { out: { type: 'string' }, source: { type: 'string' } } });
  const pages = await buildSite({ ...(values.out && { out: values.out }), sourceUrl: values.source });
  console.log(`${pages.length} pages in ${values.out ?? 'demo/site/dist'}`);
}
