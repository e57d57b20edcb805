/** What an entry of the page's own says, in words: whoever reads a log wants no JSON for “denied”. */
import type { LogEntry } from '@mcp-web/client';
import { previewJson } from '../internal/json-preview.ts';
import { shortText } from '../internal/text.ts';
import type { RareLogViewerWords } from './rare-messages.ts';

/** What came of it, as each kind of entry calls it. */
const OUTCOMES = ['decision', 'status', 'action', 'state'];
/** So much of what others wrote is shown, in characters. */
const MAX_LENGTH = 200;

type Words = Pick<RareLogViewerWords, 'outcomes' | 'by' | 'lasting' | 'questions' | 'edited'>;

/** Nothing where it is a server's entry, or one whose data is not known here: then its data is shown as it is. */
export function sentence({ kind, data, request }: LogEntry, words: Words): string | undefined {
  if (kind === 'log' || typeof data !== 'object' || data === null) return undefined;
  const text = (name: string): string | undefined => {
    const value: unknown = Reflect.get(data, name);
    return typeof value === 'string' && value !== '' ? shortText(value, MAX_LENGTH) : typeof value === 'number' ? String(value) : undefined;
  };
  const word = (of: Readonly<Record<string, string>>, name: string): string | undefined => {
    const value = text(name);
    return value !== undefined && Object.hasOwn(of, value) ? of[value] : undefined;
  };
  const outcome = OUTCOMES.map((name) => word(words.outcomes, name)).find((found) => found !== undefined);
  if (outcome === undefined) return undefined;
  const sent: unknown = Reflect.get(data, 'arguments') ?? Reflect.get(data, 'fields') ?? Reflect.get(data, 'scope');
  const duration = text('durationMs');
  const count = text('count');
  return [
    word(words.questions, 'question'), outcome, request?.name === undefined ? text('tool') : undefined, count && `× ${count}`, word(words.by, 'by'), word(words.lasting, 'remember'),
    Reflect.get(data, 'isEdited') === true ? words.edited : undefined, duration && `${duration} ms`,
    text('code'), text('reason'), text('message'), text('host'), text('issuer'), sent === undefined ? undefined : previewJson(sent, MAX_LENGTH),
  ].filter((part) => part !== undefined).join(' · ');
}
