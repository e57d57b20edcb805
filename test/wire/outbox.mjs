// Everything that the clients of this page sent, stored until the test ends: checking it earlier would change the test's timing.
import { createCheck } from './check.mjs';
import { Conversation } from './conversation.mjs';

const loadSchema = async (revision) => (await fetch(new URL(`../schema/${revision}.json`, import.meta.url))).json();
const check = createCheck(loadSchema);
// The messages of one endpoint object, and of the copies that a client makes of it.
const conversation = Symbol('conversation');
let letters = [];

/** Takes the complaints about messages since the last call. */
export async function takeComplaints() {
  const sent = letters;
  letters = [];
  const complaints = await Promise.all(sent.map(([letter, context]) => check(letter, context)));
  return complaints.filter((complaint) => complaint !== undefined);
}

/** An endpoint of wire/http.ts, observed. Every request leaves through its `fetch`, whether the platform's or the page's own. */
export function watchEndpoint(endpoint) {
  const context = (endpoint[conversation] ??= new Conversation());
  // A platform's fetch does not work as a method of another object.
  const { fetch: send } = endpoint;
  return {
    ...endpoint,
    fetch: async (url, init) => {
      const message = init.body === undefined ? undefined : parseBody(init.body);
      context.said(message);
      letters.push([
        { httpMethod: init.method, headers: new Headers(init.headers), message, revision: context.revision },
        context,
      ]);
      const response = await send(url, init);
      const isStream = (response.headers.get('Content-Type') ?? '').startsWith('text/event-stream');
      if (response.body && (isStream || message?.method === 'initialize')) {
        Object.defineProperty(response, 'body', { value: overhear(response.body, context.listener(isStream)) });
      }
      return response;
    },
  };
}

/** The client's end of a port, observed. */
export function watchPort(port) {
  const context = new Conversation();
  port.addEventListener('message', ({ data }) => context.heard(data));
  return {
    postMessage(message) {
      context.said(message);
      letters.push([
        { httpMethod: 'port', headers: new Headers(), message: structuredClone(message), revision: context.revision },
        context,
      ]);
      port.postMessage(message);
    },
    addEventListener: (...args) => port.addEventListener(...args),
    removeEventListener: (...args) => port.removeEventListener(...args),
    dispatchEvent: (event) => port.dispatchEvent(event),
    ...(port.start && { start: () => port.start() }),
  };
}

function parseBody(body) {
  try {
    return JSON.parse(body);
  } catch {
    return String(body);
  }
}

/** The same body: the client gets everything, and nothing is read that it does not read. */
function overhear(body, listen) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        listen(done ? decoder.decode() : decoder.decode(value, { stream: true }), done);
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
