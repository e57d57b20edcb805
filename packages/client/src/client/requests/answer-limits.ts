/** What the answer to a server request can carry, which is less in older revisions. Loaded on demand. */
import { RpcError } from '../../errors.ts';
import { isObject } from '../../protocol/guards.ts';
import { INTERNAL_ERROR, INVALID_PARAMS } from '../../protocol/methods.ts';
import type { ElicitationFormParams, ElicitationResult, SamplingResult } from '../../protocol/request-types.ts';
import type { Revision } from '../../protocol/revisions.ts';
import { supports } from '../../protocol/supports.ts';

type Content = NonNullable<ElicitationResult['content']>;

/**
 * The form without the fields whose values the revision cannot carry: the user is not asked for what cannot be sent.
 *
 * @throws {RpcError} -32602 when a list is required in a revision that has no lists.
 */
export function formFor(revision: Revision, params: ElicitationFormParams): ElicitationFormParams {
  const { properties, required } = params.requestedSchema;
  if (supports(revision, 'formLists') || !isObject(properties)) return params;
  const isList = (name: string): boolean => isObject(properties[name]) && properties[name]['type'] === 'array';
  const lists = Object.keys(properties).filter(isList);
  if (lists.length === 0) return params;
  const needed = Array.isArray(required) ? lists.find((name) => required.includes(name)) : undefined;
  if (needed !== undefined)
    throw new RpcError(
      INVALID_PARAMS,
      `params.requestedSchema requires the list ${JSON.stringify(needed)}, and MCP ${revision} has no lists in forms`,
    );
  const carried = Object.fromEntries(Object.entries(properties).filter(([name]) => !isList(name)));
  return { ...params, requestedSchema: { ...params.requestedSchema, properties: carried } };
}

/** The values of a form that the user accepts without a change. */
export function defaultsOf({ requestedSchema: { properties } }: ElicitationFormParams): Content {
  if (!isObject(properties)) return {};
  // fromEntries makes own properties, whatever names the server chose.
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) => {
      const value = isObject(field) ? field['default'] : undefined;
      return isFieldValue(value) ? [[name, value]] : [];
    }),
  );
}

/** @throws {RpcError} -32603 when the page answers with something that a field cannot have as its value. */
export function requireFieldValues(revision: Revision, content: Content): Content {
  for (const [name, value] of Object.entries(content)) {
    if (!isFieldValue(value) || (Array.isArray(value) && !supports(revision, 'formLists')))
      throw uncarried(revision, `the value of ${JSON.stringify(name)}`);
  }
  return content;
}

/** @throws {RpcError} -32603 when the model's answer has content that the revision cannot carry. */
export function sampleFor(revision: Revision, result: SamplingResult): SamplingResult {
  if (supports(revision, 'samplingTools')) return result;
  const [block, ...others] = Array.isArray(result.content) ? result.content : [result.content];
  const kinds = ['text', 'image', ...(supports(revision, 'samplingAudio') ? ['audio'] : [])];
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
