/** How a page gives a model: a function. Types only. */
import type { HostServer } from '../host/snapshot.ts';
import type { SamplingParams, SamplingResult } from '../protocol/request-types.ts';
import type { Progress } from '../protocol/types.ts';

/** What a model says of itself on its way to the result: which one answers, or how far its download is. */
export interface SamplingUpdate {
  readonly model?: string | undefined;
  readonly progress?: Progress | undefined;
}

/** A piece of an answer that streams: text to add, an update, or the whole result, which comes last. */
export type SamplingPart = string | SamplingUpdate | SamplingResult;

/** The answer of a model: a result, or parts of which the last is the result. */
export type SamplingAnswer = SamplingResult | AsyncIterable<SamplingPart> | ReadableStream<SamplingPart>;

export interface SamplingModelOptions {
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** The server that asks. */
  readonly server: HostServer;
}

/**
 * A model, as `<mcp-sampling-review>` takes it: it gets what the user approved, and gives an answer, at once or by the piece.
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
  /** Whether it understands `tools` and `toolChoice`. Servers are told of it. */
  readonly supportsTools?: boolean | undefined;
  /** Where the messages go, for the user who decides about it: `gpt-5 at api.example.com`. */
  readonly title?: string | undefined;
}

/** A model to choose from. */
export interface AvailableModel {
  /** What it is called where it runs. */
  readonly name: string;
  /** Names of models of others that it can stand in for, so that hints for those lead to it. */
  readonly comparableTo?: readonly string[] | undefined;
  /** How cheap it is, from 0 to 1, the cheapest. */
  readonly cost?: number | undefined;
  /** How fast it is, from 0 to 1, the fastest. */
  readonly speed?: number | undefined;
  /** How capable it is, from 0 to 1, the most capable. */
  readonly intelligence?: number | undefined;
}
