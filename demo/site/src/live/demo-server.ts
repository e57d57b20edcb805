/** The server of the examples. It runs in the page. */
import { fakeServer, type FakeServer } from '@mcp-web/client/testing';

const STEP_MS = 600;

export function demoServer(): FakeServer {
  return fakeServer({
    name: 'demo',
    instructions: 'This server runs in the page. Its weather is made up.',
    tools: [
      {
        name: 'forecast',
        title: 'Weather forecast',
        description: 'The weather of a city.',
        inputSchema: {
          type: 'object',
          properties: {
            city: { type: 'string', title: 'City', examples: ['Lima', 'Oslo'] },
            days: { type: 'integer', title: 'Days', minimum: 1, maximum: 7, default: 3 },
          },
          required: ['city'],
        },
        annotations: { readOnlyHint: true, openWorldHint: false },
        run: ({ city, days = 3 }) => ({
          content: [{ type: 'text', text: `**Sunny** in ${String(city)} for ${String(days)} days, 24 °C.` }],
          structuredContent: { city, days, celsius: 24 },
        }),
      },
      {
        name: 'countdown',
        title: 'Countdown',
        description: 'Counts down, with progress and log messages.',
        inputSchema: {
          type: 'object',
          properties: { from: { type: 'integer', title: 'From', minimum: 1, maximum: 20, default: 5 } },
        },
        annotations: { readOnlyHint: true },
        async run({ from = 5 }, { signal, progress, log }) {
          const steps = Number(from);
          for (let step = 1; step <= steps && !signal.aborted; step++) {
            await new Promise((resolve) => setTimeout(resolve, STEP_MS));
            progress(step, steps, `${steps - step} to go`);
            log('info', { step, of: steps }, 'countdown');
          }
          return 'Lift-off!';
        },
      },
      {
        name: 'book',
        title: 'Book a seat',
        description: 'Asks which seat, and pretends to book it.',
        inputSchema: { type: 'object', properties: { flight: { type: 'string', title: 'Flight' } } },
        async run({ flight = 'LX 14' }, { elicit }) {
          const answer = await elicit(`Which seat do you want on ${String(flight)}?`, {
            type: 'object',
            properties: {
              seat: { type: 'string', title: 'Seat', enum: ['Window', 'Aisle'] },
              bags: { type: 'integer', title: 'Bags', minimum: 0, maximum: 3, default: 1 },
            },
            required: ['seat'],
          });
          return answer.action === 'accept' ? `Booked: ${JSON.stringify(answer.content)}` : 'Nothing is booked.';
        },
      },
      {
        name: 'rhyme',
        title: 'Find a rhyme',
        description: 'Asks the model of the page.',
        inputSchema: { type: 'object', properties: { word: { type: 'string', title: 'Word' } } },
        async run({ word = 'sea' }, { sample }) {
          const messages = [
            { role: 'user' as const, content: { type: 'text' as const, text: `Rhyme: ${String(word)}` } },
          ];
          const { content } = await sample({ messages, maxTokens: 20 });
          return `The model says: ${JSON.stringify(content)}`;
        },
      },
      {
        name: 'delete_notes',
        title: 'Delete notes',
        description: 'Pretends to delete a folder. Nothing is deleted.',
        inputSchema: { type: 'object', properties: { folder: { type: 'string', title: 'Folder' } } },
        annotations: { destructiveHint: true },
        run: ({ folder }) => `Nothing was deleted in ${String(folder)}.`,
      },
    ],
    prompts: [
      {
        name: 'postcard',
        title: 'Write a postcard',
        description: 'A postcard from a city.',
        arguments: [{ name: 'city', description: 'Where you are', required: true }],
        messages: ({ city }) => `Write a postcard from ${String(city)}, in three sentences.`,
      },
      { name: 'summary', title: 'Summarize', messages: () => 'Summarize the conversation so far.' },
    ],
    resources: [
      {
        uri: 'note:///packing-list',
        name: 'packing-list',
        title: 'Packing list',
        mimeType: 'text/markdown',
        read: () => '# Packing list\n\n- Sunscreen\n- Umbrella\n- A good book',
      },
      {
        uri: 'note:///tickets.json',
        name: 'tickets.json',
        mimeType: 'application/json',
        read: () => JSON.stringify({ flight: 'LX 14', seat: '4A' }, null, 2),
      },
    ],
  });
}
