import { assert } from 'chai';
import { readEventStream } from '../../../packages/client/src/wire/sse.ts';
import { MAX_MESSAGE_LENGTH } from '../../../packages/client/src/wire/limits.ts';
import { LongLine } from '../../../packages/client/src/wire/long-line.ts';
import { turnsDuring, whileWorkTakes } from '../../support/clock.ts';
import { errorOf, thrownBy } from '../../support/errors.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function streamOf(...chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
}

async function read(...chunks: Uint8Array[]): Promise<{ messages: string[]; ids: string[]; retries: number[] }> {
  const messages: string[] = [];
  const ids: string[] = [];
  const retries: number[] = [];
  await readEventStream(streamOf(...chunks), {
    onmessage: (data) => messages.push(data),
    onid: (id) => ids.push(id),
    onretry: (delayMs) => retries.push(delayMs),
  });
  return { messages, ids, retries };
}

describe('an event stream', () => {
  const recorded = bytes(
    '\ufeff: keep-alive\r\nid: e1\rdata: {"a":"ü😀"}\r\n\r\nevent: message\ndata: two\ndata: lines\n\nretry: 250\n\nid: e2\ndata:\n\ndata: last\n\n',
  );
  const expected = { messages: ['{"a":"ü😀"}', 'two\nlines', 'last'], ids: ['e1', 'e2'], retries: [250] };

  it('is read the same wherever its bytes are cut [TR-39][TR-16]', async () => {
    for (let cut = 0; cut <= recorded.length; cut++) {
      assert.deepEqual(await read(recorded.slice(0, cut), recorded.slice(cut)), expected, `cut at ${cut}`);
    }
  });

  it('is read the same one byte at a time', async () => {
    assert.deepEqual(await read(...Array.from(recorded, (byte) => Uint8Array.of(byte))), expected);
  });

  it('is read the same when it comes in three pieces', async () => {
    for (let first = 0; first <= recorded.length; first += 1) {
      for (let second = first; second <= recorded.length; second += 3) {
        assert.deepEqual(
          await read(recorded.slice(0, first), recorded.slice(first, second), recorded.slice(second)),
          expected,
          `cut at ${first} and ${second}`,
        );
      }
    }
  });

  it('keeps long data lines in order, and takes nothing else for one', async () => {
    const pieces = [
      ': not\n',
      'data: {"a":',
      '"xxx",',
      '"b":1}\r',
      '\ndata: second',
      ' line',
      '\n\nid: ab',
      'data: c',
      'd\ndata:',
      ' y',
      'z\n\n: comment ',
      'data: no',
      'ne\n\ndata: t\r\r',
    ];
    assert.deepEqual(await read(...pieces.map(bytes)), {
      messages: ['{"a":"xxx","b":1}\nsecond line', 'yz', 't'],
      ids: ['abdata: cd'],
      retries: [],
    });
  });

  it('drops an event that its end cut off', async () => {
    assert.deepEqual((await read(bytes('data: whole\n\ndata: ha'))).messages, ['whole']);
  });

  it('leaves events of other types alone', async () => {
    assert.deepEqual((await read(bytes('event: ping\ndata: {}\n\ndata: ours\n\n'))).messages, ['ours']);
  });

  it('ends when its reader is done, and lets the connection go', async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(bytes('data: again\n\n')),
      cancel: () => void (isCancelled = true),
    });
    let count = 0;
    await readEventStream(body, { onmessage: () => count++, isDone: () => count >= 3 });
    assert.equal(count, 3);
    assert.isTrue(isCancelled);
  });

  it('fails rather than fill the memory with one event', async () => {
    const chunk = bytes(`data: ${'x'.repeat(8 * 1024 * 1024)}`);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += chunk.length;
        controller.enqueue(chunk);
      },
    });
    await errorOf(readEventStream(body, { onmessage: () => assert.fail('no event is whole') }), 'too-large');
    assert.isBelow(sent, 3 * MAX_MESSAGE_LENGTH);
  });

  it('lets the page paint while a burst is worked off', async () => {
    const chunk = bytes('data: x\n\n'.repeat(500));
    await whileWorkTakes(async (pass) => {
      let messages = 0;
      const seen = new Set<number>();
      await turnsDuring(
        readEventStream(streamOf(...Array.from({ length: 60 }, () => chunk)), {
          onmessage: () => {
            messages++;
            pass(0.05);
          },
        }),
        () => seen.add(messages),
      );
      assert.equal(messages, 30_000);
      assert.isAtLeast([...seen].filter((count) => count > 0 && count < 30_000).length, 10);
    });
  });

  it('lets the page paint while the browser takes long to hand over chunks, one after the other in the same task', async () => {
    await whileWorkTakes(async (pass) => {
      let messages = 0;
      let left = 300;
      const seen = new Set<number>();
      const body = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            await Promise.resolve();
            pass(1);
            if (left-- > 0) controller.enqueue(bytes('data: x\n\n'));
            else controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      await turnsDuring(readEventStream(body, { onmessage: () => messages++ }), () => seen.add(messages));
      assert.equal(messages, 300);
      assert.isAtLeast([...seen].filter((count) => count > 0 && count < 300).length, 10);
    });
  });

  it('lets the page paint inside a long chunk, and loses nothing there', async () => {
    const { stream, events } = longChunk();
    await whileWorkTakes(async (pass) => {
      const messages: string[] = [];
      const seen = new Set<number>();
      await turnsDuring(
        readEventStream(streamOf(stream), {
          onmessage: (data) => {
            messages.push(data);
            pass(1);
          },
        }),
        () => seen.add(messages.length),
      );
      assert.deepEqual(messages, events);
      const turnsInside = [...seen].filter((count) => count > 0 && count < events.length);
      assert.isAtLeast(turnsInside.length, 3);
    });
  });

  it('lets the page paint among the events that follow a long line in its last chunk', async () => {
    const { stream, events } = longChunk();
    const text = 'a'.repeat(300_000);
    await whileWorkTakes(async (pass) => {
      const messages: string[] = [];
      const seen = new Set<number>();
      const last = new Uint8Array([...bytes(`${text}\n\n`), ...stream]);
      await turnsDuring(
        readEventStream(streamOf(bytes(`data: ${text}`), bytes(text), last), {
          onmessage: (data) => {
            messages.push(data);
            pass(1);
          },
        }),
        () => seen.add(messages.length),
      );
      assert.deepEqual(messages, [text.repeat(3), ...events]);
      const turnsInside = [...seen].filter((count) => count > 1 && count <= events.length);
      assert.isAtLeast(turnsInside.length, 3);
    });
  });

  it('is not searched for the end of a long line, which takes longer than decoding it', async () => {
    let searches = 0;
    const text = 'a'.repeat(300_000);
    class Chunk extends Uint8Array {
      override indexOf(...args: Parameters<Uint8Array['indexOf']>): number {
        searches++;
        return super.indexOf(...args);
      }
    }
    const chunk = new Chunk(bytes(text));
    let received = '';

    await readEventStream(
      streamOf(new Chunk(bytes('data: ')), ...Array.from({ length: 20 }, () => chunk), bytes('\n\n')),
      {
        onmessage: (data) => (received = data),
      },
    );
    assert.lengthOf(received, 20 * text.length);
    assert.equal(searches, 1);
  });

  it('is read no further in a long chunk when its reader gave up while the page had its turn', async () => {
    const { stream, events } = longChunk();
    await whileWorkTakes(async (pass) => {
      let isDone = false;
      let messages = 0;
      let messagesAtTurn = 0;
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        isDone = true;
        messagesAtTurn = messages;
        port1.close();
      };
      port2.postMessage(null);
      await readEventStream(streamOf(stream), {
        onmessage: () => {
          messages++;
          pass(1);
        },
        isDone: () => isDone,
      });
      assert.isAbove(messages, 0);
      assert.isBelow(messages, events.length);
      assert.equal(messages, messagesAtTurn);
    });
  });
});

describe('a long data line', () => {
  /** What the parser gets of each chunk. */
  const heldOf = (line: LongLine, ...chunks: string[]): string[] => chunks.map((chunk) => line.hold(chunk));

  it('is kept from the parser, which gets a few characters in its place, and no line before or after', () => {
    for (const end of ['\n', '\r', '\r\n']) {
      const line = new LongLine();
      const [head, first, second, last = ''] = heldOf(
        line,
        ': note\ndata: {"a',
        'b'.repeat(1_000),
        'c'.repeat(1_000),
        `d"}${end}${end}id: 7${end}`,
      );
      assert.deepEqual([head, first, second], [': note\ndata: {"a', '', '']);
      assert.isTrue(last.endsWith(`${end}${end}id: 7${end}`));
      const place = last.slice(0, last.indexOf(end));
      assert.isBelow(place.length, 30);
      assert.equal(line.restore(`{"a${place}`), `{"a${'b'.repeat(1_000)}${'c'.repeat(1_000)}d"}`);
      assert.equal(line.restore('next'), 'next');
    }
  });

  it('is known by its beginning, wherever that is cut', () => {
    for (const pieces of [
      ['data:', ' {'],
      ['da', 'ta: {'],
      ['d', 'a', 't', 'a', ':', ' '],
      ['id: 1\nda', 'ta: {'],
      ['id: 1\rdat', 'a:{'],
      ['data: x', '\nid: 12345\ndata: {'],
    ]) {
      const line = new LongLine();
      assert.deepEqual(heldOf(line, ...pieces), pieces);
      assert.deepEqual(heldOf(line, 'more', 'and more'), ['', ''], pieces.join('|'));
    }
    for (const other of ['id: ', ': ', 'event: ', 'data', 'data\n', 'data: x\n', 'data: x\r', ' data: x']) {
      const line = new LongLine();
      assert.deepEqual(heldOf(line, other, 'more', 'and more'), [other, 'more', 'and more'], other);
    }
  });

  it('after another in the same event goes to the parser as it is, and after that event is kept again', () => {
    const line = new LongLine();
    const [, , end = ''] = heldOf(line, 'data: a', 'b', 'c\ndata: d');
    assert.deepEqual(heldOf(line, 'e', 'f\n\ndata: g'), ['e', 'f\n\ndata: g']);
    assert.equal(line.restore(`a${end.slice(0, end.indexOf('\n'))}\ndef`), 'abc\ndef');
    assert.deepEqual(heldOf(line, 'h', 'i'), ['', '']);
  });

  it('may be as long as a message, and no longer', () => {
    const line = new LongLine();
    assert.deepEqual(heldOf(line, 'data: ', 'x'.repeat(MAX_MESSAGE_LENGTH)), ['data: ', '']);
    thrownBy(() => line.hold('x'), 'too-large');
  });
});

/** Two megabytes in one chunk, with each kind of line end, long and short lines, and characters of several bytes. */
function longChunk(): { stream: Uint8Array; events: string[] } {
  const ends = ['\n', '\r\n', '\n', '\r'];
  const events = Array.from({ length: 1_600 }, (_, index) => `${index} ${'ü😀'.repeat((index * 37) % 400)}`);
  const lines = events.map((data, index) => {
    const end = ends[index % ends.length] ?? '';
    return `: ${'漢'.repeat(index % 7)}${end}id: ${index}${end}data: ${data}${end}${end}`;
  });
  return { stream: bytes(lines.join('')), events };
}
