// The pictures of the site: PNG in the repository, WebP on the site, which is a third of it.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import sharp from 'sharp';
import { root } from './pages.mjs';

const cache = join(root, 'node_modules/.cache/mcp-web/pictures');
const QUALITY = 88;

/** The name of a picture of the repository on the site. */
export const namedOnSite = (path) => path.replace(/\.png$/, '.webp');

/** The attributes that keep its place before it is loaded: without them, pictures further down are loaded, too. */
export function sizeOf(path) {
  if (!path.endsWith('.png')) return '';
  const header = readFileSync(join(root, path)).subarray(0, 24);
  return ` width="${header.readUInt32BE(16)}" height="${header.readUInt32BE(20)}"`;
}

/** Writes pictures into the folder of the site, where `docs/` is the root. */
export async function writePictures(paths, out) {
  mkdirSync(cache, { recursive: true });
  await Promise.all(
    [...paths].map(async (path) => {
      const to = join(out, namedOnSite(path.replace(/^docs\//, '')));
      mkdirSync(dirname(to), { recursive: true });
      cpSync(path.endsWith('.png') ? await compressed(path) : join(root, path), to);
    }),
  );
}

/** Made once for each picture: making all takes seconds, and the site is built often. */
async function compressed(path) {
  const png = readFileSync(join(root, path));
  const stored = join(cache, `${createHash('sha256').update(png).digest('hex')}-${QUALITY}.webp`);
  if (existsSync(stored)) return stored;
  // Another build may be reading or making it.
  const own = `${stored}.${process.pid}`;
  writeFileSync(own, await sharp(png).webp({ quality: QUALITY }).toBuffer());
  renameSync(own, stored);
  return stored;
}
