/** What an entry that the page itself logged says, as a sentence: nobody wants to read JSON for “denied”. */
import type { LogEntry } from '@mcp-web/client';
import { previewJson } from '../../internal/text/json-preview.ts';
import { shortText } from '../../internal/text/text.ts';
import type { LogViewerMessages } from '../messages.ts';

/** The member that says how it ended, for each kind of entry. */
const OUTCOMES = ['decision', 'status', 'action', 'state'];
/** Longer texts that others wrote are cut off, in characters. */
const MAX_LENGTH = 200;

/**
 * Undefined for data that is not known here: it is shown as it is. So is the data of a server's own entries, whatever it says.
 */
export function sentence(messages: LogViewerMessages, { kind, data, request }: LogEntry): string | undefined {
  if (kind === 'log') return undefined;
  if (typeof data !== 'object' || data === null) return undefined;
  const text = (name: string): string | undefined => {
    const value: unknown = Reflect.get(data, name);
    return typeof value === 'string' && value !== '' ? shortText(value, MAX_LENGTH) : undefined;
  };
  const label = (of: Readonly<Record<string, string>>, name: string): string | undefined => {
    const value = text(name);
    return value !== undefined && Object.hasOwn(of, value) ? of[value] : undefined;
  };
  const outcome = OUTCOMES.map((name) => label(messages.outcomes, name)).find((found) => found !== undefined);
  if (outcome === undefined) return undefined;
  const sent: unknown = Reflect.get(data, 'arguments') ?? Reflect.get(data, 'fields') ?? Reflect.get(data, 'scope');
  const isSent = typeof sent === 'object' && sent !== null && Object.keys(sent).length > 0;
  const number = (name: string): number | undefined => {
    const value: unknown = Reflect.get(data, name);
    return typeof value === 'number' ? value : undefined;
  };
  const duration = number('durationMs');
  const count = number('count');
  // Others wrote these: each has its own direction.
  const others = [
    text('code'),
    text('reason'),
    text('message'),
    text('host'),
    text('issuer'),
    isSent ? previewJson(sent, MAX_LENGTH) : undefined,
  ];
  return [
    label(messages.requests, 'request'),
    outcome,
    request?.name === undefined ? isolated(text('tool')) : undefined,
    count === undefined ? undefined : messages.times(count),
    label(messages.by, 'by'),
    label(messages.lasting, 'permission'),
    Reflect.get(data, 'isEdited') === true ? messages.edited : undefined,
    duration === undefined ? undefined : messages.took(duration),
    ...others.map(isolated),
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

/** What a row says in words, whatever the protocol calls it. */
export function wordsOf(messages: LogViewerMessages, entry: LogEntry): readonly string[] {
  return [messages.levelNames[entry.level], messages.kinds[entry.kind], sentence(messages, entry) ?? ''];
}

function isolated(text: string | undefined): string | undefined {
  return text && `\u2068${text}\u2069`;
}
