import { html } from 'lit';

export const english = {
  empty: 'No tools run without asking',
  emptyHint: 'Tools that you allow for longer than one call appear here. You can revoke them at any time.',
  off: 'Permissions last until this page is closed or reloaded.',
  insecure: 'This page was not loaded over HTTPS, so permissions last until you close or reload it.',
  failed: 'This browser blocks storage, so permissions last until you close the page.',
  count: (count: number) => (count === 1 ? '1 tool runs without asking' : `${count} tools run without asking`),
  skills: 'Skills',
  skillCount: (count: number) =>
    count === 1 ? 'Models get 1 skill without asking' : `Models get ${count} skills without asking`,
  always: (since: Date) => `Always, since ${since.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}`,
  session: (since: Date) => `For this session, since ${since.toLocaleTimeString('en', { timeStyle: 'short' })}`,
  revoke: 'Revoke',
  revokeNamed: (tool: string) => `Revoke the permission for ${tool}`,
  revokeServer: 'Revoke all',
  revokeServerNamed: (server: string) => `Revoke all permissions for ${server}`,
  revokeAll: 'Revoke everything',
  confirm: (count: number) => (count === 1 ? 'Revoke this permission?' : `Revoke ${count} permissions?`),
  confirmHint: 'You’ll be asked before these tools run again. Calls in progress continue.',
  confirmSkillHint: 'You’ll be asked before a model gets these skills again. What it has read already, it keeps.',
  cancel: 'Cancel',
  revoked: (count: number) => (count === 1 ? 'Permission revoked' : `${count} permissions revoked`),
  chooseTitle: 'Allow, ask or block',
  chooseHint:
    'What happens when a model calls a tool. Models do not see blocked tools; you can still run them. If a tool that you allowed changes, you are asked again.',
  reading: 'Read-only, says the server',
  writing: 'May change data',
  choices: { allow: 'Allow', ask: 'Ask', block: 'Block' },
  mixed: 'Different',
  choose: (tool: string) => `Permission for ${tool}`,
  chooseAll: (kind: string, server: string) => `All tools of ${server}: ${kind}`,
  allowTitle: (tool: string) => html`Allow “<bdi>${tool}</bdi>” without asking?`,
  allowSeveral: (count: number) => `Allow ${count} tools without asking?`,
  allowHint: 'They only read data, says the server. Nobody has checked this.',
  allowRisk: 'Data may be changed or deleted without anybody being asked.',
  changed: (count: number) => (count === 1 ? '1 choice changed' : `${count} choices changed`),
  skipped: (count: number) =>
    count === 1
      ? 'Nothing was decided about 1 tool, because it has changed or is gone'
      : `Nothing was decided about ${count} tools, because they have changed or are gone`,
  undo: 'Undo',
};

export type PermissionsMessages = typeof english;
