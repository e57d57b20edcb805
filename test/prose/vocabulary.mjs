// Which words this project does not use in documents and in the interface, and what it says instead.
// `cspell.json` has single words that are always wrong. Here are those that are wrong in one meaning only.

/**
 * `avoid` is a pattern for English text without code; the phrases tell the wrong meaning from the right one. `except`
 * names the texts in which the words are right, each with the reason.
 * @type {readonly { avoid: RegExp, say: string, why: string, except?: readonly (readonly [text: RegExp, reason: string])[] }[]}
 */
export const VOCABULARY = [
  {
    avoid: /(?<!\bthe )\b(?:log(?:s|ged|ging)? (?:in|into|out|off)|login|logout)\b/,
    say: 'sign in, sign out',
    why: 'That is what the buttons say.',
  },
  { avoid: /\bprotocol versions?\b/, say: 'revision', why: 'The specification has revisions; packages have versions.' },
  {
    avoid: /\b(?:peers?|counterparts?)\b/,
    say: 'host, client or server',
    why: 'These are the terms of the specification.',
    except: [
      [
        /^The peers are the official client|the peer is RJSF|the fastest peer/,
        'Other libraries, which the bench compares.',
      ],
    ],
  },
  {
    avoid: /\bpending (?:questions?|asks?)|\bserver(?:'s|s')? questions?\b/,
    say: 'server request',
    why: 'Elicitation, sampling and roots are requests.',
  },
  { avoid: /\b(?:diary|journal|records? of the log)\b/, say: 'log, entry', why: 'The log has entries.' },
  { avoid: /\bcomplain(?:t|ts)\b/, say: 'problem', why: 'A value in a form has problems.' },
  { avoid: /\ballowances?\b/, say: 'consent', why: 'What the user decides about a call is a consent.' },
  { avoid: /\bstored (?:consent|decision)s?\b/, say: 'permission', why: 'A consent that was stored is a permission.' },
  { avoid: /\b(?:tool|stored|user's) grants?\b/, say: 'permission', why: 'Grants are of OAuth.' },
  { avoid: /\bturn(?:s|ed|ing)? away\b/, say: 'mute', why: 'A server whose requests are not taken is muted.' },
  {
    avoid: /\bgo on\b/,
    say: 'continue',
    why: 'The usual word.',
  },
  { avoid: /\bleave it\b(?! (?:empty|to))/, say: 'dismiss', why: 'The usual word.' },
  {
    avoid: /\b(?:in order to|with regard to|prior to|due to the fact that)\b/,
    say: 'to, about, before, because',
    why: 'The usual word.',
  },
  {
    avoid: /\b(?:utili[sz]es?|leverages?|facilitates?|functionality|seamless(?:ly)?|robust)\b/,
    say: 'use, help, feature, or nothing',
    why: 'The usual word.',
  },
  { avoid: /\b(?:language|AI) models? \(?LLMs?\b|\bLLMs?\b/, say: 'model', why: 'A model is a language model.' },
  { avoid: /\b(?:please|just|obviously|of course)\b/, say: 'nothing', why: 'It does not help the reader.' },
];

/** The documents name tests by their titles. */
const TITLES_OF_TESTS = /\.(?:test|spec)\.ts/;

/** A plugin of retext that finds them. */
export function vocabulary() {
  return (tree, file) => {
    for (const paragraph of nodesOf(tree, 'ParagraphNode')) {
      if (TITLES_OF_TESTS.test(textOf(paragraph))) continue;
      for (const sentence of nodesOf(paragraph, 'SentenceNode')) check(sentence, file);
    }
  };
}

function check(sentence, file) {
  const text = textOf(sentence);
  for (const { avoid, say, why, except = [] } of VOCABULARY) {
    if (except.some(([right]) => right.test(text))) continue;
    for (const [found] of text.matchAll(new RegExp(avoid, 'gi')))
      file.message(`“${found}”: say ${say}. ${why}`, { place: sentence.position });
  }
}

const nodesOf = (node, type) =>
  node.type === type ? [node] : (node.children ?? []).flatMap((child) => nodesOf(child, type));

/** Code is a source node: what is in it is not English. */
const textOf = (node) =>
  node.type === 'SourceNode' ? '`…`' : 'value' in node ? node.value : (node.children ?? []).map(textOf).join('');
