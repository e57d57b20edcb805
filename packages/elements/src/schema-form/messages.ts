const characters = (count: number): string => (count === 1 ? '1 character' : `${count} characters`);

/** What a form says before its fields are there. */
export const english = {
  nothing: 'Nothing to fill in.',
  asJson: 'Edit as JSON',
  loading: 'The form is still being prepared.',
  isRequired: 'This is required.',
  requiredChoice: 'Choose one: this is required.',
  notInteger: 'Enter a whole number.',
  tooShort: (min: number, has: number): string => `Use at least ${characters(min)} (now ${has}).`,
  tooLong: (max: number, has: number): string => `Use at most ${characters(max)} (now ${has}).`,
  tooSmall: (min: number) => `Enter ${min} or more.`,
  tooBig: (max: number) => `Enter ${max} or less.`,
};

export type SchemaFormMessages = typeof english;
