/** A small site for one test: files from memory, real headers, a free port. */
import { createServer, type IncomingMessage } from 'node:http';
import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { extname, join, relative } from 'node:path';

export interface SiteFile {
  readonly type: string;
  readonly body: string | Uint8Array;
  /** In addition to those of the site, or in their place. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Site {
  readonly origin: string;
  /** The bodies that were POSTed to `/reports`. */
  readonly reports: readonly string[];
  close(): Promise<void>;
}

export async function serveSite(files: Record<string, SiteFile>, headers: Record<string, string> = {}): Promise<Site> {
  const reports: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    if (request.method === 'POST' && pathname === '/reports') {
      void readBody(request).then((body) => {
        reports.push(body);
        response.writeHead(204).end();
      });
      return;
    }
    const file = files[pathname];
    if (!file) return void response.writeHead(404).end();
    const { type, body, headers: own } = file;
    response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store', ...headers, ...own }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    reports,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** The files of a folder, as a host of static sites serves them. */
export async function filesOf(folder: string): Promise<Record<string, SiteFile>> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  return Object.fromEntries(
    await Promise.all(
      entries.map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const address = `/${relative(folder, path)}`.replaceAll('\\', '/').replace(/\/index\.html$/, '/');
        return [
          address,
          { type: TYPES[extname(path)] ?? 'application/octet-stream', body: await readFile(path) },
        ] as const;
      }),
    ),
  );
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}
