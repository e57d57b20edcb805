/** What is said of permissions: loaded with the first one. */
export const english = {
  count: (count: number) => (count === 1 ? '1 tool runs without a question' : `${count} tools run without a question`),
  always: (since: Date) => `Always, since ${since.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}`,
  session: (since: Date) => `For this session, since ${since.toLocaleTimeString('en', { timeStyle: 'short' })}`,
  revoke: 'Revoke',
  revokeNamed: (tool: string) => `Revoke the permission for ${tool}`,
  revokeServer: 'Revoke all',
  revokeServerNamed: (server: string) => `Revoke all permissions for ${server}`,
  revokeAll: 'Revoke everything',
  confirm: (count: number) => (count === 1 ? 'Revoke this permission?' : `Revoke ${count} permissions?`),
  confirmHint: 'Before such a tool runs again, you are asked. Calls under way go on.',
  keep: 'Keep',
  revoked: (count: number) => (count === 1 ? 'Permission revoked' : `${count} permissions revoked`),
};

export type PermissionListMessages = typeof english;
