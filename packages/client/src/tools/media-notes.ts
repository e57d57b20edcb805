/** What a model cannot be shown becomes a note. */
import type { ModelContent } from './model-content.ts';

/** All of it as text. */
export function textOnly(content: readonly ModelContent[]): string {
  return content
    .map((part) => (part.type === 'text' ? part.text : `[${part.mimeType}: this model cannot be shown it]`))
    .join('\n');
}

/** Images stay as they are. */
export function withImages(content: readonly ModelContent[]): readonly Exclude<ModelContent, { type: 'audio' }>[] {
  return content.map((part) => (part.type === 'audio' ? { type: 'text', text: textOnly([part]) } : part));
}
