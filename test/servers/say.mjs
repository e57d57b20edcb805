// A server that says things on a stream and stores them, for Node and for the page.

const KEPT_STREAMS = 2_000;
const KEPT_EVENTS = 1_000;
const OWN_STREAM = '_GET_stream';

/** Each id consists of a stream's number and a position in it, and always has the same length. */
export class EventStore {
  #numbers = new Map();
  #streams = new Map();

  async storeEvent(streamId, message) {
    const number = this.#numbers.get(streamId) ?? this.#open(streamId);
    const stream = this.#streams.get(number);
    stream.events.push(message);
    if (stream.events.length > KEPT_EVENTS) {
      stream.events.shift();
      stream.forgotten++;
    }
    return idOf(number, stream.forgotten + stream.events.length);
  }

  async getStreamIdForEventId(eventId) {
    return this.#streams.get(eventId.split('-')[0])?.streamId;
  }

  async replayEventsAfter(lastEventId, { send }) {
    const [number, place] = lastEventId.split('-');
    const { streamId, events, forgotten } = this.#streams.get(number);
    for (let index = Number(place) - forgotten; index < events.length; index++) {
      // A priming event has nothing but its id.
      if (events[index].jsonrpc) await send(idOf(number, forgotten + index + 1), events[index]);
    }
    return streamId;
  }

  #open(streamId) {
    const number = String(this.#numbers.size).padStart(6, '0');
    this.#numbers.set(streamId, number);
    this.#streams.set(number, { streamId, events: [], forgotten: 0 });
    if (this.#streams.size > KEPT_STREAMS) {
      // A Map keeps the order of insertion, so the first entries are the oldest.
      const [oldest] = [...this.#streams].find(([, stream]) => stream.streamId !== OWN_STREAM);
      this.#streams.delete(oldest);
    }
    return number;
  }
}

const idOf = (number, place) => `${number}-${String(place).padStart(6, '0')}`;

/** Characters of two, three and four bytes, what looks like the end of an event, and the one line end that JSON leaves unescaped. */
const TEXT = 'é€😀\n\ndata: {}\u2028';

/**
 * The tool `say`, which answers with this text: says `count` things, with `pauseMs` before each, and then answers. On the call's stream
 * it uses progress and log messages; with `isOwn`, log messages on the session's own stream.
 */
export async function say(
  { label = '', count = 1, pauseMs = 0, isOwn = false } = {},
  progressToken,
  notify,
  notifyOnOwnStream,
) {
  for (let step = 1; step <= count; step++) {
    if (pauseMs > 0)
      await new Promise((resolve) => {
        setTimeout(resolve, pauseMs);
      });
    if (progressToken !== undefined && !isOwn)
      await notify({ method: 'notifications/progress', params: { progressToken, progress: step, total: count } });
    await (isOwn ? notifyOnOwnStream : notify)({
      method: 'notifications/message',
      params: { level: 'info', data: { label, step, text: TEXT } },
    });
  }
  return `${label} ünd 😀`;
}
