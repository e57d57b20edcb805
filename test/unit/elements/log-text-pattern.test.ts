import { assert } from 'chai';
import { TextPattern } from '../../../packages/elements/src/internal/lists/text-pattern.ts';

/** The text with its matches in brackets. */
const marked = (wanted: string, text: string): string =>
  new TextPattern(wanted)
    .split(text)
    .map((part, index) => (index % 2 === 1 ? `[${part}]` : part))
    .join('');

describe('a text that is looked for in a log', () => {
  for (const [wanted, text, expected] of [
    ['needle', 'a Needle, a NEEDLE', 'a [Needle], a [NEEDLE]'],
    ['cafe', 'Café, CAFÉ, cafe', '[Café], [CAFÉ], [cafe]'],
    ['CAFÉ', 'a cafe', 'a [cafe]'],
    // Folding makes these longer or shorter, and what comes after them still has its place.
    ['cafe', '서울의 Cafe\u0301 needle', '서울의 [Cafe\u0301] needle'],
    ['needle', '서울의 Cafe\u0301 needle', '서울의 Cafe\u0301 [needle]'],
    ['istanbul', 'in İSTANBUL.', 'in [İSTANBUL].'],
    ['하', '한글 하나', '[한]글 [하]나'],
    ['x', '\u{1d15e}x\u{1f600}x', '\u{1d15e}[x]\u{1f600}[x]'],
    ['οδος', 'ΟΔΟΣ ὁδός', '[ΟΔΟΣ] [ὁδός]'],
    // What means something in a regular expression does not mean it here.
    ['.*(a)', 'ä.*(Ä)', 'ä[.*(Ä)]'],
    // Nothing is left of accents alone: they are looked for as they are.
    ['\u0301', 'cafe\u0301 cafe', 'cafe[\u0301] cafe'],
  ] as const) {
    it(`"${wanted}" is found in "${text}", where it is`, () => {
      assert.isTrue(new TextPattern(wanted).isIn(text));
      assert.equal(marked(wanted, text), expected);
    });
  }

  it('is not found where it is not', () => {
    for (const [wanted, text] of [
      ['cafe', 'Caf, côfe'],
      ['needle', 'Größe'],
      ['\u0301', 'caf\u00e8'],
    ] as const) {
      assert.isFalse(new TextPattern(wanted).isIn(text), wanted);
      assert.deepEqual(new TextPattern(wanted).split(text), [text]);
    }
  });

  it('is found again and again, whatever was looked through before', () => {
    const pattern = new TextPattern('é');
    for (let look = 0; look < 3; look++) {
      assert.isTrue(pattern.isIn('e'));
      assert.deepEqual(pattern.split('e é'), ['', 'e', ' ', 'é', '']);
    }
  });
});
