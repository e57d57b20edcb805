/** Servers in the files of other clients and of the registry. */
import { assert } from 'chai';
import { McpError } from '@mcp-web/client';
import { filledHeader, isSendable, readServerAddress, readServerFile } from '@mcp-web/client/servers';

const read = (value: unknown) => readServerFile(JSON.stringify(value)).servers;
const codeOf = (text: string): string | undefined => {
  try {
    readServerFile(text);
    return undefined;
  } catch (error) {
    return error instanceof McpError ? error.code : String(error);
  }
};

describe('the address of a server', () => {
  it('is read as people type it', () => {
    assert.deepEqual(readServerAddress('  example.com/mcp '), { url: 'https://example.com/mcp' });
    assert.deepEqual(readServerAddress('localhost:3000/mcp'), { url: 'http://localhost:3000/mcp' });
    assert.deepEqual(readServerAddress('[::1]:3000'), { url: 'http://[::1]:3000/' });
    assert.deepEqual(readServerAddress('HTTP://Example.com/MCP#top'), { url: 'http://example.com/MCP' });
    assert.deepEqual(readServerAddress('/mcp'), { url: new URL('/mcp', location.href).href });
  });

  it('is refused with the reason', () => {
    const problemOf = (typed: string) => ('problem' in readServerAddress(typed) ? readServerAddress(typed) : typed);
    assert.deepEqual(problemOf('  '), { problem: 'missing' });
    assert.deepEqual(problemOf('not an address'), { problem: 'invalid' });
    assert.deepEqual(problemOf(`https://example.com/${'a'.repeat(3_000)}`), { problem: 'invalid' });
    assert.deepEqual(problemOf('file:///etc/passwd'), { problem: 'scheme' });
    assert.deepEqual(problemOf('ws://example.com'), { problem: 'scheme' });
    assert.deepEqual(problemOf('https://ada:secret@example.com/mcp'), { problem: 'credentials' });
    for (const typed of ['javascript:alert(1)', 'data:text/html,x', 'blob:https://example.com/1'])
      assert.deepEqual(problemOf(typed), { problem: 'invalid' }, typed);
  });
});

describe('a file with servers', () => {
  it('is that of Claude, Cursor, Windsurf, Gemini, VS Code, Zed or OpenCode', () => {
    const url = 'https://example.com/mcp';
    const found = [{ name: 'notes', url, headers: [], isOn: true }];
    assert.deepEqual(read({ mcpServers: { notes: { type: 'http', url } } }), found);
    assert.deepEqual(read({ mcpServers: { notes: { serverUrl: url } } }), found);
    assert.deepEqual(read({ mcpServers: { notes: { httpUrl: url, url: 'https://example.com/sse' } } }), found);
    assert.deepEqual(read({ inputs: [], servers: { notes: { type: 'sse', url } } }), found);
    assert.deepEqual(read({ mcp: { servers: { notes: { url } } } }), found);
    assert.deepEqual(read({ context_servers: { notes: { url } } }), found);
    assert.deepEqual(read({ mcp: { notes: { type: 'remote', url } } }), found);
    assert.deepEqual(read({ notes: { url } }), found);
    assert.deepEqual(read({ url }), [{ name: '', url, headers: [], isOn: true }]);
    assert.isFalse(read({ mcpServers: { notes: { url, disabled: true } } })[0]?.isOn);
    assert.isFalse(read({ mcp: { notes: { url, enabled: false } } })[0]?.isOn);
  });

  it('may have comments, a mark at its beginning, and commas after the last member', () => {
    const text = `\uFEFF// Mine\n{ "mcpServers": { /* not "this", } */\n "a": { "url": "https://example.com//mcp", "headers": { "X-A": "1, ] // 2", }, }, }, }`;
    assert.deepEqual(readServerFile(text).servers, [
      { name: 'a', url: 'https://example.com//mcp', headers: [{ name: 'X-A', value: '1, ] // 2' }], isOn: true },
    ]);
  });

  it('says what the user has to fill in', () => {
    const headers = { Authorization: 'Bearer ${env:TOKEN}', 'X-Key': '<your key>', 'X-Plain': 'a', 'X-Empty': '' };
    assert.deepEqual(read({ mcpServers: { a: { url: 'https://example.com', headers } } })[0]?.headers, [
      { name: 'Authorization', template: 'Bearer ${env:TOKEN}' },
      { name: 'X-Key', template: '<your key>' },
      { name: 'X-Plain', value: 'a' },
      { name: 'X-Empty', template: undefined },
    ]);
    assert.include(read({ mcpServers: { a: { url: 'https://${env:HOST}/mcp' } } })[0], { problem: 'placeholder' });
  });

  it('keeps no text beside a placeholder: it may be a secret', () => {
    const url = 'https://example.com';
    for (const [text, template] of [
      ['Basic ${USER}:hunter2', undefined],
      ['Basic ${USER}:${PASSWORD}', undefined],
      ['hunter2-hunter2-hunter2-hunter2 <name>', undefined],
      ['Token {api_key}', 'Token {api_key}'],
    ] as const)
      assert.deepEqual(read({ mcpServers: { a: { url, headers: { 'X-A': text } } } })[0]?.headers, [
        { name: 'X-A', template },
      ]);
    // No placeholder at all.
    for (const value of ['{"token":"s3cret"}', 'ab<3>{}'])
      assert.deepEqual(read({ mcpServers: { a: { url, headers: { 'X-A': value } } } })[0]?.headers, [
        { name: 'X-A', value },
      ]);
    assert.include(read({ mcpServers: { a: { url: 'https://ada:secret@example.com/mcp' } } })[0], {
      address: 'https://example.com/mcp',
      problem: 'address',
    });
  });

  it('sends no header that browsers keep for themselves', () => {
    const headers = { Cookie: 'a=b', Host: 'example.com', 'X-A': 'b' };
    assert.deepEqual(read({ mcpServers: { a: { url: 'https://example.com', headers } } })[0]?.headers, [
      { name: 'X-A', value: 'b' },
    ]);
    assert.isFalse(isSendable('Sec-Fetch-Mode', 'cors'));
  });

  it('has programs, which a page cannot run', () => {
    const servers = read({
      mcpServers: { files: { command: 'npx', args: ['-y', 'some-server', 'https://example.com'] } },
    });
    assert.deepEqual(servers, [{ name: 'files', headers: [], isOn: true, problem: 'program' }]);
  });

  it('has programs that only pass on to a URL, which a page can use', () => {
    const args = ['-y', 'mcp-remote@latest', 'https://example.com/mcp', '--header', 'Authorization: Bearer ${TOKEN}'];
    const [found] = read({ mcpServers: { far: { command: 'npx', args } } });
    assert.deepEqual(found, {
      name: 'far',
      url: 'https://example.com/mcp',
      headers: [{ name: 'Authorization', template: 'Bearer ${TOKEN}' }],
      isOn: true,
    });
  });

  it('is a server.json of the registry, alone, as its API gives it, or in a list', () => {
    const entry = {
      name: 'io.example/notes',
      description: 'Notes',
      remotes: [
        {
          type: 'streamable-http',
          url: 'https://example.com/mcp',
          headers: [
            { name: 'Authorization', value: 'Bearer {api_key}', isRequired: true, isSecret: true },
            { name: 'X-Region', default: 'eu' },
            { name: 'X-Optional' },
            { name: 'X-Key', isRequired: true },
          ],
        },
      ],
    };
    const found = [
      {
        name: 'io.example/notes',
        url: 'https://example.com/mcp',
        headers: [
          { name: 'Authorization', template: 'Bearer {api_key}' },
          { name: 'X-Region', value: 'eu' },
          { name: 'X-Key', template: undefined },
        ],
        isOn: true,
      },
    ];
    assert.deepEqual(read(entry), found);
    assert.deepEqual(read({ server: entry, _meta: {} }), found);
    assert.deepEqual(read({ servers: [{ server: entry }], metadata: {} }), found);
    assert.include(read({ name: 'io.example/local', packages: [{ registryType: 'npm' }] })[0], { problem: 'package' });
  });

  it('may be hostile', () => {
    assert.equal(codeOf(' '.repeat(1_000_001)), 'too-large');
    for (const text of ['', '{', '{"mcpServers": {', '[}', '"', '/*', `${'['.repeat(400_000)}`, '\\'])
      assert.equal(codeOf(text), 'invalid-message', text.slice(0, 20));
    for (const value of [null, 1, 'x', [], {}, { mcpServers: null }, { mcpServers: { a: 1 } }, { servers: [1, null] }])
      assert.equal(codeOf(JSON.stringify(value)), 'invalid-argument', JSON.stringify(value));
    const entries = {
      script: { url: 'javascript:alert(1)' },
      file: { url: 'file:///etc/passwd' },
      own: { url: '/mcp' },
      credentials: { url: 'https://ada:secret@example.com' },
      number: { url: 7 },
      nothing: {},
    };
    assert.deepEqual(
      read({ mcpServers: entries }).map(({ name, url, problem }) => [name, url, problem]),
      [
        ['script', undefined, 'address'],
        ['file', undefined, 'address'],
        ['own', undefined, 'address'],
        ['credentials', undefined, 'address'],
        ['number', undefined, 'nothing'],
        ['nothing', undefined, 'nothing'],
      ],
    );
    const [odd] = readServerFile(
      '{"mcpServers": {"__proto__": {"url": "https://example.com", "headers": {"__proto__": "a", "X\\nY": "b", "X-Z": "c\\nd", "X-N": 1}}}}',
    ).servers;
    assert.equal(odd?.name, '__proto__');
    assert.deepEqual(odd?.headers, [{ name: '__proto__', value: 'a' }]);
    const many = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`s${index}`, { url: 'example.com' }]),
    );
    const file = readServerFile(JSON.stringify({ mcpServers: many }));
    assert.equal(file.servers.length, 200);
    assert.equal(file.more, 9_800);
    assert.equal(read({ mcpServers: { ['n'.repeat(5_000)]: { url: 'example.com' } } })[0]?.name.length, 200);
  });
});

describe('a header', () => {
  it('gets what the user fills in, with or without what the file has around it', () => {
    const header = { name: 'Authorization', template: 'Bearer ${TOKEN}' };
    assert.equal(filledHeader(header, ' abc ').value, 'Bearer abc');
    assert.equal(filledHeader(header, 'Bearer abc').value, 'Bearer abc');
    assert.equal(filledHeader(header, 'bearer abc').value, 'bearer abc');
    assert.equal(filledHeader({ name: 'X', template: '${A}:${B}' }, 'a:b').value, 'a:b');
    assert.equal(filledHeader({ name: 'X' }, 'a').value, 'a');
  });

  it('can be sent, or not', () => {
    assert.isTrue(isSendable('X-Key', 'a b'));
    for (const [name, value] of [
      ['', 'a'],
      ['X Key', 'a'],
      ['X-Key', 'a\nb'],
      ['X-Key', 'ä→'],
      ['X'.repeat(300), 'a'],
    ] as const)
      assert.isFalse(isSendable(name, value), name);
  });
});
