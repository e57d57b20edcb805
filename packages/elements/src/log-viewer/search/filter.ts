import { LOG_LEVELS, type LogEntry, type LogKind, type LogLevel } from '@mcp-web/client';
import { previewJson } from '../../internal/text/json-preview.ts';
import { TextPattern } from '../../internal/lists/text-pattern.ts';

export interface LogFilter {
  /** Less severe entries are left out. */
  readonly level: LogLevel;
  /** Empty for all kinds. So are the next two. */
  readonly kind: LogKind | '';
  readonly serverId: string;
  readonly logger: string;
  /** Looked for in what the row shows and in the beginning of the data, whatever the case and the accents. */
  readonly text: string;
  /** Only entries about the same request as this one. */
  readonly sameRequest: LogEntry | undefined;
}

/** What the row of an entry says in the words of the user's language. */
export type WordsOf = (entry: LogEntry) => readonly string[];

/** How much of the data of an entry is searched, in characters. */
export const MAX_SEARCHED = 4_000;

export const KINDS: readonly LogKind[] = ['log', 'call', 'decision', 'sign-in'];

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

/** All entries about the call of an entry, or only this one. */
export type PartsOf = (entry: LogEntry) => readonly LogEntry[];

/** A call matches when each criterion is met by one of its entries: the arguments are in one, the error is in another. */
export function filterMatcher(
  { level, kind, serverId, logger, text, sameRequest }: LogFilter,
  wordsOf: WordsOf,
  partsOf: PartsOf,
): (entry: LogEntry) => boolean {
  const levels = new Set(LOG_LEVELS.slice(LOG_LEVELS.indexOf(level)));
  const wanted = text.trim();
  const criteria: ((entry: LogEntry) => boolean)[] = [];
  if (level !== 'debug') criteria.push((entry) => levels.has(entry.level));
  if (kind !== '') criteria.push((entry) => entry.kind === kind);
  if (serverId !== '') criteria.push((entry) => entry.serverId === serverId);
  if (logger !== '') criteria.push((entry) => entry.logger === logger);
  if (sameRequest)
    criteria.push((entry) => entry.serverId === sameRequest.serverId && entry.request?.id === sameRequest.request?.id);
  if (wanted !== '') criteria.push(oneMatcher(new TextPattern(wanted), wordsOf));
  return (entry) => {
    if (entry.kind === 'log') return criteria.every((isMet) => isMet(entry));
    const parts = partsOf(entry);
    return criteria.every((isMet) => parts.some(isMet));
  };
}

/**
 * Looks for a text in what an entry shows and in the beginning of its data. The text of the data is made anew for each search:
 * a copy of it for each of a million entries would take as much memory as they do.
 */
export function textMatcher(pattern: TextPattern, wordsOf: WordsOf, partsOf: PartsOf): (entry: LogEntry) => boolean {
  const isMatch = oneMatcher(pattern, wordsOf);
  return (entry) => (entry.kind === 'log' ? isMatch(entry) : partsOf(entry).some(isMatch));
}

function oneMatcher(pattern: TextPattern, wordsOf: WordsOf): (entry: LogEntry) => boolean {
  return (entry) => {
    const { kind, level, serverName, logger, request, data } = entry;
    return (
      pattern.isIn(level) ||
      pattern.isIn(serverName) ||
      pattern.isIn(kind) ||
      (logger !== undefined && pattern.isIn(logger)) ||
      (request !== undefined && pattern.isIn(`${request.method} ${request.name ?? ''}`)) ||
      pattern.isIn(previewJson(data, MAX_SEARCHED)) ||
      wordsOf(entry).some((words) => pattern.isIn(words))
    );
  };
}
