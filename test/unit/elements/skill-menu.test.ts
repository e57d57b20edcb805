/** Skills in the `/` menu, and in a chat. */
import { assert } from 'chai';
import { sendKeys } from '@web/test-runner-commands';
import { McpHost, type SamplingMessage, type SamplingModel } from '@mcp-web/client';
import type { McpSkillPickEvent } from '@mcp-web/elements';
import '@mcp-web/elements/chat/define';
import '@mcp-web/elements/prompt-picker/define';
import '@mcp-web/elements/tool-consent/define';
import { error, json, URL_OF_SCRIPT } from '../../support/scripted-server.ts';
import { scripted } from '../../support/scripted-skills.ts';
import { serverUrl } from '../../support/servers.ts';
import { assertAccessible, chooseIn, find, focused, mount, textOf, unmount, until } from './page.ts';

const ANSWER = { role: 'assistant' as const, model: 'm', content: { type: 'text' as const, text: 'Done.' } };

let host: McpHost;
beforeEach(() => (host = new McpHost()));
afterEach(() => {
  unmount();
  host.close();
});

const consent = () => find('mcp-tool-consent');
const answer = (label: string): Promise<void> => chooseIn(consent(), label);

async function listed(): Promise<void> {
  Object.assign(consent(), { host, armDelay: 0 });
  await host.ready(host.add(await serverUrl('skills')));
}

describe('The / menu', () => {
  const picker = () => find('mcp-prompt-picker');
  const box = () => find('textarea');
  const options = () => [...picker().renderRoot.querySelectorAll('[role=option]')].map((option) => textOf(option));

  async function open(attributes: string): Promise<McpSkillPickEvent[]> {
    mount(`<textarea id="box" aria-label="Message"></textarea>
      <mcp-prompt-picker for-input="box" ${attributes}></mcp-prompt-picker><mcp-tool-consent></mcp-tool-consent>`);
    picker().host = host;
    await listed();
    const picked: McpSkillPickEvent[] = [];
    picker().addEventListener('mcp-skill-pick', (event) => picked.push(event));
    box().focus();
    return picked;
  }

  it('finds a skill, loads it once the user allowed it, and takes its word out of the text', async () => {
    const picked = await open('skills');
    await sendKeys({ type: 'Please /git' });
    await until(() => options()[0]?.startsWith('git-workflow How this team branches'));
    await assertAccessible(picker());
    await sendKeys({ press: 'Enter' });
    await until(() => textOf(consent()).includes('Give the model the skill “ git-workflow ”?'));
    assert.isEmpty(picked);
    await answer('Allow once');
    await until(() => picked.length === 1);
    assert.match(picked[0]?.skill.body ?? '', /# Branches/);
    await until(() => box().value === 'Please ');
  });

  it('says why a skill cannot be used, until the menu opens again', async () => {
    const picked = await open('skills');
    await sendKeys({ type: '/other-front' });
    await until(() => options().length === 1);
    await sendKeys({ press: 'Enter' });
    await answer('Allow once');
    await until(() => textOf(picker()).includes('its frontmatter differs from what the server listed'));
    assert.isEmpty(picked);
    assert.equal(box().value, '');
    box().focus();
    await sendKeys({ type: '/' });
    await until(() => !textOf(picker()).includes('its frontmatter differs'));
  });

  it('does not take a path for a skill whose description has the same letters', async () => {
    await open('skills');
    await sendKeys({ type: '/' });
    await until(() => options().some((option) => option.startsWith('git-workflow')));
    // “How this team branches and commits.”
    await sendKeys({ type: 'hbc' });
    await until(() => options().length === 0);
  });

  it('clears its own field when a skill is picked, and counts skills', async () => {
    mount('<mcp-prompt-picker skills></mcp-prompt-picker><mcp-tool-consent></mcp-tool-consent>');
    picker().host = host;
    await listed();
    const field = await until(() => picker().renderRoot.querySelector('input'));
    field.focus();
    await sendKeys({ type: 'git-work' });
    await until(() => textOf(picker()).includes('1 prompt or skill'));
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Enter' });
    await until(() => textOf(picker()).includes('Loading the skill git-workflow'));
    await answer('Allow once');
    await until(() => !textOf(picker()).includes('Loading the skill'));
    assert.equal(field.value, '');
  });

  it('says which server could not list its skills, and why', async () => {
    const { fetch } = scripted([], {}, {}, ({ method, id }) =>
      method === 'skills/list' ? json(error(id, -32603, 'No disk')) : undefined,
    );
    mount('<mcp-prompt-picker skills></mcp-prompt-picker>');
    picker().host = host;
    await host.ready(host.add(URL_OF_SCRIPT, { fetch }));
    (await until(() => picker().renderRoot.querySelector('input'))).focus();
    await sendKeys({ press: 'ArrowDown' });
    await until(() => textOf(picker()).includes('could not be loaded.'));
    assert.include(textOf(picker()), 'No disk');
    await assertAccessible(picker());
  });

  it('has no skills where the page does not ask for them', async () => {
    await open('');
    await sendKeys({ type: '/' });
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.notInclude(textOf(picker()), 'git-workflow');
  });
});

describe('A chat with skills', () => {
  const chat = () => find('mcp-chat');

  async function open(model: SamplingModel): Promise<void> {
    mount('<mcp-chat></mcp-chat><mcp-tool-consent></mcp-tool-consent>');
    chat().host = host;
    chat().model = model;
    await listed();
  }

  it('gives the model a skill that the user picked, and its files', async () => {
    const asked: { messages: readonly SamplingMessage[]; tools: readonly string[] }[] = [];
    await open(({ messages, tools = [] }) => {
      asked.push({ messages: [...messages], tools: tools.map(({ name }) => name) });
      const skill = `${new URL(host.getSnapshot().servers[0]?.url ?? '').host} skill://git-workflow`;
      return asked.length === 1
        ? {
            ...ANSWER,
            stopReason: 'toolUse',
            content: [
              {
                type: 'tool_use',
                id: '1',
                name: 'read_skill_file',
                input: { skill, path: 'references/NAMES.md' },
              },
            ],
          }
        : ANSWER;
    });
    const elsewhere: Event[] = [];
    document.addEventListener('mcp-skill-pick', (event) => elsewhere.push(event), { once: true });
    const field = await until(() => chat().renderRoot.querySelector('textarea'));
    field.focus();
    await sendKeys({ type: '/git' });
    await until(() => chat().renderRoot.querySelector('mcp-prompt-picker')?.renderRoot.querySelector('[role=option]'));
    await sendKeys({ press: 'Enter' });
    await answer('Allow once');
    await until(() => chat().renderRoot.querySelector('[part=chip]'));
    assert.equal(field.value, '');
    await until(() => focused() === field);
    await sendKeys({ type: 'Name a branch' });
    await sendKeys({ press: 'Enter' });
    await until(() => asked.length === 2);
    assert.includeMembers([...(asked[0]?.tools ?? [])], ['load_skill', 'read_skill_file']);
    assert.match(JSON.stringify(asked[0]?.messages[0]), /Name a branch.*# Branches/s);
    assert.match(JSON.stringify(asked[1]?.messages.at(-1)), /written by the server/);
    assert.isEmpty(elsewhere, 'the chat keeps it');
    await assertAccessible(chat());
  });

  it('asks the user when the model loads a skill, and takes no for an answer', async () => {
    let rounds = 0;
    await open(() => {
      rounds++;
      const skill = `${new URL(host.getSnapshot().servers[0]?.url ?? '').host} skill://git-workflow`;
      return rounds === 1
        ? {
            ...ANSWER,
            stopReason: 'toolUse',
            content: [{ type: 'tool_use', id: '1', name: 'load_skill', input: { skill } }],
          }
        : ANSWER;
    });
    void chat().send('Help me');
    await answer('Deny');
    await until(() => !chat().isAnswering);
    assert.notInclude(JSON.stringify(chat().conversation), '# Branches');
  });
});
