import { type CallToolResult, inputRequired, type McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';

const MEALS = ['Vegetarian', 'Vegan', 'Fish', 'Anything'];

/** A field of each kind that a form can have, including the five kinds of enum. */
const BOOKING = {
  type: 'object' as const,
  properties: {
    name: {
      type: 'string' as const,
      title: 'Name',
      description: 'On the door of your cabin',
      minLength: 2,
      maxLength: 60,
    },
    email: { type: 'string' as const, title: 'E-mail', format: 'email' as const },
    day: { type: 'string' as const, title: 'Day of departure', format: 'date' as const },
    guests: { type: 'integer' as const, title: 'Guests', minimum: 1, maximum: 6, default: 2 },
    luggage: {
      type: 'number' as const,
      title: 'Luggage',
      description: 'In kilograms',
      minimum: 0,
      maximum: 40,
      default: 7.5,
    },
    window: { type: 'boolean' as const, title: 'A window', default: true },
    meal: { type: 'string' as const, title: 'Meal', enum: MEALS, default: 'Vegetarian' },
    cabin: {
      type: 'string' as const,
      title: 'Cabin',
      default: 'quiet',
      oneOf: [
        { const: 'quiet', title: 'Quiet, at the stern' },
        { const: 'view', title: 'With a view, at the bow' },
        { const: 'cheap', title: 'Cheap, above the engine' },
      ],
    },
    stops: {
      type: 'array' as const,
      title: 'Stops',
      description: 'At least one, at most three',
      items: { type: 'string' as const, enum: ['Accra', 'Kyoto', 'Lima', 'Reykjavik'] },
      minItems: 1,
      maxItems: 3,
      default: ['Lima'],
    },
    extras: {
      type: 'array' as const,
      title: 'Extras',
      items: {
        anyOf: [
          { const: 'bike', title: 'A bicycle on deck' },
          { const: 'chess', title: 'A game of chess' },
          { const: 'stars', title: 'A look at the stars' },
        ],
      },
    },
    language: {
      type: 'string' as const,
      title: 'Language on board',
      enum: ['en', 'fr', 'sw'],
      enumNames: ['English', 'French', 'Swahili'],
      default: 'en',
    },
  },
  // Not the lists: forms before 2025-11-25 do not have them.
  required: ['name'],
};

/** Registers tools that request input from the user before they answer. */
export function registerElicitation(server: McpServer, page: URL): void {
  server.registerTool(
    'book_voyage',
    {
      title: 'Book a voyage',
      description: 'Asks you for the details in a form with every kind of field. Nothing is booked.',
      inputSchema: z.object({}),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (_args, { mcpReq: { inputResponses } }) => {
      const answer = inputResponses?.['booking'];
      if (answer) return told(answer);
      return inputRequired({
        inputRequests: {
          booking: inputRequired.elicit({
            message: 'Where do you want to go, and with whom?\nYour answers are not stored.',
            requestedSchema: BOOKING,
          }),
        },
      });
    },
  );

  server.registerTool(
    'visit_harbor',
    {
      title: 'Visit the harbor',
      description: 'Asks you to visit a page in another window, then continues.',
      inputSchema: z.object({}),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (_args, { mcpReq: { inputResponses } }) => {
      const answer = inputResponses?.['visit'];
      if (answer) return told(answer);
      return inputRequired({
        inputRequests: {
          visit: inputRequired.elicitUrl({ message: 'Please visit the harbor first.', url: page.href }),
        },
      });
    },
  );
}

function told(answer: unknown): CallToolResult {
  return {
    content: [
      { type: 'text', text: 'This is what you answered:' },
      { type: 'text', text: JSON.stringify(answer, null, 2) },
    ],
  };
}
