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
];
