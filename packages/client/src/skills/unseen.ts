/** Characters that models read and people do not see: whoever writes them has something to hide. */

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const EACH = new RegExp(UNSEEN, 'gu');

export const hasUnseen = (text: string): boolean => UNSEEN.test(text);

export const withoutUnseen = (text: string): string => text.replaceAll(EACH, '');

/** The beginning of a server's text, for an error that people and models read. */
export function quotedVisibly(text: string): string {
  const shown = JSON.stringify(text.slice(0, 200));
  return shown.replaceAll(EACH, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`);
}
