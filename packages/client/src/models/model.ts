/** The types of models that answer sampling requests. */
import type { HostServer } from '../host/snapshot.ts';
import type { SamplingParams, SamplingResult } from '../protocol/request-types.ts';
import type { Progress } from '../protocol/types.ts';

/** How many tokens an answer took, as the model counts them. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** What a model reports before its result: its name, the progress of its download, or the tokens that it used. */
export interface SamplingUpdate {
  readonly model?: string | undefined;
  readonly progress?: Progress | undefined;
  /** Once for each answer, if the model knows. */
  readonly usage?: TokenUsage | undefined;
}

/** A part of a streamed answer: text to append, an update, or the whole result, which comes last. */
export type SamplingPart = string | SamplingUpdate | SamplingResult;

/** A model's answer: a result, or a stream of parts that ends with the result. */
export type SamplingAnswer = SamplingResult | AsyncIterable<SamplingPart> | ReadableStream<SamplingPart>;

export interface SamplingModelOptions {
  /** Aborts when nobody waits for the answer anymore. */
  readonly signal: AbortSignal;
  /** The server that asks. Absent when the page itself does, with `converse`. */
  readonly server?: HostServer | undefined;
}

/**
 * A model for `<mcp-sampling-review>`: a function that gets what the user approved, and returns an answer, at once or
 * streamed.
 *
 * @example
 * ```ts
 * const echo: SamplingModel = async function* ({ messages }, { signal }) {
 *   const text = `You sent ${messages.length} messages.`;
 *   for (const word of text.split(' ')) {
 *     signal.throwIfAborted();
 *     yield `${word} `;
 *   }
 *   yield { role: 'assistant', model: 'echo', content: { type: 'text', text }, stopReason: 'endTurn' };
 * };
 * ```
 */
export interface SamplingModel {
  (params: SamplingParams, options: SamplingModelOptions): SamplingAnswer | Promise<SamplingAnswer>;
  /** Whether it supports `tools` and `toolChoice`. Declared to servers. */
  readonly supportsTools?: boolean | undefined;
  /** Where the messages go, to show to the user: `gpt-5 at api.example.com`. */
  readonly title?: string | undefined;
}

/** A model to choose from. */
export interface AvailableModel {
  /** Its name at the endpoint. */
  readonly name: string;
  /** Names of other models that it can replace, so that hints for those find it. */
  readonly comparableTo?: readonly string[] | undefined;
  /** How cheap it is, from 0 to 1 (the cheapest). */
  readonly cost?: number | undefined;
  /** How fast it is, from 0 to 1 (the fastest). */
  readonly speed?: number | undefined;
  /** How capable it is, from 0 to 1 (the most capable). */
  readonly intelligence?: number | undefined;
}
