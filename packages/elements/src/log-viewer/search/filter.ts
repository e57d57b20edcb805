import { LOG_LEVELS, type LogEntry, type LogKind, type LogLevel } from '@mcp-web/client';
import { previewJson } from '../internal/text/json-preview.ts';

export interface LogFilter {
  /** Entries less severe than this are left out. */
  readonly level: LogLevel;
  /** Empty for all. */
  readonly kind: LogKind | '';
  readonly serverId: string;
  readonly logger: string;
  /** Looked for in what is shown of the entry and in the beginning of its data, whatever the case. */
  readonly text: string;
  /** Only what belongs to the same request as this entry. */
  readonly sameRequest: LogEntry | undefined;
}

/** So much of an entry's data is searched, in characters. */
export const SEARCHED = 4_000;

export const NO_FILTER: LogFilter = {
  level: 'debug',
  kind: '',
  serverId: '',
  logger: '',
  text: '',
  sameRequest: undefined,
};

export function isFiltering({ level, kind, serverId, logger, text, sameRequest }: LogFilter): boolean {
  return level !== 'debug' || sameRequest !== undefined || (kind + serverId + logger + text).trim() !== '';
}

/** The text wherever it stands, whatever its case. */
export function patternOf(text: string): RegExp {
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'iu');
}

/**
 * Whether the text is in what an entry shows, or in the beginning of its data. What is looked through is made anew each time:
 * beside a million entries, a copy of their text would take as much memory as they do.
 *
 * @param sentence what an entry shows in place of its data, if it does
 */
export function textMatcher(
  text: string,
  sentence: (entry: LogEntry) => string | undefined,
): (entry: LogEntry) => boolean {
  const pattern = patternOf(text);
  return (entry) => hasText(entry, pattern) || pattern.test(sentence(entry) ?? '');
}

function hasText({ kind, level, serverName, logger, request, data }: LogEntry, pattern: RegExp): boolean {
  return (
    pattern.test(level) ||
    pattern.test(serverName) ||
    pattern.test(kind) ||
    (logger !== undefined && pattern.test(logger)) ||
    (request !== undefined && pattern.test(`${request.method} ${request.name ?? ''}`)) ||
    pattern.test(previewJson(data, SEARCHED))
  );
}

export function filterMatcher(
  { level, kind, serverId, logger, text, sameRequest }: LogFilter,
  sentence: (entry: LogEntry) => string | undefined,
): (entry: LogEntry) => boolean {
  const levels = new Set(LOG_LEVELS.slice(LOG_LEVELS.indexOf(level)));
  const wanted = text.trim();
  const isMatch = wanted === '' ? () => true : textMatcher(wanted, sentence);
  return (entry) =>
    levels.has(entry.level) &&
    (kind === '' || entry.kind === kind) &&
    (serverId === '' || entry.serverId === serverId) &&
    (logger === '' || entry.logger === logger) &&
    (!sameRequest || (entry.serverId === sameRequest.serverId && entry.request?.id === sameRequest.request?.id)) &&
    isMatch(entry);
}
