import type { HostServer } from '@mcp-web/client';
import type { ActivityRecorder } from '@mcp-web/client/activity';
import { type CSSResultGroup, html, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { HostedElement } from '../internal/base/hosted-element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import { pageHead } from '../internal/base/page-head.ts';
import { rowListStyles } from '../internal/lists/row-list.styles.ts';
import { styles } from './activity.styles.ts';
import { english } from './messages.ts';

/**
 * @summary The messages between the page and its servers as they are sent: each request with its answer, time, HTTP headers and events. For authors of servers.
 *
 * Records nothing until the user presses the button or the page sets a recorder. Then each message is a row that opens. Users can
 * filter and find messages, copy a request as `curl` or as TypeScript, send it again, and save and open recordings. A tool call
 * that is sent again asks for consent like any call; any other request asks for a confirmation. The page stays responsive with
 * 100,000 messages; older ones are dropped. A user who has scrolled up keeps their place. Anything that looks like a secret is
 * replaced before it is recorded. When the user of a server signs out, nothing of that server stays.
 *
 * Keyboard: the arrow keys, Page Up, Page Down, Home and End lead from row to row; Enter opens one.
 *
 * @slot header - a title of the page, above everything
 * @slot actions - controls of the page, after the buttons
 * @csspart messages - the list of messages
 * @csspart entry - one message with its answer
 * @csspart details - the message that was opened
 *
 * @example
 * ```html
 * <mcp-host>
 *   <mcp-server src="https://example.com/mcp"></mcp-server>
 *   <mcp-activity></mcp-activity>
 * </mcp-host>
 * ```
 */
export class McpActivityElement extends HostedElement {
  static override styles: CSSResultGroup = [HostedElement.styles, rowListStyles, styles];

  /** What is shown. Without it, the `recorder` of the host, if that is an `ActivityRecorder`. */
  @property({ attribute: false }) recorder: ActivityRecorder | undefined;

  readonly #view = new OnDemand(this, async () => {
    const { ActivityView } = await import('./activity-view.ts');
    return new ActivityView(this);
  });

  /**
   * Shows a recording that was saved, in place of what is recorded. If the file is not a recording, the element says so.
   *
   * @throws {McpError} `network` when the code for it could not be loaded
   */
  async openRecording(file: Blob): Promise<void> {
    const view = await this.#view.load();
    await view.open(file);
  }

  protected override onSignOut(server: HostServer): void {
    this.#view.loaded?.forget(server);
  }

  override render(): TemplateResult {
    const messages = this.messagesFor('activity', english);
    const isNeeded = this.recorder !== undefined || this.currentHost?.recorder !== undefined;
    const view = isNeeded ? this.#view.need() : this.#view.loaded;
    if (view) return view.template(messages);
    if (!this.currentHost && !this.recorder) return html`<p class="notice">${this.shared.noHost}</p>`;
    return html`<div class="card start" part="card">
      ${pageHead()}
      ${this.#view.notice()}
      ${isNeeded ? '' : html`<p class="soft">${messages.startHint}</p><button type="button" class="button primary start-recording" part="button primary" @click=${this.#start}>${messages.start}</button>`}
    </div>`;
  }

  readonly #start = (): void => {
    this.#view.load().then(
      (view) => view.start(),
      () => {},
    );
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-activity': McpActivityElement;
  }
}
