import { assert } from 'chai';
import { connect, DeniedError, type JsonObject, McpHost, type PendingRequest } from '@mcp-web/client';
import {
  getSkill,
  hasSkills,
  hostSkills,
  listSkills,
  loadSkill,
  type LoadedSkill,
  readSkillDirectory,
  readSkillFile,
  type RefusedSkill,
  type Skill,
  SkillMismatchError,
  skillsOf,
  skillTools,
} from '@mcp-web/client/skills';
import { modelTools, type ModelResult } from '@mcp-web/client/tools';
import { errorOf } from '../../../support/errors.ts';
import { entryOf, file, scripted } from '../../../support/scripted-skills.ts';
import { eventually } from '../../../support/scripted-server.ts';
import { serverUrl } from '../../../support/servers.ts';

const GIT = 'skill://git-workflow/SKILL.md';

/** Notes what a page asks of a server. `isChanged` sends it to the updated one. */
function watched(): { fetch: typeof fetch; sent: JsonObject[]; isChanged: boolean } {
  const self = {
    isChanged: false,
    sent: new Array<JsonObject>(),
    fetch: async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
      const request = new Request(input, init);
      if (request.method === 'POST') self.sent.push(Object(await request.clone().json()));
      if (!self.isChanged) return fetch(request);
      const { method, headers, signal } = request;
      return fetch(new URL('/changed', request.url), { method, headers, signal, body: await request.text() });
    },
  };
  return self;
}

const readsIn = (sent: readonly JsonObject[]): unknown[] =>
  sent.filter(({ method }) => method === 'resources/read').map(({ params }) => Object(params).uri);
const textOf = ({ content }: ModelResult): string =>
  content.map((part) => ('text' in part ? part.text : '')).join('\n');
const mismatchOf = async (promise: Promise<unknown>): Promise<string> => {
  const error = await errorOf(promise, 'skill-mismatch');
  assert.instanceOf(error, SkillMismatchError);
  return error instanceof SkillMismatchError ? error.mismatch : '';
};

describe('skills', () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  const connected = async (url: string, fetch?: typeof globalThis.fetch) => {
    const client = await connect(url, { fetch });
    closing.push(() => client.close());
    return client;
  };
  const real = async (fetch?: typeof globalThis.fetch) => connected(await serverUrl('skills'), fetch);

  /** A host with the real server, which asks somebody who answers like this. */
  const hosted = async (
    answer: (request: Extract<PendingRequest, { kind: 'skill' }>) => Parameters<McpHost['respond']>[1],
    { fetch }: { fetch?: typeof globalThis.fetch | undefined } = {},
  ): Promise<{ host: McpHost; id: string; asked: Extract<PendingRequest, { kind: 'skill' }>[] }> => {
    const host = new McpHost();
    closing.push(() => host.close());
    const asked: Extract<PendingRequest, { kind: 'skill' }>[] = [];
    host.addResponder('skill');
    host.subscribe(() => {
      for (const request of host.getSnapshot().requests) {
        if (request.kind !== 'skill' || asked.includes(request)) continue;
        asked.push(request);
        host.respond(request.id, answer(request));
      }
    });
    const id = host.add(await serverUrl('skills'), { fetch });
    await host.ready(id);
    return { host, id, asked };
  };
  const allow = (): { action: 'allow' } => ({ action: 'allow' });

  it('are listed over all pages, and nothing of them is read [SK-15][SK-20]', async () => {
    const { fetch, sent } = watched();
    const client = await real(fetch);
    assert.isTrue(hasSkills(client));
    const uris: string[] = [];
    for await (const { uri } of skillsOf(client)) uris.push(uri);
    assert.includeMembers(uris, [GIT, 'skill://acme/billing/refunds/SKILL.md', 'skill://reports/daily/SKILL.md']);
    assert.lengthOf(
      sent.filter(({ method }) => method === 'skills/list'),
      3,
    );
    assert.isEmpty(readsIn(sent));
    assert.equal((await listSkills(client)).ttlMs, 60_000);
  });

  it('are of servers that say so, whatever the scheme of an address [SK-02][SK-04]', async () => {
    const { fetch, received } = scripted([entryOf()], {}, null);
    const client = await connected('https://plain.example/mcp', fetch);
    assert.isFalse(hasSkills(client));
    await errorOf(listSkills(client), 'unsupported');
    await errorOf(getSkill(client, 'skill://one/SKILL.md'), 'unsupported');
    assert.isFalse(received.some(({ method }) => method?.startsWith('skills/')));
  });

  it('have directories where the server says so, and nowhere else [SK-01]', async () => {
    const names: string[] = [];
    for await (const { name } of readSkillDirectory(await real(), 'skill://git-workflow/references')) names.push(name);
    assert.deepEqual(names.toSorted(), ['NAMES.md', 'UNLISTED.md', 'bild ü.md']);
    const { fetch, received } = scripted([entryOf()]);
    const client = await connected('https://plain.example/mcp', fetch);
    await errorOf(readSkillDirectory(client, 'skill://one').next(), 'unsupported');
    assert.isFalse(received.some(({ method }) => method === 'resources/directory/read'));
  });

  it('are found by their address too, listed or not [SK-14]', async () => {
    const client = await real();
    const uri = 'skill://git-workflow/nested/review/SKILL.md';
    assert.equal((await getSkill(client, uri)).frontmatter.name, 'review');
    await errorOf(getSkill(client, 'skill://nothing/SKILL.md'), 'rpc');
    const other = await connected('https://plain.example/mcp', scripted([entryOf()]).fetch);
    await errorOf(getSkill(other, 'skill://two/SKILL.md'), 'invalid-result');
  });

  it('come with files that are used only if they are what was listed [SK-18]', async () => {
    const client = await real();
    const read = async (name: string, path: string): Promise<string> =>
      mismatchOf(readSkillFile(client, await getSkill(client, `skill://${name}/SKILL.md`), path));
    assert.equal(await read('changed-file', 'notes.md'), 'digest');
    assert.equal(await read('longer-file', 'notes.md'), 'size');
    assert.equal(await read('other-frontmatter', 'SKILL.md'), 'frontmatter');
    assert.equal(await read('broken-frontmatter', 'SKILL.md'), 'frontmatter');
    const git = await getSkill(client, GIT);
    const logo = await readSkillFile(client, git, 'logo.png');
    assert.deepEqual([...logo.bytes], [0x89, 0x50, 0x4e, 0x47, 0xff, 0x00, 0x80]);
    assert.isUndefined(logo.text);
    assert.isTrue(logo.isVerified);
  });

  it('refer to their files by paths from their own folder, which they cannot leave [SK-17][SK-22][SK-03]', async () => {
    const { fetch, sent } = watched();
    const client = await real(fetch);
    const git = await getSkill(client, GIT);
    for (const reference of [
      'references/NAMES.md',
      './references/../references/NAMES.md#top',
      'skill://git-workflow/references/NAMES.md',
      'references/bild ü.md',
      'references/bild%20%C3%BC.md',
    ])
      assert.isTrue((await readSkillFile(client, git, reference)).isVerified, reference);
    const before = sent.length;
    for (const reference of [
      '../acme/billing/refunds/SKILL.md',
      'references/UNLISTED.md',
      'skill://acme/billing/refunds/SKILL.md',
      'https://example.com/x.md',
      '/etc/passwd',
      'references/%2e%2e/SKILL.md',
      'references%2fNAMES.md',
      'references\\NAMES.md',
      'references/NAMES.md?x',
      '',
    ])
      assert.equal(await mismatchOf(readSkillFile(client, git, reference)), 'unlisted', reference);
    assert.lengthOf(sent, before, 'nothing was asked for');
  });

  it('without a list of files are read by the addresses that their text has [SK-17]', async () => {
    const { fetch, received } = scripted([entryOf({ uri: 'skill://one/SKILL.md', resources: 'dynamic' })]);
    const client = await connected('https://plain.example/mcp', fetch);
    const skill = await getSkill(client, 'skill://one/SKILL.md');
    const references = ['refs/a@b+c.md', 'skill://one/refs/a%40b+c.md', 'refs/ü (1).md', 'skill://one/%C3%BC.md'];
    for (const reference of references) await readSkillFile(client, skill, reference);
    const asked = received.filter(({ method }) => method === 'resources/read').map(({ params }) => params['uri']);
    assert.deepEqual(asked, [
      'skill://one/refs/a@b+c.md',
      'skill://one/refs/a%40b+c.md',
      'skill://one/refs/%C3%BC%20(1).md',
      'skill://one/%C3%BC.md',
    ]);
  });

  for (const [title, change, code] of [
    ['without files', { resources: undefined }, 'invalid-result'],
    ['with something else in place of files', { resources: 'some' }, 'invalid-result'],
    ['without its own SKILL.md', { resources: [file('skill://one/x.md')] }, 'invalid-result'],
    ['whose folder has another name', { frontmatter: { name: 'two', description: 'x' } }, 'invalid-result'],
    ['with a name that is none', { frontmatter: { name: 'One/../x', description: 'x' } }, 'invalid-result'],
    ['without a description', { frontmatter: { name: 'one' } }, 'invalid-result'],
    ['at an address that is no SKILL.md', { uri: 'skill://one/README.md' }, 'invalid-result'],
    [
      'with a digest that is none',
      { resources: [{ ...file('skill://one/SKILL.md'), digest: 'sha256:0' }] },
      'invalid-result',
    ],
    ['with a size that is none', { resources: [file('skill://one/SKILL.md', -1)] }, 'invalid-result'],
    [
      'with more than 512 files',
      {
        resources: [
          file('skill://one/SKILL.md'),
          ...Array.from({ length: 512 }, (_, index) => file(`skill://one/${index}`)),
        ],
      },
      'too-large',
    ],
    [
      'with more than 16 MiB',
      { resources: [file('skill://one/SKILL.md'), file('skill://one/x', 16 * 1024 * 1024)] },
      'too-large',
    ],
    ...[
      'skill://two/x.md',
      'skill://one/../two/x.md',
      'skill://one/%2E%2e/two/x.md',
      'skill://one/a%2f..%2fx.md',
      'skill://one//x.md',
      'skill://one/x.md?y',
      'skill://one/x.md#y',
      'skill://one/x\\y.md',
      'skill://one/%zz',
      'skill://oneself/x.md',
      'skill://one/SKILL%2Emd',
    ].map(
      (uri) =>
        [`with a file at ${uri}`, { resources: [file('skill://one/SKILL.md'), file(uri)] }, 'invalid-result'] as const,
    ),
  ] as [string, object, string][])
    it(`are refused before anything of them is read, with the reason: one ${title} [SK-08][SK-11][SK-13][SK-39]`, async () => {
      const { fetch, received } = scripted([
        entryOf(change),
        entryOf({ uri: 'skill://b/one/SKILL.md', resources: 'dynamic' }),
      ]);
      const client = await connected('https://plain.example/mcp', fetch);
      const refused: RefusedSkill[] = [];
      const skills: Skill[] = [];
      for await (const skill of skillsOf(client, { onrefused: (one) => refused.push(one) })) skills.push(skill);
      assert.deepEqual(
        skills.map(({ uri }) => uri),
        ['skill://b/one/SKILL.md'],
        'the others stay',
      );
      assert.deepEqual(
        refused.map(({ error }) => error.code),
        [code],
      );
      assert.isFalse(received.some(({ method }) => method === 'resources/read'));
    });

  it('may have 512 files and 16 MiB [SK-12]', async () => {
    const files = Array.from({ length: 511 }, (_, index) => file(`skill://one/${index}`, 0));
    const size = 16 * 1024 * 1024;
    const { fetch } = scripted([entryOf({ resources: [file('skill://one/SKILL.md', size), ...files] })]);
    const { skills, refused } = await listSkills(await connected('https://plain.example/mcp', fetch));
    assert.isEmpty(refused);
    assert.lengthOf(skills[0]?.resources ?? [], 512);
  });

  describe('in a host', () => {
    it('are loaded when the user allows it, and then only their SKILL.md is read [SK-16][SK-20][SK-33]', async () => {
      const { fetch, sent } = watched();
      const { host, id, asked } = await hosted(() => ({ action: 'deny', reason: 'not now' }), { fetch });
      await host.readResource(id, GIT);
      sent.length = 0;
      const denied = await loadSkill(host, id, GIT).catch((error: unknown) => error);
      assert.instanceOf(denied, DeniedError);
      assert.isEmpty(readsIn(sent));
      assert.equal(asked[0]?.request.server.id, id);
      assert.equal(asked[0]?.request.skill.uri, GIT);
      const second = await hosted(allow, { fetch });
      sent.length = 0;
      const skill = await loadSkill(second.host, second.id, GIT);
      assert.deepEqual(readsIn(sent), [GIT]);
      assert.match(skill.body, /^\n# Branches/);
      assert.include(skill.paths, 'references/bild ü.md');
    });

    it('are refused where nobody can ask the user', async () => {
      const host = new McpHost();
      closing.push(() => host.close());
      const id = host.add(await serverUrl('skills'));
      await host.ready(id);
      await errorOf(loadSkill(host, id, GIT), 'denied');
    });

    it('are asked about once for as long as all their files are the same, and then with what changed [SK-34][SK-35][SK-25]', async () => {
      const server = watched();
      const { host, id, asked } = await hosted(() => ({ action: 'allow', permission: 'session' }), server);
      await loadSkill(host, id, GIT);
      await loadSkill(host, id, GIT);
      assert.lengthOf(asked, 1);
      assert.lengthOf(host.getSnapshot().consent.permissions, 1);
      server.isChanged = true;
      const changed = await loadSkill(host, id, GIT);
      assert.lengthOf(asked, 2);
      assert.nestedProperty(asked[1], 'request.changedSince.definition.files');
      assert.isTrue(changed.paths.includes('references/MORE.md'));
      await host.revokePermissions();
      await loadSkill(host, id, GIT);
      assert.lengthOf(asked, 3);
    });

    it('are another decision on another server, and when they are nested in one that was allowed [SK-06][SK-07]', async () => {
      const { host, id, asked } = await hosted(() => ({ action: 'allow', permission: 'session' }));
      await loadSkill(host, id, GIT);
      const skill = await loadSkill(host, id, 'skill://git-workflow/nested/review/SKILL.md');
      assert.lengthOf(asked, 2);
      assert.equal(skill.body, '\nLook twice.\n');
      const other = host.add(new URL('/other', await serverUrl('skills')));
      await host.ready(other);
      await loadSkill(host, other, GIT);
      assert.lengthOf(asked, 3);
    });

    it('are asked about each time if the server makes them up [SK-36]', async () => {
      const { host, id, asked } = await hosted(() => ({ action: 'allow', permission: 'always' }));
      for (const round of [1, 2]) {
        await loadSkill(host, id, 'skill://reports/daily/SKILL.md');
        assert.lengthOf(asked, round);
      }
      assert.isFalse(asked[0]?.request.canBeStored);
      assert.isEmpty(host.getSnapshot().consent.permissions);
    });

    it('keep to the entry that was loaded, and say what a nested SKILL.md says as text only [SK-22][SK-05][SK-21]', async () => {
      const server = watched();
      const { host, id } = await hosted(allow, server);
      const skill = await loadSkill(host, id, GIT);
      const nested = await skill.read('nested/review/SKILL.md');
      assert.isUndefined(nested.body);
      server.sent.length = 0;
      assert.equal(await skill.read('nested/review/SKILL.md'), nested);
      assert.isEmpty(server.sent, 'what was read is not read again');
      server.isChanged = true;
      assert.equal(await mismatchOf(skill.read('references/MORE.md')), 'unlisted');
      assert.equal(await mismatchOf(skill.read('references/NAMES.md')), 'size');
    });

    it('are asked about once, also by two calls at a time, if the user allows them for longer', async () => {
      const host = new McpHost();
      closing.push(() => host.close());
      host.addResponder('skill');
      const id = host.add(await serverUrl('skills'));
      await host.ready(id);
      const both = [loadSkill(host, id, GIT), loadSkill(host, id, GIT)];
      await eventually(() => host.getSnapshot().requests.length === 2);
      host.respond(host.getSnapshot().requests[0]?.id ?? '', { action: 'allow', permission: 'session' });
      assert.lengthOf(await Promise.all(both), 2);
      assert.isEmpty(host.getSnapshot().requests);
    });

    it('are no longer asked about when their server is gone', async () => {
      const host = new McpHost();
      closing.push(() => host.close());
      host.addResponder('skill');
      const id = host.add(await serverUrl('skills'));
      await host.ready(id);
      const loading = errorOf(loadSkill(host, id, GIT), 'closed');
      await eventually(() => host.getSnapshot().requests.length === 1);
      host.remove(id);
      await loading;
      assert.isEmpty(host.getSnapshot().requests);
      assert.isEmpty(host.getSnapshot().consent.permissions);
    });

    it('have permissions of their own, which no tool has', async () => {
      const { host, id } = await hosted(() => ({ action: 'allow', permission: 'session' }));
      await loadSkill(host, id, GIT);
      assert.deepInclude(host.getSnapshot().consent.permissions[0], { kind: 'skill', toolName: GIT });
      await host.toolPermissions.set(id, GIT, 'ask');
      assert.lengthOf(host.getSnapshot().consent.permissions, 1);
    });

    it('are gone with their server [SK-38]', async () => {
      const { host, id } = await hosted(allow);
      const skill = await loadSkill(host, id, GIT);
      await skill.read('references/NAMES.md');
      host.remove(id);
      await errorOf(skill.read('references/NAMES.md'), 'closed');
      host.add('https://plain.example/mcp', { id, fetch: scripted([]).fetch });
      await errorOf(skill.read('references/NAMES.md'), 'closed');
    });

    it('are listed when somebody wants them, and not again before their time is over [SK-15]', async () => {
      const { fetch, sent } = watched();
      const { host } = await hosted(allow, { fetch });
      const lists = (): number => sent.filter(({ method }) => method === 'skills/list').length;
      const skills = hostSkills(host);
      assert.equal(lists(), 0);
      closing.push(skills.subscribe(() => {}));
      await skills.refresh();
      assert.equal(lists(), 3);
      await skills.refresh();
      assert.equal(lists(), 3);
      await skills.refresh({ isForced: true });
      assert.equal(lists(), 6);
      assert.isAbove(skills.getSnapshot()[0]?.skills.length ?? 0, 5);
    });

    it('that are listed twice are refused, because nobody knows which entry counts [SK-09]', async () => {
      const host = new McpHost();
      closing.push(() => host.close());
      const id = host.add('https://plain.example/mcp', { fetch: scripted([entryOf(), entryOf()]).fetch });
      await host.ready(id);
      const skills = hostSkills(host);
      await skills.refresh();
      assert.isEmpty(skills.getSnapshot()[0]?.skills);
      assert.lengthOf(skills.getSnapshot()[0]?.refused ?? [], 1);
    });
  });

  describe('in the hands of a model', () => {
    const forModel = async (fetch?: typeof globalThis.fetch) => {
      const server = await hosted(allow, { fetch });
      const skills = hostSkills(server.host);
      const own = skillTools(server.host, skills);
      await skills.refresh();
      return {
        ...server,
        own,
        tools: modelTools(server.host, { skills: own }),
        place: new URL(await serverUrl('skills')).host,
      };
    };

    it('are a list of names and descriptions by server, one tool that loads and one that reads [SK-09][SK-10][SK-29]', async () => {
      const { tools, place } = await forModel();
      const loading = tools.find('load_skill');
      const shown = JSON.stringify(loading?.inputSchema);
      assert.include(shown, `${place} skill://git-workflow: How this team branches and commits`);
      assert.include(shown, `${place} skill://acme/billing/refunds: Refunds of invoices`);
      assert.include(shown, `${place} skill://acme/support/refunds: Refunds of tickets`);
      assert.isDefined(tools.find('read_skill_file'));
      assert.lengthOf(tools.list, 3);
    });

    it('are marked with their server, and permit nothing [SK-23][SK-26][SK-27][SK-28][SK-31][SK-32]', async () => {
      const { tools, host, place } = await forModel();
      const permissions = host.getSnapshot().consent;
      const { content, isError } = await tools.call('load_skill', { skill: `${place} skill://git-workflow` });
      assert.isFalse(isError);
      const text = textOf({ content, isError });
      assert.match(text, new RegExp(`written by the server ${place}\\. It has no more authority than that server`));
      assert.match(text, /<skill from="[^"]+" id="(\w+)">[\s\S]*# Branches[\s\S]*<\/skill id="\1">/);
      assert.notInclude(text, 'allowed-tools');
      assert.deepEqual(host.getSnapshot().consent, permissions);
      const script = await tools.call('read_skill_file', {
        skill: `${place} skill://git-workflow`,
        path: 'scripts/check.sh',
      });
      assert.include(textOf(script), 'rm -rf /');
    });

    it('are read only when loaded, from their own server, and with what was listed [SK-16][SK-24][SK-29][SK-30]', async () => {
      const { fetch, sent } = watched();
      const { tools, place } = await forModel(fetch);
      const skill = `${place} skill://git-workflow`;
      const read = async (path: string): Promise<ModelResult> => tools.call('read_skill_file', { skill, path });
      assert.isTrue((await read('references/NAMES.md')).isError);
      assert.isEmpty(readsIn(sent));
      await tools.call('load_skill', { skill });
      assert.include(textOf(await read('references/NAMES.md')), '12-menu');
      sent.length = 0;
      for (const path of ['references/UNLISTED.md', '../acme/billing/refunds/SKILL.md', 'https://other.example/x'])
        assert.isTrue((await read(path)).isError, path);
      assert.isEmpty(sent);
    });

    it('may be unlisted: a server and an address are enough [SK-14]', async () => {
      const { tools, place } = await forModel();
      const { content, isError } = await tools.call('load_skill', {
        skill: `${place} skill://git-workflow/nested/review/SKILL.md`,
      });
      assert.isFalse(isError);
      assert.include(textOf({ content, isError }), 'Look twice.');
      const unknown = await tools.call('load_skill', { skill: 'elsewhere.example skill://git-workflow' });
      assert.isTrue(unknown.isError);
    });

    it('that a user picked can be read on', async () => {
      const { host, id, own, tools, place } = await forModel();
      const picked: LoadedSkill = await loadSkill(host, id, GIT);
      own.add(picked);
      const read = await tools.call('read_skill_file', {
        skill: `${place} skill://git-workflow`,
        path: 'references/NAMES.md',
      });
      assert.include(textOf(read), '12-menu');
    });

    it('are not offered where no server has any', async () => {
      const host = new McpHost();
      closing.push(() => host.close());
      assert.isEmpty(modelTools(host, { skills: skillTools(host) }).list);
    });
  });
});
