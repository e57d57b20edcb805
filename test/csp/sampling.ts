/** Lets a server request an answer from a model at an endpoint. `?server=` and `?endpoint=` are their addresses. */
import { openAiModel } from '@mcp-web/client/models/openai';
import '@mcp-web/elements/define';

const search = new URLSearchParams(location.search);
const root = document.createElement('mcp-host');
const review = document.createElement('mcp-sampling-review');
review.model = openAiModel({ url: search.get('endpoint') ?? '', models: 'words' });
root.append(review);
document.querySelector('main')?.append(root);

// The element has to exist first, because servers are told what the page can answer.
await review.updateComplete;
const { host } = root;
host.addConsentPolicy(() => ({ action: 'allow' }));
const id = host.add(search.get('server') ?? '');
const isReady = (): boolean => host.getSnapshot().servers.some(({ tools }) => tools.some(({ name }) => name === 'ask'));
if (!isReady()) {
  await new Promise<void>((resolve) => {
    const leave = host.subscribe(() => {
      if (!isReady()) return;
      leave();
      resolve();
    });
  });
}
const { content } = await host.callTool(id, 'ask', { kind: 'sampling' });
document.querySelector('main')?.append(JSON.stringify(content));
