/** The permissions of one server: those for its tools, then those for its skills. */
import { displayName, type Permission } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { isJsonObject, shortText } from '../internal/text/text.ts';
import type { PermissionsMessages } from './messages.ts';

/** @param onrevoke called with the permission that the user revokes */
export function permissionList(
  messages: PermissionsMessages,
  permissions: readonly Permission[],
  onrevoke: (permission: Permission) => void,
): TemplateResult {
  const { tool: tools = [], skill: skills = [] } = Object.groupBy(permissions, ({ kind }) => kind);
  const list = (own: readonly Permission[]): TemplateResult | typeof nothing =>
    own.length === 0
      ? nothing
      : html`<ul>${repeat(
          own,
          ({ id }) => id,
          (permission) => item(messages, permission, () => onrevoke(permission)),
        )}</ul>`;
  return html`${list(tools)}${skills.length > 0 ? html`<h4 class="soft small">${messages.skills}</h4>` : nothing}${list(skills)}`;
}

/** How many tools run, and how many skills models get, without asking. */
export function allowedCount(messages: PermissionsMessages, permissions: readonly Permission[]): string {
  const count = (wanted: Permission['kind']): number =>
    new Set(
      permissions
        .filter(({ kind }) => kind === wanted)
        .map(({ serverUrl, toolName }) => JSON.stringify([serverUrl, toolName])),
    ).size;
  const [tools, skills] = [count('tool'), count('skill')];
  return [tools > 0 && messages.count(tools), skills > 0 && messages.skillCount(skills)].filter(Boolean).join(' · ');
}

/** What follows when these are revoked. */
export function revokeHint(messages: PermissionsMessages, permissions: readonly Permission[]): string {
  const has = (wanted: Permission['kind']): boolean => permissions.some(({ kind }) => kind === wanted);
  return [has('tool') && messages.confirmHint, has('skill') && messages.confirmSkillHint].filter(Boolean).join(' ');
}

function item(messages: PermissionsMessages, permission: Permission, onrevoke: () => void): TemplateResult {
  const { toolName, duration, time } = permission;
  const name = shortText(nameOf(permission));
  return html`<li class="permission" part="permission">
      <span><b><bdi>${name}</bdi></b> <code class="soft">${shortText(toolName)}</code></span>
      <span class="soft small">${messages[duration](new Date(time))}</span>
      <button type="button" class="button small danger" part="button secondary danger small" aria-label=${messages.revokeNamed(name)} @click=${onrevoke}>${messages.revoke}</button>
    </li>`;
}

function nameOf({ kind, definition, toolName }: Permission): string {
  if (kind === 'skill') {
    const { skill } = definition;
    return isJsonObject(skill) && typeof skill['name'] === 'string' ? skill['name'] : toolName;
  }
  const title = typeof definition['title'] === 'string' ? definition['title'] : undefined;
  return displayName({ name: toolName, ...(title && { title }), annotations: Object(definition['annotations']) });
}
