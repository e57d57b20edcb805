/** A server with tasks of the extension, by the official SDK in the page. Each is as its tool says, and stays so. */
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { z } from 'zod';

const EXTENSION = 'io.modelcontextprotocol/tasks';
const inputSchema = { type: 'object' } as const;

const TOOLS = [
  { name: 'survey', title: 'Survey the harbor', inputSchema },
  { name: 'tides', title: 'Compute the tides', inputSchema },
  { name: 'berth', title: 'Book a berth', inputSchema },
  { name: 'chart', title: 'Draw the chart', inputSchema },
];

const STATES: Readonly<Record<string, object>> = {
  survey: { status: 'working', statusMessage: 'Sounding the eastern basin: 14 of 60 points' },
  tides: {
    status: 'completed',
    result: {
      content: [{ type: 'text', text: 'High water at 04:12 and 16:37, low water at 10:25 and 22:51.' }],
      structuredContent: { high: ['04:12', '16:37'], low: ['10:25', '22:51'] },
    },
  },
  berth: {
    status: 'input_required',
    statusMessage: 'Two berths are free',
    inputRequests: {
      berth: {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message: 'Which berth do you want?',
          requestedSchema: {
            type: 'object',
            properties: { berth: { type: 'string', title: 'Berth', enum: ['North 3', 'South 12'] } },
            required: ['berth'],
          },
        },
      },
    },
  },
  chart: { status: 'failed', error: { code: -32_603, message: 'The plotter is out of ink.' } },
};

export function taskServer(): typeof fetch {
  const times = { createdAt: new Date().toISOString(), lastUpdatedAt: new Date().toISOString() };
  const { fetch: answer } = createMcpHandler(() => {
    const server = new Server(
      { name: 'harbor', title: 'Harbor office', version: '1.0.0' },
      { capabilities: { tools: {}, extensions: { [EXTENSION]: {} } } },
    );
    const stateOf = (taskId: string): object => ({
      taskId,
      ...times,
      ttlMs: 3_600_000,
      pollIntervalMs: 50,
      ...STATES[taskId],
    });
    const named = { params: z.looseObject({ taskId: z.string() }) };
    server.setRequestHandler('tools/list', () => ({ tools: [...TOOLS] }));
    server.setRequestHandler('tools/call', ({ params: { name } }) => ({
      resultType: 'task',
      content: [],
      ...stateOf(name),
      status: 'working',
    }));
    server.setRequestHandler('tasks/get', named, ({ taskId }) => ({ ...stateOf(taskId) }));
    server.setRequestHandler('tasks/update', named, () => ({}));
    server.setRequestHandler('tasks/cancel', named, () => ({}));
    return server;
  });
  return (input, init) => answer(new Request(input, init));
}
