/** Connects to `?server=`, asks the model at `?model=`, or the doctor about `?doctor=`. Its title says what came of it. */
import { connect, McpError, type SamplingParams } from '@mcp-web/client';
import { diagnose } from '@mcp-web/client/doctor';
import { openAiModel } from '@mcp-web/client/models/openai';

const search = new URLSearchParams(location.search);
const params: SamplingParams = {
  messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }],
  maxTokens: 1,
};

async function reach(): Promise<string> {
  const sick = search.get('doctor');
  if (sick !== null) {
    const { cause, message } = await diagnose(sick);
    return `${cause}: ${message}`;
  }
  const url = search.get('model');
  if (url === null) {
    const client = await connect(search.get('server') ?? '');
    await client.close();
    return 'Connected';
  }
  const { signal } = new AbortController();
  const answer = await openAiModel({ url, models: 'any' })(params, { signal });
  if (!(answer instanceof ReadableStream)) throw new Error('The model does not stream');
  const reader = answer.getReader();
  while (!(await reader.read()).done);
  return 'Answered';
}

document.title = await reach().catch((error: unknown) =>
  error instanceof McpError ? `${error.code}: ${error.message}` : String(error),
);
