/** Markdown: fragments that mean something, repeated, nested and mixed. */
import { load } from './load.mjs';
import { expandText } from './recipes.mjs';

const { Drawing } = await load('packages/elements/src/markdown/drawing.ts');

const FRAGMENTS = [
  'a',
  'a ',
  ' ',
  '    ',
  '	',
  '\n',
  '\n\n',
  '\\\n',
  '  \n',
  'x\n',
  'é',
  '😀',
  '́',
  '‮',
  '⸻',
  '&amp;',
  '&',
  '&#0;',
  '|',
  '|\n',
  '|a|\n',
  '|--\n',
  '|:-',
  '|a|b|\n|-|-|\n',
  '-|-\n',
  '\\|',
  '- ',
  '-\n',
  '* ',
  '+ a\n',
  '1. ',
  '1) a\n',
  '  - a\n',
  '- [ ] a\n',
  '> ',
  '>',
  '>\n',
  '>- ',
  '# ',
  '#\n',
  '=\n',
  '===\n',
  '---\n',
  '***\n',
  '```\n',
  '~~~\n',
  '``',
  '`',
  '`a`',
  '\n    a',
  '```a`\n',
  '*',
  '**',
  '***',
  '_',
  '__',
  '~',
  '~~',
  '*a',
  '*a_',
  '**a**',
  '\\*',
  '\\',
  '[',
  '![',
  ']',
  '](',
  ')',
  '(',
  '[a]',
  '[a](',
  '[a](b)',
  '[a]: b\n',
  '[a]: ',
  '[a][a]',
  '[^a]',
  '(b "c")',
  '"',
  "'",
  '<',
  '<a',
  '<a>',
  '</',
  '<!--',
  '-->',
  '<?',
  '<![CDATA[',
  '<div>\n',
  '<https://a.b>',
  '<a@b.c>',
  'http://',
  'http://a.b/',
  'www.',
  'www.a.b',
  'a@',
  'a@b.c',
  'mailto:',
  '.',
  ':',
  '@',
  ';',
];

function make(random, depth = 0) {
  const fragments = () => Array.from({ length: 1 + random.below(4) }, () => random.pick(FRAGMENTS)).join('');
  if (depth > 2 || random.below(4) === 0) return fragments();
  const times = random.size() * 10;
  return random.pick([
    () => ({ '%': 'text', times, of: fragments() }),
    () => ({ '%': 'text', times, of: `${fragments()}#` }),
    () => ({ '%': 'text', times, of: make(random, depth + 1) }),
    () => [make(random, depth + 1), make(random, depth + 1)],
    () => [fragments(), { '%': 'text', times, of: fragments() }, fragments()],
  ])();
}

function change(random, input) {
  const list = Array.isArray(input) ? input : [input];
  const at = random.below(list.length);
  const part = list[at];
  return random.pick([
    () => [...list, make(random)].slice(-6),
    () => [make(random), ...list].slice(0, 6),
    () => list.with(at, make(random)),
    () => ({ '%': 'text', times: random.size(), of: list.length === 1 ? part : random.pick(list) }),
    () =>
      list.with(
        at,
        part?.times ? { ...part, times: random.pick([part.times * 2, part.times * 10, part.times >> 1]) } : part,
      ),
    () =>
      list.with(
        at,
        part?.times && typeof part.of === 'string' ? { ...part, of: part.of + random.pick(FRAGMENTS) } : part,
      ),
    () => [...list.slice(0, at), random.pick(FRAGMENTS), ...list.slice(at)],
  ])();
}

const messages = {
  opensTab: '',
  pictureInText: '',
  pictureNotLoaded: (alt, host) => alt + host,
  taskDone: '',
  taskToDo: '',
  onDevice: (host) => host,
  inNetwork: (host) => host,
};
/** As long as one frame works. */
const MS = 8;
/** What is not drawn by then is not looked at: a short search has to try many texts. */
const MAX_TASKS = 100;

export const markdown = {
  name: 'markdown',
  make,
  change,
  tasks: (input) => {
    const text = expandText(input);
    let drawing;
    const draw = () => drawing.goOn(performance.now() + MS);
    return {
      begin: () => {
        drawing = new Drawing(text, messages);
      },
      ...Object.fromEntries(Array.from({ length: MAX_TASKS }, (_none, at) => [`draw in frame ${at + 1}`, draw])),
    };
  },
};
