/** Text of servers, as models get it. */

/** Says what was cut. */
export function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)} … [cut: ${text.length - length} more characters]` : text;
}

/** Without characters that people do not see and models read. */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '').trim();
}
