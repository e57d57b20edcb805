/** What tools say about MCP Apps (the extension `io.modelcontextprotocol/ui`): which app shows them, and who may call them. */
import { isObject } from './guards.ts';
import type { JsonObject, Tool } from './types.ts';

/** The name under which a page declares that it shows apps. */
const APPS_EXTENSION = 'io.modelcontextprotocol/ui';

/** The only kind of app that the extension has. */
export const APP_MIME_TYPE = 'text/html;profile=mcp-app';

/**
 * What a page that shows apps declares to servers.
 *
 * @example
 * ```ts
 * import { McpHost } from '@mcp-web/client';
 * import { appsExtension } from '@mcp-web/client/apps';
 *
 * const host = new McpHost({ extensions: { ...appsExtension } });
 * ```
 */
export const appsExtension: Readonly<Record<string, JsonObject>> = Object.freeze({
  [APPS_EXTENSION]: { mimeTypes: [APP_MIME_TYPE] },
});

/**
 * The URI of the app that shows calls of a tool, or undefined for a tool that has none.
 *
 * @example
 * ```ts
 * import { McpHost } from '@mcp-web/client';
 * import { appUriOf } from '@mcp-web/client/apps';
 *
 * for (const tool of new McpHost().getSnapshot().servers.flatMap(({ tools }) => tools)) console.log(appUriOf(tool));
 * ```
 */
export function appUriOf({ _meta }: Pick<Tool, '_meta'>): string | undefined {
  // The flat name is older. Some servers send nothing else.
  const uri = uiOf(_meta)?.['resourceUri'] ?? _meta?.['ui/resourceUri'];
  return typeof uri === 'string' && uri.startsWith('ui://') ? uri : undefined;
}

/** Whether a tool says that this caller may call it. Both may, unless the tool says otherwise. */
export function isToolFor(caller: 'model' | 'app', { _meta }: Pick<Tool, '_meta'>): boolean {
  const visibility = uiOf(_meta)?.['visibility'];
  return !Array.isArray(visibility) || visibility.includes(caller);
}

/** Whether both may be called by the same. */
export function hasSameCallers(one: Pick<Tool, '_meta'>, other: Pick<Tool, '_meta'>): boolean {
  return (['model', 'app'] as const).every((caller) => isToolFor(caller, one) === isToolFor(caller, other));
}

/** The part of a `_meta` that is about apps. */
export function uiOf(meta: JsonObject | undefined): JsonObject | undefined {
  const ui = meta?.['ui'];
  return isObject(ui) ? ui : undefined;
}
