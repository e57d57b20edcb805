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
});
