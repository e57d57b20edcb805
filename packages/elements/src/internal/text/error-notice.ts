import { AuthError, DeniedError, McpError, RpcError } from '@mcp-web/client';
import { html, type TemplateResult } from 'lit';
import type { SharedMessages } from './shared-messages.ts';
import { serverText } from './text.ts';

/** Whether the user declined it, here or at an authorization server. */
export function isDeclined(error: unknown): boolean {
  return error instanceof AuthError
    ? error.oauthError === 'access_denied'
    : error instanceof DeniedError && error.by === 'user';
}

/** What the user declined, here or at an authorization server. It is no error. Undefined for everything else. */
export function declinedText(messages: SharedMessages, error: unknown): TemplateResult | undefined {
  if (!isDeclined(error)) return undefined;
  if (error instanceof AuthError) return html`<p>${messages.accessDenied}</p>`;
  const reason = error instanceof DeniedError && error.reason;
  return html`<p>${messages.declined}</p>${reason ? html`<p class="soft">${serverText(reason, 600)}</p>` : ''}`;
}

/**
 * Shows what went wrong, and the error code; or, without a code, what the user declined. Parts of the message may come from a server.
 *
 * @param isAnnounced false inside an element that screen readers announce already.
 */
export function errorNotice(messages: SharedMessages, error: unknown, isAnnounced = true): TemplateResult {
  const declined = declinedText(messages, error);
  if (declined)
    return html`<div class="notice stack tight" role=${isAnnounced ? 'status' : 'presentation'}>${declined}</div>`;
  return html`<div class="notice danger stack tight" part="error" role=${isAnnounced ? 'alert' : 'presentation'}>${errorText(messages, error)}</div>`;
}

/** In the language of the element, if it has a message for the error. The English message is collapsed then. */
export function errorText(messages: SharedMessages, error: unknown): TemplateResult {
  const message = html`<p>${serverText(error instanceof Error ? error.message : String(error), 600)}</p>`;
  if (!(error instanceof McpError)) return message;
  const code = html`<span class="small">${messages.errorCode} <code>${error.code}</code></span>`;
  const translated = messages.errorOf(error instanceof AuthError ? error.reason : error.code);
  // The message says so itself, unless it is in another language or the server's.
  const mayHaveRun = error.mayHaveRun && (translated || error instanceof RpcError);
  const warning = mayHaveRun ? html`<p>${messages.mayHaveRun}</p>` : '';
  return translated
    ? html`<p>${translated}</p>${warning}<details><summary part="summary">${code}</summary><div lang="en">${message}</div></details>`
    : html`${message}${warning}${code}`;
}
