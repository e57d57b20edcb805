import { html, type TemplateResult } from 'lit';

export const english = {
  formTitle: (server: TemplateResult) => html`${server} needs some information`,
  visitTitle: (server: TemplateResult) => html`${server} wants to open a page`,
  server: 'Server',
  message: 'Message',
  answer: 'Your answer',
  preview: 'What will be sent',
  unsupported: (names: string) => `It also asks for information that this form cannot hold: ${names}.`,
  unanswerable: 'The form cannot be sent without it. You can decline or cancel.',
  notFlat: 'An answer can hold only text, numbers, yes or no, and lists of text.',
  address: 'Full URL',
  unencrypted: 'This address is not encrypted (http).',
  credentials: 'The part before the @ is a user name. It does not say where the address leads.',
  lookalike: 'The name of this site uses letters of another script (“xn--…”). It may imitate a site that you know.',
  unnamed: 'This address is an IP number, not a domain.',
  otherSite: 'This is a different site from the server.',
  visitHint: 'The page opens in a new window. This page can’t see what you do there.',
  waiting: (host: TemplateResult) =>
    html`The page of ${host} is open in another window. When you are done there, continue here.`,
  waitingForServer: 'If the server notices that you are done, this continues by itself.',
  cancel: 'Cancel',
  decline: 'Decline',
  send: 'Send',
  open: 'Open page',
  reopen: 'Reopen page',
  continue: 'Continue',
  hint: '“Decline” tells the server no. “Cancel” dismisses the request without an answer.',
  unseenRequests: (count: number) =>
    count === 1
      ? '1 more request from this server was blocked.'
      : `${count.toLocaleString('en')} more requests from this server were blocked.`,
  mute: 'Mute requests from this server',
  withdrawn: (server: string) => `${server} no longer needs your answer.`,
};

export type ElicitationFormMessages = typeof english;
