const SECRETS = /(^| )(password|passwd|passphrase|passcode|pwd|secret|credentials?|api ?keys?|private key|secret key|access key|access token|auth token|bearer|token|pin|cvv|cvc|card number|credit card|otp|seed phrase|recovery phrase)$/;
/** Tokens that open nothing: they page, count or synchronise. */
const HARMLESS = /(^| )(page|next|continuation|sync|cursor|stop|max|min|start|end) token$/;

/** Whether a field of this name seems to ask for something that no server should get through a form. */
export function looksSecret(name: string): boolean {
  const words = name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
  return SECRETS.test(words) && !HARMLESS.test(words);
}
