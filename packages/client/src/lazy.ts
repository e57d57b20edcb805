/** Loads code when it is first needed. */
import { McpError } from './errors.ts';

/** Code could not be loaded. This says nothing about the server, although the code is `network` here too. */
export class LoadError extends McpError {
  constructor(message: string, options?: ErrorOptions) {
    super('network', message, options);
  }
}

/**
 * Makes a function that loads code when it is first needed, and again after a failure.
 *
 * @param load imports the code
 * @param purpose what the code does, to complete the sentence "The code that … could not be loaded."
 * @returns a function that rejects with a `LoadError` when the code cannot be loaded
 */
export function lazy<Code>(load: () => Promise<Code>, purpose: string): () => Promise<Code> {
  // The browser keeps it too. But in a page built by Vite, each `import()` also looks for what to preload, again for each server.
  let loading: Promise<Code> | undefined;
  return async () => {
    try {
      return await (loading ??= load());
    } catch (cause) {
      loading = undefined;
      throw new LoadError(
        `The code that ${purpose} could not be loaded. Check that the page is online, then try again.`,
        { cause },
      );
    }
  };
}
