import type { SchemaProblem } from '../errors.ts';
import { limitNesting } from './limits.ts';
import type { Place, Run, Schema, Seen } from './schema.ts';

/** A developer reads the first few; a hostile value would have millions. */
const MAX_PROBLEMS = 10;

/** Whether a value fits. `seen` then has what was looked at of it; what is in it after a failure is of no use. */
export function evaluate(schema: Schema, value: unknown, place: Place, run: Run, seen?: Seen): boolean {
  if (typeof schema === 'boolean') return schema || report(run, place, 'is not allowed here');
  run.meter.charge(2);
  limitNesting(++run.nesting);
  const { scope } = run;
  if (scope?.resource !== schema.resource) run.scope = { resource: schema.resource, outer: scope };
  // What `unevaluated…` leaves out is what was seen by this schema, not by those beside it.
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

/** Whether a value fits, and nothing else: no problem is told, and what a schema saw that does not fit does not count. */
export function fits(schema: Schema, value: unknown, place: Place, run: Run, seen?: Seen): boolean {
  const { problems } = run;
  run.problems = undefined;
  const own: Seen | undefined = seen && new Set();
  const answer = evaluate(schema, value, place, run, own);
  run.problems = problems;
  if (answer && seen) addTo(seen, own, run);
  return answer;
}

/** Tells what is wrong with the value at a place. Always false. */
export function report(run: Run, place: Place, message: string): false {
  if (wantsMore(run)) run.problems?.push({ path: pointerTo(place), message });
  return false;
}

/**
 * Tells why a value fits none of several schemas. The one that got furthest into the value is most likely the one
 * that was meant.
 */
export function reportNearest(
  schemas: readonly Schema[],
  value: unknown,
  place: Place,
  run: Run,
  message: string,
): false {
  const { problems } = run;
  if (!problems || !wantsMore(run)) return false;
  let nearest: SchemaProblem[] = [{ path: pointerTo(place), message }];
  for (const schema of schemas) {
    run.problems = [];
    evaluate(schema, value, place, run);
    if (depthOf(run.problems) > depthOf(nearest)) nearest = run.problems;
  }
  run.problems = problems;
  problems.push(...nearest);
  return false;
}

function depthOf(problems: readonly SchemaProblem[]): number {
  return Math.max(...problems.map(({ path }) => path.split('/').length));
}

/** Whether another problem would be told. */
export function wantsMore({ problems }: Run): boolean {
  return problems !== undefined && problems.length < MAX_PROBLEMS;
}

function addTo(seen: Seen, more: Seen | undefined, { meter }: Run): void {
  if (!more) return;
  meter.charge(2 * more.size);
  for (const key of more) seen.add(key);
}

function pointerTo({ key, parent }: Place): string {
  return parent ? `${pointerTo(parent)}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}` : '';
}
