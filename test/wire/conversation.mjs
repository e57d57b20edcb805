// What a client and a server have said to each other, as far as it takes to judge what the client says next.

export const META_REVISION = 'io.modelcontextprotocol/protocolVersion';

/** More of one line than this is no answer to `initialize` and no question. */
const MAX_LINE = 1_000_000;

export class Conversation {
  /** The revision of the last answer to `initialize`; before there is one, that of the last request that names its own. */
  revision;
  /** What the last `initialize` asked for. */
  offered;
  /** From the ids of the server's requests to their methods. */
  asked = new Map();
  /** The ids of what the server asked before a revision was negotiated: the answer may leave before it is, or after. */
  early = new Set();
  /** Whether the client has said that it has read the answer to the last `initialize`. */
  isInitialized = false;
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
      this.isInitialized = false;
      this.offered = message.params?.protocolVersion;
      this.#handshakes.add(message.id);
    } else if (message?.method === 'notifications/initialized') {
      this.isInitialized = true;
    } else if (this.#handshakes.size === 0) {
      this.revision = message?.params?._meta?.[META_REVISION] ?? this.revision;
    }
  }

  /** @param {unknown} message what the server sent */
  heard(message) {
    if (Array.isArray(message)) for (const one of message) this.heard(one);
    else if (message?.method !== undefined && message.id !== undefined) {
      this.asked.set(message.id, message.method);
      if (this.revision === undefined) this.early.add(message.id);
    } else if (this.#handshakes.has(message?.id) && message.result?.protocolVersion)
      this.revision = message.result.protocolVersion;
  }

  /**
   * Takes the text of a body piece by piece.
   * @param {boolean} isStream an event stream; else one JSON text
   * @returns {(text: string, isEnd: boolean) => void}
   */
  listener(isStream) {
    if (isStream) return this.#eventListener();
    let whole = '';
    return (text, isEnd) => {
      if (whole.length < MAX_LINE) whole += text;
      if (isEnd) this.#hearJson(whole);
    };
  }

  /** What an event says counts when the empty line after it is there: before, the client has not heard it either. */
  #eventListener() {
    let rest = '';
    let isAfterReturn = false;
    let pending = [];
    return (text) => {
      if (text === '') return;
      const fresh = isAfterReturn && text[0] === '\n' ? text.slice(1) : text;
      isAfterReturn = text.at(-1) === '\r';
      rest = rest.length < MAX_LINE ? rest + fresh : fresh;
      if (!/[\r\n]/.test(fresh)) return;
      const lines = rest.split(/\r\n|\r|\n/);
      rest = lines.pop();
      for (const line of lines) {
        // The rest is none of our business, and to parse it would cost as much as the client's own work.
        if (/^event: ?endpoint$/.test(line))
          pending.push(() => {
            this.isOldest = true;
          });
        else if (line.startsWith('data:') && line.includes('"id"') && /"method"|"protocolVersion"/.test(line))
          pending.push(() => this.#hearJson(line.slice(5)));
        else if (line === '') for (const hear of pending.splice(0)) hear();
      }
    };
  }

  #hearJson(text) {
    try {
      this.heard(JSON.parse(text));
    } catch {
      // What a client makes of that is the tests' to say.
    }
  }
}
