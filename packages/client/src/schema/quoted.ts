/** Texts of schemas in messages. A message is a single line, however long the schema's own text is. */

const MAX_QUOTED = 80;

export function quoted(text: string): string {
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}

/** Values as JSON, with commas between them. Reads no more of them than the message needs. */
export function listed(values: Iterable<unknown>): string {
  let text = '';
  for (const value of values) {
    if (text.length > MAX_QUOTED) break;
    const json = typeof value === 'string' ? JSON.stringify(quoted(value)) : (JSON.stringify(value) ?? 'undefined');
    text += text === '' ? json : `, ${json}`;
  }
  return quoted(text);
}
