/** The SHA-256 of a text, in hexadecimal. Browsers compute it only in secure contexts: elsewhere it is the text. */
export async function digestOfText(text: string): Promise<string> {
  const { subtle }: Partial<Crypto> = crypto;
  if (!subtle) return text;
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
