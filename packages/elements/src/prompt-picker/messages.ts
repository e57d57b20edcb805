export const english = {
  label: 'Prompts',
  placeholder: 'Find a prompt',
  recent: 'Recently used',
  skills: 'Skills',
  noServers: 'No prompts yet',
  noServersHint: 'Connect a server to see its prompts here.',
  noPrompts: 'No server has prompts.',
  noMatch: 'No prompts match.',
  shown: (count: number): string => (count === 1 ? '1 prompt' : `${count} prompts`),
  active: (title: string, server: string, position: number, count: number) =>
    `${title}, ${server}, ${position} of ${count}`,
  arguments: (prompt: string) => `Arguments of ${prompt}`,
  loading: 'Loading the prompt',
  preview: 'Preview',
  use: 'Use this prompt',
  messages: 'Preview',
  roles: { user: 'User', assistant: 'Assistant' },
  noMessages: 'This prompt has no messages.',
  more: (rest: number): string => (rest === 1 ? 'Show 1 more message' : `Show ${rest} more messages`),
  onlyText: 'Only text is inserted; images, audio and links are left out.',
  checkArguments: 'Check the arguments and try again.',
};

export type PromptPickerMessages = typeof english;
