// A page whose clients listen and call. Tests open it in several tabs.
import { connect, type McpClient, McpError } from '@mcp-web/client';
import type { Tab } from './window.ts';

let client: McpClient | undefined;
let principal: string | undefined;

function connected(): McpClient {
  if (!client) throw new Error('The page is not connected.');
  return client;
}

const tab: Tab = {
  heard: [],
  lost: [],
  async connect(url, { revision, principal: user, answersAfterMs, timeoutMs, shareWithTabs } = {}) {
    principal = user;
    client = await connect(url, {
      clientInfo: { name: 'tabs', version: '1.0.0' },
      revision,
      timeoutMs,
      shareWithTabs,
      ...(user && { principal: () => principal }),
      ...(answersAfterMs !== undefined && {
        elicitation: {
          form: async () => {
            await new Promise((resolve) => setTimeout(resolve, answersAfterMs));
            return { action: 'accept', content: { color: 'red' } };
          },
        },
      }),
    });
    client.addEventListener('changeslost', ({ error }) => tab.lost.push(error.code));
    client.addEventListener('resourceupdate', ({ uri }) => tab.heard.push(uri));
  },
  async listen(uri) {
    connected().addEventListener('listchange', ({ list }) => tab.heard.push(list));
    if (uri !== undefined) await connected().subscribe(uri);
  },
  async countTools() {
    const names: string[] = [];
    for await (const { name } of connected().tools({ cache: 'reload' })) names.push(name);
    return names.length;
  },
  async call(name, args) {
    try {
      const { content } = await connected().callTool(name, args);
      return content.map((block) => ('text' in block ? block.text : '')).join('');
    } catch (error) {
      return error instanceof McpError ? `${error.code}: ${error.message}` : String(error);
    }
  },
  async callOften(times, name, args, expected) {
    const answers = await Promise.all(Array.from({ length: times }, () => tab.call(name, args)));
    return answers.filter((answer) => answer !== expected);
  },
  signInAs(user) {
    principal = user;
  },
  block(forMs) {
    const until = performance.now() + forMs;
    // Later, so that the test hears that it has begun.
    setTimeout(() => {
      while (performance.now() < until);
    }, 50);
  },
  close: () => connected().close(),
};

globalThis.tab = tab;
document.title = 'Ready';
