import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { forecastSchema, makeUpForecast } from './forecast.ts';
import { paintLandscape, TIMES_OF_DAY } from './landscape.ts';
import { encodePng, toBase64 } from './png.ts';

const GREETINGS = {
  English: 'Hello',
  Français: 'Bonjour',
  Deutsch: 'Guten Tag',
  日本語: 'こんにちは',
  العربية: 'مرحبا',
} as const;
const LANGUAGES = ['English', 'Français', 'Deutsch', '日本語', 'العربية'] as const;
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

/** Registers one tool for each kind of result that a client has to show. */
export function registerTools(server: McpServer): void {
  registerAnswers(server);
  registerSlowTools(server);
  registerTroubleTools(server);
  registerFeedback(server);
}

/** Text, a picture, structured data. */
function registerAnswers(server: McpServer): void {
  server.registerTool(
    'greet',
    {
      title: 'Greet',
      description: 'Says hello. The simplest tool: text in, text out.',
      inputSchema: z.object({
        name: z.string().min(1).max(80).describe('Who to greet').meta({ title: 'Name' }),
        language: z
          .enum(LANGUAGES)
          .default('English')
          .describe('The language of the greeting')
          .meta({ title: 'Language' }),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ name, language }) => ({ content: [{ type: 'text', text: `${GREETINGS[language]}, ${name}!` }] }),
  );

  server.registerTool(
    'paint_landscape',
    {
      title: 'Paint a landscape',
      description: 'Paints hills at the time of day that you choose. Returns a PNG image.',
      inputSchema: z.object({
        time: z.enum(TIMES_OF_DAY).default('dusk').meta({ title: 'Time of day' }),
      }),
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    async ({ time }) => ({
      content: [
        { type: 'image', mimeType: 'image/png', data: toBase64(await encodePng(paintLandscape(time))) },
        { type: 'text', text: `The hills at ${time}.` },
      ],
    }),
  );

  server.registerTool(
    'get_forecast',
    {
      title: 'Weather forecast',
      description: 'Returns structured data that matches its output schema. The weather is made up.',
      inputSchema: z.object({
        city: z.string().min(1).max(80).describe('Any place, real or not').meta({ title: 'City' }),
        days: z.int().min(1).max(7).default(3).describe('Number of days, 1 to 7').meta({ title: 'Days' }),
      }),
      outputSchema: forecastSchema,
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ city, days }) => {
      const forecast = makeUpForecast(city, days);
      const today = forecast.days[0];
      return {
        content: [
          {
            type: 'text',
            text: `${forecast.city}: ${today?.condition}, ${today?.low} to ${today?.high} °C today (made up).`,
          },
        ],
        structuredContent: forecast,
      };
    },
  );
}

/** Progress, cancellation, log lines. */
function registerSlowTools(server: McpServer): void {
  server.registerTool(
    'countdown',
    {
      title: 'Countdown',
      description: 'Takes its time and reports progress after each step. Cancel it whenever you like.',
      inputSchema: z.object({
        steps: z.int().min(1).max(60).default(5).describe('Number of progress reports').meta({ title: 'Steps' }),
        seconds: z
          .number()
          .min(0.1)
          .max(60)
          .default(5)
          .describe('How long it takes in total')
          .meta({ title: 'Seconds' }),
      }),
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    async ({ steps, seconds }, context) => {
      for (let step = 1; step <= steps; step++) {
        await delay((seconds * 1000) / steps, context.mcpReq.signal);
        await reportProgress(context, step, steps, step < steps ? `${steps - step} to go` : 'Liftoff');
      }
      return { content: [{ type: 'text', text: `Liftoff after ${steps} steps in ${seconds} seconds.` }] };
    },
  );

  server.registerTool(
    'write_log',
    {
      title: 'Write log lines',
      description: 'Writes one line at every level, from debug to emergency, each with structured data.',
      inputSchema: z.object({
        message: z
          .string()
          .min(1)
          .max(200)
          .default('All systems nominal')
          .describe('The text of the lines')
          .meta({ title: 'Message' }),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ message }, context) => {
      for (const [index, level] of LEVELS.entries()) {
        const data = {
          message,
          sequence: index + 1,
          details: { from: 'write_log', worker: true, tags: ['demo', level] },
        };
        await context.mcpReq.log(level, data, index % 2 === 0 ? 'playground' : 'playground.engine');
      }
      return {
        content: [
          { type: 'text', text: `Sent ${LEVELS.length} log lines. The log shows those at or above its level.` },
        ],
      };
    },
  );
}

/** A failure, and a destructive tool that only pretends. */
function registerTroubleTools(server: McpServer): void {
  server.registerTool(
    'always_fail',
    {
      title: 'Always fail',
      description: 'Fails on purpose, to show what a failing tool looks like.',
      inputSchema: z.object({
        reason: z
          .string()
          .min(1)
          .max(200)
          .default('The coffee machine is empty')
          .describe('Why it fails')
          .meta({ title: 'Reason' }),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ reason }) => ({ isError: true, content: [{ type: 'text', text: `${reason}. Fill it up and try again.` }] }),
  );

  server.registerTool(
    'delete_notes',
    {
      title: 'Delete notes',
      description: 'Pretends to delete notes. Its annotations say that it may delete data, but nothing is deleted.',
      inputSchema: z.object({
        folder: z
          .string()
          .min(1)
          .max(80)
          .default('Holiday plans')
          .describe('The folder to empty')
          .meta({ title: 'Folder' }),
        permanently: z.boolean().default(false).describe('Skip the bin').meta({ title: 'Permanently' }),
      }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ folder, permanently }) => ({
      content: [
        {
          type: 'text',
          text: `Pretended to ${permanently ? 'delete for good' : 'move to the bin'}: every note in “${folder}”. They are all still there.`,
        },
      ],
    }),
  );
}

/** A form with every kind of field, which returns what it receives. */
function registerFeedback(server: McpServer): void {
  server.registerTool(
    'send_feedback',
    {
      title: 'Feedback form',
      description: 'Has a field of every kind, and returns exactly what it receives.',
      inputSchema: z.object({
        name: z.string().max(80).describe('What should we call you?').meta({ title: 'Name' }),
        email: z.email().optional().describe('Shown in the result, never sent anywhere').meta({ title: 'E-mail' }),
        topic: z.enum(['idea', 'praise', 'problem']).describe('What your feedback is about').meta({ title: 'Topic' }),
        rating: z.int().min(1).max(5).default(5).describe('From 1 to 5').meta({ title: 'Rating' }),
        hours: z
          .number()
          .min(0)
          .max(10_000)
          .optional()
          .describe('Hours spent with MCP so far')
          .meta({ title: 'Hours' }),
        visited: z.iso.date().optional().describe('When you came here').meta({ title: 'Date' }),
        homepage: z.url().optional().describe('Where to find you').meta({ title: 'Home page' }),
        mayQuote: z.boolean().default(false).describe('May we quote you?').meta({ title: 'Quote me' }),
        message: z.string().max(500).optional().describe('In your own words').meta({ title: 'Message' }),
      }),
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    (received) => ({
      content: [
        { type: 'text', text: `Thank you, ${received.name}. This is what arrived:` },
        { type: 'text', text: JSON.stringify(received, null, 2) },
      ],
    }),
  );
}

async function reportProgress(context: ServerContext, progress: number, total: number, message: string): Promise<void> {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  await context.mcpReq.notify({
    method: 'notifications/progress',
    params: { progressToken, progress, total, message },
  });
}

function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    function stop(): void {
      clearTimeout(timer);
      reject(signal.reason);
    }
    signal.addEventListener('abort', stop, { once: true });
  });
}
