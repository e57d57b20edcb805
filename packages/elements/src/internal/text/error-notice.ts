import { AuthError, McpError } from '@mcp-web/client';
import { html, type TemplateResult } from 'lit';
import type { SharedMessages } from './shared-messages.ts';
import { serverText } from './text.ts';

/**
 * Shows what went wrong, and the error code. Parts of the message may come from a server.
 *
 * @param isAnnounced false inside an element that screen readers announce already.
 */
export function errorNotice(messages: SharedMessages, error: unknown, isAnnounced = true): TemplateResult {
  return html`<div class="notice danger stack tight" part="error" role=${isAnnounced ? 'alert' : 'presentation'}>${errorText(messages, error)}</div>`;
}

/** In the language of the element, if it has a message for the error. The English message is collapsed then. */
export function errorText(messages: SharedMessages, error: unknown): TemplateResult {
  const message = html`<p>${serverText(error instanceof Error ? error.message : String(error), 600)}</p>`;
  if (!(error instanceof McpError)) return message;
  const code = html`<span class="small">${messages.errorCode} <code>${error.code}</code></span>`;
  const translated = messages.errorOf(error instanceof AuthError ? error.reason : error.code);
  return translated
    ? html`<p>${translated}</p><details><summary>${code}</summary><div lang="en">${message}</div></details>`
    : html`${message}${code}`;
}
