import type { McpChatElement, McpSamplingReviewElement } from '@mcp-web/elements';
import { builtInAvailability, builtInModel } from '@mcp-web/client/models/built-in';
import { openAiModel } from '@mcp-web/client/models/openai';
import { toyModel } from './toy-model.ts';

const LANGUAGES = { languages: ['en'] };

/**
 * Connects the form that chooses the model for sampling, in dialogs and in the chat. Its settings are not stored. To be called when
 * the visitor opens it: browsers without a model of their own write a warning to the console.
 */
export function setUpModelChoice(
  form: HTMLFormElement,
  review: McpSamplingReviewElement,
  chat: Pick<McpChatElement, 'samplingModel'> | null,
): void {
  const endpoint = form.querySelector('fieldset');
  const problem = form.querySelector('[role="alert"]');
  const choose = (): void => {
    const data = new FormData(form);
    const field = (name: string): string => {
      const value = data.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const kind = field('model');
    if (endpoint) endpoint.disabled = endpoint.hidden = kind !== 'endpoint';
    let message = '';
    try {
      const model =
        kind === 'toy'
          ? toyModel
          : kind === 'built-in'
            ? builtInModel(LANGUAGES)
            : kind === 'endpoint' && field('url')
              ? openAiModel({
                  url: field('url'),
                  models: field('name') || 'default',
                  apiKey: () => field('key') || undefined,
                })
              : undefined;
      review.model = model;
      if (chat) chat.samplingModel = model;
    } catch (error) {
      review.model = undefined;
      if (chat) chat.samplingModel = undefined;
      message = error instanceof Error ? error.message : String(error);
    }
    if (problem) problem.textContent = message;
  };
  form.addEventListener('change', choose);
  form.addEventListener('submit', (event) => event.preventDefault());
  choose();
  const builtIn = form.querySelector<HTMLOptionElement>('option[value="built-in"]');
  if (builtIn)
    void builtInAvailability(LANGUAGES).then(
      (availability) => (builtIn.disabled = availability === 'unavailable'),
      () => (builtIn.disabled = true),
    );
}
