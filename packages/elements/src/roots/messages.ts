import { html } from 'lit';

export const english = {
  title: 'Your folders',
  hint: 'A server that asks gets the addresses of the folders that you choose for it, as text. That gives it no access: only a server on your computer can open them.',
  empty: 'No folders',
  emptyHint: 'Servers are told of a folder only if you add it here and choose it for them.',
  remove: 'Remove',
  removeNamed: (folder: string) => `Remove ${folder}`,
  addTitle: 'Add a folder',
  path: 'Path',
  pathHint:
    'As your file manager copies it, such as /home/ada/notes or C:\\Users\\ada\\notes. No browser tells pages where a folder is.',
  name: 'Name (optional)',
  add: 'Add',
  badPath: 'Enter the whole path, beginning with / or with a drive such as C:\\, without “.” and “..” in it.',
  servers: 'What servers get',
  serversHint: 'Servers that have asked. Changes hold from the next time that they ask.',
  asked: 'You are asked each time',
  session: 'For this session, without asking',
  always: 'Without asking, until you change it or sign out',
  nothing: 'Nothing',
  chooseFor: (server: string) => `Folders for ${server}`,
  askAgain: 'Ask again',
  askAgainNamed: (server: string) => `Ask again when ${server} wants to know your folders`,
  askTitle: (server: string) => html`Tell <bdi>${server}</bdi> about your folders?`,
  server: 'Server',
  choice: 'It gets these folders',
  remember: 'Do not ask again about this server',
  rememberSession: 'Until you change it, sign out or close this page.',
  rememberAlways: 'Until you change it or sign out.',
  mute: 'Mute requests from this server',
  shareNone: 'Share nothing',
  share: 'Share selected',
  shareHint: 'Select at least one folder to share it.',
};

export type RootsMessages = typeof english;
