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

/**
 * Whether the kinds are yes or no, and the same as text, which servers allow for the sake of models. A text that says anything else
 * of itself is a kind of its own.
 *
 * @param whole the schema with the branches
 */
export function isYesOrNo(branches: readonly unknown[], whole: JsonObject): boolean {
  const types = branches.map((branch) =>
    isJsonObject(branch) && Object.keys(branch).every((keyword) => SAYS_NOTHING.includes(keyword))
      ? branch['type']
      : undefined,
  );
  if (types.length !== 2 || !types.includes('boolean')) return false;
  const text = branches[types.indexOf('string')];
  return isJsonObject(text) && [text, whole].every(hasOnlyYesOrNo) && isAboutYesOrNo(text);
}

function hasOnlyYesOrNo({ format, contentMediaType, examples, default: own }: JsonObject): boolean {
  const values = [...(Array.isArray(examples) ? examples : []), own ?? true];
  return (
    format === undefined &&
    contentMediaType === undefined &&
    values.every((value) => typeof value !== 'string' || /^(true|false|yes|no)$/i.test(value))
  );
}

function isAboutYesOrNo({ title, description }: JsonObject): boolean {
  const words = `${stringOf(title)} ${stringOf(description)}`.slice(0, MAX_READ);
  return words.trim() === '' || /\bboolean\b/i.test(words) || (/\btrue\b/i.test(words) && /\bfalse\b/i.test(words));
}

/**
 * Names the objects without a title by a constant that only they have, or else by the members that only they require, or else by the
 * schema that they refer to, or else by their first members. What is still equal is numbered.
 */
export function named(variants: readonly Variant[], shapes: readonly JsonObject[]): Variant[] {
  const constants = shapes.map(constantsOf);
  const counts = counted(constants.flat().map(keyOf));
  const byConstant = variants.map((variant, index) => {
    if (variant.title !== '') return variant;
    const found = constants[index]?.find((one) => counts.get(keyOf(one)) === 1);
    return found ? { ...variant, title: found.value } : variant;
  });
  return numbered(byMembers(byConstant, shapes));
}

interface Constant {
  readonly name: string;
  readonly value: string;
}
/** String constants, such as `circle` of `{ kind: { const: 'circle' } }`. */
function constantsOf({ properties }: JsonObject): readonly Constant[] {
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    const value = isJsonObject(property) ? stringOf(property['const']) : '';
    return value === '' ? [] : [{ name, value }];
  });
}

const keyOf = ({ name, value }: Constant): string => JSON.stringify([name, value]);

function numbered(variants: readonly Variant[]): Variant[] {
  const counts = counted(variants.map(({ title }) => title));
  const numbers = new Map<string, number>();
  return variants.map((variant) => {
    const { title } = variant;
    if (title === '' || counts.get(title) === 1) return variant;
    const number = (numbers.get(title) ?? 0) + 1;
    numbers.set(title, number);
    return { ...variant, title: `${title} (${number})` };
  });
}

function counted(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function byMembers(variants: readonly Variant[], shapes: readonly JsonObject[]): readonly Variant[] {
  if (variants.length > MAX_COMPARED) return variants;
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
