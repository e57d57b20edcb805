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
  },
  {
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
    file: 'packages/client/src/oauth/store/vault.ts',
    before: 'return current ? current.version + 1 : 1 + Math.floor(Math.random() * 2 ** 48);',
    after: 'return current ? (current.version) - (1) : 1 + Math.floor(Math.random() * 2 ** 48);',
    reason: 'Versions are only compared: any other one will do.',
  },
  {
    file: 'packages/client/src/oauth/store/vault.ts',
    before: 'return current ? current.version + 1 : 1 + Math.floor(Math.random() * 2 ** 48);',
    after: 'return current ? current.version + 1 : (1) - (Math.floor(Math.random() * 2 ** 48));',
    reason: 'Versions are only compared: any other one will do.',
  },
  {
    file: 'packages/client/src/oauth/store/vault.ts',
    before: 'return current ? current.version + 1 : 1 + Math.floor(Math.random() * 2 ** 48);',
    after: 'return current ? current.version + 1 : 2 + Math.floor(Math.random() * 2 ** 48);',
    reason: 'Versions are only compared: any other one will do.',
  },
  {
    file: 'packages/client/src/oauth/store/indexed-db-vault.ts',
    before: "const key = await keyOf(database, 'sealing', () =>",
    after: "const key = await keyOf(database, '', () =>",
    reason: 'It keeps the name of this key apart from those of others, none of which is empty.',
  },
  {
    file: 'packages/client/src/oauth/store/indexed-db-vault.ts',
    before: "if (!('type' in key)) throw new TypeError('The sealing key is a pair');",
    after: "if (!('type' in key)) ;",
    reason: 'Nothing else is stored under this name. The types do not know that.',
  },
  {
    file: 'packages/client/src/oauth/machine/client-credentials.ts',
    before: 'await None()(issuer, client, body, headers);',
    after: 'None()(issuer, client, body, headers);',
    reason: 'It does its work at once. The types do not know that.',
  },
  {
    file: 'packages/client/src/oauth/machine/enterprise-managed.ts',
    before: "const proof = authenticate({ clientId, clientSecret, authMethod: 'client_secret_basic' });",
    after: "const proof = authenticate({ clientId, clientSecret, authMethod: '' });",
    reason: 'A secret is sent in this way unless another one is named.',
  },
  {
    file: 'packages/client/src/host/log/log.ts',
    before: 'readonly #storedLimits = { maxEntries: 0, maxBytes: 0 };',
    after: 'readonly #storedLimits = { maxEntries: 1, maxBytes: 0 };',
    reason: 'They are set before anything is stored.',
  },
  {
    file: 'packages/client/src/host/log/log.ts',
    before: 'readonly #storedLimits = { maxEntries: 0, maxBytes: 0 };',
    after: 'readonly #storedLimits = { maxEntries: 0, maxBytes: 1 };',
    reason: 'They are set before anything is stored.',
  },
  {
    file: 'packages/client/src/host/log/log.ts',
    before: '#clears = 0;',
    after: '#clears = 1;',
    reason: 'Only whether it changed counts.',
  },
  {
    file: 'packages/client/src/host/log/log.ts',
    before: 'clearTimeout(timer);',
    after: ';',
    reason: 'It only saves a timer that would do nothing.',
  },
  {
    file: 'packages/client/src/host/log/log.ts',
    before: '#bytes = 0;',
    after: '#bytes = 1;',
    reason: 'The limit is about so many bytes.',
  },
  {
    file: 'packages/client/src/host/log/log.ts',
    before: 'this.#bytes = 0;',
    after: 'this.#bytes = 1;',
    reason: 'The limit is about so many bytes.',
  },
  {
    file: 'packages/client/src/host/log/log.ts',
    before: 'let bytes = 0;',
    after: 'let bytes = 1;',
    reason: 'The limit is about so many bytes.',
  },
  {
    file: 'packages/client/src/host/log/log.ts',
    before: 'piece = { firstId: entry.id, entries: [], bytes: 0 };',
    after: 'piece = { firstId: entry.id, entries: [], bytes: 1 };',
    reason: 'The limit is about so many bytes.',
  },
  {
    file: 'packages/client/src/host/roots/root-records.ts',
    before:
      'const sorted = <T>(kept: ReadonlyMap<string, T>): [string, T][] => [...kept].sort(([a], [b]) => (a < b ? -1 : 1));',
    after:
      'const sorted = <T>(kept: ReadonlyMap<string, T>): [string, T][] => [...kept].sort(([a], [b]) => ((a) <= (b) ? -1 : 1));',
    reason: 'No two are the same.',
  },
  {
    file: 'packages/client/src/host/roots/root-records.ts',
    before:
      'const sorted = <T>(kept: ReadonlyMap<string, T>): [string, T][] => [...kept].sort(([a], [b]) => (a < b ? -1 : 1));',
    after:
      'const sorted = <T>(kept: ReadonlyMap<string, T>): [string, T][] => [...kept].sort(([a], [b]) => (a < b ? -2 : 1));',
    reason: 'Only the sign counts.',
  },
  {
    file: 'packages/client/src/host/roots/root-records.ts',
    before:
      'const sorted = <T>(kept: ReadonlyMap<string, T>): [string, T][] => [...kept].sort(([a], [b]) => (a < b ? -1 : 1));',
    after:
      'const sorted = <T>(kept: ReadonlyMap<string, T>): [string, T][] => [...kept].sort(([a], [b]) => (a < b ? -1 : 2));',
    reason: 'Only the sign counts.',
  },
  {
    file: 'packages/client/src/host/roots/host-roots.ts',
    before: "await (await this.#use()).shareWith(server, uris, options.duration ?? 'session', isStillThere);",
    after: 'await (await this.#use()).shareWith(server, uris, options.duration, isStillThere);',
    reason: 'Whatever is not for good is for the session.',
  },
  {
    file: 'packages/client/src/host/roots/host-roots.ts',
    before: "await (await this.#use()).shareWith(server, uris, options.duration ?? 'session', isStillThere);",
    after: "await (await this.#use()).shareWith(server, uris, options.duration ?? '', isStillThere);",
    reason: 'Whatever is not for good is for the session.',
  },
  {
    file: 'packages/client/src/host/roots/host-roots.ts',
    before: 'this.#departures.set(serverUrl, (this.#departures.get(serverUrl) ?? 0) + 1);',
    after: 'this.#departures.set(serverUrl, ((this.#departures.get(serverUrl) ?? 0)) - (1));',
    reason: 'Only whether it changed counts.',
  },
  {
    file: 'packages/client/src/host/roots/host-roots.ts',
    before: 'this.#departures.set(serverUrl, (this.#departures.get(serverUrl) ?? 0) + 1);',
    after: 'this.#departures.set(serverUrl, (this.#departures.get(serverUrl) ?? 1) + 1);',
    reason: 'Only whether it changed counts.',
  },
  {
    file: 'packages/client/src/host/roots/host-roots.ts',
    before: 'this.#departures.set(serverUrl, (this.#departures.get(serverUrl) ?? 0) + 1);',
    after: 'this.#departures.set(serverUrl, (this.#departures.get(serverUrl) ?? 0) + 2);',
    reason: 'Only whether it changed counts.',
  },
  {
    file: 'packages/client/src/oauth/browser/authorized-fetch.ts',
    before: 'const signal = init.signal ?? undefined;',
    after: 'const signal = init.signal;',
    reason: 'No signal is no signal. The types do not know that.',
  },
  {
    file: 'packages/client/src/oauth/browser/authorized-fetch.ts',
    before: 'return untilAborted(asAuthError(found), signal ?? undefined);',
    after: 'return untilAborted(asAuthError(found), signal);',
    reason: 'No signal is no signal. The types do not know that.',
  },
  {
    file: 'packages/client/src/oauth/browser/authorized-fetch.ts',
    before: 'const signal = given ?? undefined;',
    after: 'const signal = given;',
    reason: 'No signal is no signal. The types do not know that.',
  },
  {
    file: 'packages/client/src/oauth/machine/machine-authorizer.ts',
    before: 'const signal = init.signal ?? undefined;',
    after: 'const signal = init.signal;',
    reason: 'No signal is no signal. The types do not know that.',
  },
];
