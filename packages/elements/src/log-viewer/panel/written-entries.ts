/** Entries as JSON, without what looks like a secret: one to copy, all to save. Written a few milliseconds at a time. Loaded on demand. */
import type { LogEntry } from '@mcp-web/client';
import { redactedJson } from '@mcp-web/client/redact';
import { saveFile } from '../../internal/media/media.ts';
import { letPageWork } from '../../internal/base/let-page-work.ts';
import type { PartsOf } from '../search/filter.ts';
import type { Rows } from '../search/matches.ts';

/** Lines are written for this long at a time, in ms. */
const SLICE_MS = 8;
/** How many values are written between two looks at the clock. */
const AT_ONCE = 32;

/** Writes values one by one, and lets the page work in between. */
class Writing {
  #until = performance.now() + SLICE_MS;
  #steps = 0;

  /** @param onpause called between two slices; returns whether to go on */
  async run(work: Generator<undefined, string>, onpause?: () => boolean): Promise<string | undefined> {
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
      if (++this.#steps % AT_ONCE > 0 || performance.now() < this.#until) continue;
      if (onpause?.() === false) return undefined;
      await letPageWork();
      this.#until = performance.now() + SLICE_MS;
    }
  }
}

/** One entry as one line of JSON. */
function* jsonLine(
  { time, kind, serverId, serverName, level, logger, data, request }: LogEntry,
  onredact?: () => void,
): Generator<undefined, string> {
  const start = JSON.stringify({
    time: new Date(time).toISOString(),
    kind,
    level,
    server: serverName,
    serverId,
    logger,
    request,
  });
  yield;
  return data === undefined ? start : `${start.slice(0, -1)},"data":${yield* redactedJson(data, onredact)}}`;
}

function* jsonLines(entries: readonly LogEntry[]): Generator<undefined, string> {
  const lines: string[] = [];
  for (const entry of entries) lines.push(yield* jsonLine(entry));
  return lines.join('\n');
}

/** @param entries one line each */
export async function textOf(entries: readonly LogEntry[]): Promise<string> {
  return (await new Writing().run(jsonLines(entries))) ?? '';
}

interface Saved {
  readonly entries: number;
  /** How many secrets were replaced. */
  readonly secrets: number;
}

/**
 * Saves the entries of the rows as a file in the format JSON Lines, oldest first.
 * @param partsOf the entries that a row stands for
 * @param onprogress called between two slices with the share that is done, from 0 to 1; returns whether to go on
 * @returns undefined if `onprogress` ended it
 */
export async function writeRows(
  rows: Rows,
  partsOf: PartsOf,
  onprogress: (share: number) => boolean,
): Promise<Saved | undefined> {
  // The log may grow meanwhile.
  const entries = rows
    .slice()
    .flatMap((entry) => (entry.kind === 'log' ? entry : partsOf(entry)))
    .toSorted((a, b) => a.id - b.id);
  const parts: string[] = [];
  let secrets = 0;
  let lines = '';
  let written = 0;
  const writing = new Writing();
  const onpause = (): boolean => {
    parts.push(lines);
    lines = '';
    return onprogress(written / entries.length);
  };
  for (const entry of entries) {
    const line = await writing.run(
      jsonLine(entry, () => secrets++),
      onpause,
    );
    if (line === undefined) return undefined;
    lines += `${line}\n`;
    written++;
  }
  saveFile(`mcp-log-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.jsonl`, [...parts, lines]);
  return { entries: entries.length, secrets };
}
