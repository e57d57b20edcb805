// A package registry on this machine, for trying a release. It keeps in memory what is published to it.
import { createServer } from 'node:http';

/** Starts it on a free port. `published` is the document of each package, by its name. */
export async function startRegistry() {
  const published = new Map();
  const tarballs = new Map();
  const server = createServer(async (request, response) => {
    // The slash of a scoped name comes escaped.
    const path = decodeURIComponent(request.url).slice(1);
    if (request.method === 'PUT') {
      const { _attachments: files, ...document } = JSON.parse(await textOf(request));
      if (published.has(path)) return answer(response, 403, { error: `${path} is there already` });
      for (const version of Object.values(document.versions)) {
        const file = `${path}/-/${version.version}.tgz`;
        version.dist.tarball = `${url}${file}`;
        tarballs.set(file, Buffer.from(Object.values(files)[0].data, 'base64'));
      }
      published.set(path, document);
      return answer(response, 201, { ok: true });
    }
    if (tarballs.has(path)) return response.end(tarballs.get(path));
    if (published.has(path)) return answer(response, 200, published.get(path));
    answer(response, 404, { error: 'not found' });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}/`;
  return { url, published, stop: () => server.close() };
}

function answer(response, status, body) {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

async function textOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
