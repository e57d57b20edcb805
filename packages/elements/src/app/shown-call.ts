/** What an app is opened for. */
import type { HostCall, HostServer, JsonObject, McpHost, Tool } from '@mcp-web/client';
import { appUriOf } from '@mcp-web/client/apps';

/**
 * What a model has written of a call so far. Set it as `partialInput` of an `<mcp-app>`, anew whenever there is more, and leave it
 * there when you make the call with the `callId` of the element. If the call is not made, set `undefined`: the app is told
 * that it was cancelled, and closed.
 *
 * The app, and with it its server, gets the arguments before the user has allowed the call: only for tools that need no question.
 *
 * @example
 * ```ts
 * import type { AppPartialInput } from '@mcp-web/elements';
 *
 * const partialInput: AppPartialInput = { serverId: 'server-1', name: 'weather', arguments: { city: 'Gr' } };
 * Object.assign(document.querySelector('mcp-app') ?? {}, { callId: 'forecast', partialInput });
 * ```
 */
export interface AppPartialInput {
  /** The id of the server in the host. */
  readonly serverId: string;
  /** The tool that will be called. */
  readonly name: string;
  /** What can be read of its arguments so far. A new object whenever there is more. */
  readonly arguments: JsonObject;
}

/** A call that a model is still writing, of a tool that has an app. */
export interface CallDraft extends AppPartialInput {
  readonly tool: Tool;
}

/** A call that was sent, or one that a model is still writing. */
export type AppCall = HostCall | CallDraft;

export const isSent = (call: AppCall): call is HostCall => 'sentAt' in call;

/** The call, once it was sent, if its tool has an app. Before that, what the model has written of it. */
export function shownCall(
  host: McpHost | undefined,
  servers: readonly HostServer[],
  { callId, partialInput }: { readonly callId: string | undefined; readonly partialInput: AppPartialInput | undefined },
): AppCall | undefined {
  const call = callId === undefined ? undefined : host?.calls.get(callId);
  if (call?.sentAt !== undefined) return uriOf(call) ? call : undefined;
  // It was not allowed, or could not be made.
  if (!partialInput || call?.endedAt !== undefined) return undefined;
  const { serverId, name, arguments: args } = partialInput;
  const tool = servers.find(({ id }) => id === serverId)?.tools.find((one) => one.name === name);
  return tool && appUriOf(tool) ? { serverId, name, arguments: args, tool } : undefined;
}

/**
 * Whether an app that was opened for `other` shows this one, too. A page may use the id of a call again, and a call that is sent
 * anew may have other arguments.
 */
export function isSameCall(call: AppCall, other: AppCall): boolean {
  const isSameTool = call.serverId === other.serverId && call.name === other.name && uriOf(call) === uriOf(other);
  if (!isSent(other)) return isSameTool;
  return (
    isSameTool &&
    isSent(call) &&
    call.id === other.id &&
    call.startedAt === other.startedAt &&
    call.sentAt === other.sentAt
  );
}

const uriOf = ({ tool }: AppCall): string | undefined => tool && appUriOf(tool);
