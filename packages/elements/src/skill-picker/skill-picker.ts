import type { HostServer, McpHost } from '@mcp-web/client';
import { type CSSResultGroup, html, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { HostedElement } from '../internal/base/hosted-element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import { pageHead } from '../internal/base/page-head.ts';
import { declaresSkills } from '../internal/server/declared-skills.ts';
import { english } from './messages.ts';
import { styles } from './skill-picker.styles.ts';

/**
 * @summary The skills of all servers: instructions for a model, which the user can find, look at and use.
 *
 * A skill is text that a stranger wrote for a model, so the user is asked before one is loaded: the page needs a
 * `<mcp-tool-consent>` or `<mcp-requests>`. Before that, nothing of it is read. A skill whose files are not what its server
 * said is not used, and the element says which file that is.
 *
 * @fires {McpSkillPickEvent} mcp-skill-pick - the user has picked a skill and allowed it
 *
 * @slot header - a title of the page, above everything
 * @slot actions - controls of the page, beside the title
 * @slot empty - what is shown when there are no skills
 * @csspart search - the field that finds a skill
 * @csspart server - the skills of one server
 * @csspart skill - one skill
 * @csspart refused - the skills that cannot be used
 * @csspart error - what went wrong
 *
 * @example
 * ```html
 * <mcp-host>
 *   <mcp-server src="https://example.com/mcp"></mcp-server>
 *   <mcp-tool-consent></mcp-tool-consent>
 *   <mcp-skill-picker></mcp-skill-picker>
 * </mcp-host>
 * ```
 */
export class McpSkillPickerElement extends HostedElement {
  static override styles: CSSResultGroup = [HostedElement.styles, styles];

  /** The accessible name of the field that finds a skill. */
  @property() label: string | undefined;

  /** Loaded with the first server that has skills. */
  readonly #list = new OnDemand(this, async () => new (await import('./skill-list.ts')).SkillList(this));

  protected override onHost(_host: McpHost, signal: AbortSignal): void {
    this.#list.loaded?.leave();
    signal.addEventListener('abort', () => this.#list.loaded?.leave(), { once: true });
  }

  protected override onSignOut(_server: HostServer): void {
    this.#list.loaded?.leave();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#list.loaded?.leave();
  }

  override render(): TemplateResult {
    const { snapshot } = this;
    if (!snapshot) return html`<p class="notice">${this.shared.noHost}</p>`;
    const messages = this.messagesFor('skill-picker', english);
    const hasAny = snapshot.servers.some(declaresSkills);
    const list = hasAny ? this.#list.need() : undefined;
    return html`<div class="card" part="card">
      ${pageHead()}
      ${list?.template(messages) ?? html`<div class="empty"><slot name="empty"><b>${messages.empty}</b><span>${messages.emptyHint}</span></slot></div>`}
      ${this.#list.notice()}
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-skill-picker': McpSkillPickerElement;
  }
}
