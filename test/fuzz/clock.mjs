/**
 * A clock for code that looks at the clock to see whether it has to stop. It goes on by 1 ms with each look, so that the
 * code does the same on every machine. What is measured is the work between two looks: nothing can stop that.
 */
import process from 'node:process';

export const TICK_MS = 1;

/** Whoever looks more often in one task does not stop when the time is over. */
const MAX_LOOKS = 200;

/** The code does not stop when its time is over. */
export class Endless extends Error {
  name = 'Endless';
}

/**
 * The time that each stretch of the work took up to the next look, in ms. Time in which others had the processor does not
 * count.
 *
 * @param run synchronous
 * @returns {number[]}
 * @throws {Endless}
 */
export function stretchesOf(run) {
  const stretches = [];
  const now = performance.now.bind(performance);
  let [since, used] = [now(), process.cpuUsage()];
  const endStretch = () => {
    const { user, system } = process.cpuUsage(used);
    stretches.push(Math.min(now() - since, (user + system) / 1_000));
    [since, used] = [now(), process.cpuUsage()];
  };
  performance.now = () => {
    endStretch();
    if (stretches.length > MAX_LOOKS) throw new Endless();
    return stretches.length * TICK_MS;
  };
  try {
    run();
  } finally {
    delete performance.now;
  }
  endStretch();
  // The code may have caught the error.
  if (stretches.length > MAX_LOOKS) throw new Endless();
  return stretches;
}

/** How long the browser itself takes to read as much JSON as a stranger may send, in ms: a measure of the machine. */
export function timeToParse() {
  return Math.min(...Array.from({ length: 5 }, () => stretchesOf(() => JSON.parse(MUCH_JSON))[0]));
}

const MUCH_JSON = JSON.stringify(
  Array.from({ length: 18_000 }, (_none, id) => ({ id, name: `row ${id}`, isOpen: true, parts: [1] })),
);
