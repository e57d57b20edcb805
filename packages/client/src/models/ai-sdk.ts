/**
 * Models of the AI SDK, of any provider. Their interface is declared here, so that the AI SDK need not be installed.
 */
import { McpError } from '../errors.ts';
import { lazy } from '../lazy.ts';
import { chooseModel } from './choose.ts';
import type { AvailableModel, SamplingModel } from './model.ts';
import { describe, streamParts } from './stream.ts';

/** What this adapter uses of the AI SDK's `LanguageModelV2`, `V3` and `V4`. */
export interface AiSdkLanguageModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  doStream(options: object): PromiseLike<{ stream: ReadableStream<unknown> }>;
}

/** A model of the AI SDK, with what helps to choose it. Its name is its `modelId` unless `name` is given. */
export interface AiSdkModelChoice extends Omit<AvailableModel, 'name'> {
  readonly name?: string | undefined;
  readonly model: AiSdkLanguageModel;
}

export interface AiSdkModelOptions {
  /** Whether the models understand tools. Yes by default. */
  supportsTools?: boolean | undefined;
}

const VERSIONS = ['v2', 'v3', 'v4'];

/** Few servers ask for a model's answer. */
const loadGeneration = lazy(() => import('./ai-sdk-generation.ts'), 'asks the model');

/**
 * Answers sampling requests with a model of the AI SDK (versions 5 to 7), and streams the answer. Of several models,
 * `chooseModel` takes the one that fits the server's preferences.
 *
 * @throws {McpError} `invalid-argument` when there is no model, or one with an unknown version of the interface
 *
 * @example
 * ```ts
 * import { type AiSdkLanguageModel, aiSdkModel } from '@mcp-web/client/models/ai-sdk';
 *
 * declare const llama: AiSdkLanguageModel; // such as createOpenAICompatible({ … })('llama3.2')
 * document.querySelector('mcp-sampling-review')!.model = aiSdkModel(llama);
 * ```
 */
export function aiSdkModel(
  models: AiSdkLanguageModel | readonly (AiSdkLanguageModel | AiSdkModelChoice)[],
  { supportsTools = true }: AiSdkModelOptions = {},
): SamplingModel {
  const available = [models].flat().map((own) => {
    const choice = 'model' in own ? own : { model: own };
    if (!VERSIONS.includes(choice.model.specificationVersion))
      throw new McpError(
        'invalid-argument',
        `This language model cannot be used: its specificationVersion is ${JSON.stringify(choice.model.specificationVersion)}.`,
      );
    return { ...choice, name: choice.name ?? choice.model.modelId };
  });
  const { model: first } = chooseModel(undefined, available);

  return describe(
    (params, { signal }) =>
      streamParts(signal, async (say, wanted) => {
        const { generate } = await loadGeneration();
        await generate(chooseModel(params.modelPreferences, available).model, params, say, wanted);
      }),
    { supportsTools, title: available.length === 1 ? `${first.modelId} · ${first.provider}` : first.provider },
  );
}
