/** What the user decides about skills holds as long as it should, for whom it should. */
import { assert } from 'chai';
import { McpHost, type PendingRequest } from '@mcp-web/client';
import { loadSkill, type Skill, skillTools } from '@mcp-web/client/skills';
import { errorOf } from '../../../support/errors.ts';
import { FakeSignIn, SIGNED_IN } from '../../../support/fake-sign-in.ts';
import { quickConsentStore } from '../../../support/quick-consent-store.ts';
import { eventually } from '../../../support/scripted-server.ts';
import { entryWith, scripted } from '../../../support/scripted-skills.ts';

const URL_OF_ONE = 'https://one.example/mcp';
const TEXTS = {
  'skill://one/SKILL.md': '---\nname: one\ndescription: The first\n---\nDo it.',
  'skill://one/more.md': 'More.',
};

describe('decisions about skills', () => {
  let host: McpHost;
  let store: ReturnType<typeof quickConsentStore>;
  beforeEach(() => {
    store = quickConsentStore();
    host = new McpHost({ permissionStore: store });
    host.addResponder('skill');
  });
  afterEach(() => host.close());

  const skill = (change: Partial<Skill> = {}): Skill => ({
    uri: 'skill://one/SKILL.md',
    frontmatter: { name: 'one', description: 'The first' },
    resources: [{ uri: 'skill://one/SKILL.md', size: 1, digest: `sha256:${'0'.repeat(64)}` }],
    ...change,
  });
  const add = async (auth?: FakeSignIn): Promise<string> => {
    const { fetch } = scripted([await entryWith(TEXTS)], TEXTS);
    const id = host.add(URL_OF_ONE, { fetch, ...(auth && { auth }) });
    await host.ready(id);
    return id;
  };
  const want = (id: string, wanted = skill()): Promise<void> => {
    const decided = host.consentToSkill(id, wanted);
    // The tests check the outcome later.
    decided.catch(() => {});
    return decided;
  };
  const asked = (count = 1): Promise<readonly PendingRequest[]> =>
    eventually(() => {
      const { requests } = host.getSnapshot();
      return requests.length === count && requests;
    });
  const answer = (permission?: 'session' | 'always'): void => {
    const [request] = host.getSnapshot().requests;
    if (request) host.respond(request.id, { action: 'allow', ...(permission && { permission }) });
  };

  it('are not asked for when the server is gone, and then none is stored', async () => {
    const id = await add();
    const wanted = want(id);
    await asked();
    host.remove(id);
    await errorOf(wanted, 'closed');
    assert.isEmpty(host.getSnapshot().requests);
    assert.isEmpty(store.records);
  });

  it('are not asked of the next user', async () => {
    const auth = new FakeSignIn(SIGNED_IN);
    const id = await add(auth);
    const wanted = want(id);
    // Before what was decided earlier is known.
    auth.become({ state: 'signed-out' });
    await errorOf(wanted, 'closed');
    assert.isEmpty(host.getSnapshot().requests);
  });

  it('answer all that waits for the same skill when they last longer than once', async () => {
    const id = await add();
    const all = [want(id), want(id), want(id, skill({ frontmatter: { name: 'one', description: 'Another' } }))];
    await asked(3);
    answer('session');
    await Promise.all(all.slice(0, 2));
    await asked(1);
    answer();
    await all[2];
    assert.lengthOf(host.getSnapshot().consent.permissions, 1);
  });

  it('answer one request when they are for once', async () => {
    const id = await add();
    const [first, second] = [want(id), want(id)];
    await asked(2);
    answer();
    await first;
    await asked(1);
    answer();
    await second;
  });

  it('end with the user: what was loaded for them is not read for the next one', async () => {
    const auth = new FakeSignIn(SIGNED_IN);
    const id = await add(auth);
    const loading = loadSkill(host, id, 'skill://one/SKILL.md');
    await asked();
    answer();
    const loaded = await loading;
    const tools = skillTools(host);
    tools.add(loaded);
    const read = () => tools.call('read_skill_file', { skill: 'one.example/mcp skill://one', path: 'more.md' });
    assert.isFalse((await read()).isError);
    auth.become({ state: 'signed-out' });
    auth.become(SIGNED_IN);
    await eventually(() => host.getSnapshot().servers[0]?.status === 'ready');
    await errorOf(loaded.read('more.md'), 'closed');
    const after = await read();
    assert.isTrue(after.isError);
    assert.include(after.content[0]?.text, 'first');
  });

  it('are told apart from those about a tool whose name is the address of the skill', async () => {
    const id = await add();
    const wanted = want(id);
    await asked();
    answer('always');
    await wanted;
    const [permission] = host.getSnapshot().consent.permissions;
    assert.equal(permission?.kind, 'skill');
    assert.equal(await host.toolPermissions.set(id, 'skill://one/SKILL.md', 'block'), 'block');
    assert.deepEqual(
      host.getSnapshot().consent.permissions.map(({ kind }) => kind),
      ['skill'],
    );
    await eventually(() => store.records.size === 2);
    const next = new McpHost({ permissionStore: store });
    await eventually(() => next.getSnapshot().consent.isKnown);
    assert.deepEqual(
      next.getSnapshot().consent.permissions.map(({ kind, toolName }) => [kind, toolName]),
      [['skill', 'skill://one/SKILL.md']],
    );
    next.close();
  });
});
