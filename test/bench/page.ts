/** The page around a contestant: connects, lists, calls, and reports the measurements. */
import type { Connect, Connection, Setting } from './contestants/contestant.ts';
import { type Measurement, watch } from './measure.ts';

export interface StreamReport extends Measurement {
  wallMs: number;
  /** The duration of the longest single JSON.parse. Measured only on the stream with one event, where measuring costs nothing. */
  parseMs: number;
  /** How many progress events reached the page. */
  delivered: number;
}

export interface StartReport {
  /** From the start of the navigation. */
  evaluatedMs: number;
  resultMs: number;
}

declare global {
  // What the driver calls and reads.
  var prepareStream: (url: string, setting: Setting) => Promise<void>;
  /** Available after `prepareStream`. */
  var measureStream: (tool: string) => Promise<StreamReport>;
  var started: Promise<StartReport> | undefined;
}

/** Called once by each contestant. A page opened with `?server=…&setting=…` starts at once. */
export function present(connect: Connect): void {
  globalThis.prepareStream = async (url, setting) => {
    const connection = await connect(new URL(url), setting);
    await connection.listTools();
    // So that no contestant is measured before the engine has compiled it.
    await connection.callTool('warm-up', () => {});
    globalThis.gc?.();
    globalThis.measureStream = (tool) => measureStream(connection, tool);
  };
  const query = new URLSearchParams(location.search);
  const server = query.get('server');
  if (server)
    globalThis.started = measureStart(connect, new URL(server, location.href), query.get('setting') as Setting);
}

async function measureStart(connect: Connect, url: URL, setting: Setting): Promise<StartReport> {
  const evaluatedMs = performance.now();
  const connection = await connect(url, setting);
  await connection.listTools();
  await connection.callTool('echo');
  return { evaluatedMs, resultMs: performance.now() };
}

async function measureStream(connection: Connection, tool: string): Promise<StreamReport> {
  let delivered = 0;
  const onprogress = (): void => {
    delivered++;
  };
  const parse = tool === 'huge' ? watchParse() : { longestMs: 0 };
  const stop = await watch();
  const startedAt = performance.now();
  await connection.callTool(tool, onprogress);
  const wallMs = performance.now() - startedAt;
  return { wallMs, ...(await stop()), parseMs: parse.longestMs, delivered };
}

function watchParse(): { longestMs: number } {
  const watched = { longestMs: 0 };
  const { parse } = JSON;
  JSON.parse = (...args: Parameters<typeof parse>) => {
    const startedAt = performance.now();
    try {
      return parse(...args);
    } finally {
      watched.longestMs = Math.max(watched.longestMs, performance.now() - startedAt);
    }
  };
  return watched;
}
