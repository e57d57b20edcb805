import { html, type TemplateResult } from 'lit';

export const english = {
  formQuestion: (server: TemplateResult) => html`${server} asks you something`,
  visitQuestion: (server: TemplateResult) => html`${server} wants you to visit a page`,
  server: 'Server',
  message: 'It says',
  answer: 'Your answer',
  preview: 'Exactly what is sent',
  unsupported: (names: string) => `It also asks for what a form of this kind cannot hold: ${names}.`,
  unanswerable: 'Without that the form cannot be sent. You can decline, or answer later.',
  notFlat: 'An answer can hold texts, numbers, yes or no, and lists of texts, and nothing else.',
  address: 'The whole address',
  unencrypted: 'The address is not encrypted (http).',
  credentials: 'What stands before the @ is a user name, not where the address leads.',
  lookalike:
    'The name of this site is written in letters of another script (“xn--…”). It may imitate a site that you know.',
  unnamed: 'This site has no name, only a number.',
  otherSite: 'This is another site than that of the server.',
  visitHint: 'The page opens in a window of its own. What you do there, this page cannot see.',
  waiting: (host: TemplateResult) =>
    html`The page of ${host} is open in another window. When you are done there, go on here.`,
  waitingForServer: 'If the server notices by itself that you are done, this goes on without you.',
  cancel: 'Not now',
  decline: 'Decline',
  send: 'Send',
  open: 'Open the page',
  openAgain: 'Open it again',
  goOn: 'Go on',
  hint: '“Decline” tells the server no. “Not now” leaves the question without an answer.',
  unseenRequests: (count: number) =>
    count === 1
      ? '1 more question of this server was turned away.'
      : `${count.toLocaleString('en')} more questions of this server were turned away.`,
  mute: 'Turn away everything that this server asks',
  withdrawn: (server: string) => `${server} no longer waits for your answer.`,
};

export type ElicitationFormMessages = typeof english;
