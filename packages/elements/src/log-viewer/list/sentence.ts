/** What an entry of the page's own says, in words: whoever reads a log wants no JSON for “denied”. */
import type { LogEntry } from '@mcp-web/client';
import { previewJson } from '../internal/text/json-preview.ts';
import { shortText } from '../internal/text/text.ts';
import type { RareLogViewerMessages } from './rare-messages.ts';

/** What came of it, as each kind of entry calls it. */
const OUTCOMES = ['decision', 'status', 'action', 'state'];
/** So much of what others wrote is shown, in characters. */
const MAX_LENGTH = 200;

type Words = Pick<RareLogViewerMessages, 'outcomes' | 'by' | 'lasting' | 'requests' | 'edited'>;

/** Nothing where the data is not known here: then it is shown as it is. Never for a server's entry, whose data is its own. */
export function sentence({ data, request }: LogEntry, words: Words): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const text = (name: string): string | undefined => {
    const value: unknown = Reflect.get(data, name);
    return typeof value === 'string' && value !== ''
      ? shortText(value, MAX_LENGTH)
      : typeof value === 'number'
        ? String(value)
        : undefined;
  };
  const word = (of: Readonly<Record<string, string>>, name: string): string | undefined => {
    const value = text(name);
    return value !== undefined && Object.hasOwn(of, value) ? of[value] : undefined;
  };
  const outcome = OUTCOMES.map((name) => word(words.outcomes, name)).find((found) => found !== undefined);
  if (outcome === undefined) return undefined;
  const sent: unknown = Reflect.get(data, 'arguments') ?? Reflect.get(data, 'fields') ?? Reflect.get(data, 'scope');
  const isSent = typeof sent === 'object' && sent !== null && Object.keys(sent).length > 0;
  const duration = text('durationMs');
  const count = text('count');
  // Each with a direction of its own.
  const others = [
    text('code'),
    text('reason'),
    text('message'),
    text('host'),
    text('issuer'),
    isSent ? previewJson(sent, MAX_LENGTH) : undefined,
  ];
  return [
    word(words.requests, 'request'),
    outcome,
    request?.name === undefined ? isolated(text('tool')) : undefined,
    count && `× ${count}`,
    word(words.by, 'by'),
    word(words.lasting, 'permission'),
    Reflect.get(data, 'isEdited') === true ? words.edited : undefined,
    duration && `${duration} ms`,
    ...others.map(isolated),
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

function isolated(text: string | undefined): string | undefined {
  return text && `\u2068${text}\u2069`;
}
