/** The text in a field of a form. */
export function textIn(form: HTMLFormElement, field: string): string {
  const value = new FormData(form).get(field);
  return typeof value === 'string' ? value.trim() : '';
}
