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
];
