// Runs the official conformance suite with one of our pages, in headless Chromium, as the client.
//   pnpm conformance                     both sets of requirements, what else applies to clients, and extensions, with every failed check
//   pnpm conformance --check             fails if a scenario of passing.json does not pass
//   pnpm conformance --update            adds what passes now to passing.json; nothing is ever removed
//   pnpm conformance --relay             the same through the relay, on Node: the page sends nothing to the suite's servers itself
//   pnpm conformance --scenario NAME     one scenario in every revision that has it, with all checks; --revision selects one
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { noResults, resultsFile, writeResults } from '../results/results.mjs';
import { openBroker } from './broker.mjs';
import { faultsOf, titleOf } from './judge.mjs';
import { openBrowser } from './pages.mjs';
import { readScenarios, runSuite, SCORED_REVISIONS } from './suite.mjs';

const REVISIONS = ['2025-03-26', '2025-06-18', ...SCORED_REVISIONS];
const CONCURRENCY = 2;
const MAX_FAULTS = 4;
/** With more failures than this, the cause is not a race. */
const MOST_RUN_AGAIN = 10;
const PASSING = new URL('passing.json', import.meta.url);

const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean' },
    update: { type: 'boolean' },
    scenario: { type: 'string' },
    revision: { type: 'string' },
    relay: { type: 'boolean' },
  },
});
const revisions = options.revision ? [options.revision] : REVISIONS;

const browser = await openBrowser({ isRelayed: options.relay });
const broker = await openBroker((scenario) => browser.run(scenario), CONCURRENCY);
try {
  process.exitCode = options.scenario ? await runScenario(options.scenario) : await runSets();
} finally {
  broker.close();
  await browser.close();
}

/** @returns {Promise<number>} the exit code */
async function runScenario(scenario) {
  let runs = 0;
  let failures = 0;
  for (const revision of revisions) {
    const { required, unscored, extensions } = await readScenarios(revision);
    if (![...required, ...unscored, ...extensions].includes(scenario)) continue;
    runs++;
    const result = (await runSuite({ revision, scenario, brokerUrl: broker.url })).get(scenario);
    for (const { status, name, errorMessage, description, details } of result?.checks ?? []) {
      console.log(`  ${status.padEnd(7)} ${name}: ${errorMessage ?? description}`);
      if (status === 'FAILURE' || status === 'WARNING') console.log(`          ${JSON.stringify(details)}`);
    }
    failures += report(revision, scenario, result, { isUnscored: !required.includes(scenario) }).length;
  }
  if (runs === 0) console.log(`The suite has no scenario named ${scenario} for a client of ${revisions.join(' or ')}.`);
  return runs === 0 || failures > 0 ? 1 : 0;
}

/** @returns {Promise<number>} the exit code */
async function runSets() {
  const listed = JSON.parse(await readFile(PASSING, 'utf8'));
  const passing = {};
  const summary = [];
  const runs = await Promise.all(
    revisions.map(async (revision) => {
      const scenarios = await readScenarios(revision);
      const results = await runSuite({ revision, brokerUrl: broker.url });
      for (const scenario of scenarios.extensions) await runAlone(revision, scenario, results);
      return { revision, ...scenarios, results };
    }),
  );
  const unsteady = options.check ? await runFailedAgain(runs, listed) : new Map();
  for (const { revision, required, unscored, extensions, results } of runs) {
    const others = [...unscored, ...extensions];
    // With --check, the listed scenarios have had their second run.
    const isOpen = (scenario) => !options.check || !listed[revision]?.includes(scenario);
    await repeatUnfinished(revision, [...required, ...others].filter(isOpen), results);
    passing[revision] = [];
    for (const scenario of [...required, ...others]) {
      const result = results.get(scenario);
      if (faultsOf(result).length === 0) passing[revision].push(scenario);
      // With --check, known failures outside the list are not reported.
      const isNews = !options.check || listed[revision]?.includes(scenario);
      if (isNews) report(revision, scenario, result, { isUnscored: !required.includes(scenario) });
    }
    const isPassing = (scenario) => passing[revision].includes(scenario);
    summary.push(
      `${revision}: ${[
        ...(required.length > 0 ? [`required ${required.filter(isPassing).length}/${required.length}`] : []),
        `others ${others.filter(isPassing).length}/${others.length}`,
      ].join(', ')}`,
    );
  }

  const lost = compare(listed, passing);
  const gained = compare(passing, listed);
  if (options.check) writeResults(resultsFile('conformance'), resultsOf(listed, passing, unsteady));
  if (options.update) await writeFile(PASSING, `${JSON.stringify(merge(listed, passing), undefined, 2)}\n`);
  for (const title of lost) console.log(`no longer passes: ${title}`);
  for (const title of gained)
    console.log(options.update ? `added: ${title}` : `passes now: ${title}. Add it with: pnpm conformance --update`);
  for (const line of summary) console.log(line);
  return lost.length > 0 ? 1 : 0;
}

/**
 * Runs each listed scenario that failed once more, alone.
 * @returns the first faults of those that pass the second time, by title
 */
async function runFailedAgain(runs, listed) {
  const failed = runs.flatMap(({ revision, results }) =>
    (listed[revision] ?? [])
      .map((scenario) => ({ revision, scenario, results, faults: faultsOf(results.get(scenario)) }))
      .filter(({ faults }) => faults.length > 0),
  );
  const unsteady = new Map();
  if (failed.length > MOST_RUN_AGAIN) return unsteady;
  for (const { revision, scenario, results, faults } of failed) {
    await runAlone(revision, scenario, results);
    if (faultsOf(results.get(scenario)).length === 0) unsteady.set(`${revision} ${scenario}`, faults.join('\n'));
  }
  return unsteady;
}

/** A tab of the shared browser that did not answer says nothing about the client, so its scenario runs once more, alone. */
async function repeatUnfinished(revision, scenarios, results) {
  for (const scenario of scenarios) {
    const { report: said } = results.get(scenario) ?? {};
    if (said && !/did not finish|no report/.test(said.error ?? '')) continue;
    console.log(`once more: ${revision} ${scenario} (${said?.error ?? 'did not run'})`);
    await runAlone(revision, scenario, results);
  }
}

async function runAlone(revision, scenario, results) {
  const result = (await runSuite({ revision, scenario, brokerUrl: broker.url })).get(scenario);
  if (result) results.set(scenario, result);
}

/** What `ours` has and `theirs` has not, in the revisions that ran. */
function compare(ours, theirs) {
  return revisions.flatMap((revision) =>
    (ours[revision] ?? [])
      .filter((scenario) => !theirs[revision]?.includes(scenario))
      .map((scenario) => `${revision} ${scenario}`),
  );
}

function merge(listed, passing) {
  const revisionsOfBoth = [...new Set([...Object.keys(listed), ...Object.keys(passing)])];
  return Object.fromEntries(
    revisionsOfBoth.map((revision) => [
      revision,
      [...new Set([...(listed[revision] ?? []), ...(passing[revision] ?? [])])],
    ]),
  );
}

/** Prints the verdict on a scenario, and returns its faults. */
function report(revision, scenario, result, { isUnscored }) {
  const faults = faultsOf(result);
  const verdict = faults.length > 0 ? 'FAIL' : 'pass';
  console.log(`${verdict}  ${revision} ${scenario}${isUnscored ? ' (not scored)' : ''}`);
  for (const fault of faults.slice(0, MAX_FAULTS))
    console.log(`        ${fault.replaceAll(/\s+/g, ' ').slice(0, 160)}`);
  if (faults.length > MAX_FAULTS)
    console.log(`        and ${faults.length - MAX_FAULTS} more: pnpm conformance --scenario ${scenario}`);
  return faults;
}

/** The listed scenarios as tests. */
function resultsOf(listed, passing, unsteady) {
  const results = noResults();
  for (const revision of revisions) {
    for (const scenario of listed[revision] ?? []) {
      const title = titleOf(revision, scenario, passing);
      const error = unsteady.get(`${revision} ${scenario}`);
      if (error !== undefined) results.unsteady.push({ title, error });
      else if (passing[revision].includes(scenario)) results.passed.push({ title });
      else results.failed.push({ title });
    }
  }
  return results;
}
