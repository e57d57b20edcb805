/** Requests one chat completion, streams it, and reports errors of the endpoint. */
import { HttpError, McpError } from '../errors.ts';
import { isObject } from '../protocol/guards.ts';
import type { SamplingParams } from '../protocol/request-types.ts';
import type { JsonObject } from '../protocol/types.ts';
import { readText } from '../wire/body.ts';
import { localNetworkOptions, localNetworkRefusal } from '../wire/local-network.ts';
import { readEventStream } from '../wire/sse.ts';
import { resultOf, toolUse } from './blocks.ts';
import { chooseModel } from './choose.ts';
import type { AvailableModel, SamplingPart, TokenUsage } from './model.ts';
import { openAiMessages, openAiTools } from './openai-messages.ts';

/** Which endpoint to ask, and how. */
export interface CompletionTarget {
  readonly send: typeof fetch;
  readonly endpoint: URL;
  readonly available: readonly AvailableModel[];
  readonly tokenLimit: string;
  readonly reportsUsage: boolean;
  readonly apiKey: ((options: { signal: AbortSignal }) => string | undefined | Promise<string | undefined>) | undefined;
}

const STOP_REASONS: Readonly<Record<string, string>> = { stop: 'endTurn', length: 'maxTokens', tool_calls: 'toolUse' };

/** What has arrived so far. */
interface Completion {
  model: string;
  text: string;
  /** By their position in the answer. */
  calls: Map<number, { id: string; name: string; json: string }>;
  finish: string | undefined;
  usage: TokenUsage | undefined;
}

export async function complete(
  { send, endpoint, available, tokenLimit, reportsUsage, apiKey }: CompletionTarget,
  params: SamplingParams,
  say: (part: SamplingPart) => void,
  signal: AbortSignal,
): Promise<void> {
  const { name } = chooseModel(params.modelPreferences, available);
  say({ model: name });
  const key = await apiKey?.({ signal });
  const body = {
    ...requestBody(name, params, tokenLimit),
    ...(reportsUsage && { stream_options: { include_usage: true } }),
  };
  const response = await request(send, endpoint, key, body, signal);
  const completion: Completion = { model: name, text: '', calls: new Map(), finish: undefined, usage: undefined };
  const onchunk = (json: string): void => {
    const text = readChunk(json, completion, key);
    if (text) say(text);
  };
  if (/^text\/event-stream\b/i.test(response.headers.get('Content-Type') ?? '') && response.body) {
    await readEventStream(response.body, { onmessage: (data) => data === '[DONE]' || onchunk(data) });
  } else {
    // Some endpoints do not stream.
    onchunk(await readText(response));
  }
  if (completion.finish === undefined)
    throw new McpError('stream-ended', 'The model stopped before its answer was complete.');
  const { usage } = completion;
  if (usage) say({ usage });
  const uses = [...completion.calls.values()].map(({ id, name: tool, json }) => toolUse(id, tool, json));
  say(resultOf(completion.model, completion.text, uses, STOP_REASONS[completion.finish] ?? completion.finish));
}

function requestBody(model: string, params: SamplingParams, tokenLimit: string): JsonObject {
  const { maxTokens, temperature, stopSequences } = params;
  return {
    model,
    stream: true,
    messages: openAiMessages(params),
    [tokenLimit]: maxTokens,
    ...(temperature !== undefined && { temperature }),
    // The format allows four.
    ...(stopSequences && stopSequences.length > 0 && { stop: stopSequences.slice(0, 4) }),
    ...openAiTools(params),
  };
}

async function request(
  send: typeof fetch,
  url: URL,
  key: string | undefined,
  body: JsonObject,
  signal: AbortSignal,
): Promise<Response> {
  const headers = new Headers({ 'Content-Type': 'application/json' });
  let response: Response;
  try {
    if (key) headers.set('Authorization', `Bearer ${key}`);
  } catch {
    // The browser's message may contain the key.
    throw new McpError(
      'invalid-argument',
      'The API key contains characters that cannot be sent. Check that you copied the complete key and nothing else.',
    );
  }
  try {
    response = await send(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal,
      credentials: 'omit',
      redirect: 'error',
      ...localNetworkOptions(url),
    });
  } catch (cause) {
    signal.throwIfAborted();
    const refusal = await localNetworkRefusal(url);
    throw new McpError(
      'network',
      refusal === undefined
        ? `The endpoint of the model at ${url.host} cannot be reached: it is down, or does not allow this page (CORS).`
        : `The endpoint of the model at ${url.host} cannot be reached. ${refusal}`,
      { cause },
    );
  }
  if (response.ok) return response;
  const { status } = response;
  // A message about a wrong key may contain the key.
  if (status === 401 || status === 403)
    throw new McpError('unauthorized', `The model endpoint at ${url.host} rejected the API key (${status}).`);
  const said = withoutKey(errorIn(await readText(response).catch(() => '')), key);
  const retryAfter = response.headers.get('Retry-After');
  const why =
    status === 429 ? ` Too many requests, or no credit left${retryAfter ? `: try again in ${retryAfter} s` : ''}.` : '';
  throw new HttpError(
    status,
    `The endpoint of the model at ${url.host} answered with ${status}.${why}${said && ` It says: ${said}`}`,
    said,
  );
}

/** Adds a chunk, or a whole completion, to the completion. Returns its text. */
function readChunk(json: string, completion: Completion, key: string | undefined): string {
  let chunk: unknown;
  try {
    chunk = JSON.parse(json);
  } catch (cause) {
    throw new McpError(
      'invalid-result',
      'The endpoint of the model answered with something that is not JSON. Is the URL that of the API?',
      { cause },
    );
  }
  if (!isObject(chunk) || chunk['error'])
    throw new McpError(
      'invalid-result',
      `The model failed: ${withoutKey(errorIn(json), key) || 'the endpoint did not say why'}`,
    );
  if (typeof chunk['model'] === 'string' && chunk['model']) completion.model = chunk['model'];
  const choices = chunk['choices'];
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = isObject(chunk['usage'])
    ? chunk['usage']
    : {};
  if (typeof inputTokens === 'number' && typeof outputTokens === 'number')
    completion.usage = { inputTokens, outputTokens };
  // The last chunk may have usage figures only.
  if (!isObject(choice)) return '';
  if (typeof choice['finish_reason'] === 'string') completion.finish = choice['finish_reason'];
  const delta = choice['delta'] ?? choice['message'];
  if (!isObject(delta)) return '';
  const calls: unknown = delta['tool_calls'];
  if (Array.isArray(calls)) calls.forEach((call: unknown, place) => isObject(call) && addCall(completion, call, place));
  const text = typeof delta['content'] === 'string' ? delta['content'] : '';
  completion.text += text;
  return text;
}

function addCall({ calls }: Completion, { index, id, function: called }: JsonObject, place: number): void {
  const key = typeof index === 'number' ? index : place;
  const call = calls.get(key) ?? { id: `call_${key}`, name: '', json: '' };
  calls.set(key, call);
  if (typeof id === 'string' && id) call.id = id;
  if (!isObject(called)) return;
  if (typeof called['name'] === 'string') call.name ||= called['name'];
  if (typeof called['arguments'] === 'string') call.json += called['arguments'];
}

/** The sentence in an answer such as `{"error":{"message":"…"}}`. */
function errorIn(json: string): string {
  try {
    const body: unknown = JSON.parse(json);
    const error = isObject(body) ? body['error'] : undefined;
    const message = isObject(error) ? error['message'] : error;
    return typeof message === 'string' ? message.slice(0, 500) : '';
  } catch {
    return '';
  }
}

const withoutKey = (text: string, key: string | undefined): string => (key ? text.replaceAll(key, '…') : text);
