/**
 * Searches for inputs that keep the page busy: keeps the worst, changes them at random, and keeps what is worse. Code that
 * may take long looks at the clock, and stops in time. What counts is how long it goes on without a look, and how late: 1 ms
 * passes between two looks.
 *
 * A grammar says what inputs look like. To add one, write a file like `patterns.mjs`, and name it in `grammars.mjs`:
 *
 * - `name`: for `--only`
 * - `make(random)`: a new input, which is JSON and may be a recipe (recipes.mjs)
 * - `change(random, input)`: a similar input
 * - `tasks(input)`: what the page does with it: functions that each run in a task of their own, by name. Errors that the
 *   code throws on purpose are for the grammar to catch. It throws `TooLarge` for what is longer than 1 MB.
 *
 * What it finds goes into `finds.mjs` when it is mended: `npm test` tries those again, and some hundred others.
 */
import { stretchesOf, TICK_MS } from './clock.mjs';
import { TooLarge } from './recipes.mjs';

/** As many inputs are kept to be changed. */
const KEPT = 24;
/** Recipes grow with each change; the shorter ones say more. */
const MAX_RECIPE = 4_000;
/** A task that seems slower is measured again, because anything else may have slowed it, or collected garbage. */
const SUSPICIOUS_MS = 35;
const REPEATS = 4;

/**
 * @typedef {object} Measured
 * @property {number} ms how long the page waits: until a stretch begins, and while it goes on without a look at the clock
 * @property {string} task which task that is
 */

/**
 * @param {object} grammar
 * @param {{ random: import('./random.mjs').Random, seconds: number, seeds?: unknown[] }} options `seeds` are inputs to
 *   start with
 * @returns {{ runs: number, worst: (Measured & { input: unknown })[] }} the worst first
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
    if (json.length > MAX_RECIPE || worst.some((other) => other.json === json)) return;
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
 * Measures inputs that are the same on every machine, because none is chosen for how long it takes: new ones, and changes
 * of those before.
 *
 * @param {object} grammar
 * @param {{ random: import('./random.mjs').Random, count: number, seeds?: unknown[] }} options `seeds` are changed too
 * @returns {Generator<Measured & { input: unknown }>} without those that are too large
 */
export function* wander(grammar, { random, count, seeds = [] }) {
  const kept = [...seeds];
  for (let made = 0; made < count; made++) {
    const input =
      kept.length === 0 || random.below(2) === 0 ? grammar.make(random) : grammar.change(random, random.pick(kept));
    const found = measure(grammar, input);
    if (!found) continue;
    if (JSON.stringify(input).length <= MAX_RECIPE) kept[kept.length < KEPT ? kept.length : random.below(KEPT)] = input;
    yield { ...found, input };
  }
}

/**
 * @param {object} grammar
 * @returns {Measured | undefined} nothing if the input is too large
 * @throws {import('./clock.mjs').Endless} when a task does not stop when its time is over
 */
export function measure(grammar, input) {
  const best = new Map();
  for (let times = 0; times < REPEATS; times++) {
    let tasks;
    try {
      tasks = grammar.tasks(input);
    } catch (error) {
      if (error instanceof TooLarge) return undefined;
      throw error;
    }
    for (const [task, run] of Object.entries(tasks)) {
      const before = best.get(task);
      best.set(
        task,
        stretchesOf(run).map((ms, at) => Math.min(ms, before?.[at] ?? ms)),
      );
    }
    if (longestOf(best).ms <= SUSPICIOUS_MS) break;
  }
  return longestOf(best);
}

/** @param {Map<string, number[]>} stretches */
function longestOf(stretches) {
  let longest = { ms: 0, task: '' };
  for (const [task, each] of stretches) {
    const ms = Math.max(...each.map((stretch, at) => at * TICK_MS + stretch));
    if (ms > longest.ms) longest = { ms, task };
  }
  return longest;
}
