/** How much is shown of a block of text, and how many blocks, before the user asks for more. */
export const TEXT_LIMIT = 4_000;
export const MAX_SHOWN = 50;
