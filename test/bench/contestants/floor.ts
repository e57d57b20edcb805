/**
 * The cost of parsing: fetch, TextDecoder, eventsource-parser, JSON.parse and the callback, without any checks.
 * It uses the client's own copy of eventsource-parser, so that both always parse with the same version.
 */
import { createParser } from '../../../packages/client/node_modules/eventsource-parser/dist/index.js';
import { present } from '../page.ts';
import { openBare } from './bare.ts';

present(async (url, setting) => {
  const { listTools, send } = await openBare(url, setting);
  return {
    listTools,
    async callTool(name, onprogress) {
      const { headers, body } = await send('tools/call', { name, arguments: {} });
      if (headers.get('content-type') === 'application/json') return new Response(body).json();
      let result: unknown;
      const parser = createParser({
        onEvent({ data }) {
          const message = JSON.parse(data);
          if (message.method === 'notifications/progress') onprogress?.();
          else result = message.result;
        },
      });
      const reader = body!.getReader();
      const decoder = new TextDecoder();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return result;
        parser.feed(decoder.decode(value, { stream: true }));
      }
    },
  };
});
