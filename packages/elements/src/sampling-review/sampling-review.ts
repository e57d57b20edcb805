import type { McpHost, SamplingModel } from '@mcp-web/client';
import type { PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import { OnDemand } from '../internal/base/on-demand.ts';
import { RequestElement } from '../internal/dialog/request-element.ts';

/**
 * @summary Lets the user review a server's request for a model, and the answer before the server gets it.
 *
 * A modal dialog that opens by itself when a server requests sampling. First the user sees, and can edit, what the model would
 * get. Then the model of the page answers, or the user does. Finally the user sees, and can edit, what the server would get.
 * Closing the dialog, at any time, rejects the request. The buttons that send something work only after a short
 * delay, which starts again when the window comes back, and never by script. While another window is in front and, in Chromium,
 * while the dialog is covered, transparent or scaled down, nothing can be sent.
 *
 * With `inline`, it shows requests where it is, one at a time, and the page stays usable. The same rules hold for its buttons, which
 * also wait after they moved or were scrolled, and the focus stays where it was.
 *
 * Keyboard: Escape rejects; Ctrl+Enter or ⌘+Enter sends, from the answer and from Send.
 *
 * @csspart dialog - the dialog
 * @csspart queue - how many requests wait
 * @csspart messages - the messages for the model
 * @csspart answer - the answer for the server
 * @csspart error - why the model did not answer
 * @csspart actions - the buttons
 * @fires {McpSamplingRequestEvent} mcp-sampling-request - the user approved a request. Answer it with `respondWith()`, or leave it to `model` or to the user.
 *
 * @example
 * ```html
 * <mcp-host>
 *   <mcp-server src="https://example.com/mcp"></mcp-server>
 *   <mcp-sampling-review></mcp-sampling-review>
 * </mcp-host>
 * ```
 */
export class McpSamplingReviewElement extends RequestElement<'sampling'> {
  /** Answers requests that no listener of `mcp-sampling-request` answers. Without a model, the user writes the answer. */
  @property({ attribute: false }) model: SamplingModel | undefined;

  /** Whether listeners of `mcp-sampling-request` support tools; a `model` says so itself. Servers are told. */
  @property({ type: Boolean, attribute: 'supports-tools' }) supportsTools = false;

  /** How long the buttons that send something stay disabled after they appear, and how long the end of the answer has to be on the screen, in ms. 500 by default. */
  @property({ attribute: false }) armDelay = 500;

  protected override readonly kinds = ['sampling'] as const;
  protected override readonly dialog = new OnDemand(
    this,
    async () => new (await import('./sampling-dialog.ts')).SamplingDialog(this),
  );

  /** How this element is registered with its host. */
  #responder: { readonly host: McpHost; readonly supportsTools: boolean; readonly remove: () => void } | undefined;

  protected override respondFor(host: McpHost, signal: AbortSignal): void {
    this.#register(host);
    signal.addEventListener('abort', () => this.#unregister(), { once: true });
  }

  protected override willUpdate(_changed: PropertyValues<this>): void {
    if (this.#responder) this.#register(this.#responder.host);
  }

  protected override refuse(host: McpHost, id: string): void {
    host.respond(id, { action: 'deny' });
  }

  #register(host: McpHost): void {
    const supportsTools = this.supportsTools || this.model?.supportsTools === true;
    if (this.#responder?.host === host && this.#responder.supportsTools === supportsTools) return;
    // Adds the new responder first: a waiting request must always have one.
    const remove = host.addResponder('sampling', { supportsTools });
    this.#unregister();
    this.#responder = { host, supportsTools, remove };
  }

  #unregister(): void {
    this.#responder?.remove();
    this.#responder = undefined;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-sampling-review': McpSamplingReviewElement;
  }
}
