/** Models behind an endpoint with OpenAI's chat completions, which many servers have, also local ones. */
import { McpError } from '../errors.ts';
import { lazy } from '../lazy.ts';
import type { SamplingParams } from '../protocol/request-types.ts';
import { chooseModel, describeModels } from './choose.ts';
import type { CompletionTarget } from './openai-completion.ts';
import type { AvailableModel, SamplingModel, SamplingPart } from './model.ts';
import { describe, streamParts } from './stream.ts';

/** Few servers ask for a model's answer. */
const loadCompletion = lazy(() => import('./openai-completion.ts'), 'asks the model');

export interface OpenAiModelOptions {
  /** The base URL of the API: `https://api.example.com/v1`. It has to allow this page (CORS). */
  url: string | URL;
  /** The model, or several from which `chooseModel` takes the one that fits the server's preferences. */
  models: string | AvailableModel | readonly (string | AvailableModel)[];
  /** Returns the key, for each request. Everybody who can open a page can read a key in it, so use the user's own. */
  apiKey?: ((options: { signal: AbortSignal }) => string | undefined | Promise<string | undefined>) | undefined;
  /** Whether the models understand tools. Yes by default. */
  supportsTools?: boolean | undefined;
  /**
   * The endpoint's name for the token limit: newer models of OpenAI take only `max_completion_tokens`. `max_tokens` by
   * default.
   */
  tokenLimit?: 'max_tokens' | 'max_completion_tokens' | undefined;
  /** Whether to ask the endpoint for the number of tokens (`stream_options`), which some refuse. No by default. */
  reportsUsage?: boolean | undefined;
  /** Used in place of the global `fetch`. */
  fetch?: typeof fetch | undefined;
}

/**
 * Answers sampling requests with a model behind an OpenAI-compatible endpoint, and streams the answer. No error
 * contains the key. Redirects are not followed, because the key would go with them.
 *
 * Answers fail with `unauthorized` when the key is missing or wrong, `http` for other statuses (429: too many
 * requests), `network` when the endpoint cannot be reached or does not allow the page, `invalid-result` when it does
 * not answer with a completion, and `unsupported` for content that the format cannot carry.
 *
 * @throws {McpError} `invalid-argument` when the URL is invalid, or there is no model
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
  reportsUsage = false,
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

  const target: CompletionTarget = { send, endpoint, available, tokenLimit, reportsUsage, apiKey };
  const answer = (params: SamplingParams, signal: AbortSignal): ReadableStream<SamplingPart> =>
    streamParts(signal, async (say, wanted) => (await loadCompletion()).complete(target, params, say, wanted));

  return describe((params, { signal }) => answer(params, signal), {
    supportsTools,
    title: `${available.length === 1 ? `${fallback.name} · ` : ''}${endpoint.host}`,
  });
}
