/** How a host answers an app. */
import { DeniedError, McpError, RpcError } from '../errors.ts';
import { check, type Guard } from '../protocol/guards.ts';
import { INTERNAL_ERROR, INVALID_PARAMS } from '../protocol/methods.ts';
import type { CallToolResult, JsonObject } from '../protocol/types.ts';
import { MAX_RESULT, MAX_VALUES } from './app-limits.ts';
import { APP_PROTOCOL_VERSION, type AppContext, type AppMessage } from './app-messages.ts';
import type { AppBridgeOptions } from './app-options.ts';

export const INVALID_REQUEST = -32600;
/** The host refused, or the user did. */
export const REFUSED = -32000;
/** In characters, of what the server says went wrong. */
const MAX_ERROR = 2_000;

/** What an app gets in place of what its server sent. */
const TOO_LARGE = `Too large for an app: more than ${MAX_RESULT.toLocaleString('en')} characters or ${MAX_VALUES.toLocaleString('en')} values.`;
export const refuseLarge = (): RpcError => new RpcError(REFUSED, TOO_LARGE);
export const tooLargeResult: CallToolResult = { content: [{ type: 'text', text: TOO_LARGE }], isError: true };

export function read<T>(params: JsonObject, guard: Guard<T>): T {
  return check(params, guard, (problem) => new RpcError(INVALID_PARAMS, `params${problem}`));
}

export function notification(method: string, params: JsonObject): JsonObject {
  return { jsonrpc: '2.0', method, params };
}

export function failure(id: NonNullable<AppMessage['id']>, code: number, message: string): JsonObject {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

/** An app learns what the server said, and that the user refused; not what is wrong with the page. */
export function codeAndText(error: unknown): [code: number, message: string] {
  if (error instanceof RpcError) return [error.rpcCode, error.message.slice(0, MAX_ERROR)];
  if (error instanceof DeniedError) return [REFUSED, 'The user did not allow it.'];
  return [INTERNAL_ERROR, error instanceof McpError ? `The request failed: ${error.code}.` : 'The request failed.'];
}

/** What the host says of itself. It declares only what the page does something with. */
export function aboutHost(
  { app, hostInfo, granted = [], onopenlink, onmessage, onmodelcontext }: AppBridgeOptions,
  context: AppContext,
): JsonObject {
  const { connectDomains, resourceDomains, frameDomains, baseUriDomains } = app.policy.domains;
  const kinds = { text: {}, image: {}, audio: {}, resource: {}, resourceLink: {} };
  return {
    protocolVersion: APP_PROTOCOL_VERSION,
    hostInfo: hostInfo ?? { name: 'mcp-web', version: '0.0.0' },
    hostCapabilities: {
      serverTools: {},
      serverResources: {},
      logging: {},
      ...(onopenlink && { openLinks: {} }),
      ...(onmessage && { message: { text: {} } }),
      ...(onmodelcontext && { updateModelContext: { ...kinds, structuredContent: {} } }),
      sandbox: {
        csp: { connectDomains, resourceDomains, frameDomains, baseUriDomains },
        permissions: Object.fromEntries(granted.map((name) => [name, {}])),
      },
    },
    hostContext: JSON.parse(JSON.stringify(context)),
  };
}
