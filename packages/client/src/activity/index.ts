/** Records what passes between the page and its servers. */
export type {
  ActivityEntry,
  ActivitySnapshot,
  ActivityState,
  HttpExchange,
  RecordedHeader,
  RecordedStreamEvent,
} from './activity-entry.ts';
export { ActivityRecorder } from './activity-recorder.ts';
export type { ActivityLimits } from './kept-entries.ts';
export { readRecording, recordingLines } from './recording-file.ts';
export { asCode, asCurl, type RepeatableRequest, repeatableRequest } from './repeat.ts';
export { addressWithoutSecrets } from './without-secrets.ts';
