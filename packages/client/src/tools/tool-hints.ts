/** What the author of a server could do so that models use a tool better. */
import { isNestedDeeper, isObject } from '../protocol/guards.ts';
import type { CallToolResult, JsonSchema, Tool, ToolAnnotations } from '../protocol/types.ts';
import { contentOfResult } from './model-content.ts';
import { cut } from './model-text.ts';
import { convertSchema } from './schema-dialect.ts';
import type { SchemaDialect } from './schema-keywords.ts';

/** A hint for the author of a server, in English. */
export interface ToolHint {
  readonly about: 'name' | 'description' | 'schema' | 'annotations' | 'result';
  readonly message: string;
}

const NAME = /^[\w.-]{1,128}$/;
/** OpenAI takes no more characters in a description. */
const MAX_DESCRIPTION = 1_024;
const MAX_DEPTH = 500;
/** What models get of a result by default, in characters. */
const MAX_RESULT = 40_000;
const PROVIDERS: Readonly<Record<SchemaDialect, string>> = { 'json-schema': 'OpenAI and Anthropic', gemini: 'Gemini' };
/** Servers check these by themselves, and models do well with them as text. */
const MINOR = /^(?:default|minLength|maxLength) /;
const READS = /^(?:get|list|read|search|find|fetch|show|count|query|describe|view|look)$/;
const DESTROYS = /^(?:delete|remove|drop|destroy|erase|purge|wipe|truncate|uninstall|revoke|overwrite)$/;
const WRITES = /^(?:create|add|update|set|write|send|post|insert|upload|edit|move|rename|pay|book|save|publish)$/;

/**
 * What the author of a server could do so that models use a tool better. For pages that show servers to those who write
 * them, such as the playground.
 *
 * @param result what the tool returned, if it ran
 *
 * @example
 * ```ts
 * import { McpHost } from '@mcp-web/client';
 * import { toolHints } from '@mcp-web/client/tools/hints';
 *
 * const host = new McpHost();
 * const { tools } = await host.ready(host.add('https://example.com/mcp'));
 * for (const tool of tools) console.log(tool.name, toolHints(tool));
 * ```
 */
export function toolHints(tool: Tool, result?: CallToolResult): ToolHint[] {
  return [
    ...aboutName(tool),
    ...aboutDescription(tool),
    ...aboutSchema(tool.inputSchema),
    ...aboutAnnotations(tool),
    ...(result ? aboutResult(result) : []),
  ];
}

function* aboutName({ name }: Tool): Generator<ToolHint> {
  if (!NAME.test(name))
    yield {
      about: 'name',
      message:
        'Clients may refuse this name. Use 1 to 128 of the characters A-Z, a-z, 0-9, "_", "-" and ".", and no others.',
    };
}

function* aboutDescription({ description = '', inputSchema }: Tool): Generator<ToolHint> {
  const about = 'description' as const;
  if (description.trim() === '')
    yield { about, message: 'Add a description: models choose tools by what it says, and when to use them.' };
  if (description.length > MAX_DESCRIPTION)
    yield {
      about,
      message: `Shorten the description: it has ${description.length} characters, and some providers take only ${MAX_DESCRIPTION}.`,
    };
  const { properties } = inputSchema;
  const silent = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, schema]) =>
    isObject(schema) && [schema['description'], schema['title'], schema['$ref']].some(Boolean) ? [] : name,
  );
  if (silent.length > 0) yield { about, message: `Describe these arguments, too: ${cut(silent.join(', '), 200)}.` };
}

function* aboutSchema(schema: JsonSchema): Generator<ToolHint> {
  if (isNestedDeeper(schema, MAX_DEPTH)) {
    yield { about: 'schema', message: 'Make the input schema flatter: it is nested too deeply for clients to read.' };
    return;
  }
  const { properties } = schema;
  if (
    Object.keys(isObject(properties) ? properties : {})
      .toSorted()
      .join() === 'def,type'
  )
    yield {
      about: 'schema',
      message:
        '“def” and “type” are the inner parts of a Zod schema, and probably not the arguments of this tool. Update the library that turns the schema into JSON Schema, or pass it JSON Schema.',
    };
  const before = notesIn(schema).length;
  for (const dialect of ['json-schema', 'gemini'] as const) {
    const lost = notesIn(convertSchema(schema, dialect).schema);
    if (lost.length <= before) continue;
    yield {
      about: 'schema',
      message: `${PROVIDERS[dialect]} ${dialect === 'gemini' ? 'does' : 'do'} not take a part of the input schema. Models read it as text: ${cut(lost[0] ?? '', 200)}`,
    };
  }
}

/** What the conversion wrote into descriptions. */
function notesIn(schema: unknown): string[] {
  const found: string[] = [];
  JSON.stringify(schema, (key, value: unknown) => {
    const [, note] = (key === 'description' && typeof value === 'string' && /(?:^|\n)Also: (.*)/.exec(value)) || [];
    if (note?.split('; ').some((part) => !MINOR.test(part))) found.push(note);
    return value;
  });
  return found;
}

function* aboutAnnotations({ name, annotations = {} }: Tool): Generator<ToolHint> {
  const words =
    name
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  const verb = words.find((word) => READS.test(word) || DESTROYS.test(word) || WRITES.test(word)) ?? '';
  const message = contradiction(verb, annotations);
  if (message !== undefined) yield { about: 'annotations', message };
}

function contradiction(verb: string, { readOnlyHint, destructiveHint }: ToolAnnotations): string | undefined {
  if (readOnlyHint && destructiveHint)
    return 'readOnlyHint and destructiveHint contradict each other: a tool that changes nothing destroys nothing.';
  if (readOnlyHint && (DESTROYS.test(verb) || WRITES.test(verb)))
    return `readOnlyHint contradicts the name: "${verb}" changes something. Users may let the tool run by mistake.`;
  if (destructiveHint === false && DESTROYS.test(verb))
    return `destructiveHint is false, but the name says "${verb}". Users may let the tool run by mistake.`;
  if (readOnlyHint === undefined && READS.test(verb))
    return `Add readOnlyHint if the tool changes nothing, as "${verb}" suggests: users need to be asked less then.`;
  return undefined;
}

function* aboutResult(result: CallToolResult): Generator<ToolHint> {
  const about = 'result' as const;
  const [text] = contentOfResult(result, '', Infinity);
  const length = text?.type === 'text' ? text.text.length : 0;
  if (length > MAX_RESULT)
    yield {
      about,
      message: `This result has ${length} characters, and models get ${MAX_RESULT}. Return less, and let models ask for pages.`,
    };
}
