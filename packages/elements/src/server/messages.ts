import { html, type TemplateResult } from 'lit';
import type { SharedMessages } from '../internal/text/shared-messages.ts';

export const english = {
  status: { connecting: 'Connecting', ready: 'Connected', failed: 'Not connected' },
  noServer: 'Server removed.',
  oldTransport: 'Deprecated transport',
  byRelay: (address: TemplateResult) => html`Requests go through the relay ${address}`,
  causes: 'Possible causes',
  serverSays: 'The server refuses the connection. It says:',
  refusedHeaders: 'This server does not accept the credentials that this page sends.',
  unauthorized:
    'This server requires you to sign in, or a token. This page offers neither: it needs redirect-uri on <mcp-host>, or the property headers of <mcp-server>.',
  listError: 'Connected, but a list could not be loaded.',
  listing: 'Loading lists',
  tools: (count: number): string => (count === 1 ? 'tool' : 'tools'),
  prompts: (count: number): string => (count === 1 ? 'prompt' : 'prompts'),
  resources: (count: number): string => (count === 1 ? 'resource' : 'resources'),
  findCause: 'Find out why',
  findCauseNamed: (name: string) => `Find out why ${name} cannot be used`,
  retry: 'Retry',
  retryAt: (time: number) => `Next attempt at ${new Date(time).toLocaleTimeString('en', { timeStyle: 'medium' })}.`,
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  retryNamed: (name: string) => `Retry the connection to ${name}`,

  about: 'About this server',
  instructions: 'Instructions',
  description: 'Description',
  version: 'Name and version',
  website: 'Website',
  capabilities: 'Capabilities',

  requests: (count: number) => (count === 1 ? 'Needs your input' : `${count} requests need your input`),
  mutedRequests: (count: number) =>
    count === 0 ? 'Requests are muted.' : count === 1 ? '1 request was blocked.' : `${count} requests were blocked.`,
  unmute: 'Unmute',

  signInStatus: {
    'signed-out': 'Not signed in',
    expired: 'Session expired',
    'signing-in': 'Signing in',
    blocked: 'Waiting for you',
  },
  needed: 'Sign in to use this server.',
  sessionEnded: 'Your session has ended.',
  opening: 'Looking for the sign-in page…',
  continueAt: (host: TemplateResult) => html`Continue signing in at ${host} in the new window.`,
  blocked: (host: TemplateResult) => html`Your browser blocked the sign-in window. Sign in at ${host}:`,
  open: 'Open the window',
  redirect: 'Sign in using this window',
  signIn: 'Sign in',
  signInAgain: 'Sign in again',
  signInTo: (action: string, name: string) => `${action} to ${name}`,
  cancel: 'Cancel',
  cancelNamed: (name: string) => `Cancel signing in to ${name}`,
  signOut: 'Sign out',
  signOutNamed: (name: string) => `Sign out of ${name}`,
  signedIn: (host: TemplateResult) => html`Signed in at ${host}`,
  scope: 'Access',
  granted: 'Granted',
  noScope: 'Not specified',
  issuer: 'Authorization server',
  notRevoked: 'You are signed out here, but the authorization server could not be notified:',
};

export type ServerMessages = typeof english;

/** The messages that the templates of the card use. */
export interface CardMessages extends ServerMessages {
  readonly shared: SharedMessages;
}
