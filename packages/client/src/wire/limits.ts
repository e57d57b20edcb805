/** The longest message that is read into memory, in characters. A longer one is a `too-large` error. */
export const MAX_MESSAGE_LENGTH = 64 * 1024 * 1024;

/** How much of the body of an error is read, in characters. */
export const MAX_EXCERPT_LENGTH = 64 * 1024;
