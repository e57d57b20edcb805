/** The SHA-256 of a text, in hexadecimal. Browsers compute it only in secure contexts: elsewhere it is the text. */
export async function digestOfText(text: string): Promise<string> {
  return (await sha256(new TextEncoder().encode(text))) ?? text;
}

/** The SHA-256 of bytes, in hexadecimal; nothing where the browser does not compute it. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const { subtle }: Partial<Crypto> = crypto;
  if (!subtle) return undefined;
  const digest = await subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
