/** Not a contestant: the log viewer under a flood of entries. */
import { McpHost } from '@mcp-web/client';
import '@mcp-web/elements/log-viewer/define';
import { watch } from '../measure.ts';

export interface FloodReport {
  entriesPerSecond: number;
  longestFrameGapMs: number;
}

export interface SearchReport {
  /** From the last key to the last match, with all entries searched, and the longest gap between frames meanwhile. */
  ms: number;
  longestFrameGapMs: number;
  /** From the last key to the first frame with a match of the newest entries. */
  firstMs: number;
  said: string;
}

declare global {
  var floodLog: (options: { count: number; perSecond: number }) => Promise<FloodReport>;
  /** The memory of the log and of everything else, after a garbage collection. */
  var heapOfLog: () => { entries: number; heapMB: number };
  /** Available after `floodLog`. */
  var findInLog: (text: string) => Promise<SearchReport>;
  var filterLog: (text: string) => Promise<SearchReport>;
}

const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
const host = new McpHost({ maxLogEntries: 1_000_000, maxLogBytes: 4_000_000_000 });
const viewer = document.createElement('mcp-log-viewer');
viewer.host = host;
document.body.append(viewer);

const look = <T extends HTMLElement>(selector: string): T | undefined =>
  viewer.shadowRoot?.querySelector<T>(selector) ?? undefined;
const toggleFind = (): void =>
  [...(viewer.shadowRoot?.querySelectorAll('button') ?? [])]
    .find(({ textContent }) => textContent.trim() === 'Find')
    ?.click();
const textOf = (selector: string): string => look(selector)?.textContent ?? '';

globalThis.floodLog = async ({ count, perSecond }) => {
  const stop = await watch();
  const startedAt = performance.now();
  for (let appended = 0; appended < count; await frame()) {
    const due = Math.min(count, Math.floor(((performance.now() - startedAt) / 1000) * perSecond));
    // As if from a server: each entry is a separate object.
    for (; appended < due; appended++) {
      host.log.append({
        serverId: 'a',
        serverName: 'Alpha',
        level: appended % 50 === 0 ? 'error' : 'info',
        logger: 'db',
        data: { request: appended, message: `row ${appended} of the table was read`, ms: appended % 97 },
      });
    }
  }
  await frame();
  const entriesPerSecond = count / ((performance.now() - startedAt) / 1000);
  const { longestFrameGapMs } = await stop();
  return { entriesPerSecond, longestFrameGapMs };
};

globalThis.heapOfLog = () => {
  globalThis.gc?.();
  return {
    entries: host.log.getSnapshot().length,
    heapMB: (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 1e6,
  };
};

globalThis.findInLog = async (text) => {
  toggleFind();
  while (!look('.find input')) await frame();
  return search(
    '.find input',
    text,
    () => /\d/.test(textOf('.find')),
    () => /\d|No/.test(textOf('.count')),
    '.count',
  );
};

globalThis.filterLog = async (text) => {
  toggleFind();
  const isShown = (): boolean => /^\s*[\d,]+ of /.test(textOf('.bar.bottom'));
  return search(
    '.bar:not(.find) input',
    text,
    () => isShown() && look('.entry[data-id]') !== undefined,
    () => isShown() && !textOf('.bar.bottom').includes('%'),
    '.bar.bottom',
  );
};

async function search(
  input: string,
  text: string,
  isBegun: () => boolean,
  isDone: () => boolean,
  result: string,
): Promise<SearchReport> {
  const stop = await watch();
  const startedAt = performance.now();
  const field = look<HTMLInputElement>(input);
  if (!field) throw new Error(`The log viewer has no ${input}.`);
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  let firstMs: number | undefined;
  while (!isDone()) {
    await frame();
    if (firstMs === undefined && isBegun()) firstMs = performance.now() - startedAt;
  }
  const ms = performance.now() - startedAt;
  const { longestFrameGapMs } = await stop();
  return { ms, firstMs: firstMs ?? ms, longestFrameGapMs, said: textOf(result).trim() };
}
