/** What the field says. */
export const english = {
  label: 'Prompts',
  placeholder: 'Find a prompt',
};

export type PromptFieldMessages = typeof english;
