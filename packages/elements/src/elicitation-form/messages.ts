import { html, type TemplateResult } from 'lit';

export const english = {
  formTitle: (server: TemplateResult) => html`${server} needs some information`,
  visitTitle: (server: TemplateResult) => html`${server} wants to open a page`,
  server: 'Server',
  message: 'Message',
  answer: 'Your answer',
  preview: 'What will be sent',
  unsupported: (names: string) => `The server also asks for information that this form does not support: ${names}.`,
  unanswerable: 'Without it, you cannot send the form. You can decline or cancel.',
  notFlat: 'An answer can contain only text, numbers, yes or no, and lists of text.',
  address: 'Full URL',
  ownDevice: 'This address is on your own device.',
  credentials: 'The part before the @ is a user name. It is not the site that opens.',
  lookalike:
    'The name of this site contains letters from another alphabet (“xn--…”). It may imitate a site that you know.',
  unnamed: 'This is an IP address, not a domain name.',
  otherSite: 'This is a different site from the server.',
  visitHint: 'The page opens in a new window. This page can’t see what you do there.',
  waiting: (host: TemplateResult) =>
    html`${host} is open in another window. When you are done there, come back and select Continue.`,
  waitingForServer: 'If the server reports that you are done, this continues automatically.',
  cancel: 'Cancel',
  decline: 'Decline',
  send: 'Send',
  open: 'Open page',
  reopen: 'Reopen page',
  continue: 'Continue',
  hint: '“Decline” tells the server that you said no, “Cancel” that you made no choice. Both end this request.',
  unseenRequests: (count: number) =>
    count === 1
      ? '1 more request from this server was blocked.'
      : `${count.toLocaleString('en')} more requests from this server were blocked.`,
  mute: 'Mute requests from this server',
  withdrawn: (server: string) => `${server} no longer needs your answer.`,
};

export type ElicitationFormMessages = typeof english;
