/** Texts that are searched for secrets before they are copied, saved or stored: beginnings of secrets, repeated and mixed. */
import { load } from './load.mjs';
import { changeRecipe, expandText } from './recipes.mjs';

const { hiding } = await load('packages/client/src/host/log/redaction.ts');

const FRAGMENTS = [
  'a',
  'aaaaaaaa',
  ' ',
  '.',
  '-',
  '_',
  '"',
  '\n',
  '=',
  ':',
  '@',
  '/',
  'é',
  'eyJ',
  'eyJa.',
  'eyJaaaaaaaa',
  'eyJaaaaaaaa.aaaaaaaa.a',
  'Bearer ',
  'Basic aaaaaaaa',
  'sk-',
  'ghp_aaaaaaaaaaaa',
  '-----BEGIN ',
  '-----BEGIN PRIVATE KEY-----',
  '-----END ',
  '-----END PRIVATE KEY-----',
  '://',
  '://a:',
  '://a:a@',
  'password',
  'token=',
  '"secret": "aaa"',
  'client_assertion',
  '[redacted]',
];

function make(random) {
  const fragments = () => Array.from({ length: 1 + random.below(3) }, () => random.pick(FRAGMENTS)).join('');
  const many = () => ({ '%': 'text', times: random.size() * 10, of: fragments() });
  return random.pick([many, () => [fragments(), many()], () => [many(), fragments(), many()]])();
}

export const secrets = {
  name: 'secrets',
  make,
  change: (random, input) => changeRecipe(random, input, () => make(random)),
  tasks: (input) => {
    const text = expandText(input);
    return { hide: () => hiding()(text, undefined, 0) };
  },
};
