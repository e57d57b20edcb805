/** Structured results, held against the schema that their tool announced: 2025-06-18 and later, server/tools, output schema. */
import { McpError, OutputError, type SchemaProblem } from '../../errors.ts';
import { array, check, type Guard, shape, string } from '../../protocol/guards.ts';
import type { CallToolResult, Tool } from '../../protocol/types.ts';
import type { Revision } from '../../protocol/revisions.ts';
import type { SchemaCheck, SchemaValidator } from './schema-validator.ts';
import type { ToolCallOptions } from '../tasks/task.ts';

/** How many problems an error's message names. The others are in its `problems`. */
const MAX_NAMED = 3;

const schemaProblems: Guard<SchemaProblem[]> = array(shape<SchemaProblem>({ path: string, message: string }));

/**
 * Prepares to check the result of a call of this tool: before it, so that a tool whose results cannot be checked does not run.
 *
 * @returns a function that throws `OutputError` for a result that is not what the schema says; nothing when there is
 *   nothing to check.
 * @throws {McpError} `unsupported` when the schema cannot be used.
 */
export async function outputCheck(
  { name, outputSchema }: Tool,
  revision: Revision,
  { validateOutput = true }: ToolCallOptions = {},
  own: { schemaValidator?: SchemaValidator | undefined } = {},
): Promise<((result: CallToolResult) => void) | undefined> {
  // Older revisions do not know of output schemas, and promise nothing by one.
  if (!outputSchema || !validateOutput || revision < '2025-06-18') return undefined;
  const validator = own.schemaValidator ?? (await import('../../schema/validator.ts')).schemaValidator;
  try {
    const validate = await validator.compile(outputSchema);
    return (result) => checkResult(name, result, validate);
  } catch (cause) {
    throw new McpError(
      'unsupported',
      `The tool ${JSON.stringify(name)} was not called, because its outputSchema cannot be used: ${reasonOf(cause)}. \`validateOutput: false\` calls it without checking the result.`,
      { cause },
    );
  }
}

/** @throws {OutputError} */
function checkResult(name: string, result: CallToolResult, validate: SchemaCheck): void {
  // What a tool says when it failed is not what it promised.
  if (result.isError) return;
  const problems = problemsOf(result, validate);
  if (problems.length === 0) return;
  const named = problems.slice(0, MAX_NAMED).map(({ path, message }) => `structuredContent${path} ${message}`);
  if (problems.length > MAX_NAMED) named.push('and more');
  throw new OutputError(
    `The tool ${JSON.stringify(name)} did not answer with what its outputSchema says: ${named.join('; ')}. The error's \`result\` has the answer.`,
    result,
    problems,
  );
}

function problemsOf({ structuredContent }: CallToolResult, validate: SchemaCheck): readonly SchemaProblem[] {
  // Null, 0, false and "" are there: values like any other since 2026-07-28.
  if (structuredContent === undefined) return [{ path: '', message: 'is missing' }];
  try {
    return check(
      validate(structuredContent),
      schemaProblems,
      (problem) => new TypeError(`the validator's list of problems is none${problem}`),
    );
  } catch (cause) {
    return [{ path: '', message: `could not be checked: ${reasonOf(cause)}` }];
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
