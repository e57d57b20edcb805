import { McpError } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { serverText } from './text.ts';

const text = { code: 'Error code' };

/**
 * What went wrong, and the code to look it up by. Parts of the message may be a server's words.
 *
 * @param isAnnounced false where what is around it is announced already.
 */
export function errorNotice(error: unknown, isAnnounced = true): TemplateResult {
  return html`<div class="notice danger stack tight" part="error" role=${isAnnounced ? 'alert' : 'presentation'}>
    <p>${serverText(error instanceof Error ? error.message : String(error), 600)}</p>
    ${error instanceof McpError ? html`<span class="small">${text.code} <code>${error.code}</code></span>` : nothing}
  </div>`;
}
