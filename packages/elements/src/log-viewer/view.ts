/** What the viewer and the parts of it that are loaded on demand have of each other. */
import type { LogEntries, LogEntry, LogLevel, McpHost } from '@mcp-web/client';
import type { TemplateResult } from 'lit';
import type { LogFilter } from './filter.ts';
import type { Keeping, LogElement } from './keeping.ts';
import type { Rows } from './matches.ts';
import type { RareLogViewerMessages } from './rare-messages.ts';
import type { Tail } from './tail.ts';

/** The viewer, as the reader sees it. */
export interface LogView {
  readonly element: LogElement;
  readonly tail: Tail;
  /** All entries, or what they were when the log was paused. */
  readonly entries: () => LogEntries | undefined;
  readonly levelLabel: (level: LogLevel) => TemplateResult;
}

/** What the templates of the reader are made of. */
export interface Reading extends LogView {
  readonly host: McpHost | undefined;
  readonly keeping: Keeping;
  readonly text: RareLogViewerMessages;
  readonly rows: Rows;
  readonly filter: LogFilter;
  readonly setFilter: (change: Partial<LogFilter>) => void;
  /** What stands for the data of an entry of the page's own. */
  readonly sentence: (entry: LogEntry) => string | undefined;
  /** Tells the user, screen readers too. */
  readonly say: (what: string) => void;
  /** Leaves the end and brings this row into view. */
  readonly show: (index: number) => void;
}
