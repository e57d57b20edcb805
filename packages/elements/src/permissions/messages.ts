export const english = {
  empty: 'No tools run without asking',
  emptyHint: 'Tools that you allow for longer than one call appear here. You can revoke them at any time.',
  off: 'Permissions last until this page is closed or reloaded.',
  insecure: 'This page was not loaded over HTTPS, so permissions last until you close or reload it.',
  failed: 'This browser blocks storage, so permissions last until you close the page.',
  count: (count: number) => (count === 1 ? '1 tool runs without asking' : `${count} tools run without asking`),
  always: (since: Date) => `Always, since ${since.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}`,
  session: (since: Date) => `For this session, since ${since.toLocaleTimeString('en', { timeStyle: 'short' })}`,
  revoke: 'Revoke',
  revokeNamed: (tool: string) => `Revoke the permission for ${tool}`,
  revokeServer: 'Revoke all',
  revokeServerNamed: (server: string) => `Revoke all permissions for ${server}`,
  revokeAll: 'Revoke everything',
  confirm: (count: number) => (count === 1 ? 'Revoke this permission?' : `Revoke ${count} permissions?`),
  confirmHint: 'You’ll be asked before these tools run again. Calls in progress continue.',
  cancel: 'Cancel',
  revoked: (count: number) => (count === 1 ? 'Permission revoked' : `${count} permissions revoked`),
};

export type PermissionsMessages = typeof english;
