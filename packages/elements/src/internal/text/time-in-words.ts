/** A date with its time to the second, as the language of an element writes it. */
import { languageOf } from './messages.ts';

const OPTIONS = { dateStyle: 'medium', timeStyle: 'medium' } as const;

export function timeInWords(element: Element, time: number): string {
  try {
    return new Intl.DateTimeFormat(languageOf(element) || 'en', OPTIONS).format(time);
  } catch {
    // Pages write what they like into `lang`.
    return new Intl.DateTimeFormat('en', OPTIONS).format(time);
  }
}
