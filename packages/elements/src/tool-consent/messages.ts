import { html } from 'lit';

export const english = {
  question: (tool: string) => html`Allow <bdi>${tool}</bdi> to run?`,
  tool: 'Tool',
  server: 'Server',
  description: 'It says',
  arguments: 'Arguments',
  argumentsHint: 'Exactly what the server gets',
  noArguments: 'No arguments',
  edit: 'Edit',
  discard: 'Discard changes',
  reasonSummary: 'Deny with a reason',
  reason: 'Reason',
  deny: 'Deny',
  allow: 'Allow once',
  allowSession: 'Allow for this session',
  allowAlways: 'Allow always',
  session: 'For this session: until this page is closed or reloaded, or the tool changes.',
  always:
    'For this session: until this page is closed or reloaded. Always: until you revoke it. Both end when the tool changes.',
  insecure: 'Nothing can be allowed for longer: this page did not come over https.',
  failed: 'Nothing can be allowed for longer: the browser keeps nothing for this page.',
  changed: (since: Date) =>
    `This tool is not what you allowed on ${since.toLocaleDateString('en', { dateStyle: 'long' })}. What changed:`,
  moreQuestion: (server: string) => html`Give <bdi>${server}</bdi> more permissions?`,
  signIn: 'Go on',
  signInHint: 'You are asked again on the page of the authorization server, and can still say no there.',
};

export type ToolConsentMessages = typeof english;
