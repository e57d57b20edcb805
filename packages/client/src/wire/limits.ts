/** The longest message, in characters, that is read into memory. More is a `too-large` error. */
export const MAX_MESSAGE_LENGTH = 64 * 1024 * 1024;

/** How much of the body of a failure is read, in characters. */
export const MAX_EXCERPT_LENGTH = 64 * 1024;
