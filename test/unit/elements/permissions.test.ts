import { assert } from 'chai';
import { type PermissionStore, McpHost } from '@mcp-web/client';
import '@mcp-web/elements/permissions/define';
import { quickConsentStore } from '../../support/quick-consent-store.ts';
import { json, legacyServer, result } from '../../support/scripted-server.ts';
import { assertAccessible, button, click, find, focused, mount, press, textOf, unmount, until } from './page.ts';

describe('<mcp-permissions>', () => {
  let host: McpHost | undefined;
  afterEach(() => {
    unmount();
    host?.close();
  });

  const permissions = () => find('mcp-permissions');
  const dialog = () => find('dialog', permissions().renderRoot);
  const shows = async (part: string) => until(() => textOf(permissions()).includes(part), part);
  const revoke = async (label: string) =>
    click(
      await until(() => {
        const found = button(permissions(), label);
        return found?.ariaDisabled === 'true' ? undefined : found;
      }, label),
    );

  /** A page whose user allowed these tools of these servers. */
  async function allowed(
    granted: Record<string, string[]>,
    permission: 'session' | 'always' = 'always',
    store: PermissionStore = quickConsentStore(),
  ): Promise<McpHost> {
    host = new McpHost({ permissionStore: store, consent: () => ({ action: 'allow', permission }) });
    for (const [url, tools] of Object.entries(granted)) {
      const { fetch } = legacyServer(
        ({ method, id }) => {
          if (method === 'tools/list')
            return json(
              result(id, {
                tools: tools.map((tool) => ({
                  name: tool,
                  title: `The ${tool} tool`,
                  inputSchema: { type: 'object' },
                })),
              }),
            );
          return method === 'tools/call' ? json(result(id, { content: [] })) : undefined;
        },
        { tools: {} },
      );
      const id = host.add(url, { fetch });
      const server = await until(() =>
        host?.getSnapshot().servers.find((candidate) => candidate.id === id && candidate.tools.length === tools.length),
      );
      for (const tool of tools) await host.callTool(server.id, tool);
    }
    mount('<mcp-permissions></mcp-permissions>');
    permissions().host = host;
    permissions().armDelay = 0;
    await until(() => permissions().hasUpdated);
    return host;
  }
  const revokedBy = (): unknown[] =>
    [...(host?.log.getSnapshot() ?? [])].flatMap(({ data }) =>
      Object(data).decision === 'revoked' ? [Object(data).by] : [],
    );
  const names = (): string[] => host?.getSnapshot().consent.permissions.map(({ toolName }) => toolName) ?? [];

  it('says that no tools are pre-approved', async () => {
    await allowed({});
    await shows('No tools run without asking');
    await assertAccessible(permissions());
  });

  it('lists what is allowed by server, with its origin, since when and for how long', async () => {
    await allowed({ 'https://one.example/mcp': ['sweep', 'mop'], 'https://two.example/path/mcp': ['cook'] });
    for (const part of [
      '3 tools run without asking',
      'scripted',
      'https://one.example',
      'The sweep tool',
      'mop',
      'https://two.example',
      '/path/mcp',
      'Always, since',
    ])
      await shows(part);
    await assertAccessible(permissions());
  });

  it('revokes one, and moves the focus on', async () => {
    const store = quickConsentStore();
    await allowed({ 'https://one.example/mcp': ['sweep', 'mop'] }, 'always', store);
    assert.equal(store.records.size, 2);
    const first = await until(() => button(permissions(), 'Revoke the permission for The sweep tool'));
    first.focus();
    await press('Enter');
    await until(() => names().join() === 'mop');
    await until(() => focused() === button(permissions(), 'Revoke the permission for The mop tool'));
    await shows('Permission revoked');
    assert.deepEqual(revokedBy(), ['user']);
    await press('Enter');
    await shows('No tools run without asking');
    await until(() => store.records.size === 0);
  });

  it('takes no confirmation that comes too early, from a script, or when the window has just come back', async () => {
    await allowed({ 'https://one.example/mcp': ['sweep', 'mop'] });
    permissions().armDelay = 60_000;
    await revoke('Revoke everything');
    const confirm = await until(() => button(permissions(), 'Revoke'));
    await click(confirm);
    await press('Escape');
    await until(() => !dialog().open);
    permissions().armDelay = 0;
    await revoke('Revoke everything');
    await until(() => confirm.ariaDisabled === 'false');
    confirm.click();
    permissions().armDelay = 60_000;
    window.dispatchEvent(new Event('focus'));
    await click(confirm);
    assert.isTrue(dialog().open);
    assert.lengthOf(names(), 2);
  });

  it('closes its confirmation when it is moved, and revokes nothing', async () => {
    await allowed({ 'https://one.example/mcp': ['sweep', 'mop'] });
    await revoke('Revoke all permissions for scripted');
    await until(() => dialog().matches(':modal'));
    find('main').prepend(permissions());
    assert.isFalse(dialog().open);
    await revoke('Revoke all permissions for scripted');
    await until(() => dialog().matches(':modal'));
    await press('Escape');
    await until(() => !dialog().open);
    assert.lengthOf(names(), 2);
  });

  it('revokes all of a server, or everything, when asked twice; Escape keeps them', async () => {
    await allowed({ 'https://one.example/mcp': ['sweep', 'mop'], 'https://two.example/mcp': ['cook'] });
    await revoke('Revoke all permissions for scripted');
    await until(() => dialog().matches(':modal'));
    assert.include(textOf(dialog()), 'Revoke 2 permissions?');
    assert.equal(focused()?.textContent, 'Cancel');
    await assertAccessible(permissions());
    await press('Escape');
    await until(() => !dialog().open);
    assert.lengthOf(names(), 3);
    await revoke('Revoke all permissions for scripted');
    await until(() => dialog().open && focused()?.textContent === 'Cancel');
    await until(() => button(permissions(), 'Revoke')?.ariaDisabled === 'false');
    await press('Tab');
    await press('Enter');
    await until(() => names().join() === 'cook');
    await revoke('Revoke everything');
    await until(() => dialog().open);
    await revoke('Revoke');
    await until(() => names().length === 0);
    assert.deepEqual(revokedBy(), ['user', 'user', 'user']);
  });

  it('revokes what it asks for again before the browser has said that it was dismissed', async () => {
    await allowed({ 'https://one.example/mcp': ['sweep', 'mop'] });
    await revoke('Revoke all permissions for scripted');
    await until(() => dialog().matches(':modal'));
    const isDismissed = new Promise((resolve) => dialog().addEventListener('close', resolve, { once: true }));
    dialog().close();
    button(permissions(), 'Revoke all permissions for scripted')?.click();
    await isDismissed;
    await permissions().updateComplete;
    await revoke('Revoke');
    await until(() => names().length === 0);
  });

  it('says that a permission ends with the page if it is not stored', async () => {
    const broken = (): Promise<never> => Promise.reject(new Error('full'));
    await allowed({ 'https://one.example/mcp': ['sweep'] }, 'always', { ...quickConsentStore(), write: broken });
    await shows('For this session, since');
    await shows('This browser blocks storage');
  });

  it('says when the store still has what was revoked', async () => {
    const broken = (): Promise<never> => Promise.reject(new Error('gone'));
    await allowed({ 'https://one.example/mcp': ['sweep'] }, 'always', { ...quickConsentStore(), remove: broken });
    await revoke('Revoke the permission for The sweep tool');
    await shows('a reload will undo it');
    assert.isEmpty(names());
    await assertAccessible(permissions());
  });

  it('shows names that servers chose as text, with nothing invisible in them', async () => {
    await allowed({ 'https://one.example/mcp': ['<img src=x onerror=alert(1)>\u202Egnp'] });
    await shows('<img src=x onerror=alert(1)>‹U+202E›gnp');
    assert.isNull(permissions().renderRoot.querySelector('img'));
  });

  it('lists skills apart from tools, by their names and with words of their own', async () => {
    const own = await allowed({ 'https://one.example/mcp': ['sweep'] });
    own.addResponder('skill');
    own.subscribe(() => {
      for (const { id } of own.getSnapshot().requests) own.respond(id, { action: 'allow', permission: 'session' });
    });
    await own.consentToSkill(own.getSnapshot().servers[0]?.id ?? '', {
      uri: 'skill://acme/refunds/SKILL.md',
      frontmatter: { name: 'refunds', description: 'How to refund.' },
      resources: [{ uri: 'skill://acme/refunds/SKILL.md', size: 1, digest: `sha256:${'0'.repeat(64)}` }],
    });
    await shows('1 tool runs without asking · Models get 1 skill without asking');
    await until(() => button(permissions(), 'Revoke the permission for refunds'));
    assert.match(textOf(permissions()), /The sweep tool.*Skills.*refunds/);
    await assertAccessible(permissions());
    await revoke('Revoke everything');
    await until(() => dialog().open);
    assert.include(textOf(dialog()), 'before these tools run again');
    assert.include(textOf(dialog()), 'before a model gets these skills again');
    await press('Escape');
    await revoke('Revoke the permission for The sweep tool');
    await until(() => names().length === 1);
    assert.notInclude(textOf(permissions()), 'without asking · ');
  });

  describe('with a choice for each tool', () => {
    const tools = [
      { name: 'look', title: 'Look', annotations: { readOnlyHint: true } },
      { name: 'peek', title: 'Peek', annotations: { readOnlyHint: true } },
      { name: 'burn', title: 'Burn' },
    ];
    const choice = (label: string) =>
      until(() => permissions().renderRoot.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`), label);
    const held = (name: string) => {
      const server = host?.getSnapshot().servers[0];
      const tool = server?.tools.find((one) => one.name === name);
      return server && tool && host?.toolPermissions.of(server, tool);
    };
    const choose = async (label: string, value: string): Promise<void> => {
      const select = await choice(label);
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    };
    const confirm = async () => {
      await until(() => dialog().open);
      await revoke('Allow');
    };

    async function open(
      store: PermissionStore = quickConsentStore(),
      change: () => object = () => ({}),
    ): Promise<void> {
      host = new McpHost({ permissionStore: store });
      const { fetch } = legacyServer(
        ({ method, id }) =>
          method === 'tools/list'
            ? json(
                result(id, {
                  tools: tools.map((tool) => ({ inputSchema: { type: 'object' }, ...tool, ...change() })),
                }),
              )
            : undefined,
        { tools: {} },
      );
      host.add('https://one.example/mcp', { fetch });
      await until(() => host?.getSnapshot().servers[0]?.tools.length === 3 && host.getSnapshot().consent.isKnown);
      mount('<mcp-permissions></mcp-permissions>');
      permissions().host = host;
      permissions().armDelay = 0;
      await click(await until(() => permissions().renderRoot.querySelector('summary')));
      await choice('Permission for Look');
    }

    it('shows what holds, read-only and other tools apart', async () => {
      await open();
      for (const part of ['Read-only, says the server', 'May change data', 'https://one.example']) await shows(part);
      assert.equal((await choice('Permission for Burn')).value, 'ask');
      const [reading, others] = permissions().renderRoot.querySelectorAll('.choices');
      assert.match(textOf(reading ?? permissions()), /Look.*Peek/);
      assert.match(textOf(others ?? permissions()), /Burn/);
      await assertAccessible(permissions());
    });

    it('allows a tool that only reads at once, blocks one, and each can be undone', async () => {
      await open();
      await choose('Permission for Look', 'allow');
      await until(() => held('look') === 'allow');
      await shows('1 tool runs without asking');
      await choose('Permission for Peek', 'block');
      await until(() => held('peek') === 'block');
      assert.equal((await choice('Permission for Peek')).value, 'block');
      assert.isFalse(host?.getSnapshot().servers[0]?.enabledTools.some(({ name }) => name === 'peek'));
      await shows('1 choice changed');
      await click(await until(() => button(permissions(), 'Undo')));
      await until(() => held('peek') === 'ask');
      assert.equal(held('look'), 'allow');
      assert.equal((await choice('Permission for Peek')).value, 'ask');
    });

    it('confirms before it allows a tool that may change data', async () => {
      await open();
      await choose('Permission for Burn', 'allow');
      await until(() => dialog().open);
      assert.include(textOf(dialog()), 'Allow “ Burn ” without asking?');
      assert.equal(focused()?.textContent, 'Cancel');
      assert.equal((await choice('Permission for Burn')).value, 'ask');
      await assertAccessible(permissions());
      await press('Escape');
      await until(() => !dialog().open);
      assert.equal(held('burn'), 'ask');
      await choose('Permission for Burn', 'allow');
      await confirm();
      await until(() => held('burn') === 'allow');
    });

    it('takes no confirmation of a script', async () => {
      await open();
      await choose('Permission for Burn', 'allow');
      await until(() => dialog().open);
      const allow = await until(() => {
        const found = button(dialog(), 'Allow');
        return found?.ariaDisabled === 'false' && found;
      });
      allow.click();
      await new Promise((resolve) => setTimeout(resolve, 100));
      assert.equal(held('burn'), 'ask');
    });

    it('decides about all tools of one kind at once, and undoes that at once', async () => {
      await open();
      const all = 'All tools of scripted: Read-only, says the server';
      await choose(all, 'allow');
      await confirm();
      await until(() => held('look') === 'allow' && held('peek') === 'allow');
      assert.equal(held('burn'), 'ask');
      await shows('2 choices changed');
      await choose('Permission for Look', 'block');
      await until(() => held('look') === 'block');
      const select = await choice(all);
      await until(() => select.value === '');
      await choose(all, 'block');
      await until(() => held('peek') === 'block');
      await click(await until(() => button(permissions(), 'Undo')));
      await until(() => held('peek') === 'allow');
      assert.equal(held('look'), 'block');
    });

    /** A store that answers when the test wants it to. */
    function slowStore(): PermissionStore & { go: () => void } {
      const { promise, resolve } = Promise.withResolvers<void>();
      const store = quickConsentStore();
      let isSlow = false;
      const when = async (): Promise<void> => (isSlow ? promise : undefined);
      return {
        ...store,
        read: () => when().then(() => store.read()),
        watch: () => {
          // From the second use on: the host first reads what it has.
          queueMicrotask(() => (isSlow = true));
          return () => {};
        },
        go: resolve,
      };
    }
    const READING = 'All tools of scripted: Read-only, says the server';

    it('does not allow a tool that the user has blocked while it allows many', async () => {
      const store = slowStore();
      await open(store);
      await choose(READING, 'allow');
      await confirm();
      await choose('Permission for Peek', 'block');
      store.go();
      await until(() => held('look') === 'allow' && held('peek') === 'block');
      await shows('1 choice changed');
      assert.equal(held('peek'), 'block');
    });

    it('asks about all tools of a kind again while it still allows them', async () => {
      const store = slowStore();
      await open(store);
      await choose(READING, 'allow');
      await confirm();
      await choose(READING, 'ask');
      store.go();
      await shows('2 choices changed');
      assert.equal(held('look'), 'ask');
      assert.equal(held('peek'), 'ask');
    });

    it('blocks all tools of a kind although the store fails, says so, and can undo it', async () => {
      const store = quickConsentStore();
      await open({ ...store, remove: () => Promise.reject(new Error('gone')) });
      await choose(READING, 'allow');
      await confirm();
      await shows('2 choices changed');
      await choose(READING, 'block');
      await until(() => held('look') === 'block' && held('peek') === 'block');
      await shows('a reload will undo it');
      await shows('2 choices changed');
    });

    it('gives back a permission for the session as one for the session', async () => {
      await open();
      const id = host?.getSnapshot().servers[0]?.id ?? '';
      await host?.toolPermissions.set(id, 'burn', 'allow', { duration: 'session' });
      await choose('Permission for Burn', 'block');
      await until(() => held('burn') === 'block');
      await click(await until(() => button(permissions(), 'Undo')));
      await until(() => held('burn') === 'allow');
      assert.deepEqual(
        host?.getSnapshot().consent.permissions.map(({ duration }) => duration),
        ['session'],
      );
    });

    it('takes a choice back, and confirms one, although the same list was fetched again', async () => {
      await open();
      const refresh = () => host?.refresh(host.getSnapshot().servers[0]?.id ?? '');
      const before = host?.getSnapshot().servers[0]?.tools[0];
      await choose('Permission for Burn', 'allow');
      await until(() => dialog().open);
      await refresh();
      assert.notEqual(host?.getSnapshot().servers[0]?.tools[0], before);
      await confirm();
      await until(() => held('burn') === 'allow');
      await refresh();
      await click(await until(() => button(permissions(), 'Undo')));
      await until(() => held('burn') === 'ask');
    });

    it('allows no tool that has changed while it was confirmed, and says so', async () => {
      let description = 'Burns paper.';
      await open(quickConsentStore(), () => ({ description }));
      await choose('Permission for Burn', 'allow');
      await until(() => dialog().open);
      description = 'Burns everything.';
      await host?.refresh(host.getSnapshot().servers[0]?.id ?? '');
      await confirm();
      await shows('Nothing was decided about 1 tool');
      assert.equal(held('burn'), 'ask');
      await assertAccessible(permissions());
    });

    it('says which tool of which server would be allowed, with names kept apart', async () => {
      await open();
      await choose('Permission for Burn', 'allow');
      await until(() => dialog().open);
      for (const part of ['burn', 'scripted', 'https://one.example']) assert.include(textOf(dialog()), part);
      assert.deepEqual(
        Array.from(dialog().querySelectorAll('bdi, code'), ({ textContent }) => textContent),
        ['Burn', 'burn', 'scripted', 'https://one.example/mcp'],
      );
      await press('Escape');
      await choose(READING, 'allow');
      await until(() => dialog().open);
      for (const part of ['2 tools', 'scripted', 'https://one.example']) assert.include(textOf(dialog()), part);
    });

    it('forgets what can be undone when the host changes', async () => {
      await open();
      await choose('Permission for Look', 'allow');
      await shows('1 choice changed');
      const other = new McpHost();
      permissions().host = other;
      await until(() => !textOf(permissions()).includes('1 choice changed'));
      other.close();
    });
  });
});
