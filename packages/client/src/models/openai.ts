/** A model behind an endpoint that speaks OpenAI's chat completions, as many servers, local ones too, do. */
import { McpError } from '../errors.ts';
import type { SamplingParams } from '../protocol/request-types.ts';
import { chooseModel, describeModels } from './choose.ts';
import type { Ask } from './openai-completion.ts';
import type { AvailableModel, SamplingModel, SamplingPart } from './model.ts';
import { describe, streamParts } from './stream.ts';

export interface OpenAiModelOptions {
  /** Where the API begins: `https://api.example.com/v1`. It has to allow this page (CORS). */
  url: string | URL;
  /** The model, or several to choose from by the preferences of the server that asks: see `chooseModel`. */
  models: string | AvailableModel | readonly (string | AvailableModel)[];
  /** Gives the key, asked for each request anew. A key in a page is known to everybody who can open it: use the user's own. */
  apiKey?: ((options: { signal: AbortSignal }) => string | undefined | Promise<string | undefined>) | undefined;
  /** Whether the models understand tools. Yes by default. */
  supportsTools?: boolean | undefined;
  /** What the endpoint calls the limit of an answer: newer models of OpenAI take `max_completion_tokens` only. `max_tokens` by default. */
  tokenLimit?: 'max_tokens' | 'max_completion_tokens' | undefined;
  /** In place of the global `fetch`. */
  fetch?: typeof fetch | undefined;
}

/**
 * A model behind an endpoint of the OpenAI format, streamed. The key is in no error, and redirects are not followed: it would
 * go with them.
 *
 * Fails with `unauthorized` when the key is missing or wrong, `http` for other statuses (429: too many requests), `network`
 * when the endpoint does not let the page in, `invalid-result` when it says something else than a completion, `unsupported`
 * for content that the format cannot carry.
 *
 * @throws {McpError} `invalid-argument` when the URL is none, or there is no model.
 *
 * @example
 * ```ts
 * import { openAiModel } from '@mcp-web/client/models/openai';
 *
 * const model = openAiModel({
 *   url: 'http://localhost:11434/v1',
 *   models: ['llama3.2', { name: 'qwen3', comparableTo: ['gpt-5'], intelligence: 0.8 }],
 * });
 * ```
 */
export function openAiModel({
  url,
  models,
  apiKey,
  supportsTools = true,
  tokenLimit = 'max_tokens',
  fetch: send = fetch,
}: OpenAiModelOptions): SamplingModel {
  if (!URL.canParse(url))
    throw new McpError(
      'invalid-argument',
      `${JSON.stringify(String(url))} is not a URL: give the address at which the API begins, such as https://api.example.com/v1.`,
    );
  const endpoint = new URL(url);
  endpoint.pathname = `${endpoint.pathname.replace(/\/$/, '')}/chat/completions`;
  const available = describeModels(models);
  const fallback = chooseModel(undefined, available);

  const ask: Ask = { send, endpoint, available, tokenLimit, apiKey };
  // Loaded when a server asks, which few do.
  const answer = (params: SamplingParams, signal: AbortSignal): ReadableStream<SamplingPart> =>
    streamParts(signal, async (say, wanted) =>
      (await import('./openai-completion.ts')).complete(ask, params, say, wanted),
    );

  return describe((params, { signal }) => answer(params, signal), {
    supportsTools,
    title: `${available.length === 1 ? `${fallback.name} · ` : ''}${endpoint.host}`,
  });
}
