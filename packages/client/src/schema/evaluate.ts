import { limitNesting, type Meter } from './schema-limits.ts';
import type { Place, Problem, Run, Schema, Seen } from './schema.ts';

/** Enough for a developer. A hostile value could have millions of problems. */
const MAX_PROBLEMS = 10;

/**
 * Whether a value fits. `seen` collects the members and items that were evaluated; after a failure it is meaningless.
 */
export function evaluate(schema: Schema, value: unknown, place: Place, run: Run, seen?: Seen): boolean {
  if (typeof schema === 'boolean') return schema || report(run, place, () => 'is not allowed here');
  run.meter.charge(2);
  limitNesting(++run.nesting);
  const { scope } = run;
  if (scope?.resource !== schema.resource) run.scope = { resource: schema.resource, outer: scope };
  // `unevaluated…` skips what this schema has seen, not what its siblings have.
  const own: Seen | undefined = schema.lastChecks.length > 0 ? new Set() : seen;
  let isFit = true;
  for (const checks of [schema.checks, schema.lastChecks]) {
    for (const check of checks) {
      if (check(value, place, run, own)) continue;
      isFit = false;
      if (!wantsMore(run)) break;
    }
    if (!isFit) break;
  }
  if (isFit && seen && own !== seen) addTo(seen, own, run);
  run.scope = scope;
  run.nesting--;
  return isFit;
}

/** Only whether a value fits: reports no problem, and discards what a schema has seen if it does not fit. */
export function fits(schema: Schema, value: unknown, place: Place, run: Run, seen?: Seen): boolean {
  const { problems } = run;
  run.problems = undefined;
  const own: Seen | undefined = seen && new Set();
  const answer = evaluate(schema, value, place, run, own);
  run.problems = problems;
  if (answer && seen) addTo(seen, own, run);
  return answer;
}

/** Reports what is wrong with the value at a place. Always returns false. */
export function report(run: Run, place: Place, say: () => string): false {
  if (wantsMore(run)) run.problems?.push({ place, say });
  return false;
}

/**
 * Reports why a value fits none of several schemas. The schema that got furthest into the value is most likely the
 * one that was meant.
 */
export function reportNearest(
  schemas: readonly Schema[],
  value: unknown,
  place: Place,
  run: Run,
  say: () => string,
): false {
  const { problems } = run;
  if (!problems || !wantsMore(run)) return false;
  let nearest: Problem[] = [{ place, say }];
  for (const schema of schemas) {
    run.problems = [];
    evaluate(schema, value, place, run);
    if (depthOf(run.problems) > depthOf(nearest)) nearest = run.problems;
  }
  run.problems = problems;
  problems.push(...nearest);
  return false;
}

function depthOf(problems: readonly Problem[]): number {
  return Math.max(...problems.map(({ place }) => levelOf(place)));
}

function levelOf(place: Place): number {
  let level = 0;
  for (let at = place.parent; at; at = at.parent) level++;
  return level;
}

/** Whether another problem would be reported. */
export function wantsMore({ problems }: Run): boolean {
  return problems !== undefined && problems.length < MAX_PROBLEMS;
}

function addTo(seen: Seen, more: Seen | undefined, { meter }: Run): void {
  if (!more) return;
  meter.charge(2 * more.size);
  for (const key of more) seen.add(key);
}

/** The JSON pointer to a place. */
export function pointerTo({ key, parent }: Place, meter: Meter): string {
  if (!parent) return '';
  const name = String(key);
  meter.charge(name.length >> 2);
  return `${pointerTo(parent, meter)}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
