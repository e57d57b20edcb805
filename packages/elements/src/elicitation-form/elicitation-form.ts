import type { HostServer, McpHost } from '@mcp-web/client';
import { property } from 'lit/decorators.js';
import { OnDemand } from '../internal/base/on-demand.ts';
import { RequestElement } from '../internal/dialog/request-element.ts';
import { forgetDrafts } from '../internal/kept/drafts.ts';

/**
 * @summary Shows the requests of servers for user input: forms to fill in, and pages to visit.
 *
 * A modal dialog that opens by itself. The user sends an answer, declines, or cancels; closing the dialog and leaving the page
 * cancel too. A page to visit opens only when the user clicks, in a new window. What the user has typed but not sent survives a
 * reload of the tab, except for what looks like a secret. If the host records calls (`store-calls`) and the next page can continue
 * one of the server's, leaving the page answers nothing: when the user resumes the call, the request comes back.
 *
 * Each answer is final: to be asked again, the user has to wait for the server. The button that sends works only after a short
 * delay, which starts again when the window comes back, and never by script. While another window is in front and, in Chromium,
 * while the dialog is covered, transparent or scaled down, nothing can be sent.
 *
 * With `inline`, it shows requests where it is, one at a time, and the page stays usable. The same rules hold for its buttons, which
 * also wait after they moved or were scrolled, and the focus stays where it was.
 *
 * Keyboard: Escape cancels the request that is shown.
 *
 * While this element is in the page, servers are told that they may ask for user input.
 *
 * @csspart dialog - the dialog
 * @csspart queue - how many requests wait
 * @csspart form - the box around the form, an `<mcp-schema-form>`
 * @csspart address - the address of a page to visit
 * @csspart actions - the buttons
 * @csspart note - says that a server withdrew its request
 *
 * @example
 * ```html
 * <mcp-host>
 *   <mcp-server src="https://example.com/mcp"></mcp-server>
 *   <mcp-elicitation-form></mcp-elicitation-form>
 * </mcp-host>
 * ```
 */
export class McpElicitationFormElement extends RequestElement<'elicitation'> {
  /** How long the buttons that answer stay off after a request appears, in ms. 500 by default. */
  @property({ attribute: false }) armDelay = 500;

  protected override readonly kinds = ['elicitation'] as const;
  protected override readonly dialog = new OnDemand(
    this,
    async () => new (await import('./elicitation-dialog.ts')).ElicitationDialog(this),
  );

  protected override onHost(host: McpHost, signal: AbortSignal): void {
    super.onHost(host, signal);
    signal.addEventListener('abort', () => this.dialog.loaded?.forget(), { once: true });
    // Leaving the page is no choice. The draft stays for the user's return.
    window.addEventListener(
      'pagehide',
      () => {
        // What comes back in the next page needs no answer yet.
        for (const { id, kind, request } of host.getSnapshot().requests)
          if (kind === 'elicitation' && !request.comesBack?.()) this.refuse(host, id);
      },
      { signal },
    );
  }

  protected override onSignOut({ url }: HostServer): void {
    forgetDrafts(url);
  }

  protected override refuse(host: McpHost, id: string): void {
    host.respond(id, { action: 'cancel' });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-elicitation-form': McpElicitationFormElement;
  }
}
