import type { McpHost, SamplingModel } from '@mcp-web/client';
import type { PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import { AskingElement } from '../internal/dialog/asking-element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';

/**
 * @summary Lets the user review what a server asks a model, and the answer before the server gets it.
 *
 * A modal dialog that opens by itself when a server asks for the answer of a model. First the user sees, and can edit, what
 * the model would get; then the model answers: that of the page, or the user. Last the user sees, and can edit, what the server
 * would get. Closing it, at any time, rejects. The buttons that let something out take effect only a moment after they
 * appeared, and never by script.
 *
 * Keys: Escape rejects; Ctrl+Enter or ⌘+Enter sends, from the answer and from Send.
 *
 * @csspart dialog - the dialog
 * @csspart queue - how many questions wait
 * @csspart messages - the messages that the model gets
 * @csspart answer - the answer that the server gets
 * @csspart error - why the model did not answer
 * @csspart actions - the buttons
 * @fires {McpSamplingRequestEvent} mcp-sampling-request - the user approved a request. Answer with `respondWith()`, or leave it to `model`, or to the user.
 *
 * @example
 * ```html
 * <mcp-host>
 *   <mcp-server src="https://example.com/mcp"></mcp-server>
 *   <mcp-sampling-review></mcp-sampling-review>
 * </mcp-host>
 * ```
 */
export class McpSamplingReviewElement extends AskingElement<'sampling'> {
  /** The model that answers what no listener of `mcp-sampling-request` does. Without one, the user writes the answer. */
  @property({ attribute: false }) model: SamplingModel | undefined;

  /** Whether listeners of `mcp-sampling-request` understand tools. A `model` says so itself. Servers are told of it. */
  @property({ type: Boolean, attribute: 'supports-tools' }) supportsTools = false;

  /** How long the buttons that let something out stay off after they appeared, in ms. */
  @property({ attribute: false }) armDelay = 500;

  protected override readonly kinds = ['sampling'] as const;
  protected override readonly dialog = new OnDemand(
    this,
    async () => new (await import('./sampling-dialog.ts')).SamplingDialog(this),
  );

  /** How this element is known to its host. */
  #responder: { readonly host: McpHost; readonly supportsTools: boolean; readonly remove: () => void } | undefined;

  protected override onHost(host: McpHost, signal: AbortSignal): void {
    this.#offer(host);
    signal.addEventListener('abort', () => this.#withdraw(), { once: true });
  }

  protected override willUpdate(_changed: PropertyValues<this>): void {
    if (this.#responder) this.#offer(this.#responder.host);
  }

  protected override refuse(host: McpHost, id: string): void {
    host.respond(id, { action: 'deny' });
  }

  #offer(host: McpHost): void {
    const supportsTools = this.supportsTools || this.model?.supportsTools === true;
    if (this.#responder?.host === host && this.#responder.supportsTools === supportsTools) return;
    // The new one first: a question that waits must not be without anybody to ask it.
    const remove = host.addResponder('sampling', { supportsTools });
    this.#withdraw();
    this.#responder = { host, supportsTools, remove };
  }

  #withdraw(): void {
    this.#responder?.remove();
    this.#responder = undefined;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-sampling-review': McpSamplingReviewElement;
  }
}
