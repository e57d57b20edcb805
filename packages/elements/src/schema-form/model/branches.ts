/** The branches of a union: which ones a user need not see, and what tells the others apart. */
import type { JsonObject } from '@mcp-web/client';
import { isJsonObject } from '../../internal/text/text.ts';
import type { Variant } from './node.ts';
import { stringOf } from './options.ts';

/** Keywords of a text that restrict nothing. */
const SAYS_NOTHING = ['type', 'title', 'description', 'examples', 'default', '$comment', 'format', 'contentMediaType'];
/** No more of a description is read. */
const MAX_READ = 2_000;
/** What a description of the whole says of such a text. Of `JSON or text`, both are kinds of their own. */
const SAYS_JSON = /\b(JSON[- ](string|encoded)|stringified|as JSON)\b/i;
/** More members make a name that nobody reads. */
const MAX_NAMES = 2;
/** No more branches are compared with each other. */
const MAX_COMPARED = 50;

/**
 * Without the text that only repeats an object or a list as its JSON, which servers allow for the sake of models. Whoever wants
 * to write JSON has a button for that.
 */
export function withoutJsonTwin(branches: readonly unknown[], description: string): readonly unknown[] {
  const rest = branches.filter((branch) => !isJsonTwin(branch, description));
  return rest.length > 0 && rest.length < branches.length && rest.every(isComposite) ? rest : branches;
}

function isJsonTwin(branch: unknown, description: string): boolean {
  if (!isJsonObject(branch) || branch['type'] !== 'string') return false;
  const { format, contentMediaType, description: own } = branch;
  const isAnyText = Object.keys(branch).every((keyword) => SAYS_NOTHING.includes(keyword));
  if (format !== undefined && format !== 'json') return false;
  return (
    isAnyText &&
    (format === 'json' ||
      contentMediaType === 'application/json' ||
      /\bJSON\b/.test(stringOf(own).slice(0, MAX_READ)) ||
      SAYS_JSON.test(description.slice(0, MAX_READ)))
  );
}

const isComposite = (branch: unknown): boolean =>
  isJsonObject(branch) && (['object', 'array'].includes(stringOf(branch['type'])) || branch['$ref'] !== undefined);

/** Whether the kinds are yes or no, and the same as text, which servers allow for the sake of models. */
export function isYesOrNo(branches: readonly unknown[]): boolean {
  const types = branches.map((branch) =>
    isJsonObject(branch) && Object.keys(branch).every((keyword) => SAYS_NOTHING.includes(keyword))
      ? branch['type']
      : undefined,
  );
  return types.length === 2 && types.includes('boolean') && types.includes('string');
}

/**
 * Names the objects without a title by the members that only they require, or else by the schema that they refer to, or else by their
 * first members.
 */
export function named(variants: readonly Variant[], shapes: readonly JsonObject[]): Variant[] {
  if (variants.length > MAX_COMPARED) return [...variants];
  const required = shapes.map(requiredOf);
  const own = required.map((names, index) =>
    [...names].filter((name) => required.every((others, at) => at === index || !others.has(name))).slice(0, MAX_NAMES),
  );
  return variants.map((variant, index) => {
    if (variant.title !== '' || (variant.type !== 'object' && variant.type !== '')) return variant;
    const title = own[index]?.join(', ') || nameOfReference(variant.raw) || firstMembers(shapes[index]?.['properties']);
    return title ? { ...variant, title } : variant;
  });
}

function requiredOf({ required, properties }: JsonObject): ReadonlySet<string> {
  const known = isJsonObject(properties) ? properties : {};
  return new Set((Array.isArray(required) ? required : []).map(stringOf).filter((name) => Object.hasOwn(known, name)));
}

const firstMembers = (properties: unknown): string =>
  isJsonObject(properties) ? Object.keys(properties).slice(0, MAX_NAMES).join(', ') : '';

/** `page` of `#/$defs/page`. */
function nameOfReference(raw: unknown): string {
  const reference = isJsonObject(raw) ? stringOf(raw['$ref']) : '';
  return /\/(?:\$defs|definitions)\/([^/]+)$/.exec(reference)?.[1] ?? '';
}
