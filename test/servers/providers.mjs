// The HTTP APIs of providers of models, as far as tools go. What the model does is in the user's message, as JSON:
//   {"calls": [{"tool": "echo", "arguments": {}}]}   calls the tools whose names contain these words, all at once
//   {"nothing": true}                                gives no answer: the prompt is blocked
//   {"waits": true}                                  never answers
// When it has got results, or if there is nothing to call, it says what it was given, as JSON. A request that breaks a
// rule of the provider is refused with 400, as the provider does.
import { listen } from './listen.mjs';
import { geminiProblem, jsonSchemaProblem } from './provider-rules.mjs';

const FORMATS = {
  '/openai/v1/chat/completions': {
    tools: ({ tools = [] }) =>
      tools.map(({ type, function: { name, description, parameters } }) => ({
        name,
        problem:
          type !== 'function'
            ? 'not a function'
            : description.length > 1024
              ? `Invalid 'function.description': string too long`
              : jsonSchemaProblem(parameters),
      })),
    asked: ({ messages }) =>
      messages.findLast(({ role, content }) => role === 'user' && typeof content === 'string')?.content,
    given: ({ messages }) =>
      messages
        .slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1)
        .filter(({ role, content }) => role === 'tool' || Array.isArray(content)),
    problem: ({ messages }) => {
      const open = new Set();
      for (const { role, tool_calls = [], tool_call_id } of messages) {
        if (role === 'tool' && !open.delete(tool_call_id)) return 'a tool message without its call';
        if (role !== 'tool' && open.size > 0) return 'a call without its tool message';
        for (const { id } of tool_calls) open.add(id);
      }
      return open.size > 0 ? 'a call without its tool message' : undefined;
    },
    answer: ({ model, stream }, text, calls) => {
      const tool_calls = calls.map(({ id, name, json }, index) => ({
        index,
        id,
        type: 'function',
        function: { name, arguments: json },
      }));
      const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop';
      const message = {
        role: 'assistant',
        content: calls.length > 0 ? null : text,
        ...(calls.length > 0 && { tool_calls }),
      };
      const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
      const base = { id: 'c1', object: 'chat.completion', created: 1, model };
      if (!stream) return { ...base, choices: [{ index: 0, message, finish_reason }], usage };
      const chunk = (delta, reason = null) => ({
        ...base,
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta, finish_reason: reason }],
      });
      return [
        chunk(message),
        chunk({}, finish_reason),
        { ...base, object: 'chat.completion.chunk', choices: [], usage },
      ];
    },
  },
  '/openai/v1/responses': {
    tools: ({ tools = [] }) =>
      tools.map(({ name, description, parameters, strict }) => ({
        name,
        problem:
          strict !== false ? 'strict' : description.length > 1024 ? 'string too long' : jsonSchemaProblem(parameters),
      })),
    asked: ({ input }) => input,
    given: ({ input }) => (Array.isArray(input) ? input : []),
    problem: ({ input, previous_response_id }) => {
      const given = (Array.isArray(input) ? input : []).map(({ call_id }) => call_id).join();
      return given === (previous_response_id ?? 'r-').slice('r-'.length)
        ? undefined
        : 'No tool output found for function call';
    },
    answer: ({ model }, text, calls) => ({
      id: `r-${calls.map(({ id }) => id).join()}`,
      object: 'response',
      created_at: 1,
      model,
      status: 'completed',
      output:
        calls.length > 0
          ? calls.map(({ id, name, json }) => ({
              type: 'function_call',
              id: `fc_${id}`,
              call_id: id,
              name,
              arguments: json,
              status: 'completed',
            }))
          : [
              {
                type: 'message',
                id: 'm1',
                role: 'assistant',
                status: 'completed',
                content: [{ type: 'output_text', text, annotations: [] }],
              },
            ],
    }),
  },
  '/anthropic/v1/messages': {
    tools: ({ tools = [] }) =>
      tools.map(({ name, input_schema }) => ({ name, problem: jsonSchemaProblem(input_schema) })),
    asked: ({ messages }) =>
      messages.findLast(({ role, content }) => role === 'user' && typeof content === 'string')?.content,
    given: ({ messages }) =>
      messages
        .flatMap(({ content }) => (Array.isArray(content) ? content : []))
        .filter(({ type }) => type === 'tool_result'),
    problem: ({ messages }) => {
      for (const [at, { content }] of messages.entries()) {
        const called = (Array.isArray(content) ? content : [])
          .filter(({ type }) => type === 'tool_use')
          .map(({ id }) => id);
        const given = called.length > 0 ? messages[at + 1].content.map(({ tool_use_id }) => tool_use_id) : [];
        if (JSON.stringify(called) !== JSON.stringify(given))
          return '`tool_use` ids were found without `tool_result` blocks immediately after';
      }
      return undefined;
    },
    answer: ({ model }, text, calls) => ({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model,
      content:
        calls.length > 0
          ? calls.map(({ id, name, json }) => ({ type: 'tool_use', id, name, input: JSON.parse(json) }))
          : [{ type: 'text', text }],
      stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 100, output_tokens: 10 },
    }),
  },
  gemini: {
    tools: ({ tools = [] }) =>
      tools.flatMap(({ functionDeclarations }) =>
        functionDeclarations.map(({ name, parametersJsonSchema }) => ({
          name,
          problem: geminiProblem(parametersJsonSchema),
        })),
      ),
    asked: ({ contents }) => contents.findLast(({ parts }) => parts.some(({ text }) => text))?.parts[0].text,
    given: ({ contents }) =>
      contents
        .flatMap(({ parts }) => parts)
        .filter(({ functionResponse, inlineData }) => functionResponse || inlineData),
    problem: ({ contents }) => {
      const count = (kind) => contents.flatMap(({ parts }) => parts).filter((part) => part[kind]).length;
      return count('functionCall') === count('functionResponse')
        ? undefined
        : 'the number of function response parts is not equal to the number of function call parts';
    },
    answer: (_body, text, calls) => ({
      candidates: [
        {
          index: 0,
          finishReason: 'STOP',
          content: {
            role: 'model',
            parts:
              calls.length > 0
                ? calls.map(({ id, name, json }) => ({ functionCall: { id, name, args: JSON.parse(json) } }))
                : [{ text }],
          },
        },
      ],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 },
    }),
  },
};

export async function startProviders() {
  const { url, stop } = await listen(
    async (req, res) => {
      res.setHeader('Access-Control-Allow-Origin', '*');
      res.setHeader('Access-Control-Allow-Headers', req.headers['access-control-request-headers'] ?? '*');
      if (req.method === 'OPTIONS') return void res.writeHead(204).end();
      const json = (status, body) =>
        res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
      const { pathname } = new URL(req.url, 'http://providers');
      const format =
        FORMATS[pathname] ?? (/^\/gemini\/.*:generateContent$/.test(pathname) ? FORMATS.gemini : undefined);
      if (!format) return void json(404, { error: { message: 'No such path' } });
      const body = await readBody(req);
      const tools = format.tools(body);
      const wrong = tools.find(({ name, problem }) => problem || !/^[a-zA-Z_][\w-]{0,63}$/.test(name));
      const problem = format.problem(body) ?? (wrong && `${wrong.name}: ${wrong.problem ?? 'the name'}`);
      if (problem)
        return void json(400, { type: 'error', error: { type: 'invalid_request_error', code: 400, message: problem } });
      const given = format.given(body);
      const { calls = [], nothing, waits } = given.length > 0 ? {} : planIn(format.asked(body));
      if (waits) return;
      if (nothing) return void json(200, { choices: [], promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } });
      const answer = format.answer(
        body,
        JSON.stringify(given),
        calls.map(({ tool, arguments: args = {}, json: text = JSON.stringify(args) }, index) => ({
          id: `call_${index}`,
          name: tools.find(({ name }) => name.includes(tool))?.name ?? tool,
          json: text,
        })),
      );
      if (!Array.isArray(answer)) return void json(200, answer);
      res.writeHead(200, { 'Content-Type': 'text/event-stream' });
      res.end(`${answer.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`);
    },
    async () => {},
  );
  return { url, stop };
}

function planIn(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

async function readBody(req) {
  let body = '';
  for await (const chunk of req) body += chunk;
  return JSON.parse(body);
}
