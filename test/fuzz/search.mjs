/**
 * Searches for inputs that keep the page busy: keeps the worst, changes them at random, and keeps what is worse.
 *
 * A grammar says what inputs look like. To add one, write a file like `patterns.mjs`, and name it in `grammars.mjs`:
 *
 * - `name`: for `--only`
 * - `make(random)`: a new input, which is JSON and may be a recipe (recipes.mjs)
 * - `change(random, input)`: a similar input
 * - `tasks(input)`: what the page does with it: functions that each run in a task of their own, by name. Errors that the
 *   code throws on purpose are for the grammar to catch. It throws `TooLarge` for what is longer than 1 MB.
 *
 * What it finds goes into `finds.mjs` when it is mended: `npm test` tries those again, and searches for some seconds.
 */
import process from 'node:process';
import { TooLarge } from './recipes.mjs';

/** As many inputs are kept to be changed. */
const KEPT = 24;
/** A task that seems slower is measured again, because anything else may have taken the processor or collected garbage. */
const SUSPICIOUS_MS = 30;
const REPEATS = 4;

/**
 * @param {object} grammar
 * @param {{ random: import('./random.mjs').Random, seconds: number, seeds?: unknown[] }} options `seeds` are inputs to
 *   start with
 * @returns {{ runs: number, worst: { ms: number, task: string, input: unknown }[] }} the worst first
 */
export function search(grammar, { random, seconds, seeds = [] }) {
  const until = performance.now() + seconds * 1000;
  const worst = [];
  let runs = 0;
  const attempt = (input) => {
    const found = measure(grammar, input);
    runs++;
    if (!found || (worst.length >= KEPT && found.ms <= worst.at(-1).ms)) return;
    const json = JSON.stringify(input);
    // Recipes grow with each change; the shorter ones say more.
    if (json.length > 4_000 || worst.some((other) => other.json === json)) return;
    worst.push({ ...found, input, json });
    worst.sort((a, b) => b.ms - a.ms);
    worst.length = Math.min(worst.length, KEPT);
  };
  for (const seed of seeds) attempt(seed);
  while (performance.now() < until)
    attempt(
      worst.length === 0 || random.below(4) === 0
        ? grammar.make(random)
        : grammar.change(random, random.pick(worst).input),
    );
  return { runs, worst: worst.map(({ json: _json, ...found }) => found) };
}

/**
 * The longest task of an input, in ms; undefined if the input is too large. Time in which others had the processor does not
 * count.
 */
export function measure(grammar, input) {
  let found = once(grammar, input);
  for (let times = 1; found && found.ms > SUSPICIOUS_MS && times < REPEATS; times++) {
    const again = once(grammar, input);
    if (again && again.ms < found.ms) found = again;
  }
  return found;
}

function once(grammar, input) {
  try {
    let longest = { ms: 0, task: '' };
    for (const [task, run] of Object.entries(grammar.tasks(input))) {
      const start = performance.now();
      const before = process.cpuUsage();
      run();
      const { user, system } = process.cpuUsage(before);
      const ms = Math.min(performance.now() - start, (user + system) / 1000);
      if (ms > longest.ms) longest = { ms, task };
    }
    return longest;
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}
