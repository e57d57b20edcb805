/** Carries out what the user chose for tools, and takes it back. Loaded on demand. */
import {
  displayName,
  type HostServer,
  type McpHost,
  type PermissionDuration,
  type Tool,
  type ToolPermission,
} from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { HostedElement } from '../internal/base/hosted-element.ts';
import { serverAddress, serverName } from '../internal/server/identity.ts';
import { shortText } from '../internal/text/text.ts';
import type { Confirmation } from './confirm-dialog.ts';
import type { PermissionsMessages } from './messages.ts';

/** One tool, and what the user wants for it. */
export interface Choice {
  readonly server: HostServer;
  readonly tool: Tool;
  readonly permission: ToolPermission;
  /** How long to allow it, when that is known from before. */
  readonly duration?: PermissionDuration | undefined;
}

interface DecidingElement {
  readonly confirm: (confirmation: Confirmation) => void;
  /** Called with why a choice could not be carried out, and with undefined when there is another choice. */
  readonly onproblem: (problem: unknown) => void;
}

export class ToolDecisions {
  readonly #element: HostedElement;
  readonly #deciding: DecidingElement;
  /** The newest choice for each tool that is not in force yet. An older one, of many tools, must not overwrite it. */
  readonly #newest = new WeakMap<McpHost, Map<string, Choice>>();
  /** What the last choice replaced. */
  #undo: readonly Choice[] = [];
  /** How many tools nothing was decided about, because they are not what the user saw. */
  #skipped = 0;
  #run: object | undefined;

  constructor(element: HostedElement, deciding: DecidingElement) {
    this.#element = element;
    this.#deciding = deciding;
  }

  /** Another user, or another host, takes nothing back. */
  forget(): void {
    this.#run = undefined;
    this.#undo = [];
    this.#skipped = 0;
  }

  /** Says what has changed, with a button that takes it back. */
  render(messages: PermissionsMessages): TemplateResult | typeof nothing {
    if (this.#undo.length === 0 && this.#skipped === 0) return nothing;
    return html`<span>${this.#undo.length > 0 ? messages.changed(this.#undo.length) : nothing} ${this.#skipped > 0 ? messages.skipped(this.#skipped) : nothing}</span> ${this.#undo.length > 0 ? html`<button type="button" class="button small" part="button secondary small" @click=${this.#onundo}>${messages.undo}</button>` : nothing}`;
  }

  /** Asks first before it allows several tools, or one that may change data. */
  readonly choose = (choices: readonly Choice[]): void => {
    const host = this.#element.currentHost;
    const changed = choices.filter((choice) => {
      const { server, tool, permission } = choice;
      return host?.toolPermissions.of(server, tool) !== permission || this.#newest.get(host)?.has(keyOf(choice));
    });
    const [first] = changed;
    if (!first) return;
    const { server, tool } = first;
    const isSingle = changed.length === 1;
    const isRisky = changed.some((choice) => choice.tool.annotations?.readOnlyHint !== true);
    if (first.permission !== 'allow' || (!isRisky && isSingle)) return void this.#decide(changed);
    this.#deciding.confirm({
      title: (messages) =>
        isSingle ? messages.allowTitle(shortText(displayName(tool), 60)) : messages.allowSeveral(changed.length),
      about: html`<p>${isSingle ? html`<code>${shortText(tool.name, 200)}</code> ` : nothing}<bdi>${shortText(serverName(server), 60)}</bdi> <span class="origin"><bdi dir="ltr">${serverAddress(server)}</bdi></span></p>`,
      hint: (messages) => (isRisky ? messages.allowRisk : messages.allowHint),
      action: (messages) => messages.choices.allow,
      onconfirm: () => void this.#decide(changed),
    });
  };

  async #decide(choices: readonly Choice[], canUndo = true): Promise<void> {
    const host = this.#element.currentHost;
    if (!host) return;
    const newest = this.#newest.get(host) ?? new Map<string, Choice>();
    this.#newest.set(host, newest);
    for (const choice of choices) newest.set(keyOf(choice), choice);
    const run = (this.#run = {});
    this.#undo = [];
    this.#skipped = 0;
    this.#deciding.onproblem(undefined);
    const before: Choice[] = [];
    const problems: unknown[] = [];
    let skipped = 0;
    for (const choice of choices) {
      const key = keyOf(choice);
      if (newest.get(key) !== choice) continue;
      const { server, tool, permission, duration } = choice;
      try {
        if (isOffered(host, choice)) {
          before.push(formerOf(host, choice));
          await host.toolPermissions.set(server.id, tool.name, permission, { by: 'user', duration });
        } else skipped++;
      } catch (error) {
        // The others are decided about all the same.
        problems.push(error);
      }
      if (newest.get(key) === choice) newest.delete(key);
    }
    if (this.#element.currentHost !== host) return;
    if (problems.length > 0) this.#deciding.onproblem(problems[0]);
    // Another choice may have come, or another user.
    if (this.#run) this.#skipped += skipped;
    if (this.#run === run && canUndo) this.#undo = before;
    this.#element.requestUpdate();
  }

  readonly #onundo = async (): Promise<void> => {
    const undo = this.#undo;
    this.#element.renderRoot.querySelector<HTMLElement>('.tools > summary')?.focus();
    await this.#decide(undo, false);
  };
}

/** Two connections to one address have the same permissions. */
const keyOf = ({ server, tool }: Choice): string => JSON.stringify([server.url, tool.name]);

/** Whether the same user is there, and the tool is the one that they saw: its list may have been fetched again. */
function isOffered(host: McpHost, { server: { id, url, signOuts }, tool }: Choice): boolean {
  const server = host.getSnapshot().servers.find((one) => one.id === id && one.url === url);
  if (!server || server.signOuts !== signOuts) return false;
  return server.tools.some((one) => one.name === tool.name && (one === tool || isSame(written(one), written(tool))));
}

/** What holds before a choice. What cannot be recognized as allowed for good is allowed for the session only. */
function formerOf(host: McpHost, { server, tool }: Choice): Choice {
  const permission = host.toolPermissions.of(server, tool);
  if (permission !== 'allow') return { server, tool, permission };
  const definition = written(tool);
  const isForGood = host
    .getSnapshot()
    .consent.permissions.some(
      (one) =>
        one.kind === 'tool' &&
        one.duration === 'always' &&
        one.serverUrl === server.url &&
        one.toolName === tool.name &&
        isSame(JSON.stringify(one.definition), definition),
    );
  return { server, tool, permission, duration: isForGood ? 'always' : 'session' };
}

/** A permission has neither icons nor `_meta`. Nothing for a definition that is too deep. */
function written({ icons: _icons, _meta, ...definition }: Tool): string | undefined {
  try {
    return JSON.stringify(definition);
  } catch {
    return undefined;
  }
}

const isSame = (one: string | undefined, other: string | undefined): boolean => one !== undefined && one === other;
