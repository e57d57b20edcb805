import type { McpHost } from '@mcp-web/client';
import { property } from 'lit/decorators.js';
import { AskingElement } from '../internal/dialog/asking-element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';

/**
 * @summary Asks the user before a tool runs, and before a server gets more permissions.
 *
 * A modal dialog that opens by itself for every call that neither the user nor the page allowed before, and where a call needs
 * more than the user agreed to when they signed in. Closing it denies.
 * The buttons that allow take effect only a moment after they appeared, and never by script. A tool that was allowed for longer and
 * has changed since is asked about again, with what changed.
 *
 * Keyboard: the focus is on Deny, Tab leads to the other buttons and back through the question, Escape denies.
 *
 * @csspart dialog - the dialog
 * @csspart queue - how many questions wait
 * @csspart changes - what changed since the tool was allowed
 * @csspart arguments - the arguments, as JSON or in a form
 * @csspart actions - the buttons
 *
 * @example
 * ```html
 * <mcp-host>
 *   <mcp-server src="https://example.com/mcp"></mcp-server>
 *   <mcp-tools></mcp-tools>
 *   <mcp-tool-consent></mcp-tool-consent>
 * </mcp-host>
 * ```
 */
export class McpToolConsentElement extends AskingElement<'consent' | 'step-up'> {
  /** How long the buttons that allow stay off after a question appeared, in ms. */
  @property({ attribute: false }) armDelay = 500;

  protected override readonly kinds = ['consent', 'step-up'] as const;
  protected override readonly dialogRole = 'alertdialog';
  protected override readonly dialog = new OnDemand(
    this,
    async () => new (await import('./consent-dialog.ts')).ConsentDialog(this),
  );

  protected override refuse(host: McpHost, id: string): void {
    host.respond(id, { action: 'deny' });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-tool-consent': McpToolConsentElement;
  }
}
