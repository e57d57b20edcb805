/** Allow, ask or block: a choice for each tool of a server, read-only and other tools apart. Loaded on demand. */
import { displayName, type HostServer, type Tool, type ToolPermission } from '@mcp-web/client';
import { css, html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import type { HostedElement } from '../internal/base/hosted-element.ts';
import { serverName } from '../internal/server/identity.ts';
import { shortText } from '../internal/text/text.ts';
import type { PermissionsMessages } from './messages.ts';
import { ToolDecisions } from './tool-decisions.ts';

const CHOICES: readonly ToolPermission[] = ['allow', 'ask', 'block'];

export class ToolChoices {
  readonly styles = [styles];
  readonly #element: HostedElement;
  readonly decisions: ToolDecisions;

  constructor(...[element, deciding]: ConstructorParameters<typeof ToolDecisions>) {
    this.#element = element;
    this.decisions = new ToolDecisions(element, deciding);
  }

  render(messages: PermissionsMessages, server: HostServer): TemplateResult {
    const { snapshot } = this.#element;
    return html`${guard([messages, server.tools, server.enabledTools, snapshot?.consent], () => {
      const isReading = ({ annotations }: Tool): boolean => annotations?.readOnlyHint === true;
      const reading = server.tools.filter(isReading);
      const others = server.tools.filter((tool) => !isReading(tool));
      return html`${this.#section(messages, server, reading, messages.reading)}${this.#section(messages, server, others, messages.writing)}`;
    })}`;
  }

  #section(
    messages: PermissionsMessages,
    server: HostServer,
    tools: readonly Tool[],
    title: string,
  ): TemplateResult | typeof nothing {
    const host = this.#element.currentHost;
    if (!host || tools.length === 0) return nothing;
    const current = tools.map((tool) => host.toolPermissions.of(server, tool));
    const common = current.every((permission) => permission === current[0]) ? current[0] : undefined;
    const name = shortText(serverName(server), 60);
    return html`<div class="choices" role="group" aria-label=${title}>
      <div class="choice-row all"><b class="small">${title}</b>${this.#select(messages, messages.chooseAll(title, name), common, (permission) => this.decisions.choose(tools.map((tool) => ({ server, tool, permission }))))}</div>
      <ul>${repeat(
        tools,
        ({ name: toolName }) => toolName,
        (tool, at) =>
          html`<li class="choice-row"><span><bdi>${shortText(displayName(tool), 80)}</bdi> <code class="soft small">${shortText(tool.name, 80)}</code></span>${this.#select(messages, messages.choose(shortText(displayName(tool), 80)), current[at], (permission) => this.decisions.choose([{ server, tool, permission }]))}</li>`,
      )}</ul>
    </div>`;
  }

  #select(
    messages: PermissionsMessages,
    label: string,
    current: ToolPermission | undefined,
    onchoose: (permission: ToolPermission) => void,
  ): TemplateResult {
    const onchange = ({ currentTarget }: Event): void => {
      if (!(currentTarget instanceof HTMLSelectElement)) return;
      const permission = CHOICES.find((choice) => choice === currentTarget.value);
      // It shows what holds, until the choice does.
      currentTarget.value = current ?? '';
      if (permission) onchoose(permission);
    };
    return html`<select class="field choice ${current ?? ''}" part="control select small" aria-label=${label} .value=${live(current ?? '')} @change=${onchange}>
      ${current === undefined ? html`<option value="" selected disabled>${messages.mixed}</option>` : nothing}
      ${CHOICES.map((choice) => html`<option value=${choice} ?selected=${choice === current}>${messages.choices[choice]}</option>`)}
    </select>`;
  }
}

const styles = css`
  .choices { margin-block-start: 8px; }
  .choice-row { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 4px 12px; align-items: center; padding-block: 4px; }
  .choice-row > :first-child { min-inline-size: 0; overflow-wrap: anywhere; }
  li.choice-row { padding-inline-start: 10px; border-inline-start: 2px solid var(--_line); }
  select.choice { inline-size: auto; max-inline-size: 9rem; min-block-size: 32px; padding-block: 2px; font-size: 0.8667em; }
  select.allow { border-color: var(--_success); }
  select.block { border-color: var(--_danger); color: var(--_danger); }
`;
