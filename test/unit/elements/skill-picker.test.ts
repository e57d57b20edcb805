import { assert } from 'chai';
import { McpHost } from '@mcp-web/client';
import { loadSkill } from '@mcp-web/client/skills';
import type { McpSkillPickEvent } from '@mcp-web/elements';
import '@mcp-web/elements/skill-picker/define';
import '@mcp-web/elements/tool-consent/define';
import { serverUrl } from '../../support/servers.ts';
import { assertAccessible, button, chooseIn, click, find, mount, textOf, unmount, until } from './page.ts';

describe('<mcp-skill-picker>', () => {
  let host: McpHost;
  let picked: McpSkillPickEvent[];
  const note = (event: McpSkillPickEvent): void => void picked.push(event);

  beforeEach(() => {
    host = new McpHost();
    picked = [];
    document.addEventListener('mcp-skill-pick', note);
  });
  afterEach(() => {
    document.removeEventListener('mcp-skill-pick', note);
    unmount();
    host.close();
  });

  const picker = () => find('mcp-skill-picker');
  const consent = () => find('mcp-tool-consent');
  const shows = (part: string, element: () => Element = picker) => until(() => textOf(element()).includes(part), part);

  async function open(path = '/'): Promise<void> {
    mount('<mcp-skill-picker></mcp-skill-picker><mcp-tool-consent></mcp-tool-consent>');
    picker().host = host;
    Object.assign(consent(), { host, armDelay: 0 });
    host.add(new URL(path, await serverUrl('skills')));
    await shows('git-workflow');
  }

  const pick = async (name: string): Promise<void> => {
    await click(await until(() => button(picker(), `Use the skill ${name}`)));
    await shows(`Give the model the skill “ ${name} ”?`, consent);
  };
  const answer = (label: string): Promise<void> => chooseIn(consent(), label);

  it('shows the skills of each server with what it says of them, and tells namesakes apart [SK-09][SK-10]', async () => {
    await open();
    await shows('How this team branches and commits');
    await shows('skill://acme/billing/refunds/SKILL.md');
    await shows('skill://acme/support/refunds/SKILL.md');
    await shows('Made up each time');
    await assertAccessible(picker());
  });

  it('gives the page a skill once the user has allowed it, and says where it is from [SK-33]', async () => {
    await open();
    await pick('git-workflow');
    await shows(new URL(await serverUrl('skills')).host, consent);
    await shows('6 files', consent);
    await assertAccessible(consent());
    assert.isEmpty(picked);
    await answer('Allow once');
    await until(() => picked.length > 0);
    assert.match(picked[0]?.skill.body ?? '', /# Branches/);
    await shows('Skill git-workflow loaded');
  });

  it('lets the user allow the second of two skills that wait, too', async () => {
    await open();
    const [server] = host.getSnapshot().servers;
    const loading = ['skill://git-workflow/SKILL.md', 'skill://acme/billing/refunds/SKILL.md'].map((uri) =>
      loadSkill(host, server?.id ?? '', uri),
    );
    await until(() => host.getSnapshot().requests.length === 2);
    for (const left of [1, 0]) {
      await answer('Allow once');
      await until(() => host.getSnapshot().requests.length === left);
    }
    assert.lengthOf(await Promise.all(loading), 2);
  });

  it('takes no for an answer, without an error', async () => {
    await open();
    await pick('git-workflow');
    await answer('Deny');
    await until(() => button(picker(), 'Use the skill git-workflow')?.ariaDisabled === 'false');
    assert.isEmpty(picked);
    assert.notInclude(textOf(picker()), 'Details');
    assert.isNull(picker().renderRoot.querySelector('[part=error]'));
  });

  it('says which file is not what was listed [SK-18][SK-19]', async () => {
    await open();
    await pick('other-frontmatter');
    await answer('Allow once');
    await shows('skill://other-frontmatter/SKILL.md" is not used: its frontmatter differs from what the server listed');
    assert.isEmpty(picked);
  });

  it('finds a skill by its words', async () => {
    await open();
    const field = await until(() => picker().renderRoot.querySelector('input'));
    field.value = 'tickets';
    field.dispatchEvent(new InputEvent('input'));
    await until(() => !textOf(picker()).includes('git-workflow'));
    await shows('Refunds of tickets');
  });

  it('keeps the field of a search while there is something in it, however few skills are left', async () => {
    let isDown = false;
    mount('<mcp-skill-picker></mcp-skill-picker>');
    picker().host = host;
    const server = host.add(await serverUrl('skills'), {
      fetch: async (input, init) => (isDown ? new Response('', { status: 404 }) : fetch(input, init)),
    });
    const field = await until(() => picker().renderRoot.querySelector('input'));
    field.value = 'tickets';
    field.dispatchEvent(new InputEvent('input'));
    await until(() => !textOf(picker()).includes('git-workflow'));
    isDown = true;
    host.retry(server);
    await until(() => !textOf(picker()).includes('Refunds of tickets'));
    assert.equal(picker().renderRoot.querySelector('input'), field);
    field.value = '';
    field.dispatchEvent(new InputEvent('input'));
    await shows('No skills');
    assert.isNull(picker().renderRoot.querySelector('input'));
  });

  it('is empty where no server has skills', async () => {
    mount('<mcp-skill-picker></mcp-skill-picker>');
    picker().host = host;
    await shows('No skills');
    await assertAccessible(picker());
  });
});

describe('<mcp-tool-consent> for a skill', () => {
  afterEach(unmount);

  it('allows it for longer only after the user said that they know the risk, and shows what changed since [SK-35][SK-25]', async () => {
    let isChanged = false;
    const base = await serverUrl('skills');
    const host = new McpHost();
    mount('<mcp-skill-picker></mcp-skill-picker><mcp-tool-consent></mcp-tool-consent>');
    const [picker, consent] = [find('mcp-skill-picker'), find('mcp-tool-consent')];
    picker.host = host;
    Object.assign(consent, { host, armDelay: 0 });
    let picks = 0;
    picker.addEventListener('mcp-skill-pick', () => picks++);
    host.add(base, {
      fetch: async (input, init) => {
        const request = new Request(input, init);
        if (!isChanged || request.method !== 'POST') return fetch(request);
        const { method, headers, signal } = request;
        return fetch(new URL('/changed', base), { method, headers, signal, body: await request.text() });
      },
    });
    const enabled = (label: string) =>
      until(() => {
        const found = button(consent, label);
        return found && found.ariaDisabled !== 'true' && found;
      }, label);
    await click(await until(() => button(picker, 'Use the skill git-workflow')));
    await click(await enabled('Allow for longer…'));
    await click(await enabled('Allow for this session'));
    await until(() => picks === 1);
    await click(await until(() => button(picker, 'Use the skill git-workflow')));
    await until(() => picks === 2, 'it is not asked about again');
    isChanged = true;
    host.retry(host.getSnapshot().servers[0]?.id ?? '');
    await until(() => textOf(picker).includes('7 files'));
    await click(await until(() => button(picker, 'Use the skill git-workflow')));
    await until(() => textOf(consent).includes('This skill has changed since you allowed it'));
    await until(() => textOf(consent).includes('references/MORE.md'));
    host.close();
  });
});
