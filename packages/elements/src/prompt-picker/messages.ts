export const english = {
  recent: 'Recently used',
  noServers: 'No prompts yet',
  noServersHint: 'Connect a server, and the prompts that it offers appear here.',
  noPrompts: 'No server offers a prompt.',
  noMatch: 'No prompt matches.',
  shown: (count: number): string => (count === 1 ? '1 prompt' : `${count} prompts`),
  active: (title: string, server: string, position: number, count: number) =>
    `${title}, ${server}, ${position} of ${count}`,
  arguments: (prompt: string) => `What ${prompt} wants to know`,
  asking: 'Asking the server',
  preview: 'Preview',
  again: 'Try again',
  use: 'Use this prompt',
  messages: 'What it says',
  roles: { user: 'As you', assistant: 'As the assistant' },
  noMessages: 'The prompt says nothing.',
  more: (rest: number): string => (rest === 1 ? 'Show one more message' : `Show ${rest} more messages`),
  onlyText: 'Only the text goes into your box: pictures, sound and links do not.',
  checkArguments: 'Look at what you filled in, and try again.',
};

export type PromptPickerMessages = typeof english;
