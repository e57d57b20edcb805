/** Saves a recording as a file, a few milliseconds at a time. */
import { type ActivitySnapshot, recordingLines } from '@mcp-web/client/activity';
import { letPageWork } from '../internal/base/let-page-work.ts';
import { saveFile } from '../internal/media/media.ts';

/** Lines are written for this long at a time, in ms. */
const SLICE_MS = 8;

/**
 * @param isWanted asked between two slices
 * @returns whether it was saved
 */
export async function saveRecording(
  recording: Pick<ActivitySnapshot, 'entries' | 'dropped'>,
  isWanted: () => boolean,
): Promise<boolean> {
  const parts: string[] = [];
  let until = performance.now() + SLICE_MS;
  for (const line of recordingLines(recording)) {
    parts.push(line);
    if (performance.now() < until) continue;
    await letPageWork();
    if (!isWanted()) return false;
    until = performance.now() + SLICE_MS;
  }
  saveFile(`mcp-messages-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.jsonl`, parts);
  return true;
}
