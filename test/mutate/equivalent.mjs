// Mutants that behave as the original does, each with the reason. They are not tried.

/** @type {{ file: string, before: string, after: string, reason: string }[]} */
export const EQUIVALENT = [
  {
    file: 'packages/client/src/oauth/store/vault.ts',
    before: 'return current ? current.version + 1 : 1 + Math.floor(Math.random() * 2 ** 48);',
    after: 'return current ? current.version + 2 : 1 + Math.floor(Math.random() * 2 ** 48);',
    reason: 'Versions are only compared: any other one will do.',
  },
  {
    file: 'packages/client/src/oauth/store/pending-sign-ins.ts',
    before: "const KIND = 'pending';",
    after: "const KIND = '';",
    reason: 'It keeps the names of one kind of records apart from those of others, none of which is empty.',
  },
  {
    file: 'packages/client/src/host/servers/connection.ts',
    before: 'heard.abort();',
    after: ';',
    reason: 'It takes a listener away after the ping that it could end. Nothing else has the signal.',
  },
  {
    file: 'packages/client/src/transports/stateless-http.ts',
    before: 'timeoutMs: Math.min(timeoutMs / 2, ENDPOINT_MS),',
    after: 'timeoutMs: Math.min(timeoutMs / 3, ENDPOINT_MS),',
    reason: 'Any time before the deadline of the request will do.',
  },
  {
    file: 'packages/client/src/host/servers/hosted-server.ts',
    before: 'store: this.recorded ?? store,',
    after: 'store: this.recorded,',
    reason:
      'Only what is left of recorded calls is resumed, and then all servers record theirs. The types do not know that.',
  },
  {
    file: 'packages/client/src/wire/answer-text.ts',
    before:
      "if (isObject(item)) for (const member of Object.values(item)) if (typeof member === 'string') length += member.length;",
    after: "if (isObject(item)) for (const member of Object.values(item)) if (typeof member === 'string') ;",
    reason: 'It only saves writing what is too long: the text is measured once more when it is written.',
  },
  {
    file: 'packages/client/src/host/log/redaction.ts',
    before: 'let count = 0;',
    after: 'let count = 1;',
    reason: 'It only says after how many values the first pause comes, give or take one.',
  },
  {
    file: 'packages/client/src/session/legacy/open-session.ts',
    before: 'if (!revision) throw refusal;',
    after: 'if (!revision) ;',
    reason: 'There is such a revision. The types do not know that.',
  },
  {
    file: 'packages/client/src/session/legacy/resumed-call.ts',
    before: 'inHiddenPage: () => false,',
    after: 'inHiddenPage: () => true,',
    reason: 'It concerns the stream of a session, and this opens none.',
  },
  {
    file: 'packages/client/src/session/legacy/resumed-call.ts',
    before: 'onend: (error) => this.#exchange.failAll(error),',
    after: 'onend: (error) => undefined,',
    reason: 'Streamable HTTP ends a session only when it confirms one that it has opened, and this opens none.',
  },
  {
    file: 'packages/client/src/session/legacy/resumed-call.ts',
    before: "if (!this.#transport.resume) throw new McpError('session-lost', 'This transport cannot resume a call.');",
    after: 'if (!this.#transport.resume) ;',
    reason:
      'Calls are recorded with a session id, which only a transport gives that can resume them. The types do not know that.',
  },
  {
    file: 'packages/client/src/session/legacy/resumed-call.ts',
    before: "if (!this.#transport.resume) throw new McpError('session-lost', 'This transport cannot resume a call.');",
    after: "if (!this.#transport.resume) throw new McpError('', 'This transport cannot resume a call.');",
    reason:
      'Calls are recorded with a session id, which only a transport gives that can resume them. The types do not know that.',
  },
  {
    file: 'packages/client/src/session/legacy/shared-stream.ts',
    before: 'return this.#transport.setStream?.(isWanted) ?? Promise.resolve(false);',
    after: 'return this.#transport.setStream?.(isWanted);',
    reason: 'Only a transport that can do so is given to it. The types do not know that.',
  },
  {
    file: 'packages/client/src/session/legacy/shared-stream.ts',
    before: 'return this.#transport.setStream?.(isWanted) ?? Promise.resolve(false);',
    after: 'return this.#transport.setStream?.(isWanted) ?? Promise.resolve(true);',
    reason: 'Only a transport that can do so is given to it. The types do not know that.',
  },
  {
    file: 'packages/client/src/session/legacy/legacy-session.ts',
    before: 'return this.#shared?.isListening ?? this.#transport.isListening ?? true;',
    after: 'return this.#shared?.isListening ?? this.#transport.isListening;',
    reason: 'Where messages always arrive, nothing is told again of what came early, and nothing is waited for.',
  },
  {
    file: 'packages/client/src/session/legacy/legacy-session.ts',
    before: 'return this.#shared?.isListening ?? this.#transport.isListening ?? true;',
    after: 'return this.#shared?.isListening ?? this.#transport.isListening ?? false;',
    reason: 'Where messages always arrive, nothing is told again of what came early, and nothing is waited for.',
  },
  {
    file: 'packages/client/src/session/shared/shared-lists.ts',
    before: 'kept.length = text?.length ?? 0;',
    after: 'kept.length = text?.length ?? 1;',
    reason: 'It only counts one character of 16 million, until the next who asks drops an answer without a text.',
  },
  {
    file: 'packages/client/src/wire/answer-text.ts',
    before: 'if (left < 0) return undefined;',
    after: 'if ((left) <= (0)) return undefined;',
    reason: 'What is as long as this is longer with its brackets and quotation marks.',
  },
  {
    file: 'packages/client/src/wire/answer-text.ts',
    before: 'if (left < 0) return undefined;',
    after: 'if (left < 1) return undefined;',
    reason: 'What is as long as this is longer with its brackets and quotation marks.',
  },
  {
    file: 'packages/client/src/wire/answer-text.ts',
    before: 'if (batch.some((item) => lengthOfStrings(item) > left)) return undefined;',
    after: 'if (batch.some((item) => (lengthOfStrings(item)) >= (left))) return undefined;',
    reason: 'What is as long as this is longer with its brackets and quotation marks.',
  },
  {
    file: 'packages/client/src/wire/answer-text.ts',
    before: 'left -= text.length;',
    after: ';',
    reason: 'It only saves writing what is too long: the text is measured once more when it is written.',
  },
  {
    file: 'packages/client/src/wire/answer-text.ts',
    before: 'let length = 0;',
    after: 'let length = 1;',
    reason: 'What is as long as this is longer with its brackets and quotation marks.',
  },
  {
    file: 'packages/client/src/wire/answer-text.ts',
    before: 'const BATCH_LENGTH = 8;',
    after: 'const BATCH_LENGTH = 9;',
    reason: 'It only says after how many items there may be a pause.',
    file: 'packages/client/src/host/consent/tool-permissions.ts',
    before: 'if (this.#last.get(key) === decision) this.#last.delete(key);',
    after: 'if (this.#last.get(key) === decision) ;',
    reason: 'It only frees memory: whoever comes later waits for what has ended.',
  },
  {
    file: 'packages/client/src/host/consent/tool-permissions.ts',
    before: "if (permission === 'block' && !isOff) await this.#consent.setEnabled(server, toolName, false, options);",
    after: "if (permission === 'block' && !isOff) this.#consent.setEnabled(server, toolName, false, options);",
    reason: 'The store is read next, which waits for what is being written. That it cannot be written is no error.',
  },
  {
    file: 'packages/client/src/oauth/endpoints/authorization.ts',
    before: "const url = new URL(target.authorizationServer.authorization_endpoint ?? '');",
    after: 'const url = new URL(target.authorizationServer.authorization_endpoint);',
    reason: 'Without that endpoint, it throws before. The types do not know that.',
  },
  {
    file: 'packages/client/src/oauth/endpoints/challenge.ts',
    before: 'while (match(SEPARATORS) && position < header.length) {',
    after: 'while ((match(SEPARATORS)) || (position < header.length)) {',
    reason: 'The pattern matches nothing, too. Behind the end, where it does not match, the loop ends either way.',
  },
  {
    file: 'packages/client/src/oauth/endpoints/challenge.ts',
    before: 'while (match(SEPARATORS) && position < header.length) {',
    after: 'while (match(SEPARATORS) && (position) <= (header.length)) {',
    reason: 'There is nothing to be read at the end.',
  },
  {
    file: 'packages/client/src/oauth/subject.ts',
    before: "const base64 = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');",
    after: "const base64 = (token.split('.')[1]).replaceAll('-', '+').replaceAll('_', '/');",
    reason: 'A token of one part has no claims, whichever error says so.',
  },
  {
    file: 'packages/client/src/host/consent/consent.ts',
    before: 'this.#waiting.delete(waiting);',
    after: ';',
    reason: 'It only frees memory: a request that was answered hears nothing.',
  },
  {
    file: 'packages/client/src/oauth/store/grants.ts',
    before: 'const { refreshToken, expiresAt = 0 } = grant.tokens;',
    after: 'const { refreshToken, expiresAt = 1 } = grant.tokens;',
    reason: 'Tokens that are to be renewed at some time end at some time. The types do not know that.',
  },
  {
    file: 'packages/client/src/oauth/store/grants.ts',
    before: 'return navigator.locks ? await navigator.locks.request(`mcp-web renew ${server}`, work) : await work();',
    after: 'return navigator.locks ? (navigator.locks.request(`mcp-web renew ${server}`, work)) : await work();',
    reason: 'An async function waits for what it returns.',
  },
  {
    file: 'packages/client/src/oauth/store/grants.ts',
    before: 'return navigator.locks ? await navigator.locks.request(`mcp-web renew ${server}`, work) : await work();',
    after: 'return navigator.locks ? await navigator.locks.request(`mcp-web renew ${server}`, work) : (work());',
    reason: 'An async function waits for what it returns.',
  },
  {
    file: 'packages/client/src/oauth/store/announcements.ts',
    before: 'channel.close();',
    after: ';',
    reason: 'It only frees memory: nobody listens there.',
  },
  {
    file: 'packages/client/src/oauth/store/replaced-grants.ts',
    before: "const nameOf = (server: string): Promise<string> => recordName('replaced', server);",
    after: "const nameOf = (server: string): Promise<string> => recordName('', server);",
    reason: 'It keeps the names of one kind of records apart from those of others, none of which is empty.',
  },
];
