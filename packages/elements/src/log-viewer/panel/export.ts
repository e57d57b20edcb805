/** Entries as JSON, without what looks like a secret: one to copy, all to save. */
import type { LogEntry } from '@mcp-web/client';
import { redactSecrets } from '@mcp-web/client/redact';
import { saveFile } from '../../internal/media/media.ts';
import { letPageWork } from '../../internal/base/let-page-work.ts';
import type { Rows } from '../search/matches.ts';

/** Lines are written for this long at a time, in ms. */
const SLICE_MS = 8;
/** How many lines are written between two looks at the clock. */
const AT_ONCE = 16;

/** One entry as one line of JSON. */
function jsonLine(
  { time, kind, serverId, serverName, level, logger, data, request }: LogEntry,
  onredact?: () => void,
): string {
  return JSON.stringify({
    time: new Date(time).toISOString(),
    kind,
    level,
    server: serverName,
    serverId,
    logger,
    request,
    data: redactSecrets(data, onredact),
  });
}

/** @throws if the browser does not allow copying */
export async function copyEntry(entry: LogEntry): Promise<void> {
  await navigator.clipboard.writeText(jsonLine(entry));
}

export interface Saved {
  readonly entries: number;
  /** How many secrets were replaced. */
  readonly secrets: number;
}

/**
 * Saves the rows as a file in the format JSON Lines. Writes them a few milliseconds at a time.
 * @param onprogress called between two slices with the share that is done, from 0 to 1; returns whether to go on
 * @returns undefined if `onprogress` ended it
 */
export async function saveRows(rows: Rows, onprogress: (share: number) => boolean): Promise<Saved | undefined> {
  // The log may grow meanwhile.
  const entries = rows.slice();
  const parts: string[] = [];
  let secrets = 0;
  let lines = '';
  let until = performance.now() + SLICE_MS;
  for (const [index, entry] of entries.entries()) {
    lines += `${jsonLine(entry, () => secrets++)}\n`;
    if (index % AT_ONCE > 0 || performance.now() < until) continue;
    parts.push(lines);
    lines = '';
    if (!onprogress(index / entries.length)) return undefined;
    await letPageWork();
    until = performance.now() + SLICE_MS;
  }
  saveFile(`mcp-log-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.jsonl`, [...parts, lines]);
  return { entries: entries.length, secrets };
}
