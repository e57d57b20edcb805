import { AuthError, McpError } from '@mcp-web/client';
import { html, type TemplateResult } from 'lit';
import type { SharedMessages } from './shared-messages.ts';
import { serverText } from './text.ts';

/**
 * What went wrong, and the code to look it up by. Parts of the message may be a server's words.
 *
 * @param isAnnounced false where what is around it is announced already.
 */
export function errorNotice(text: SharedMessages, error: unknown, isAnnounced = true): TemplateResult {
  return html`<div class="notice danger stack tight" part="error" role=${isAnnounced ? 'alert' : 'presentation'}>${errorText(text, error)}</div>`;
}

/** In the language of the page, where that has words for it: then the message, which is English, is folded away. */
export function errorText(text: SharedMessages, error: unknown): TemplateResult {
  const message = html`<p>${serverText(error instanceof Error ? error.message : String(error), 600)}</p>`;
  if (!(error instanceof McpError)) return message;
  const code = html`<span class="small">${text.errorCode} <code>${error.code}</code></span>`;
  const words = text.errorOf(error instanceof AuthError ? error.reason : error.code);
  return words
    ? html`<p>${words}</p><details><summary>${code}</summary><div lang="en">${message}</div></details>`
    : html`${message}${code}`;
}
