/**
 * What fields are called that ask for something that no server should get through a form: in the languages that the elements
 * speak, and the commonest others. Loaded on demand.
 */

/** Letters without accents and vowel signs, which not everybody writes. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u065f\u3099\u0640]/g, '')
    .normalize('NFC');

/** Secrets wherever they stand: no other word has them in it. */
const ANYWHERE = new RegExp(
  plain(
    'passwor[dt]|passphrase|kennwort|wachtwoord|contraseña|mots? de passe|парол|كلم[ةات]+ ?(ال)?(مرور|سر)|الرقم السري|رمز (ال)?(مرور|سري|دخول|تحقق)|مفتاح سري|密[码碼钥鑰]|口令|私[钥鑰]|验证码|驗證碼|パスワード|暗証番号|비밀 ?번호|암호',
  ),
);
/** Secrets as whole words, wherever they stand. */
const WORDS =
  /(^| )(passwd|passcode|pwd|mdp|senha|sifre|haslo|(api|private|secret|access) keys?|apikey|(api|cle) (schlussel|api)|(access|auth|bearer|refresh) token|(seed|recovery) phrase|credit card|card number|(security|verification) code|cvv|cvc|otp)( |$)/;

/** Secrets where nothing follows: else it is often something harmless about them. */
const AT_THE_END = /(^| )(secret|credentials?|bearer|token|pin|tan|geheimnis|clave|parola)$/;
/** Said of a field that asks again, or for the next one. */
const AGAIN = /( (confirm|confirmation|again|repeat|value|old|new|current|\d+))+$/;
/** Tokens that open nothing: they page, count or synchronise. And what is about secrets, but is none. */
const HARMLESS =
  /(^| )((page|next|continuation|sync|cursor|stop|max|min|start|end) token|password (length|policy|strength))$/;

/** What may be part of the name of a secret. */
const MAYBE = /pass|secr|cred|phrase|geheim|schlussel|令牌|رمز|(^| )(token|key|code|pin|tan|card)s?( |$)/;

function wordsOf(text: string): string {
  return plain(text.slice(0, 500).replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2'))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** Whether a field of this name seems to ask for something that no server should get through a form. */
export function looksSecret(name: string): boolean {
  const words = wordsOf(name).replace(AGAIN, '');
  return !HARMLESS.test(words) && (ANYWHERE.test(words) || WORDS.test(words) || AT_THE_END.test(words));
}

/** Whether a description speaks of such a thing by a name that nothing else has. */
export function mentionsSecret(description: string): boolean {
  const words = wordsOf(description);
  return ANYWHERE.test(words) || WORDS.test(words);
}

/** Whether it may be such a thing: not enough to warn of, but to keep nothing of it. */
export function maybeSecret(name: string): boolean {
  return looksSecret(name) || MAYBE.test(wordsOf(name));
}
