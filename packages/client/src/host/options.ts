/** What a page says when it makes a host, adds a server, and calls a tool. */
import type { ConnectOptions } from '../client/options.ts';
import type { ToolCallOptions } from '../client/tasks/task.ts';
import type { Implementation } from '../protocol/types.ts';
import type { Authorizer } from '../wire/authorizer.ts';
import type { PermissionStore } from './consent/permission-store.ts';
import type { ConsentPolicy } from './policies.ts';
import type { RequestLimits } from './requests/request-limits.ts';

export interface HostOptions {
  /** Who the page says it is, to every server. */
  clientInfo?: Implementation | undefined;
  /** Signs the user in at servers that want it, when `signIn` is called: `browserOAuth()` of `@mcp-web/client/oauth`, or your own. */
  auth?: Authorizer | undefined;
  /** Asked before the user, on each tool call. */
  consent?: ConsentPolicy | undefined;
  /**
   * Where "always" and switched-off tools outlive the page: `indexedDbPermissionStore()`. Without it they last as long as the page.
   * A page that has it shows its users what they allowed, with an `<mcp-permissions>` for instance, so that they can take it back.
   */
  permissionStore?: PermissionStore | undefined;
  /** How much one server may ask of the user. */
  requestLimits?: RequestLimits | undefined;
  /** How many log entries are kept. 10,000 by default. */
  maxLogEntries?: number | undefined;
  /** About how many bytes of memory they may take. 50 MB by default. */
  maxLogBytes?: number | undefined;
}

export interface AddServerOptions extends Omit<ConnectOptions, 'signal'> {
  /** The server's id within the host; made up when absent. */
  id?: string | undefined;
}

export interface DecideOptions {
  /** Who decided, as the log has it: whoever calls says so, and nobody checks it. `page` unless said otherwise. */
  by?: 'page' | 'user' | undefined;
}

export interface CallToolOptions extends ToolCallOptions {
  /**
   * Who wants the call: a tool that the user switched off runs for the `user` only. `model` unless said otherwise.
   * Consent is asked for in both cases.
   */
  by?: 'model' | 'user' | undefined;
  /** Called when the call was allowed and is about to be sent. */
  onconsent?: (() => void) | undefined;
}
