/** What is said of sign-in, questions, and what a server says of itself: loaded with the first of it. */
import { html, type TemplateResult } from 'lit';

export const english = {
  asking: (count: number) => (count === 1 ? 'Asks you' : `Asks you ${count} things`),
  unseenRequests: (count: number) =>
    count === 0
      ? 'Its questions are turned away.'
      : count === 1
        ? '1 question was turned away.'
        : `${count} questions were turned away.`,
  hear: 'Let it ask again',
  instructions: 'Instructions',
  description: 'Description',
  version: 'Name and version',
  website: 'Website',
  capabilities: 'Capabilities',
  needed: 'This server wants to know who you are.',
  sessionEnded: 'Your session has ended.',
  opening: 'Looking for where to sign in…',
  goOn: (host: TemplateResult) => html`Go on at ${host}, in the window that opened.`,
  blocked: (host: TemplateResult) => html`The browser did not let the window open. Sign in at ${host}:`,
  open: 'Open the window',
  redirect: 'Sign in in this window',
  signIn: 'Sign in',
  signInAgain: 'Sign in again',
  signInTo: (action: string, name: string) => `${action} to ${name}`,
  cancel: 'Cancel',
  cancelNamed: (name: string) => `Cancel signing in to ${name}`,
  signOut: 'Sign out',
  signOutNamed: (name: string) => `Sign out of ${name}`,
  signedIn: (host: TemplateResult) => html`Signed in at ${host}`,
  scope: 'Permissions',
  granted: 'Granted',
  noScope: 'The authorization server did not say what.',
  issuer: 'Authorization server',
  untold: 'You are signed out here. The authorization server could not be told:',
};

export type MoreServerMessages = typeof english;
