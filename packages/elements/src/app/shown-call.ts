/** Whether an app that was opened for a call shows it still. */
import type { HostCall } from '@mcp-web/client';
import { appUriOf } from '@mcp-web/client/apps';

/** A page may use the id of a call again, and a call that is sent anew may have other arguments. */
export function isSameCall(call: HostCall, other: HostCall): boolean {
  return (
    call.id === other.id &&
    call.serverId === other.serverId &&
    call.startedAt === other.startedAt &&
    call.sentAt === other.sentAt &&
    call.name === other.name &&
    uriOf(call) === uriOf(other)
  );
}

const uriOf = ({ tool }: HostCall): string | undefined => tool && appUriOf(tool);
