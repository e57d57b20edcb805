/** What an answer to a server can carry, which is less in older revisions. Loaded on demand. */
import { RpcError } from '../../errors.ts';
import { isObject } from '../../protocol/guards.ts';
import { INTERNAL_ERROR, INVALID_PARAMS } from '../../protocol/methods.ts';
import type { ElicitationFormParams, ElicitationResult, SamplingResult } from '../../protocol/request-types.ts';
import type { Revision } from '../../protocol/revisions.ts';

type Content = NonNullable<ElicitationResult['content']>;

/** Lists as field values, lists of content and uses of tools begin with this revision. */
const LISTS_SINCE = '2025-11-25' satisfies Revision;
const AUDIO_SINCE = '2025-03-26' satisfies Revision;

/**
 * The form as far as its answer can be carried: nobody is asked for what cannot be sent.
 *
 * @throws {RpcError} -32602 when a list is required in a revision that has none.
 */
export function formFor(revision: Revision, asked: ElicitationFormParams): ElicitationFormParams {
  const { properties, required } = asked.requestedSchema;
  if (revision >= LISTS_SINCE || !isObject(properties)) return asked;
  const isList = (name: string): boolean => isObject(properties[name]) && properties[name]['type'] === 'array';
  const lists = Object.keys(properties).filter(isList);
  if (lists.length === 0) return asked;
  const needed = Array.isArray(required) ? lists.find((name) => required.includes(name)) : undefined;
  if (needed !== undefined)
    throw new RpcError(
      INVALID_PARAMS,
      `params.requestedSchema requires the list ${JSON.stringify(needed)}, and MCP ${revision} has no lists in forms`,
    );
  const carried = Object.fromEntries(Object.entries(properties).filter(([name]) => !isList(name)));
  return { ...asked, requestedSchema: { ...asked.requestedSchema, properties: carried } };
}

/** What an accepted form is worth that nobody touched. */
export function defaultsOf({ requestedSchema: { properties } }: ElicitationFormParams): Content {
  if (!isObject(properties)) return {};
  // fromEntries makes own properties, whatever the server named them.
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) => {
      const value = isObject(field) ? field['default'] : undefined;
      return isFieldValue(value) ? [[name, value]] : [];
    }),
  );
}

/** @throws {RpcError} -32603 when the page answers with something that is no value of a field. */
export function requireFieldValues(revision: Revision, content: Content): Content {
  for (const [name, value] of Object.entries(content)) {
    if (!isFieldValue(value) || (Array.isArray(value) && revision < LISTS_SINCE))
      throw uncarried(revision, `the value of ${JSON.stringify(name)}`);
  }
  return content;
}

/** @throws {RpcError} -32603 when the model's answer has content that the revision does not know. */
export function sampleFor(revision: Revision, result: SamplingResult): SamplingResult {
  if (revision >= LISTS_SINCE) return result;
  const [block, ...others] = Array.isArray(result.content) ? result.content : [result.content];
  const kinds = ['text', 'image', ...(revision >= AUDIO_SINCE ? ['audio'] : [])];
  if (!block || others.length > 0 || !kinds.includes(block.type)) throw uncarried(revision, 'the content');
  return { ...result, content: block };
}

function isFieldValue(value: unknown): value is Content[string] {
  return (
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    Number.isFinite(value) ||
    (Array.isArray(value) && value.every((item) => typeof item === 'string'))
  );
}

const uncarried = (revision: Revision, what: string): RpcError =>
  new RpcError(INTERNAL_ERROR, `The client has an answer, but MCP ${revision} cannot carry ${what}`);
