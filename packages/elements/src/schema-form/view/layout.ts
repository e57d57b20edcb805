/** How a page wants a form to look. */

/**
 * Makes a control for a field. The control has a `value` that is text, and fires `input` or `change`. The form names it, sets its value,
 * disables it and removes it.
 */
export type Widget = (field: {
  readonly name: string;
  readonly title: string;
  readonly schema: Readonly<Record<string, unknown>>;
}) => HTMLElement & { value: string };

/** How one field looks. */
export interface FieldLayout {
  /** A sentence below the label, instead of the schema's description. It is trusted, so it is not cut. */
  readonly help?: string;
  /** Shown in an empty text or number field. */
  readonly placeholder?: string;
  /** `multiline` makes a large text field. A function makes the control, as in `widgets`. */
  readonly widget?: 'multiline' | Widget;
}

/** See `McpSchemaFormElement.layout`. */
export interface FormLayout {
  /**
   * The members of the form in the order in which they are shown, by their names. The others follow, as in the schema. By default, the
   * order is that of the schema, or required ones come first if optional ones are `folded`.
   */
  readonly order?: readonly string[];
  /** `folded` collapses the optional members of each object if there are more than three. Those with a value stay. */
  readonly optional?: 'shown' | 'folded';
  /** `marked` only mentions the default of an optional member, and leaves it to the server. `filled` fills it in, so that it is sent. */
  readonly defaults?: 'filled' | 'marked';
  /** `growing` makes text fields that grow with their text. Shift+Enter adds a line. */
  readonly texts?: 'short' | 'growing';
  /** By JSON pointer. A `-` stands for any item of a list: `/lines/-/amount`. */
  readonly fields?: Readonly<Record<string, FieldLayout>>;
}

/** For arguments of tools, which have many members that most users leave to the server. */
export const TOOL_LAYOUT: FormLayout = { optional: 'folded', defaults: 'marked', texts: 'growing' };
