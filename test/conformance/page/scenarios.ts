/** What a host does in each scenario, using only the client's public API. */
import { connect, type ConnectOptions, type McpClient, REVISIONS } from '@mcp-web/client';
import { readSkillFile, skillsOf, SkillMismatchError } from '@mcp-web/client/skills';

/** What the suite says about a scenario. */
export interface Scenario {
  serverUrl: string;
  revision: string;
  context: Record<string, unknown>;
  /** What sends the requests in place of the page. */
  relay?: string;
}

export type Handler = (scenario: Scenario) => Promise<void>;

/** A user who accepts every form with its defaults. */
const options: ConnectOptions = {
  clientInfo: { name: 'mcp-web-conformance', version: '1.0.0' },
  elicitation: { form: () => ({ action: 'accept' }) },
};

/** Client and server agree on the newest revision of either era. The suite's servers speak all of them, so an older one has to be requested. */
function revisionToAskFor(revision: string): ConnectOptions['revision'] {
  return revision < '2025-11-25' ? REVISIONS.find((known) => known === revision) : undefined;
}

/** Connects, runs the work, and always closes. */
async function withClient(
  { serverUrl, revision, relay }: Scenario,
  use: (client: McpClient) => Promise<void>,
): Promise<void> {
  const client = await connect(serverUrl, { ...options, relay, revision: revisionToAskFor(revision) });
  try {
    await use(client);
  } finally {
    await client.close();
  }
}

async function toolNames(client: McpClient): Promise<string[]> {
  const names: string[] = [];
  for await (const tool of client.tools()) names.push(tool.name);
  return names;
}

/** A host that only lists what the server offers. */
const listTools: Handler = (scenario) =>
  withClient(scenario, async (client) => {
    if (client.server.capabilities.tools) await toolNames(client);
  });

/**
 * The user looks at the tools and then calls each once, with these arguments. The look takes a moment, which `sse-retry`
 * needs: it takes the first GET after a call for the resumed stream. On a busy machine, that could otherwise be the GET that
 * listens for the server's own messages, for which no call waits.
 */
export async function useTools(client: McpClient, args: Record<string, unknown> = {}): Promise<void> {
  const names = await toolNames(client);
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (const name of names) await client.callTool(name, args);
}

const callEachTool =
  (args?: Record<string, unknown>): Handler =>
  (scenario) =>
    withClient(scenario, (client) => useTools(client, args));

/** Uses everything that a server may offer: lists, calls, reads and renders each thing. */
const useEverything: Handler = (scenario) => withClient(scenario, useAll);

async function useAll(client: McpClient): Promise<void> {
  for (const name of await toolNames(client)) await client.callTool(name);
  for await (const resource of client.resources()) await client.readResource(resource.uri);
  for await (const prompt of client.prompts()) await client.getPrompt(prompt.name);
}

/** The suite says which tools to call, and with which arguments. */
const callAsTold: Handler = (scenario) =>
  withClient(scenario, async (client) => {
    await toolNames(client); // The schemas say which arguments are mirrored in headers.
    for (const { name, arguments: args } of readToolCalls(scenario.context)) await client.callTool(name, args);
  });

/** Two calls that need input, and a third beside them that must not get theirs. */
const callDuringInput: Handler = (scenario) =>
  withClient(scenario, async (client) => {
    await toolNames(client);
    await Promise.all([client.callTool('test_mrtr_echo_state'), client.callTool('test_mrtr_unrelated')]);
    await client.callTool('test_mrtr_no_state');
    await client.callTool('test_mrtr_no_result_type');
  });

/** Returns a tool's schema exactly as it came through the client. */
const echoSchema: Handler = (scenario) =>
  withClient(scenario, async (client) => {
    for await (const tool of client.tools()) {
      if (tool.name === 'json_schema_2020_12_tool')
        await client.callTool('json_schema_echo', { schema: tool.inputSchema });
    }
  });

/** A host that shows which skills there are. */
const listSkills: Handler = (scenario) =>
  withClient(scenario, async (client) => {
    await useAll(client);
    if ((await skillNames(client)).length === 0) throw new Error('The server listed no skills');
  });

async function skillNames(client: McpClient): Promise<string[]> {
  const names: string[] = [];
  for await (const { frontmatter } of skillsOf(client)) names.push(frontmatter.name);
  return names;
}

/** Loads each skill with all of its files. This one is refused, for this reason. */
const loadRefusedSkill =
  (mismatch: SkillMismatchError['mismatch']): Handler =>
  (scenario) =>
    withClient(scenario, async (client) => {
      for await (const skill of skillsOf(client)) {
        const uris = skill.resources === 'dynamic' ? [skill.uri] : skill.resources.map(({ uri }) => uri);
        try {
          for (const uri of uris) await readSkillFile(client, skill, uri);
        } catch (error) {
          if (error instanceof SkillMismatchError && error.mismatch === mismatch && error.uri === skill.uri) return;
          throw error;
        }
      }
      throw new Error('The skill was loaded');
    });

export const scenarios: ReadonlyMap<string, Handler> = new Map([
  ['initialize', listTools],
  ['tools_call', callEachTool({ a: 5, b: 3 })],
  ['elicitation-sep1034-client-defaults', callEachTool()],
  ['sse-retry', callEachTool()],
  ['request-metadata', listTools],
  ['sep-2322-client-request-state', callDuringInput],
  ['http-standard-headers', useEverything],
  ['http-custom-headers', callAsTold],
  ['http-invalid-tool-headers', callEachTool({ region: 'us-west1' })],
  ['json-schema-ref-no-deref', listTools],
  ['json-schema-2020-12-preservation', echoSchema],
  ['sep-2640-client-no-prefetch', listSkills],
  ['sep-2640-client-verify-digest', loadRefusedSkill('digest')],
  ['sep-2640-client-verify-size', loadRefusedSkill('size')],
  ['sep-2640-client-verify-frontmatter', loadRefusedSkill('frontmatter')],
]);

function readToolCalls({ toolCalls }: Record<string, unknown>): { name: string; arguments: Record<string, unknown> }[] {
  if (!Array.isArray(toolCalls)) throw new Error('The suite did not say which tools to call');
  return toolCalls.map((call: unknown) => {
    if (!isRecord(call) || typeof call['name'] !== 'string' || !isRecord(call['arguments']))
      throw new Error('The suite names a tool call of another shape');
    return { name: call['name'], arguments: call['arguments'] };
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
