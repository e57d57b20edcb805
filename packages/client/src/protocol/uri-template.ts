/** Expands a resource template to a URI: all four levels of RFC 6570. */
import { McpError } from '../errors.ts';

/** A value of a template variable. Null, undefined and empty lists count as absent. */
export type UriTemplateValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly string[]
  | Readonly<Record<string, string>>;

interface Operator {
  first: string;
  separator: string;
  /** Writes `name=value`. */
  isNamed: boolean;
  /** What follows the name of an empty value. */
  ifEmpty: string;
  /** Lets reserved characters and escapes through. */
  allowsReserved: boolean;
}

const operator = (
  first: string,
  separator: string,
  isNamed = false,
  ifEmpty = '',
  allowsReserved = false,
): Operator => ({
  first,
  separator,
  isNamed,
  ifEmpty,
  allowsReserved,
});

const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ['', operator('', ',')],
  ['+', operator('', ',', false, '', true)],
  ['#', operator('#', ',', false, '', true)],
  ['.', operator('.', '.')],
  ['/', operator('/', '/')],
  [';', operator(';', ';', true)],
  ['?', operator('?', '&', true, '=')],
  ['&', operator('&', '&', true, '=')],
]);

interface Variable {
  name: string;
  explodes: boolean;
  maxLength: number;
}

type Part = string | { operator: Operator; variables: Variable[] };

const EXPRESSION = /^([+#./;?&]?)(.+)$/;
const VARIABLE = /^((?:\w|%[\dA-Fa-f]{2})(?:\.?(?:\w|%[\dA-Fa-f]{2}))*)(?:(\*)|:([1-9]\d{0,3}))?$/;
/** Longer templates are not read: a server could keep the page busy with one. */
const MAX_LENGTH = 10_000;
/** What may stand outside of expressions. Letters beyond ASCII are escaped. */
const LITERAL = /^(?:[!#$&'()*+,\-./:;=?@[\]\w~]|%[\dA-Fa-f]{2}|[^\0-\x7f])*$/;

/**
 * The URI that a template names with these values.
 *
 * @param values by the name of the variable; those that are absent are left out, as RFC 6570 says
 * @throws {McpError} `invalid-argument` when the template is malformed or longer than 10,000 characters, or a value is a list or map where only a text can be.
 *
 * @example
 * ```ts
 * import { expandUriTemplate } from '@mcp-web/client';
 *
 * expandUriTemplate('notes://{folder}/list{?limit}', { folder: 'to do', limit: 5 }); // 'notes://to%20do/list?limit=5'
 * ```
 */
export function expandUriTemplate(template: string, values: Readonly<Record<string, UriTemplateValue>>): string {
  return parseTemplate(template)
    .map((part) =>
      typeof part === 'string' ? encodeReserved(part) : expand(part.operator, part.variables, values, template),
    )
    .join('');
}

/**
 * The names of a template's variables, each once, in order.
 *
 * @throws {McpError} `invalid-argument` when the template is malformed, or longer than 10,000 characters.
 */
export function uriTemplateVariables(template: string): string[] {
  const names = parseTemplate(template).flatMap((part) =>
    typeof part === 'string' ? [] : part.variables.map(({ name }) => name),
  );
  return [...new Set(names)];
}

function parseTemplate(template: string): Part[] {
  if (template.length > MAX_LENGTH)
    throw new McpError(
      'invalid-argument',
      `The URI template cannot be expanded: it is longer than ${MAX_LENGTH} characters.`,
    );
  // Every other piece is what stood between braces.
  return template.split(/\{([^{}]*)\}/).map((text, index) => {
    if (index % 2 === 1) return parseExpression(text, template);
    if (!LITERAL.test(text))
      throw malformed(template, `${JSON.stringify(text)} has a character that may not stand there`);
    return text;
  });
}

function parseExpression(text: string, template: string): Part {
  const [, symbol = '', list = ''] = EXPRESSION.exec(text) ?? [];
  const found = OPERATORS.get(symbol);
  if (!found || list === '') throw malformed(template, `{${text}} is not an expression`);
  const variables = list.split(',').map((item): Variable => {
    const [, name, star, length] = VARIABLE.exec(item) ?? [];
    if (name === undefined) throw malformed(template, `${JSON.stringify(item)} is not a variable`);
    return { name, explodes: star !== undefined, maxLength: length === undefined ? Infinity : Number(length) };
  });
  return { operator: found, variables };
}

function expand(
  use: Operator,
  variables: Variable[],
  values: Readonly<Record<string, UriTemplateValue>>,
  template: string,
): string {
  const expanded = variables.flatMap((variable) => {
    const value = Object.hasOwn(values, variable.name) ? values[variable.name] : undefined;
    if (value === undefined || value === null) return [];
    if (typeof value !== 'object')
      return [named(use, variable.name, encode(use, cut(String(value), variable.maxLength)))];
    if (variable.maxLength !== Infinity)
      throw malformed(template, `{${variable.name}:${variable.maxLength}} takes a text, not a list or map`);
    return expandMany(use, variable, Array.isArray(value) ? value : Object.entries(value));
  });
  return expanded.length === 0 ? '' : use.first + expanded.join(use.separator);
}

function expandMany(
  use: Operator,
  { name, explodes }: Variable,
  items: readonly (string | readonly [string, string])[],
): string[] {
  if (items.length === 0) return [];
  if (explodes) {
    return items.map((item) => {
      if (typeof item === 'string') return named(use, name, encode(use, item));
      const value = encode(use, item[1]);
      return `${encode(use, item[0])}${use.isNamed && value === '' ? use.ifEmpty : `=${value}`}`;
    });
  }
  return [
    named(
      use,
      name,
      items
        .flat()
        .map((item) => encode(use, item))
        .join(','),
    ),
  ];
}

function named({ isNamed, ifEmpty }: Operator, name: string, value: string): string {
  if (!isNamed) return value;
  return value === '' ? name + ifEmpty : `${name}=${value}`;
}

/** Lengths count characters, not UTF-16 units. */
const cut = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : Array.from(text).slice(0, maxLength).join('');

const encode = ({ allowsReserved }: Operator, text: string): string =>
  allowsReserved ? encodeReserved(text) : encodeUnreserved(text);

function encodeUnreserved(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function encodeReserved(text: string): string {
  return text
    .split(/(%[\dA-Fa-f]{2})/)
    .map((piece, index) =>
      index % 2 === 1 ? piece : encodeURI(piece.toWellFormed()).replace(/%5B/g, '[').replace(/%5D/g, ']'),
    )
    .join('');
}

function malformed(template: string, problem: string): McpError {
  return new McpError(
    'invalid-argument',
    `The URI template ${JSON.stringify(template)} cannot be expanded: ${problem} (RFC 6570).`,
  );
}
