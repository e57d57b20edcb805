/** Loads the page of an app from its server. */
import type { ReadOptions } from '../client/request-options.ts';
import { McpError } from '../errors.ts';
import type { McpHost } from '../host/host.ts';
import { nameOfServer } from '../host/snapshot.ts';
import { APP_MIME_TYPE, uiOf } from '../protocol/apps.ts';
import { isObject } from '../protocol/guards.ts';
import type { ResourceContents } from '../protocol/types.ts';
import { type AppPolicy, policyOf } from './app-policy.ts';

/** In characters. */
const MAX_HTML = 10_000_000;

/** The features of a browser that an app may declare to need. */
export const APP_PERMISSIONS = ['camera', 'microphone', 'geolocation', 'clipboardWrite'] as const;
export type AppPermission = (typeof APP_PERMISSIONS)[number];

/** An app as its server sent it. Run it in a sandboxed frame of another origin only. */
export interface LoadedApp {
  readonly serverId: string;
  readonly uri: string;
  readonly html: string;
  /** What the browser has to enforce. */
  readonly policy: AppPolicy;
  /** What the app would like to use. It gets what the page grants. */
  readonly permissions: readonly AppPermission[];
  /** Whether it wants a border; undefined if the host is to choose. */
  readonly prefersBorder: boolean | undefined;
}

/**
 * Reads an app from the server that declared it, and notes its policy in the host's log.
 *
 * @param uri the `ui://` URI that `appUriOf` returned for the tool
 * @throws {McpError} `invalid-argument` when the URI is no `ui://` URI, `invalid-result` when the answer is no app,
 *   `too-large`; and as `McpHost.readResource` does
 *
 * @example
 * ```ts
 * import { McpHost } from '@mcp-web/client';
 * import { loadApp } from '@mcp-web/client/apps';
 *
 * const host = new McpHost();
 * const id = host.add('https://example.com/mcp');
 * const { html, policy } = await loadApp(host, id, 'ui://weather/view.html');
 * console.log(html.length, policy.policy);
 * ```
 */
export async function loadApp(
  host: McpHost,
  serverId: string,
  uri: string,
  options: Pick<ReadOptions, 'signal' | 'timeoutMs' | 'cache'> = {},
): Promise<LoadedApp> {
  if (!uri.startsWith('ui://')) throw new McpError('invalid-argument', 'The URI of an app begins with ui://.');
  const { contents } = await host.readResource(serverId, uri, options);
  const content = contents.find((one) => one.uri === uri);
  if (!content) throw wrong(uri, 'the server sent something else');
  // Parameters of a media type may have spaces around them; nothing else is the same type.
  if (content.mimeType?.toLowerCase().replaceAll(/\s/g, '') !== APP_MIME_TYPE)
    throw wrong(
      uri,
      `its type is ${JSON.stringify(content.mimeType?.slice(0, 80) ?? '')} in place of ${APP_MIME_TYPE}`,
    );
  const html = htmlOf(content);
  if (html.length > MAX_HTML)
    throw new McpError('too-large', `The app ${uri} has ${html.length} characters. At most ${MAX_HTML} are shown.`);
  const server = host.getSnapshot().servers.find(({ id }) => id === serverId);
  const listed = server?.resources.find((resource) => resource.uri === uri);
  const ui = uiOf(content._meta) ?? uiOf(listed?._meta) ?? {};
  const policy = policyOf(ui['csp'], { serverUrl: server?.url });
  const wanted = ui['permissions'];
  if (server)
    host.log.append({
      kind: 'decision',
      level: policy.refused.length > 0 ? 'warning' : 'info',
      serverId,
      serverName: nameOfServer(server),
      data: {
        app: uri,
        policy: policy.policy,
        ...(policy.refused.length > 0 && { refused: policy.refused.slice(0, 20).map((one) => one.slice(0, 200)) }),
      },
    });
  return Object.freeze({
    serverId,
    uri,
    html,
    policy,
    permissions: Object.freeze(APP_PERMISSIONS.filter((name) => isObject(wanted) && isObject(wanted[name]))),
    prefersBorder: typeof ui['prefersBorder'] === 'boolean' ? ui['prefersBorder'] : undefined,
  });
}

function htmlOf({ uri, text, blob }: ResourceContents): string {
  if (text !== undefined) return text;
  try {
    const bytes = Uint8Array.from(atob(blob ?? ''), (char) => char.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw wrong(uri, 'it is no text in UTF-8', { cause });
  }
}

function wrong(uri: string, problem: string, options?: ErrorOptions): McpError {
  return new McpError('invalid-result', `${JSON.stringify(uri.slice(0, 200))} is no app: ${problem}.`, options);
}
