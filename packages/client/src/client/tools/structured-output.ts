/** Checks structured results against the `outputSchema` of their tool (server/tools, output schema). */
import { McpError, OutputError, type SchemaProblem } from '../../errors.ts';
import { lazy } from '../../lazy.ts';
import { array, check, type Guard, objectWith, string } from '../../protocol/guards.ts';
import type { CallToolResult, Tool } from '../../protocol/types.ts';
import type { Revision } from '../../protocol/revisions.ts';
import { supports } from '../../protocol/supports.ts';
import type { SchemaCheck, SchemaValidator } from './schema-validator.ts';
import type { ToolCallOptions } from '../tasks/task.ts';

const loadValidator = lazy(() => import('../../schema/validator.ts'), 'checks structured results');

/** How many problems the message of an error names. All of them are in its `problems`. */
const MAX_NAMED = 3;

const schemaProblems: Guard<SchemaProblem[]> = array(objectWith<SchemaProblem>({ path: string, message: string }));

/**
 * Prepares to check the result of a tool call. Comes before the call: a tool whose result cannot be checked does not run.
 *
 * @returns a function that rejects with an `OutputError` for a result that does not match the schema; nothing if there is
 *   nothing to check
 * @throws {McpError} `unsupported` when the schema cannot be used.
 */
export async function outputCheck(
  { name, outputSchema }: Tool,
  revision: Revision,
  { validateOutput = true, signal }: ToolCallOptions = {},
  own: { schemaValidator?: SchemaValidator | undefined } = {},
): Promise<((result: CallToolResult) => Promise<void>) | undefined> {
  // In a revision without output schemas, a member of that name promises nothing.
  if (!outputSchema || !validateOutput || !supports(revision, 'structuredOutput')) return undefined;
  const validator = own.schemaValidator ?? (await loadValidator()).schemaValidator;
  try {
    const validate = await validator.compile(outputSchema, { signal });
    return (result) => checkResult(name, result, validate, signal);
  } catch (cause) {
    signal?.throwIfAborted();
    throw new McpError(
      'unsupported',
      `The tool ${JSON.stringify(name)} was not called, because its outputSchema cannot be used: ${reasonOf(cause)}. \`validateOutput: false\` calls it without checking the result.`,
      { cause },
    );
  }
}

/** @throws {OutputError} */
async function checkResult(
  name: string,
  result: CallToolResult,
  validate: SchemaCheck,
  signal: AbortSignal | undefined,
): Promise<void> {
  // A tool that failed need not keep to its schema.
  if (result.isError) return;
  const problems = await problemsOf(name, result, validate, signal);
  if (problems.length === 0) return;
  const named = problems.slice(0, MAX_NAMED).map(({ path, message }) => `structuredContent${path} ${message}`);
  if (problems.length > MAX_NAMED) named.push('and more');
  throw new OutputError(
    `The result of the tool ${JSON.stringify(name)} does not match its outputSchema: ${named.join('; ')}. The error's \`result\` has it.`,
    result,
    problems,
  );
}

async function problemsOf(
  name: string,
  result: CallToolResult,
  validate: SchemaCheck,
  signal: AbortSignal | undefined,
): Promise<readonly SchemaProblem[]> {
  const { structuredContent } = result;
  // Null, 0, false and "" are values like any other (2026-07-28).
  if (structuredContent === undefined) return [{ path: '', message: 'is missing' }];
  try {
    return check(
      await validate(structuredContent, { signal }),
      schemaProblems,
      (problem) => new TypeError(`the validator did not return a list of problems${problem}`),
    );
  } catch (cause) {
    signal?.throwIfAborted();
    const message = `could not be checked: ${reasonOf(cause)}`;
    throw new OutputError(
      `The result of the tool ${JSON.stringify(name)} ${message}. The error's \`result\` has it.`,
      result,
      [{ path: '', message }],
      { cause },
    );
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
