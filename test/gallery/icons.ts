/** A server with an icon. All its tools but one have icons too. */
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';

export const PAINTED = 'https://painted.example/mcp';

export function paintedServer(): typeof fetch {
  const { fetch: answer } = createMcpHandler(() => {
    const server = new McpServer({
      name: 'painted',
      version: '1.0.0',
      title: 'Painted notes',
      icons: [{ src: disc('#7c3aed') }],
    });
    for (const [name, title, color] of [
      ['open', 'Open a note', '#2563eb'],
      ['tidy', 'Tidy up the notes of last year', '#16a34a'],
      ['print', 'Print', undefined],
      ['burn', 'Burn them all', '#dc2626'],
    ] as const) {
      server.registerTool(
        name,
        {
          title,
          description: `Does what it says to the notes: ${name}.`,
          ...(color && { icons: [{ src: disc(color) }] }),
        },
        () => ({ content: [] }),
      );
    }
    return server;
  });
  return (input, init) => answer(new Request(input, init));
}

function disc(color: string): string {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 48;
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = color;
    context.arc(24, 24, 22, 0, 7);
    context.fill();
  }
  return canvas.toDataURL();
}
