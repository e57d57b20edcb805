import { type FieldMessages, english as fields } from './field-messages.ts';
import { english as plain, type SchemaFormMessages } from './messages.ts';

/** What only the whole form says. */
export const rareEnglish = {
  asForm: 'Edit as a form',
  asJsonNamed: (name: string) => `Edit ${name} as JSON`,
  asFormNamed: (name: string) => `Edit ${name} as a form`,
  json: 'JSON',
  wholeJson: 'The whole form as JSON',
  jsonHint: 'Written as JSON.',
  misfit: 'The value does not fit its field, so it is shown as JSON.',
  null: 'null',
  sendNull: 'Send null',
  secret: 'This looks like a secret. Servers should not ask for those in a form: leave it empty unless you are sure.',
  folded: (characters: number) => `A long text of ${characters.toLocaleString('en')} characters. It is sent as it is.`,
  edit: 'Edit',
  replace: 'Replace',
  clear: 'Clear',
  restore: 'Put the long text back',
  showMore: (hidden: number) => `Show more fields (${hidden} hidden)`,
  unchecked: (why: string) => `The server’s schema cannot be checked here, so only parts of it are: ${why}`,

  add: 'Add',
  addNamed: (name: string) => `Add ${name}`,
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  addItem: 'Add item',
  addItemTo: (name: string) => `Add item to ${name}`,
  item: (number: number) => `Item ${number}`,
  moveUp: 'Move up',
  moveUpNamed: (name: string) => `Move ${name} up`,
  moveDown: 'Move down',
  moveDownNamed: (name: string) => `Move ${name} down`,
  moved: (name: string, place: number, of: number) => `${name} is now ${place} of ${of}`,
  removed: (name: string) => `Removed ${name}`,
  added: (name: string) => `Added ${name}`,
  empty: 'Empty.',
  addMember: 'Add member',
  addMemberTo: (name: string) => `Add member to ${name}`,
  memberName: 'Name',
  newMember: 'New member',
  variant: (title: string) => `Kind of ${title}`,
  variantNumber: (number: number) => `Kind ${number}`,
  types: {
    string: 'Text',
    number: 'Number',
    integer: 'Whole number',
    boolean: 'Yes or no',
    null: 'null',
    object: 'Object',
    array: 'List',
  } as Readonly<Record<string, string>>,
  format: (name: string) => `Format: ${name}`,
  options: 'Options',
  suggestions: 'Suggestions',
  found: (count: number, more: number): string =>
    more > 0
      ? `${count} shown, there are more: write on to narrow them.`
      : count === 1
        ? '1 option'
        : `${count} options`,
  filter: 'Find an option',
  filterNamed: (name: string) => `Find an option of ${name}`,
  picked: (count: number) => `${count} chosen`,
  zone: 'Time zone',
  zoneOf: (name: string) => `Time zone of ${name}`,
  here: (offset: string) => `${offset} (here)`,

  whyReference: 'Its schema refers to something that is not there.',
  whyCircle: 'Its schema refers only to itself.',
  whyElsewhere: 'Its schema is in another document, and nothing is fetched.',
  whyNever: 'Its schema allows no value.',
  whyDeep: 'It lies too deep to be shown as fields.',
  whyMany: 'It has too many parts to be shown as fields.',
  whyDynamic: 'Its schema depends on where it is used.',

  tooFew: (min: number) => `Choose at least ${min}.`,
  tooMany: (max: number) => `Choose at most ${max}.`,
  email: 'Enter an email address, such as name@example.com.',
  uri: 'Enter a whole address, such as https://example.com/.',
  date: 'Enter a date, such as 2026-01-31.',
  notObject: 'The whole has to be a JSON object, such as {"name": "value"}.',
  nameMissing: 'Give this member a name.',
  nameTaken: (name: string) => `There already is a member ${name}.`,
  unnamedProblem: (name: string, problem: string) => `${name}: ${problem}`,
  notText: 'This has to be text.',
  notNumber: 'This has to be a number.',
  notBoolean: 'This has to be true or false.',
  notArray: 'This has to be a list of options.',
  notOption: 'Choose one of the options.',
  isNull: 'This cannot be null.',
  notAbove: (min: number) => `Enter more than ${min}.`,
  notBelow: (max: number) => `Enter less than ${max}.`,
  notMultiple: (step: number) => `Enter a multiple of ${step}.`,
  tooFewItems: (min: number) => `Add items until there are at least ${min}.`,
  tooManyItems: (max: number) => `Remove items until there are at most ${max}.`,
  notMatching: (pattern: string) => `This has to match the pattern ${pattern}`,
  dateTime: 'Enter a date and a time, such as 2026-01-31T09:30:00Z.',
  unfit: (why: string) => `This does not fit the schema: it ${why}.`,
};

type RareSchemaFormMessages = typeof rareEnglish;

/** All that the form says. */
export type FormMessages = SchemaFormMessages & FieldMessages & RareSchemaFormMessages;

export const english: FormMessages = { ...plain, ...fields, ...rareEnglish };
