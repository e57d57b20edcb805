/** The formats that are checked, and have inputs of their own. */
interface Format {
  /** What is said where a text is none. */
  readonly word: 'email' | 'uri' | 'date';
  /** The type of its input. */
  readonly type: 'email' | 'url' | 'date';
  readonly fits: (value: string) => boolean;
}

export const FORMATS: ReadonlyMap<unknown, Format> = new Map<unknown, Format>([
  ['email', { word: 'email', type: 'email', fits: (value) => value.length < 321 && /^[^\s@]+@[^\s@]+$/.test(value) }],
  ['uri', { word: 'uri', type: 'url', fits: (value) => URL.canParse(value) }],
  ['date', { word: 'date', type: 'date', fits: isDate }],
]);

/** Whether a text is a day of the calendar, as RFC 3339 writes it. */
export function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  // The 31st of February becomes the 3rd of March: it has to come back as it was.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
