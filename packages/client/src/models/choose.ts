/** Chooses the model that fits a server's preferences best. */
import { McpError } from '../errors.ts';
import type { ModelPreferences } from '../protocol/request-types.ts';
import type { AvailableModel } from './model.ts';

/**
 * Chooses a model by the preferences of a server. The first hint that is part of a model's name decides. When it fits
 * several models, or no hint fits any, the priorities decide, and then the order of `available`.
 *
 * @throws {McpError} `invalid-argument` when `available` is empty
 *
 * @example
 * ```ts
 * const { name } = chooseModel({ hints: [{ name: 'sonnet' }], speedPriority: 1 }, [
 *   { name: 'large', comparableTo: ['claude-sonnet'], speed: 0.2 },
 *   { name: 'small', speed: 0.9 },
 * ]);
 * ```
 */
export function chooseModel<M extends AvailableModel>(
  preferences: ModelPreferences | undefined,
  available: readonly M[],
): M {
  const { hints = [], costPriority = 0, speedPriority = 0, intelligencePriority = 0 } = preferences ?? {};
  const score = ({ cost = 0, speed = 0, intelligence = 0 }: M): number =>
    cost * costPriority + speed * speedPriority + intelligence * intelligencePriority;
  let candidates = available;
  for (const { name } of hints) {
    // An empty hint is part of every name, so it means nothing.
    const fitting = name ? available.filter((model) => isCalled(model, name)) : [];
    if (fitting.length === 0) continue;
    candidates = fitting;
    break;
  }
  const [first, ...others] = candidates;
  if (!first) throw new McpError('invalid-argument', 'There is no model to choose from: give at least one.');
  return others.reduce((best, model) => (score(model) > score(best) ? model : best), first);
}

function isCalled({ name, comparableTo = [] }: AvailableModel, hint: string): boolean {
  return [name, ...comparableTo].some((own) => own.toLowerCase().includes(hint.toLowerCase()));
}

/** Describes models that a page may give by name only. */
export function describeModels(
  models: string | AvailableModel | readonly (string | AvailableModel)[],
): AvailableModel[] {
  return [models].flat().map((model) => (typeof model === 'string' ? { name: model } : model));
}
