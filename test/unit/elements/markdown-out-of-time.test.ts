/** The parser of Markdown on a machine that does other things meanwhile: the clock here is the test's own. */
import { assert } from 'chai';
import { PieceParse, type Tree } from '../../../packages/elements/src/markdown/parse.ts';

const WORDS = 100;
const TEXT = 'Some **words**.\n\n'.repeat(WORDS);
/** In ms: much longer than a piece may take. */
const STALL_MS = 1_000;

/** Parses the text in turns of one step each. `msOf` says how long each of them takes, from 0 on. */
function parse(msOf: (step: number) => number): { tree: Tree; steps: number } {
  const piece = new PieceParse(TEXT);
  let time = 0;
  let steps = 0;
  try {
    for (;;) {
      const begin = time;
      let looks = 0;
      // It looks before the step and after it. The turn is over by then.
      performance.now = () => (looks++ === 0 ? begin : (time = begin + msOf(steps)));
      const tree = piece.goOn(begin);
      steps++;
      if (tree) return { tree, steps };
    }
  } finally {
    Reflect.deleteProperty(performance, 'now');
  }
}

function countOf(tree: Tree, node: string): number {
  let count = 0;
  tree.iterate({ enter: ({ name }) => void (name === node && count++) });
  return count;
}

describe('The parser of Markdown', () => {
  it('leaves nothing plain because the machine did something else during a step, whichever that is', () => {
    const { steps } = parse(() => 0);
    assert.isAbove(steps, WORDS);
    for (let slow = 0; slow < steps; slow++) {
      const { tree } = parse((step) => (step === slow ? STALL_MS : 0.1));
      assert.equal(countOf(tree, 'StrongEmphasis'), WORDS, `step ${slow} of ${steps}`);
    }
  });

  it('leaves the rest plain when step after step takes long', () => {
    const { tree } = parse(() => 20);
    assert.isBelow(countOf(tree, 'StrongEmphasis'), WORDS / 2);
  });
});
