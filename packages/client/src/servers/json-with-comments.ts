/** Reads JSON as editors write it in their settings: with comments, and commas after the last member. */

/**
 * @returns the value
 * @throws {SyntaxError} when it is not JSON either way
 */
export function parseJsonWithComments(text: string): unknown {
  const json = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(json);
  } catch {
    return JSON.parse(withoutComments(json));
  }
}

const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"?|\/\/[^\n]*|\/\*.*?(?:\*\/|$)|\s+|[\w.+-]+|./gs;

/** In one pass over the text, so that no text takes longer than its length. */
function withoutComments(text: string): string {
  const plain: string[] = [];
  for (const [token] of text.matchAll(TOKENS)) {
    if (token.startsWith('//') || token.startsWith('/*') || !token.trim()) continue;
    if ((token === '}' || token === ']') && plain.at(-1) === ',') plain.pop();
    plain.push(token);
  }
  return plain.join('');
}
