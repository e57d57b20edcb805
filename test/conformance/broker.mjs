// Takes scenarios from bridge.mjs and runs a few of them at a time.
import { createServer } from 'node:http';

/**
 * @param {(scenario: object) => Promise<object>} run
 * @param {number} concurrency how many run at a time; the others wait
 * @returns {Promise<{ url: string, close(): void }>}
 */
export async function openBroker(run, concurrency) {
  let running = 0;
  const waiting = [];
  const enter = () => (running < concurrency ? void running++ : new Promise((resolve) => waiting.push(resolve)));
  const leave = () => (waiting.length > 0 ? waiting.shift()() : void running--);

  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    await enter();
    const report = await run(JSON.parse(body)).finally(leave);
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(report));
  });
  server.requestTimeout = 0;
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
