/** The page around a contestant: connects, lists, calls, and reports the measurements. */
import type { Connect, Connection, Setting } from './contestants/contestant.ts';
import { type Measurement, unwatched, watch } from './measure.ts';

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

export interface ListReport extends Measurement {
  wallMs: number;
  count: number;
}

export interface OpenOptions {
  /** Lists and calls once before anything is measured. */
  isWarm?: boolean;
  /** Whether the page watches its tasks, frames and memory meanwhile. By default it does. */
  isWatched?: boolean;
}

declare global {
  // What the driver calls and reads.
  var openServer: (url: string, setting: Setting, options?: OpenOptions) => Promise<void>;
  // Available after `openServer`.
  var measureStream: (tool: string) => Promise<StreamReport>;
  /** How long each of the calls takes, one after another. */
  var measureCalls: (count: number) => Promise<number[]>;
  var measureCallsAtOnce: (count: number) => Promise<Measurement & { wallMs: number }>;
  var measureList: () => Promise<ListReport>;
  var started: Promise<StartReport> | undefined;
}

/** Called once by each contestant. A page opened with `?server=…&setting=…` starts at once. */
export function present(connect: Connect): void {
  globalThis.openServer = async (url, setting, { isWarm = false, isWatched = true } = {}) => {
    const measured = isWatched ? watched : timed;
    const connection = await connect(new URL(url), setting);
    if (isWarm) {
      await connection.listTools();
      // So that no contestant is measured before the engine has compiled it.
      await connection.callTool('warm-up', () => {});
    }
    // What loading the page and connecting left behind is not charged to what is measured.
    if (isWarm || !isWatched) globalThis.gc?.();
    globalThis.measureStream = (tool) => measureStream(connection, tool, measured);
    globalThis.measureCalls = async (count) => {
      const times: number[] = [];
      while (times.length < count) times.push(await timeOf(() => connection.callTool('echo')));
      return times;
    };
    globalThis.measureCallsAtOnce = (count) =>
      watched(async () => {
        await Promise.all(Array.from({ length: count }, () => connection.callTool('echo')));
      });
    globalThis.measureList = async () => {
      let count = 0;
      const report = await measured(async () => {
        count = await connection.listTools();
      });
      return { ...report, count };
    };
  };
  const query = new URLSearchParams(location.search);
  const server = query.get('server');
  if (server)
    globalThis.started = measureStart(connect, new URL(server, location.href), {
      setting: query.get('setting') as Setting,
      isToolKnown: query.has('known'),
    });
}

interface StartOptions {
  setting: Setting;
  /** The page calls a tool without listing the tools. */
  isToolKnown: boolean;
}

async function measureStart(connect: Connect, url: URL, { setting, isToolKnown }: StartOptions): Promise<StartReport> {
  const evaluatedMs = performance.now();
  const connection = await connect(url, setting);
  if (!isToolKnown) await connection.listTools();
  await connection.callTool('echo');
  return { evaluatedMs, resultMs: performance.now() };
}

async function measureStream(connection: Connection, tool: string, measured: typeof watched): Promise<StreamReport> {
  let delivered = 0;
  const onprogress = (): void => {
    delivered++;
  };
  const parse = tool === 'huge' ? watchParse() : { longestMs: 0 };
  const report = await measured(async () => {
    await connection.callTool(tool, onprogress);
  });
  return { ...report, parseMs: parse.longestMs, delivered };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function watched(work: () => Promise<void>): Promise<Measurement & { wallMs: number }> {
  const stop = await watch();
  const wallMs = await timeOf(work);
  return { wallMs, ...(await stop()) };
}

async function timed(work: () => Promise<void>): Promise<Measurement & { wallMs: number }> {
  return { wallMs: await timeOf(work), ...unwatched };
}

function watchParse(): { longestMs: number } {
  const seen = { longestMs: 0 };
  const { parse } = JSON;
  JSON.parse = (...args: Parameters<typeof parse>) => {
    const startedAt = performance.now();
    try {
      return parse(...args);
    } finally {
      seen.longestMs = Math.max(seen.longestMs, performance.now() - startedAt);
    }
  };
  return seen;
}
