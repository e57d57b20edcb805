import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Connect, defaultClientConditions, defineConfig, type Plugin, type UserConfig } from 'vite';
import { CALLBACK_HEADERS, CALLBACK_PAGE } from './demo/src/service-worker/callback-headers.ts';
import { serviceWorker } from './demo/vite-service-worker.ts';

const root = import.meta.dirname;
const demo = join(root, 'demo');
// Workspace packages resolve to their TypeScript sources, so nothing has to be built first.
const resolve = { conditions: ['development-source', ...defaultClientConditions] };

export default defineConfig(playground());

/** The playground: a static site that works from any folder of any host. */
function playground(): UserConfig {
  // No site may frame the playground. The rest of its policy is in its pages; this part works only as a header.
  const headers = { 'Content-Security-Policy': "frame-ancestors 'none'" };
  return {
    root: demo,
    base: './',
    resolve,
    server: { headers },
    preview: { headers },
    plugins: [
      callbackHeaders(),
      filesOfElements(),
      serviceWorker({ entry: join(demo, 'src/service-worker/main.ts'), fileName: 'service-worker.js' }),
    ],
    build: {
      target: 'es2022',
      outDir: 'dist',
      emptyOutDir: true,
      rolldownOptions: {
        input: readdirSync(demo)
          .filter((file) => file.endsWith('.html'))
          .map((file) => join(demo, file)),
      },
    },
  };
}

/** The gallery shows what the package ships beside its code, such as its themes. */
function filesOfElements(): Plugin {
  return {
    name: 'files-of-elements',
    configureServer: ({ middlewares }) =>
      void middlewares.use((request, _response, next) => {
        if (request.url?.startsWith('/packages/elements/')) request.url = `/@fs${join(root, request.url)}`;
        next();
      }),
  };
}

/** Other servers of the built site have to be told to send these headers. */
function callbackHeaders(): Plugin {
  const add: Connect.NextHandleFunction = (_request, response, next) => {
    for (const [name, value] of Object.entries(CALLBACK_HEADERS)) response.setHeader(name, value);
    next();
  };
  return {
    name: 'callback-headers',
    configureServer: ({ middlewares }) => void middlewares.use(`/${CALLBACK_PAGE}`, add),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(`/${CALLBACK_PAGE}`, add),
  };
}
