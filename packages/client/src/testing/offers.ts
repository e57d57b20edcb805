/** What a fake server offers, as a test writes it. */
import type { ElicitationFormParams, ElicitationResult, SamplingParams } from '../protocol/request-types.ts';
import type { Revision } from '../protocol/revisions.ts';
import type {
  CallToolResult,
  JsonObject,
  LogLevel,
  Prompt,
  PromptMessage,
  Resource,
  ResourceContents,
  ResourceTemplate,
  Tool,
} from '../protocol/types.ts';

/** A tool of a fake server. */
export interface FakeTool extends Omit<Tool, 'inputSchema'> {
  /** Takes any arguments unless it is given. */
  readonly inputSchema?: Tool['inputSchema'];
  /**
   * Answers a call. A text is the content of the result. What it throws becomes a result with `isError`, as with the
   * official SDK.
   */
  readonly run: (args: JsonObject, call: FakeCall) => string | CallToolResult | Promise<string | CallToolResult>;
}

/** What a tool can do while it runs. */
export interface FakeCall {
  /** Aborts when the client cancels the call. */
  readonly signal: AbortSignal;
  /** Reports progress, if the client asked for it. */
  readonly progress: (progress: number, total?: number, message?: string) => void;
  /** Logs a message, if the client asked for this level. */
  readonly log: (level: LogLevel, data: unknown, logger?: string) => void;
  /** Asks the user to fill in a form. Resolves with the answer, in both eras. */
  readonly elicit: (
    message: string,
    requestedSchema: ElicitationFormParams['requestedSchema'],
  ) => Promise<ElicitationResult>;
  /** Asks the page's model, after the user agreed. Resolves with its answer. */
  readonly sample: (params: SamplingParams) => Promise<JsonObject>;
}

/** A prompt of a fake server. A text becomes one message of the user. */
export interface FakePrompt extends Prompt {
  readonly messages: (args: JsonObject) => string | PromptMessage[];
}

/** A resource of a fake server. */
export interface FakeResource extends Resource {
  readonly read: () => string | ResourceContents[];
}

/** What a fake server offers. */
export interface FakeOffers {
  readonly tools?: readonly FakeTool[];
  readonly prompts?: readonly FakePrompt[];
  readonly resources?: readonly FakeResource[];
  readonly resourceTemplates?: readonly ResourceTemplate[];
}

/** What both eras of a fake server need to know of it. */
export interface FakeIdentity {
  readonly name: string;
  readonly version: string;
  readonly instructions: string | undefined;
  /** Those of the era, newest first. */
  readonly revisions: readonly Revision[];
  readonly offers: () => FakeOffers;
}
