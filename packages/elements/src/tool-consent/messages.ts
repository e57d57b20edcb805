import { html } from 'lit';

export const english = {
  title: (tool: string) => html`Allow <bdi>${tool}</bdi> to run?`,
  tool: 'Tool',
  server: 'Server',
  description: 'Server says',
  arguments: 'Arguments',
  argumentsHint: 'Sent exactly as shown',
  noArguments: 'No arguments',
  edit: 'Edit',
  discard: 'Discard changes',
  reasonSummary: 'Deny with a reason',
  reason: 'Reason',
  deny: 'Deny',
  allow: 'Allow once',
  allowSession: 'Allow for this session',
  allowAlways: 'Always allow',
  session: 'A session lasts until you close or reload this page, or the tool changes.',
  always:
    'A session lasts until you close or reload this page; “always” lasts until you revoke it. Both end when the tool changes.',
  insecure: '“Always allow” is not available, because this page was not loaded over HTTPS.',
  failed: '“Always allow” is not available, because this browser blocks storage for this page.',
  changed: (since: Date) =>
    `This tool has changed since you allowed it on ${since.toLocaleDateString('en', { dateStyle: 'long' })}.`,
  changes: 'What changed',
  removed: 'Removed:',
  added: 'Added:',
  moreChanges: 'There are more changes than can be shown here.',
  noChanges: 'No visible changes.',
  stepUpTitle: (server: string) => html`Give <bdi>${server}</bdi> more access?`,
  issuer: 'Sign in at',
  scope: 'Access',
  signIn: 'Continue',
  signInHint: 'The authorization server asks you again on its own page. You can still refuse there.',
  mute: 'Mute requests from this server',
};

export type ToolConsentMessages = typeof english;
