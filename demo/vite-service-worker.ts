import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build, context } from 'esbuild';
import type { Plugin } from 'vite';

/** Where a Service Worker's source is, and the name under which the site serves it next to its pages. */
export interface ServiceWorkerOptions {
  entry: string;
  fileName: string;
}

/**
 * Serves a Service Worker as one self-contained classic script whose name never changes: a browser looks for updates under
 * the registered name, and a worker controls only pages in its own folder and below.
 *
 * `SITE_FILES` tells the worker the addresses and digests of the built files, so that it can store the site for use without a
 * network. It is empty during development, because the files change as you edit them.
 */
export function serviceWorker({ entry, fileName }: ServiceWorkerOptions): Plugin {
  let publicDir = '';

  return {
    name: 'service-worker',

    configResolved(config) {
      ({ publicDir } = config);
    },

    configureServer(server) {
      const bundle = context({ ...options(entry, {}), sourcemap: 'inline' });
      server.httpServer?.once('close', () => void bundle.then((incremental) => incremental.dispose()));
      // Rebuilt for each request: the browser compares the bytes, and updates the worker by itself.
      server.middlewares.use(`/${fileName}`, (_request, response, next) => {
        bundle
          .then((incremental) => incremental.rebuild())
          .then(({ outputFiles: [script] }) => {
            response.setHeader('content-type', 'text/javascript');
            response.setHeader('cache-control', 'no-cache');
            response.end(script?.contents);
          }, next);
      });
    },

    generateBundle: {
      // After all other plugins have written their files.
      order: 'post',
      async handler(_options, output) {
        const files: Record<string, string> = {};
        for (const path of filesIn(publicDir)) files[path] = digestOf(readFileSync(join(publicDir, path)));
        for (const file of Object.values(output))
          files[addressOf(file.fileName)] = digestOf(file.type === 'chunk' ? file.code : file.source);
        this.emitFile({ type: 'asset', fileName, source: await buildServiceWorker(entry, files) });
      },
    },
  };
}

/** The worker's script. With no `files` it stores nothing, and works only with a network. */
export async function buildServiceWorker(entry: string, files: Record<string, string> = {}): Promise<Uint8Array> {
  const { outputFiles } = await build({ ...options(entry, files), minify: true });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

const options = (entry: string, files: Record<string, string>) =>
  ({
    entryPoints: [entry],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    conditions: ['development-source', 'browser'],
    define: {
      SITE_FILES: JSON.stringify(files),
      SITE_VERSION: JSON.stringify(digestOf(JSON.stringify(files)).slice(7, 23)),
    },
    write: false,
    logLevel: 'silent',
  }) satisfies BuildOptions;

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );

/** The address that visitors request. */
const addressOf = (fileName: string): string => fileName.replace(/(?<=^|\/)index\.html$/, '');

/** As the `integrity` option of `fetch`. */
const digestOf = (contents: string | Uint8Array): string =>
  `sha256-${createHash('sha256').update(contents).digest('base64')}`;
