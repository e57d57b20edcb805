// What a client and a server have said to each other, as far as the check of the next message needs it.

export const META_REVISION = 'io.modelcontextprotocol/protocolVersion';

/** A longer line is neither an answer to `initialize` nor a request. */
const MAX_LINE = 1_000_000;

export class Conversation {
  /** The revision in the last answer to `initialize`; before that, the revision of the last request that names one. */
  revision;
  /** The revision that the last `initialize` requested. */
  offered;
  /** The methods of the server's requests, by id. */
  asked = new Map();
  /** The ids of requests that the server sent before a revision was negotiated. Their answers may leave before or after that. */
  early = new Set();
  /** Whether the client has confirmed that it read the answer to the last `initialize`. */
  isInitialized = false;
  /** Whether it goes over HTTP+SSE. */
  isOldest = false;
  /** Whether the server may have said more than was observed. */
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

  /** An event counts once the empty line after it has arrived: before that, the client has not received it either. */
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
        // The rest does not matter, and parsing it would cost as much as the client's own work.
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
      // What a client does with that is for the tests to check.
    }
  }
}
