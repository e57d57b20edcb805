import type { McpHost } from '@mcp-web/client';
import { property } from 'lit/decorators.js';
import { OnDemand } from '../internal/base/on-demand.ts';
import { RequestElement } from '../internal/dialog/request-element.ts';

/**
 * @summary Asks the user before a tool runs, before a model gets a skill, and before a server gets more access.
 *
 * A modal dialog of the role `alertdialog` that opens by itself for every call that neither the user nor the page has allowed,
 * and when a call needs more access than the user granted at sign-in. Closing the dialog denies the request.
 * The buttons that allow work only once the end of the arguments was on the screen for a moment, after a short delay, which
 * starts again when the window comes back, and never by script. While another window is in front and, in Chromium, while the
 * dialog is covered, transparent or scaled down, nothing can be allowed, and the dialog says so.
 * If a tool or a skill has changed since the user allowed it, the dialog asks again and shows the changes.
 *
 * A sentence with a sign says what the tool may do: what its server claims, or that the server claims nothing. A permission for
 * longer than one call is behind a button of its own. For a tool that does more than read, "always" also needs a tick.
 *
 * With `inline`, it shows requests where it is, one at a time, and the page stays usable. The same rules hold for its buttons, which
 * also wait after they moved or were scrolled, and the focus stays where it was.
 *
 * Keyboard: Deny has the focus, Tab moves to Allow once and Allow for longer, then through the dialog. After a request that was
 * withdrawn, the heading has the focus. End, in the arguments, scrolls to their end. Escape denies.
 *
 * @csspart dialog - the dialog
 * @csspart queue - how many requests wait
 * @csspart changes - what has changed since the user allowed the tool
 * @csspart sign - what the tool may do
 * @csspart arguments - the arguments, as JSON or in a form
 * @csspart longer - the choice of a longer permission
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
export class McpToolConsentElement extends RequestElement<'consent' | 'step-up' | 'skill'> {
  /** How long the buttons that allow stay off after a request appears, and how long the end of the arguments has to be on the screen, in ms. 500 by default. */
  @property({ attribute: false }) armDelay = 500;

  protected override readonly kinds = ['consent', 'step-up', 'skill'] as const;
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
