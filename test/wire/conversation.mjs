// What a client and a server have said to each other, as far as it takes to judge what the client says next.

/** More of one line than this is no answer to `initialize` and no question. */
const MAX_LINE = 1_000_000;

export const META_REVISION = 'io.modelcontextprotocol/protocolVersion';

export class Conversation {
  /** The revision of the last answer to `initialize`; before there is one, that of the last request that names its own. */
  revision;
  /** From the ids of the server's requests to their methods. */
  asked = new Map();
  /** Whether it goes over HTTP+SSE. */
  isOldest = false;
  /** Whether the server may have said more than was heard. */
  isPartial;
  #handshakes = new Set();

  constructor({ isPartial = false } = {}) {
    this.isPartial = isPartial;
  }

  /** @param {unknown} message what the client sent */
  said(message) {
    if (message?.method === 'initialize') {
      if (this.#handshakes.size === 0) this.revision = undefined;
      this.#handshakes.add(message.id);
    } else if (this.#handshakes.size === 0) {
      this.revision = message?.params?._meta?.[META_REVISION] ?? this.revision;
    }
  }

  /** @param {unknown} message what the server sent */
  heard(message) {
    if (Array.isArray(message)) for (const one of message) this.heard(one);
    else if (message?.method !== undefined && message.id !== undefined) this.asked.set(message.id, message.method);
    else if (this.#handshakes.has(message?.id) && message.result?.protocolVersion) this.revision = message.result.protocolVersion;
  }

  /**
   * The same body, overheard on its way to the client: nothing is kept back, and nothing is read that the client does not read.
   * @param {ReadableStream<Uint8Array>} body
   * @param {boolean} isStream an event stream; else one JSON text
   */
  overhear(body, isStream) {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let rest = '';
    const listen = (text, isEnd) => {
      rest += text;
      if (rest.length > MAX_LINE) rest = '';
      if (isEnd) return this.hearBody(rest, isStream);
      if (!isStream || !/[\r\n]/.test(text)) return;
      const end = Math.max(rest.lastIndexOf('\n'), rest.lastIndexOf('\r'));
      this.hearBody(rest.slice(0, end), isStream);
      rest = rest.slice(end + 1);
    };
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

  /**
   * @param {string} text a body, or the next lines of an event stream
   * @param {boolean} isStream
   */
  hearBody(text, isStream) {
    if (isStream) for (const line of text.split(/[\r\n]/)) this.#hearLine(line);
    else this.#hearText(text);
  }

  #hearLine(line) {
    if (/^event: ?endpoint$/.test(line)) this.isOldest = true;
    // Everything else is none of our business, and parsing it would cost as much as the client's own work.
    if (line.startsWith('data:') && /"id"/.test(line) && /"method"|"protocolVersion"/.test(line)) this.#hearText(line.slice(5));
  }

  #hearText(text) {
    try {
      this.heard(JSON.parse(text));
    } catch {
      // What a client makes of that is the tests' to say.
    }
  }
}
