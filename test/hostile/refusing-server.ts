/** Servers for the doctor: each says its text in another place of an answer that is no use. */
import type { Say } from './stage.ts';

type Answer = (text: string) => Response;

const json = (value: unknown, status: number): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'Content-Type': 'application/json' } });
/** What can be in a header or an address. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed()).slice(0, 4_000);

const ANSWERS: readonly Answer[] = [
  (text) => json({ error: { message: text } }, 403),
  (text) => json({ error: `API key: ${text}` }, 401),
  (text) => json({ detail: text }, 401),
  (text) => json({ jsonrpc: '2.0', id: 'doctor', error: { code: -32000, message: text } }, 500),
  (text) => json({ jsonrpc: '2.0', id: 'doctor', error: { code: -32601, message: text } }, 200),
  (text) => new Response('{}', { headers: { 'Content-Type': `text/${encoded(text)}` } }),
  (text) =>
    new Response(null, {
      status: 401,
      headers: { 'WWW-Authenticate': `Bearer resource_metadata="https://server.example/${encoded(text)}"` },
    }),
];

/** One `fetch` for each kind of answer. */
export const refusingServers = (say: Say): (typeof fetch)[] =>
  ANSWERS.map((answer) => {
    const text = say();
    return (input) =>
      Promise.resolve(
        /\/\.well-known\/|%|\/mcp\//.test(new Request(input).url) ? new Response(null, { status: 404 }) : answer(text),
      );
  });

/** A server that speaks a revision of its own invention. */
export const ofNoRevision = (say: Say): typeof fetch => {
  const protocolVersion = say();
  return (_input, init) => {
    const { id, method }: { id?: unknown; method?: unknown } = JSON.parse(
      typeof init?.body === 'string' ? init.body : '{}',
    );
    return Promise.resolve(
      method === 'initialize'
        ? json({ jsonrpc: '2.0', id, result: { protocolVersion, capabilities: {}, serverInfo: {} } }, 200)
        : json({ jsonrpc: '2.0', id, error: { code: -32601, message: protocolVersion } }, 400),
    );
  };
};
