import { McpHost } from '@mcp-web/client';
import '@mcp-web/elements/log-viewer/define';
import { frame, presentLog, type SearchReport } from '../log-page.ts';
import { watch } from '../measure.ts';

const host = new McpHost({ maxLogEntries: 1_000_000, maxLogBytes: 4_000_000_000 });
const viewer = document.createElement('mcp-log-viewer');
viewer.host = host;
document.body.append(viewer);

presentLog({
  append: (entry) => host.log.append({ serverId: 'a', serverName: 'Alpha', ...entry }),
  count: () => host.log.getSnapshot().length,
});

const look = <T extends HTMLElement>(selector: string): T | undefined =>
  viewer.shadowRoot?.querySelector<T>(selector) ?? undefined;
const toggleFind = (): void =>
  [...(viewer.shadowRoot?.querySelectorAll('button') ?? [])]
    .find(({ textContent }) => textContent.trim() === 'Find')
    ?.click();
const textOf = (selector: string): string => look(selector)?.textContent ?? '';

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
