/**
 * Makes a control for a field. It has a `value` that is text, and fires `input` or `change`. The form names it, puts the value in,
 * switches it off, and takes it away.
 */
export type Widget = (field: {
  readonly name: string;
  readonly title: string;
  readonly schema: Readonly<Record<string, unknown>>;
}) => HTMLElement & { value: string };
