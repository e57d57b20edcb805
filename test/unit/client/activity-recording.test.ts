import { assert } from 'chai';
import {
  type ActivityEntry,
  ActivityRecorder,
  asCode,
  asCurl,
  readRecording,
  recordingLines,
} from '@mcp-web/client/activity';
import { entryWith, exchange, fileOf, untilRecorded } from '../../support/activity.ts';
import { errorOf } from '../../support/errors.ts';
import { done, json, result } from '../../support/scripted-server.ts';

describe('a recording', () => {
  it('is read as it was written', async () => {
    const recorder = new ActivityRecorder();
    await exchange(recorder, () => json(result(1, done))).then((response) => response.text());
    await untilRecorded(recorder, ([entry]) => entry?.state === 'done' && entry.exchange?.end === 'ended');
    const { entries } = await readRecording(new Blob([fileOf(recorder)]));
    assert.deepEqual(entries.map(definedOf), recorder.getSnapshot().entries.map(definedOf));
  });

  it('leaves out what does not fit, and is refused if it is none', async () => {
    const good = [...recordingLines({ entries: [entryWith({ id: 5 }), entryWith({ id: 2 })], dropped: 3 })];
    const bad = ['{"entry":{"id":"x"}}\n', '{"http":{"id":1}}\n', '[1]\n', '{"entry":{"__proto__":1}}\n', '{"ent'];
    const { entries, dropped } = await readRecording(new Blob([...good, ...bad]));
    assert.deepEqual(
      entries.map(({ id }) => id),
      [1, 2],
    );
    assert.equal(dropped, 3);
    const entry = JSON.stringify({ entry: entryWith({}) });
    const large = entry.replace('"id":1', '"id":9007199254740992');
    const endless = entry.replace('"id":1', '"id":1e999');
    const read = await readRecording(new Blob([good[0] ?? '', [endless, large, large, entry].join('\n')]));
    assert.deepEqual(
      read.entries.map(({ id }) => id),
      [1, 2, 3],
    );
    for (const text of ['', 'hello', '{"format":"har"}', '[]'])
      await errorOf(readRecording(new Blob([text])), 'invalid-argument');
    await errorOf(readRecording(new Blob([...good, 'x'.repeat(9_000_000)])), 'too-large');
  });
});

describe('a recorded request', () => {
  const exchangeOf = (change: object): NonNullable<ActivityEntry['exchange']> => ({
    id: 1,
    time: 0,
    method: 'POST',
    url: 'https://example.com/mcp',
    requestHeaders: [['content-type', 'application/json']],
    responseHeaders: [],
    end: 'ended',
    bytes: 0,
    events: [],
    eventCount: 0,
    ...change,
  });

  it('is a command in which nothing has a meaning for the shell or for curl', () => {
    const message = `{"x":"'$(touch x)\\u001b\u202e\u001b"}`;
    const curl = asCurl(entryWith({ message, exchange: exchangeOf({}) }));
    assert.equal(
      curl,
      [
        `curl -gN -X 'POST' --url 'https://example.com/mcp' \\`,
        `  -H 'content-type: application/json' \\`,
        String.raw`  --data-raw '{"x":"'\''$(touch x)\u001b\u202e\u001b"}'`,
      ].join('\n'),
    );
    const hostile = exchangeOf({
      requestHeaders: [
        ['@/etc/passwd', ''],
        ['x$(id)', '[redacted]'],
        ['a', `b\u001b[201~\nid`],
      ],
    });
    const other = asCurl(entryWith({ message: '{}', exchange: hostile }));
    const secret = exchangeOf({ requestHeaders: [['aws_secret_access_key', '[redacted]']] });
    const opened = asCurl(entryWith({ message: '{}', exchange: secret }), { isFromFile: true });
    assert.include(opened, "-H 'aws_secret_access_key: REDACTED'");
    assert.notInclude(opened, '$');
    assert.notInclude(other, '@/etc');
    assert.notInclude(other, '$(');
    assert.notInclude(other, '\u001b');
    assert.isUndefined(asCurl(entryWith({ message: '{}', exchange: exchangeOf({ url: 'file:///etc/passwd' }) })));
    assert.isUndefined(asCurl(entryWith({ message: '{}', exchange: exchangeOf({ method: "'; id" }) })));
    assert.isUndefined(asCurl(entryWith({ message: '{}', direction: 'received', exchange: exchangeOf({}) })));
  });

  it('is code for the client', () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', arguments: { text: 'hi' } } };
    const entry = entryWith({ server: 'https://example.com/mcp', message: JSON.stringify(call) });
    assert.equal(
      asCode(entry),
      `import { connect } from '@mcp-web/client';

const client = await connect("https://example.com/mcp");
const result = await client.callTool("echo", {
  "text": "hi"
});
`,
    );
    assert.isUndefined(asCode({ ...entry, server: 'message-port:' }));
    assert.isUndefined(asCode(entryWith({ message: '{"method":"initialize"}' })));
    assert.isUndefined(asCode(entryWith({ message: '{"method":"toString"}' })));
  });
});

/** Without what is undefined, which JSON has no word for. */
const definedOf = (entry: ActivityEntry): unknown => JSON.parse(JSON.stringify(entry));
