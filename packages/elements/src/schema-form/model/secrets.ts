/**
 * Recognizes fields that ask for a secret, which no server should get through a form. It knows the names of secrets in the languages
 * of the elements and in other common ones.
 */

import type { Field } from './node.ts';

/** Most texts are. They are read several times as fast, which counts for thousands of fields. */
const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

/** Removes accents and vowel signs, which not everybody writes. */
const plain = (text: string): string =>
  isAscii(text)
    ? text
    : text
        .normalize('NFKD')
        .replace(/[\u0300-\u036f\u064b-\u065f\u3099\u0640]/g, '')
        .replace(/ł/g, 'l')
        .replace(/Ł/g, 'L')
        .normalize('NFC');

/** Secrets wherever they stand, even within a word: no other word contains them. */
const ANYWHERE = new RegExp(
  plain(
    'passwor[dt]|passphrase|kennwort|wachtwoord|contraseña|mots? de passe|парол|كلم[ةات]+ ?(ال)?(مرور|سر)|الرقم السري|رمز (ال)?(مرور|سري|دخول|تحقق)|مفتاح سري|密[码碼钥鑰]|口令|私[钥鑰]|验证码|驗證碼|パスワード|暗証番号|비밀 ?번호|암호',
  ),
);
/** Secrets as whole words, wherever they stand. */
const WORDS =
  /(^| )(passwd|passcode|pwd|mdp|senha|sifre|haslo|(api|private|secret|access) keys?|apikey|(api|cle) (schlussel|api)|(access|auth|bearer|refresh) token|(seed|recovery) phrase|credit card|card number|(security|verification) code|cvv|cvc|otp)( |$)/;

/** Secrets only at the end: with another word behind them, they often describe something harmless. */
const AT_THE_END = /(^| )(secret|credentials?|bearer|token|pin|tan|geheimnis|clave|parola)$/;
/** Words that mark a field as a repetition, or as one of several. */
const AGAIN = /( (confirm|confirmation|again|repeat|value|old|new|current|\d+))+$/;
/** Tokens that give no access, such as those for paging, and names that are about secrets without being one. */
const HARMLESS =
  /(^| )((page|next|continuation|sync|cursor|stop|max|min|start|end) token|password (length|policy|strength))$/;

/** Words that may be part of the name of a secret. */
const MAYBE = /pass|secr|cred|phrase|geheim|schlussel|令牌|رمز|(^| )(token|key|code|pin|tan|card)s?( |$)/;

/** Parts of the names of secrets, also within a word, where they often mean nothing. */
const PARTS = /pass|pwd|secr|cred|key|token|bearer|pin|cv|card|otp|phrase|wor[dt]|clav/;
/** A letter outside the Latin script, or of Vietnamese: too few of the secrets in those languages are known here. */
const UNKNOWN_LETTER = /(?=\p{L})[\u0370-\u{10ffff}]/u;

/** Letters that look like Latin ones, and signs that stand for some within a word. */
const LOOKALIKES = 'авекмнорстухіѕјԁԛԝєɡɑıοαρνικτυε013457@$';
const LATIN = 'abekmhopctyxisjdqwegaioapviktueoieastas';
const HAS_LOOKALIKE = new RegExp(`[${LOOKALIKES}${LOOKALIKES.toUpperCase()}]`);

/** What a name looks like, where letters were swapped for others. */
function withoutLookalikes(text: string): string {
  return text.slice(0, 500).replace(/\p{L}[\p{L}\d@$]*\p{L}/gu, (word) => {
    if (!HAS_LOOKALIKE.test(word)) return word;
    const latin = Array.from(word, (letter) => {
      const found = LATIN.charAt(LOOKALIKES.indexOf(letter.toLowerCase()));
      return found === '' ? letter : letter === letter.toLowerCase() ? found : found.toUpperCase();
    }).join('');
    return word === word.toUpperCase() ? latin.toUpperCase() : latin;
  });
}

/** The name, and how else it can be read. */
function readingsOf(name: string): readonly string[] {
  const latin = HAS_LOOKALIKE.test(name) ? withoutLookalikes(name) : name;
  return latin === name ? [name] : [name, latin];
}

function wordsOf(text: string): string {
  if (isAscii(text))
    return text
      .slice(0, 500)
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .replace(/[^a-zA-Z\d]+/g, ' ')
      .trim()
      .toLowerCase();
  return plain(text.slice(0, 500).replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2'))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** Whether a field with this name seems to ask for a secret, also if letters of it are swapped for others that look alike. */
export function looksSecret(name: string): boolean {
  return readingsOf(name).some((reading) => {
    const words = wordsOf(reading).replace(AGAIN, '');
    return !HARMLESS.test(words) && (ANYWHERE.test(words) || WORDS.test(words) || AT_THE_END.test(words));
  });
}

/** Whether a description mentions a secret by an unmistakable name. */
export function mentionsSecret(description: string): boolean {
  return readingsOf(description).some((reading) => {
    const words = wordsOf(reading);
    return ANYWHERE.test(words) || WORDS.test(words);
  });
}

/** Whether the name may be that of a secret: too uncertain for a warning, but enough not to store the value. */
export function maybeSecret(name: string): boolean {
  return looksSecret(name) || readingsOf(name).some((reading) => MAYBE.test(wordsOf(reading)));
}

/**
 * Whether the browser may keep the value of a field with this name in its session history. It refuses more than `maybeSecret()`: what
 * is refused only has to be typed again after going back.
 */
export function isStorableName(name: string): boolean {
  return !maybeSecret(name) && !PARTS.test(plain(name).toLowerCase()) && !UNKNOWN_LETTER.test(name.normalize('NFC'));
}

/** Whether the form should warn about the field. */
export function asksForSecret({ name, title, description, shape }: Field): boolean {
  return (
    shape['writeOnly'] === true ||
    shape['format'] === 'password' ||
    looksSecret(name) ||
    looksSecret(title) ||
    mentionsSecret(description)
  );
}
