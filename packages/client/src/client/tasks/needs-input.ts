import { McpError } from '../../errors.ts';

/** A task asks for what the page that follows it does not answer. It waits at its server, and nobody has been asked. */
export class NeedsInputError extends McpError {
  constructor(what: string) {
    super(
      'unsupported',
      `The task waits for input that this page cannot give: ${what} was not declared. Resume it with a handler for that.`,
    );
  }
}
