/** What is said at plain fields, apart from what is wrong with their values. */
export const english = {
  required: 'required',
  none: 'Not set',
  choose: 'Choose…',
  yes: 'Yes',
  no: 'No',
  incomplete: 'This is not complete.',
};

export type FieldMessages = typeof english;
