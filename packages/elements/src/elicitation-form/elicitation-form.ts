import type { McpHost } from '@mcp-web/client';
import { property } from 'lit/decorators.js';
import { AskingElement } from '../internal/dialog/asking-element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';

/**
 * @summary Puts the questions of servers to the user: forms to fill in, and pages to visit.
 *
 * A modal dialog that opens by itself. The user sends an answer, declines, or leaves the question alone, which is what closing
 * the dialog and leaving the page mean too. A page to visit is opened by the user's click only, in a window of its own.
 * What was typed and not sent outlives a reload, in this tab, without what looks like a secret.
 *
 * While this element is in the page, servers are told that they may ask.
 *
 * @csspart dialog - the dialog
 * @csspart queue - how many questions wait
 * @csspart form - the form, an `<mcp-schema-form>`
 * @csspart address - the address of a page to visit
 * @csspart actions - the buttons
 * @csspart note - what became of a question that was taken back
 *
 * @example
 * ```html
 * <mcp-host>
 *   <mcp-server src="https://example.com/mcp"></mcp-server>
 *   <mcp-elicitation-form></mcp-elicitation-form>
 * </mcp-host>
 * ```
 */
export class McpElicitationFormElement extends AskingElement<'elicitation'> {
  /** How long the buttons that answer stay off after a question appeared, in ms. */
  @property({ attribute: false }) armDelay = 500;

  protected override readonly kinds = ['elicitation'] as const;
  protected override readonly dialog = new OnDemand(
    this,
    async () => new (await import('./elicitation-dialog.ts')).ElicitationDialog(this),
  );

  protected override onHost(host: McpHost, signal: AbortSignal): void {
    super.onHost(host, signal);
    signal.addEventListener('abort', () => this.dialog.part?.forget(), { once: true });
    // Whoever leaves has made no choice. What they typed stays for their return.
    window.addEventListener(
      'pagehide',
      () => {
        for (const { id, kind } of host.getSnapshot().requests) if (kind === 'elicitation') this.refuse(host, id);
      },
      { signal },
    );
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
