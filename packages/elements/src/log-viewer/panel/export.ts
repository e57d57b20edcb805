/** Copies and saves entries, and resolves with what is to be said about it. What writes them is loaded once the user wants it. */
import type { LogEntry } from '@mcp-web/client';
import { load } from '../../internal/base/on-demand.ts';
import type { LogViewerMessages } from '../messages.ts';
import type { PartsOf } from '../search/filter.ts';
import type { Rows } from '../search/matches.ts';

const writer = async () => load(() => import('./written-entries.ts'));

export async function copyEntries(messages: LogViewerMessages, entries: readonly LogEntry[]): Promise<string> {
  // Safari takes a text that is not there yet only like this.
  const type = 'text/plain';
  const blob = writer()
    .then(({ textOf }) => textOf(entries))
    .then((text) => new Blob([text], { type }));
  try {
    await navigator.clipboard.write([new ClipboardItem({ [type]: blob })]);
    return messages.copied;
  } catch {
    return messages.notCopied;
  }
}

/**
 * @param partsOf the entries that a row stands for
 * @param onprogress called with what is to be said meanwhile; returns whether to go on
 * @returns undefined if `onprogress` ended it
 * @throws {McpError} `network` when the code for it could not be loaded
 */
export async function saveRows(
  messages: LogViewerMessages,
  rows: Rows,
  partsOf: PartsOf,
  onprogress: (status: string) => boolean,
): Promise<string | undefined> {
  const { writeRows } = await writer();
  const saved = await writeRows(rows, partsOf, (share) => onprogress(messages.saving(Math.floor(share * 100))));
  return saved && messages.saved(saved.entries, saved.secrets);
}
