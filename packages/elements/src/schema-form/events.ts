import type { JsonObject } from '@mcp-web/client';

/** The user pressed Enter in a field, and the form is valid. */
export class McpFormSubmitEvent extends Event {
  /** What the user filled in. It is valid by the schema. */
  readonly value: JsonObject;

  constructor(value: JsonObject) {
    super('mcp-form-submit', { bubbles: true, composed: true, cancelable: true });
    this.value = value;
  }
}

/** The user changed something. `value` is the value of the form now, valid or not. */
export class McpFormInputEvent extends Event {
  /** What the form contains now. It may be invalid. */
  readonly value: JsonObject;

  constructor(value: JsonObject) {
    super('mcp-form-input', { bubbles: true, composed: true });
    this.value = value;
  }
}
