/** Checks what takes too long for the page's thread, and shows the outcome as the title. */
import type { JsonSchema } from '@mcp-web/client';
import { schemaValidator } from '../../packages/client/src/schema/validator.ts';

/** Honest, but more than a page has time for. */
const manyRows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `row ${id}`, tags: ['a', 'b'] }));
const row: JsonSchema = {
  type: 'object',
  properties: { id: { type: 'integer' }, name: { pattern: '^row \\d+$' }, tags: { type: 'array', uniqueItems: true } },
  required: ['id'],
};
const steps = Array.from({ length: 60 }, (_, level) => [
  `s${level}`,
  { anyOf: [{ $ref: `#/$defs/s${level + 1}` }, { $ref: `#/$defs/s${level + 1}` }] },
]);
const endless: JsonSchema = {
  $ref: '#/$defs/s0',
  $defs: { ...Object.fromEntries(steps), s60: { type: 'string' } },
};
/** Takes long to read. */
const wide: JsonSchema = {
  properties: Object.fromEntries(
    Array.from({ length: 4_000 }, (_, index) => [`n${index}`, { enum: manyRows.slice(0, 5) }]),
  ),
};

let violations = 0;
addEventListener('securitypolicyviolation', () => violations++);
let longestMs = 0;
let last = performance.now();
const timer = setInterval(() => {
  const now = performance.now();
  longestMs = Math.max(longestMs, now - last);
  last = now;
});

const outcomes = {
  fits: await outcome({ type: 'array', items: row }, manyRows),
  'fits not': await outcome({ type: 'array', items: row }, [...manyRows, { id: 'x' }]),
  endless: await outcome(endless, 1),
  wide: await outcome(wide, { n3999: 1 }),
};
clearInterval(timer);
document.title = JSON.stringify({ ...outcomes, violations, longestMs: Math.round(longestMs) });

async function outcome(schema: JsonSchema, value: unknown): Promise<string> {
  try {
    const check = await schemaValidator.compile(schema);
    const found = check(value);
    const problems = await found;
    const where = found instanceof Promise ? 'in a worker' : 'in the page';
    return `${where}: ${problems.map(({ path, message }) => `${path} ${message}`).join('; ')}`;
  } catch (error) {
    return String(error);
  }
}
