/** Markdown, loaded by the elements that render it. */
import { renderMarkdown } from './render.ts';
import { markdownStyles } from './styles.ts';

export const markdown = { render: renderMarkdown, styles: [markdownStyles] };
