import { type BuildOptions, build, context } from 'esbuild';
import type { Plugin } from 'vite';

/** Where a Service Worker's source is, and the name under which the site serves it, beside its pages. */
export interface ServiceWorkerOptions {
  entry: string;
  fileName: string;
}

/**
 * Serves a Service Worker as one self-contained classic script whose name never changes: a browser
 * asks for an update under the name that it registered, and a worker controls only what lies beside or below it.
 */
export function serviceWorker({ entry, fileName }: ServiceWorkerOptions): Plugin {
  const options = {
    entryPoints: [entry],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    conditions: ['development-source', 'browser'],
    write: false,
    logLevel: 'silent',
  } satisfies BuildOptions;

  return {
    name: 'service-worker',

    configureServer(server) {
      const bundle = context({ ...options, sourcemap: 'inline' });
      server.httpServer?.once('close', () => void bundle.then((incremental) => incremental.dispose()));
      // Bundled anew for each request, incrementally: the browser compares the bytes and updates the worker by itself.
      server.middlewares.use(`/${fileName}`, (_request, response, next) => {
        bundle.then((incremental) => incremental.rebuild()).then(({ outputFiles: [script] }) => {
          response.setHeader('content-type', 'text/javascript');
          response.setHeader('cache-control', 'no-cache');
          response.end(script?.contents);
        }, next);
      });
    },

    async generateBundle() {
      const { outputFiles: [script] } = await build({ ...options, minify: true });
      if (script) this.emitFile({ type: 'asset', fileName, source: script.contents });
    },
  };
}
