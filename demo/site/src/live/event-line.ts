const MOST_CHARACTERS = 160;

/** An event of an element and its own fields, as one line. */
export function eventLine(event: Event): string {
  const fields = Object.entries(event).filter(([name]) => name !== 'isTrusted');
  const shown = fields.map(([name, value]) => `${name}: ${short(value)}`).join(', ');
  return `${event.type} { ${shown} }`.slice(0, MOST_CHARACTERS);
}

function short(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  const { name, id, url } = Object(value);
  const known: unknown = name ?? id ?? url;
  return typeof known === 'string' ? `${known} …` : JSON.stringify(value, undefined, 0).slice(0, 80);
}
