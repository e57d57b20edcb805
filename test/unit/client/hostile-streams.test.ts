import { assert } from 'chai';
import { connect, type McpError } from '@mcp-web/client';
import { readText } from '../../../packages/client/src/wire/body.ts';
import { MAX_MESSAGE_LENGTH } from '../../../packages/client/src/wire/limits.ts';
import { readEventStream } from '../../../packages/client/src/wire/sse.ts';
import { errorOf } from '../../support/errors.ts';
import {
  done,
  event,
  json,
  legacyServer,
  liveStream,
  modernServer,
  rejection,
  type Reply,
  result,
  stream,
  until,
  URL_OF_SCRIPT,
} from '../../support/scripted-server.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A body that repeats this text for as long as somebody reads it. */
function endless(
  chunk: Uint8Array,
  beginning: Uint8Array = new Uint8Array(),
): { body: ReadableStream<Uint8Array>; sent: () => number; isLetGo: () => boolean } {
  let sent = 0;
  let isLetGo = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(beginning),
    pull: (controller) => {
      sent += chunk.length;
      controller.enqueue(chunk);
    },
    cancel: () => void (isLetGo = true),
  });
  return { body, sent: () => sent, isLetGo: () => isLetGo };
}

const asEvents = (body: ReadableStream<Uint8Array>): Response =>
  new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
const onCall =
  (reply: Reply): Reply =>
  (message) =>
    message.method === 'tools/call' ? reply(message) : undefined;

describe('a stream without an end', () => {
  for (const [era, make] of [
    ['modern', modernServer],
    ['legacy', legacyServer],
  ] as const) {
    it(`of comments ends with the call’s deadline, and is let go (${era})`, async () => {
      const comments = endless(bytes(': still here\n\n'.repeat(100)));
      let isFirst = true;
      const client = await connect(
        URL_OF_SCRIPT,
        make(onCall(({ id }) => (isFirst ? ((isFirst = false), asEvents(comments.body)) : json(result(id, done))))),
      );
      await errorOf(client.callTool('x', {}, { timeoutMs: 300 }), 'timeout');
      await until(comments.isLetGo);
      const sent = comments.sent();
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.equal(comments.sent(), sent);
      assert.deepEqual(await client.callTool('x'), done);
      await client.close();
    });

    it(`of progress ends with the longest time that a call may take (${era})`, async () => {
      let isLetGo: (() => boolean) | undefined;
      const client = await connect(
        URL_OF_SCRIPT,
        make(
          onCall(({ body }) => {
            const { progressToken } = Object(Object(body['params'])._meta);
            let progress = 0;
            const events = new ReadableStream<Uint8Array>({
              pull: async (controller) => {
                await new Promise((resolve) => setTimeout(resolve, 10));
                controller.enqueue(
                  bytes(
                    event({
                      jsonrpc: '2.0',
                      method: 'notifications/progress',
                      params: { progressToken, progress: ++progress },
                    }),
                  ),
                );
              },
              cancel: () => void (isLetGo = () => true),
            });
            return asEvents(events);
          }),
        ),
      );
      await errorOf(client.callTool('x', {}, { onprogress: () => {}, timeoutMs: 200, maxTimeoutMs: 400 }), 'timeout');
      await until(() => isLetGo?.() === true);
      await client.close();
    });
  }

  const skipped: [name: string, beginning: string, chunk: string][] = [
    ['comments', '', `:${'x'.repeat(100)}\n`],
    ['one comment line', ':', 'x'],
    ['a line of a field that nobody knows', '', 'x'],
  ];
  for (const [name, beginning, chunk] of skipped) {
    it(`of ${name} is read, and none of it kept`, async () => {
      const megabyte = endless(bytes(chunk.repeat(Math.ceil((1024 * 1024) / chunk.length))), bytes(beginning));
      // Three times the limit of one event: if it were kept, it would be too large.
      await readEventStream(megabyte.body, {
        onmessage: () => assert.fail('no event came'),
        isDone: () => megabyte.sent() > 3 * MAX_MESSAGE_LENGTH,
      });
      assert.isTrue(megabyte.isLetGo());
    });
  }

  const parts: [name: string, beginning: string, chunk: string][] = [
    ['an id', 'id: ', 'x'],
    ['one line of data', 'data: ', 'x'],
    ['many lines of data', '', `data: ${'x'.repeat(100)}\n`],
    ['an event type', 'event: ', 'x'],
    ['a retry value', 'retry: ', '1'],
  ];
  for (const [name, beginning, chunk] of parts) {
    it(`of ${name} is given up rather than kept in memory`, async () => {
      const megabyte = endless(bytes(chunk.repeat(Math.ceil((1024 * 1024) / chunk.length))), bytes(beginning));
      await errorOf(readEventStream(megabyte.body, { onmessage: () => assert.fail('no event is whole') }), 'too-large');
      assert.isBelow(megabyte.sent(), 2 * MAX_MESSAGE_LENGTH);
      assert.isTrue(megabyte.isLetGo());
    });
  }

  it('of a JSON body is given up, and the next call works', async () => {
    const body = endless(bytes(' '.repeat(1024 * 1024)));
    let isFirst = true;
    const client = await connect(
      URL_OF_SCRIPT,
      modernServer(
        onCall(({ id }) =>
          isFirst
            ? ((isFirst = false), new Response(body.body, { headers: { 'Content-Type': 'application/json' } }))
            : json(result(id, done)),
        ),
      ),
    );
    await errorOf(client.callTool('x'), 'too-large');
    assert.isTrue(body.isLetGo());
    assert.deepEqual(await client.callTool('x'), done);
  });

  it('of a body with an error status is read no further than an excerpt', async () => {
    const body = endless(bytes('sorry '.repeat(10_000)));
    const client = await connect(URL_OF_SCRIPT, modernServer(onCall(() => new Response(body.body, { status: 500 }))));
    const { message } = await errorOf(client.callTool('x'), 'http');
    assert.isBelow(message.length, 500);
    assert.isTrue(body.isLetGo());
    assert.isBelow(body.sent(), 1_000_000);
  });

  it('of an answer to a notification is not read at all', async () => {
    const body = endless(bytes('x'.repeat(1024)));
    const server = legacyServer(({ method }) =>
      method === 'notifications/initialized'
        ? new Response(body.body, { headers: { 'Content-Type': 'text/event-stream' } })
        : undefined,
    );
    const client = await connect(URL_OF_SCRIPT, server);
    await until(body.isLetGo);
    await client.close();
  });

  it('on which the server speaks by itself: one event too large ends it with an event for the page', async () => {
    const live = endless(bytes('x'.repeat(8 * 1024 * 1024)), bytes('data: "'));
    const server = legacyServer((message) => {
      if (message.httpMethod === 'GET') return asEvents(live.body);
      // A call follows a ping where the stream broke.
      if (message.method === 'ping') return json(result(message.id));
      return onCall(({ id }) => json(result(id, done)))(message);
    });
    const client = await connect(URL_OF_SCRIPT, server);
    const lost = await new Promise<McpError>((resolve) =>
      client.addEventListener('changeslost', ({ error }) => resolve(error), { once: true }),
    );
    assert.equal(lost.code, 'too-large');
    assert.isTrue(live.isLetGo());
    assert.deepEqual(await client.callTool('x'), done);
    await client.close();
  });
});

describe('bytes that are not what they should be', () => {
  const answering = (make: (text: string) => (Uint8Array | string)[]): Reply =>
    onCall(({ id }) => {
      const chunks = make(JSON.stringify(result(id, done)));
      return asEvents(
        new ReadableStream<Uint8Array>({
          start(controller) {
            for (const chunk of chunks) controller.enqueue(typeof chunk === 'string' ? bytes(chunk) : chunk);
            controller.close();
          },
        }),
      );
    });

  const fine: [name: string, make: (text: string) => (Uint8Array | string)[]][] = [
    [
      'chunks of no bytes',
      (text) => [new Uint8Array(), 'data: ', new Uint8Array(), text, new Uint8Array(), '\n\n', new Uint8Array()],
    ],
    ['a byte order mark', (text) => [Uint8Array.of(0xef), Uint8Array.of(0xbb, 0xbf), `data: ${text}\n\n`]],
    ['carriage returns alone', (text) => [`data: ${text}\r`, '\r']],
    ['CR and LF apart', (text) => [`data: ${text}\r`, '\n\r', '\n']],
    ['no space after the colon', (text) => [`data:${text}\n\n`]],
    [
      'invalid UTF-8 in a comment',
      (text) => [': ', Uint8Array.of(0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80), `\n\ndata: ${text}\n\n`],
    ],
    ['null bytes in an id, which is then none', (text) => [`id: a\0b\ndata: ${text}\n\n`]],
    ['JSON in several lines of data', (text) => [`data: ${text.slice(0, 1)}\ndata: ${text.slice(1)}\n\n`]],
  ];
  for (const [name, make] of fine) {
    it(`such as ${name} do not matter`, async () => {
      const client = await connect(URL_OF_SCRIPT, modernServer(answering(make)));
      assert.deepEqual(await client.callTool('x'), done);
    });
  }

  const broken: [name: string, make: (text: string) => (Uint8Array | string)[]][] = [
    ['null bytes between members', (text) => [`data: ${text.replace(',', '\0,')}\n\n`]],
    [
      'invalid UTF-8 between members',
      (text) => ['data: ', text.slice(0, 1), Uint8Array.of(0xff), text.slice(1), '\n\n'],
    ],
    ['two messages in one event', (text) => [`data: ${text}\ndata: ${text}\n\n`]],
    ['a message cut in two events', (text) => [`data: ${text.slice(0, 20)}\n\ndata: ${text.slice(20)}\n\n`]],
  ];
  for (const [name, make] of broken) {
    it(`such as ${name} end the call with "invalid-message", and no other`, async () => {
      let calls = 0;
      const broke = answering(make);
      const server = modernServer(
        onCall((message) => (++calls === 1 ? broke(message) : json(result(message.id, done)))),
      );
      const client = await connect(URL_OF_SCRIPT, server);
      const [first, second] = await Promise.all([rejection(client.callTool('x')), client.callTool('y')]);
      assert.propertyVal(first, 'code', 'invalid-message');
      assert.deepEqual(second, done);
    });
  }

  it('inside a string are read as the replacement character, as browsers do', async () => {
    const half = (text: string): (Uint8Array | string)[] => [
      'data: ',
      text.slice(0, text.indexOf('done')),
      Uint8Array.of(0xf0, 0x9f),
      text.slice(text.indexOf('done')),
      '\n\n',
    ];
    const client = await connect(URL_OF_SCRIPT, modernServer(answering(half)));
    assert.deepEqual((await client.callTool('x')).content, [{ type: 'text', text: '\ufffddone' }]);
  });

  it('are characters that span chunks of a JSON body', async () => {
    const text = JSON.stringify({ emoji: '👋🏽', han: '漢' });
    const whole = bytes(text);
    for (let cut = 0; cut <= whole.length; cut++) {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(whole.slice(0, cut));
          controller.enqueue(whole.slice(cut));
          controller.close();
        },
      });
      assert.equal(await readText(new Response(body)), text);
    }
  });
});

describe('a call that is over', () => {
  it('leaves no listener on the caller’s signal, no timer and no open stream', async () => {
    const listeners = new Set<unknown>();
    const { signal } = new AbortController();
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (type: string, listener: EventListener, options?: AddEventListenerOptions) => (
      listeners.add(listener),
      add(type, listener, options)
    );
    signal.removeEventListener = (type: string, listener: EventListener) => (
      listeners.delete(listener),
      remove(type, listener)
    );
    const timers = new Set<unknown>();
    const { setTimeout: set, clearTimeout: clear } = globalThis;
    const live = liveStream();
    const answers: Reply[] = [
      ({ id }) => json(result(id, done)),
      ({ id }) => (live.send(event(result(id, done))), live.response),
      () => stream(''),
      () => new Response('', { status: 500 }),
    ];
    let calls = 0;
    const client = await connect(URL_OF_SCRIPT, modernServer(onCall((message) => answers[calls++]?.(message))));
    try {
      Object.assign(globalThis, {
        setTimeout: (handler: () => void, ms?: number) => {
          const timer = set(() => (timers.delete(timer), handler()), ms);
          timers.add(timer);
          return timer;
        },
        clearTimeout: (timer: unknown) => (timers.delete(timer), clear(Number(timer))),
      });
      for (const _ of answers) await client.callTool('x', {}, { signal, timeoutMs: 30_000 }).catch(() => {});
      await until(live.isLetGo);
    } finally {
      Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
    }
    assert.equal(calls, answers.length);
    assert.equal(listeners.size, 0);
    assert.equal(timers.size, 0);
  });
});
