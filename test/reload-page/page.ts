/** A page that records its calls, and whose tests reload it. */
import { type CallToolOptions, type CallToolResult, indexedDbCallStore, McpHost } from '@mcp-web/client';
import type { ReloadPage } from './window.ts';

const callStore = indexedDbCallStore();
const host = new McpHost({ callStore });
const results: string[] = [];
host.addConsentPolicy(() => ({ action: 'allow' }));
host.addResponder('elicitation');

const textOf = ({ content }: CallToolResult): string =>
  content.map((block) => (block.type === 'text' ? block.text : block.type)).join();

async function note(call: (options: CallToolOptions) => Promise<CallToolResult>): Promise<void> {
  const onprogress = ({ progress }: { progress: number }): void => void (page.progress = progress);
  results.push(await call({ onprogress, timeoutMs: 120_000 }).then(textOf, String));
}

const page: ReloadPage = {
  results,
  /** The newest step that the server reported. */
  progress: 0,
  /** Resolves when the server can be called. */
  async add(url: string): Promise<void> {
    host.add(url, { id: 'server', tasks: true });
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (host.getSnapshot().servers[0]?.tools.length) resolve();
      };
      host.subscribe(look);
      look();
    });
  },
  call: (tool: string, args: Record<string, unknown>): void =>
    void note((options) => host.callTool('server', tool, args, options)),
  stored: () => callStore.read(),
  unfinished: () => (host.getSnapshot().unfinished ?? []).map(({ tool, canResume }) => `${tool} ${canResume}`),
  resume(): void {
    for (const call of host.getSnapshot().unfinished ?? []) void note((options) => call.resume(options));
  },
  forget: async () => Promise.all((host.getSnapshot().unfinished ?? []).map((call) => call.forget())),
  accept: () => void host.tasks.accept(),
  tasks: () =>
    host.tasks
      .getSnapshot()
      .map(({ name, status, isElsewhere, result }) =>
        [name, status, isElsewhere ? 'elsewhere' : 'here', result ? textOf(result) : ''].join(' ').trim(),
      ),
  /** What servers ask of the user. */
  requests: () =>
    host
      .getSnapshot()
      .requests.flatMap(({ kind, request }) => (kind === 'elicitation' ? [request.params.message] : [])),
  answer(content: Record<string, string>): void {
    for (const { id } of host.getSnapshot().requests) host.respond(id, { action: 'accept', content });
  },
  statuses: () =>
    host.log
      .getSnapshot()
      .slice(0, 100)
      .flatMap(({ kind, data }) =>
        kind === 'call' && typeof data === 'object' && data !== null ? [String(Reflect.get(data, 'status'))] : [],
      ),
};

window.page = page;
document.title = 'Loaded';
