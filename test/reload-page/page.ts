/** A page that records its calls, and whose tests reload it. */
import { type CallToolResult, indexedDbCallStore, McpHost } from '@mcp-web/client';

const results: string[] = [];
const host = new McpHost({ callStore: indexedDbCallStore() });
host.addConsentPolicy(() => ({ action: 'allow' }));

const textOf = ({ content }: CallToolResult): string =>
  content.map((block) => (block.type === 'text' ? block.text : block.type)).join();

const page = {
  results,
  progress: 0,
  /** Resolves when the server is ready to be called. */
  async add(url: string, revision?: '2025-11-25'): Promise<void> {
    const id = host.add(url, { id: 'server', tasks: true, ...(revision && { revision }) });
    await new Promise<void>((resolve) => {
      const look = (): void => {
        const server = host.getSnapshot().servers.find((one) => one.id === id);
        if (server?.status === 'ready' && server.tools.length > 0) resolve();
      };
      host.subscribe(look);
      look();
    });
  },
  call(tool: string, args: Record<string, unknown>): void {
    const onprogress = ({ progress }: { progress: number }): void => void (page.progress = progress);
    void host.callTool('server', tool, args, { onprogress, timeoutMs: 120_000 }).then(
      (result) => results.push(textOf(result)),
      (error: unknown) => results.push(String(error)),
    );
  },
  unfinished: () =>
    host
      .getSnapshot()
      .unfinished?.map(({ tool, argumentsDigest, canResume }) => ({ tool, argumentsDigest, canResume })),
  resume(): void {
    const [call] = host.getSnapshot().unfinished ?? [];
    const onprogress = ({ progress }: { progress: number }): void => void (page.progress = progress);
    void call?.resume({ onprogress }).then(
      (result) => results.push(textOf(result)),
      (error: unknown) => results.push(String(error)),
    );
  },
  forget: () => host.getSnapshot().unfinished?.[0]?.forget(),
  log: () => [...host.log.getSnapshot().slice(0, 100)].flatMap(({ kind, data }) => (kind === 'call' ? [data] : [])),
};

declare global {
  interface Window {
    page: typeof page;
  }
}
window.page = page;
document.title = 'Loaded';
