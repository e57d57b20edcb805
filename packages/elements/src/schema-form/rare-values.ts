/** Numbers of a schema, which may be anything. */
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
export const countOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 ? value : undefined;
