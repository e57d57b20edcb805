/** The elements that a chat is made of. Loaded with the first chat, because importing its class registers nothing. */
import '../content/define.ts';
import '../prompt-picker/define.ts';

/** What they register is all that a chat needs of them. */
export const parts = {};
