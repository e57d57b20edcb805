// An endpoint with OpenAI's chat completions. The model's name says what it does; `/keyed/v1` requires the key "secret-key".
// `/LABEL/left` returns how many answers of `/LABEL/v1` were not read to their end.
import { setTimeout } from 'node:timers/promises';
import { listen } from './listen.mjs';

const KEY = 'secret-key';

/** What each model answers: pieces of text, tool calls, and how it ends. */
const MODELS = {
  words: () => ({ pieces: ['One ', 'two ', 'three'] }),
  // Repeats what it was asked.
  mirror: (body) => ({ pieces: JSON.stringify(body).match(/.{1,40}/gs) ?? [] }),
  cut: () => ({ pieces: ['As long as it '], finish: 'length' }),
  caller: () => ({
    pieces: ['Let me see.'],
    calls: [
      { index: 0, id: 'call_a', type: 'function', function: { name: 'lookup', arguments: '' } },
      { index: 1, id: 'call_b', type: 'function', function: { name: 'now', arguments: '' } },
      { index: 0, function: { arguments: '{"word":' } },
      { index: 0, function: { arguments: '"mcp"}' } },
    ],
    finish: 'tool_calls',
  }),
  confused: () => ({
    pieces: [],
    calls: [{ index: 0, id: 'call_a', type: 'function', function: { name: 'lookup', arguments: '[1' } }],
    finish: 'tool_calls',
  }),
  // Calls every tool that its user names, all at once, and then tells what came of them.
  agent: ({ messages, tools = [] }) => {
    const words = JSON.stringify(messages.at(-1).content).split(/[^a-z]+/);
    if (messages.at(-1).role === 'tool')
      return {
        pieces: messages.filter(({ role }) => role === 'tool').map(({ content }) => `**Told:** ${content}\n\n`),
      };
    const named = tools.filter(({ function: { name } }) =>
      name.split('_').some((part) => part.length > 3 && part !== 'text' && words.includes(part)),
    );
    const calls = named.map(({ function: { name } }, index) => ({
      index,
      id: `call_${index}`,
      type: 'function',
      function: { name, arguments: JSON.stringify({ name: 'Ada', city: 'Lima', message: 'from the chat' }) },
    }));
    return { pieces: ['Let me see.'], calls, finish: calls.length > 0 ? 'tool_calls' : 'stop' };
  },
  broken: () => ({ pieces: ['Half of'], finish: null }),
  endless: () => ({ pieces: ['Again '], isEndless: true }),
};

export async function startOpenAiServer() {
  const left = new Map();
  const { url, stop } = await listen(
    async (req, res) => {
      res.setHeader('Access-Control-Allow-Origin', '*');
      res.setHeader('Access-Control-Allow-Headers', 'authorization, content-type, user-agent');
      res.setHeader('Access-Control-Expose-Headers', 'retry-after');
      if (req.method === 'OPTIONS') return void res.writeHead(204).end();
      const json = (status, body, headers = {}) =>
        res.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
      const path = new URL(req.url, 'http://endpoint').pathname;
      const label = path.replace(/\/(?:left|v1\/chat\/completions)$/, '');
      if (path.endsWith('/left')) return void json(200, left.get(label) ?? 0);
      if (!path.endsWith('/v1/chat/completions')) return void json(404, { error: { message: 'No such path' } });
      const body = await readBody(req);
      const key = req.headers.authorization?.replace('Bearer ', '');
      // Real endpoints quote a part of the key, and some all of it.
      if (path.startsWith('/keyed') && key !== KEY)
        return void json(401, { error: { message: `Incorrect API key provided: ${key}` } });
      switch (body.model) {
        case 'busy':
          return void json(429, { error: { message: `Rate limit reached for ${key}` } }, { 'Retry-After': '7' });
        case 'down':
          return void res.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>');
        case 'html':
          return void res.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Hello</h1>');
        case 'elsewhere':
          if (!path.startsWith('/followed/'))
            return void res.writeHead(307, { Location: '/followed/v1/chat/completions' }).end();
        // A client that follows the redirect gets an answer.
        // falls through
        case 'at-once':
          return void json(200, {
            model: 'at-once-2',
            choices: [{ message: { role: 'assistant', content: 'All of it' }, finish_reason: 'stop' }],
          });
      }
      res.writeHead(200, { 'Content-Type': 'text/event-stream' });
      const say = (delta, finish_reason = null) =>
        res.write(
          `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: `${body.model}-2026`, choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
        );
      if (body.model === 'failing')
        return void res.end(`data: ${JSON.stringify({ error: { message: `Overloaded, ${key}` } })}\n\n`);
      const { pieces, calls = [], finish = 'stop', isEndless } = (MODELS[body.model] ?? MODELS.words)(body);
      say({ role: 'assistant', content: '' });
      res.once('close', () => {
        if (!res.writableFinished) left.set(label, (left.get(label) ?? 0) + 1);
      });
      do {
        for (const content of pieces) {
          say({ content });
          await setTimeout(5);
        }
      } while (isEndless && !res.destroyed);
      for (const call of calls) say({ tool_calls: [call] });
      if (finish) {
        say({}, finish);
        res.write('data: [DONE]\n\n');
      }
      res.end();
    },
    async () => {},
  );
  return { url, stop };
}

async function readBody(req) {
  let body = '';
  for await (const chunk of req) body += chunk;
  return JSON.parse(body);
}
