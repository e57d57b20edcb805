/** A page that asks for consent to run the one tool of a server. */
import { setViewport } from '@web/test-runner-commands';
import { type JsonObject, McpHost, type PermissionStore } from '@mcp-web/client';
import '@mcp-web/elements/host/define';
import '@mcp-web/elements/tool-consent/define';
import { done, json, legacyServer, result } from '../../support/scripted-server.ts';
import { button, chooseIn, find, mount, until } from './page.ts';

export interface ConsentPage {
  host: McpHost;
  /** The arguments that the server got. */
  calls: unknown[];
  /** Calls the tool, and resolves when the dialog is open. */
  ask: (args?: JsonObject) => Promise<{ calling: Promise<unknown> }>;
}

export async function consentPage(tool: object, permissionStore?: PermissionStore): Promise<ConsentPage> {
  const calls: unknown[] = [];
  const { fetch } = legacyServer(
    ({ method, id, params }) => {
      if (method === 'tools/list')
        return json(
          result(id, { tools: [{ name: 'tidy', title: 'Tidy up', inputSchema: { type: 'object' }, ...tool }] }),
        );
      if (method !== 'tools/call') return undefined;
      calls.push(params['arguments']);
      return json(result(id, done));
    },
    { tools: {} },
  );
  const host = new McpHost({ permissionStore });
  mount('<mcp-host><mcp-tool-consent></mcp-tool-consent></mcp-host>');
  find('mcp-host').host = host;
  consent().armDelay = 0;
  const id = host.add('https://tidy.example/mcp', { fetch });
  await until(() => host.getSnapshot().servers.some(({ tools }) => tools.length > 0));
  const ask = async (args: JsonObject = { room: 'kitchen' }): Promise<{ calling: Promise<unknown> }> => {
    const calling = host.callTool(id, 'tidy', args);
    // The tests check the outcome later.
    calling.catch(() => {});
    await until(() => dialog().open);
    return { calling };
  };
  return { host, calls, ask };
}

export const consent = () => find('mcp-tool-consent');
export const dialog = () => find('dialog', consent().renderRoot);
export const named = (name: string) => until(() => button(consent(), name), name);
export const isOn = (name: string): boolean => button(consent(), name)?.ariaDisabled === 'false';

/** Clicks the button as soon as it works. */
export const choose = (name: string): Promise<void> => chooseIn(consent(), name);

/** Makes the window so large. Resolves with false in an engine that has no such window. */
export const hasResized = (size: { width: number; height: number }): Promise<boolean> =>
  setViewport(size).then(
    () => true,
    () => false,
  );
