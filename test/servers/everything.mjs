// The official @modelcontextprotocol/server-everything, in its own process.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SECONDS_TO_START = 120;

const PATHS = { streamableHttp: '/mcp', sse: '/sse' };

/**
 * @param {keyof typeof PATHS} transport
 * @returns {Promise<{ url: string, stop(): Promise<void> }>}
 */
export async function startEverything(transport) {
  const main = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'));
  const child = fork(main, [transport], {
    execArgv: ['--import', new URL('./everything-preload.mjs', import.meta.url).href],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints = (complaints + chunk).slice(-2000);
  });

  const port = await new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`server-everything did not start within ${SECONDS_TO_START} s: ${complaints}`)),
      SECONDS_TO_START * 1000,
    );
    child.once('message', (message) => {
      clearTimeout(timer);
      resolve(message.port);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`server-everything ended with ${code}: ${complaints}`));
    });
  }).catch((error) => {
    child.kill('SIGKILL');
    throw error;
  });

  return {
    url: `http://127.0.0.1:${port}${PATHS[transport]}`,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}
