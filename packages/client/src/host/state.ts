/** What a {@link McpHost} knows, as plain frozen data for user interfaces. */
import type { McpError } from '../errors.ts';
import type { JsonObject, Prompt, Resource, ResourceTemplate, ServerInfo, Tool } from '../protocol/types.ts';
import type { Era, Revision } from '../protocol/versions.ts';
import type { SignInStatus } from '../wire/authorizer.ts';

/**
 * - `connecting`: the first connection, or a retry, is under way
 * - `ready`: connected; the lists are being, or have been, fetched
 * - `failed`: see `error`; `McpHost.retry(id)` tries again
 */
export type HostServerStatus = 'connecting' | 'ready' | 'failed';

/** One server of a host. A new object whenever something of it changed. */
export interface HostServer {
  /** Names the server within its host. */
  readonly id: string;
  /** The absolute URL, and therefore the one part of the identity that the server cannot choose. */
  readonly url: string;
  readonly status: HostServerStatus;
  /** Why it failed; present exactly when `status` is `failed`. */
  readonly error?: McpError | undefined;
  /** Who the server says it is and what it offers; kept from the last connection while reconnecting. */
  readonly info?: ServerInfo;
  readonly revision?: Revision;
  readonly era?: Era;
  readonly tools: readonly Tool[];
  readonly prompts: readonly Prompt[];
  readonly resources: readonly Resource[];
  readonly resourceTemplates: readonly ResourceTemplate[];
  /** True while the lists are being fetched. */
  readonly isListing: boolean;
  /** Why a list could not be fetched, or may be out of date, although the server is connected. */
  readonly listError?: McpError | undefined;
  /** Whether the user is signed in; present when the `auth` of the host, or of this server, signs users in. */
  readonly signIn?: SignInStatus;
}

/** The user's answer about a tool call, or about more permissions: then nothing but `action` counts. */
export type ConsentDecision =
  | {
      readonly action: 'allow';
      /** The arguments as the user edited them; those of the request when absent. */
      readonly arguments?: JsonObject;
      /** `session`: do not ask again for this very tool definition of this server until the page is gone. */
      readonly remember?: 'session';
    }
  | { readonly action: 'deny'; readonly reason?: string };

/** What the user, or the page's policy, is asked before a tool runs. */
export interface ConsentRequest {
  readonly server: HostServer;
  readonly tool: Tool;
  readonly arguments: JsonObject;
}

/** What the user is asked before they are sent to agree that a server may do more. */
export interface StepUpConsentRequest {
  readonly server: HostServer;
  /** The authorization server that would be asked. */
  readonly issuer: string;
  /** The scopes that would be added. */
  readonly scope: readonly string[];
}

/**
 * A question that waits for the user. Aborted or answered, it leaves the snapshot.
 *
 * - `consent`: a tool is about to run
 * - `step-up`: a server wants more than the user agreed to
 */
export type PendingRequest =
  | { readonly id: string; readonly kind: 'consent'; readonly request: ConsentRequest }
  | { readonly id: string; readonly kind: 'step-up'; readonly request: StepUpConsentRequest };

/** Everything a user interface needs, frozen. Unchanged parts keep their identity between snapshots. */
export interface HostSnapshot {
  readonly servers: readonly HostServer[];
  readonly pending: readonly PendingRequest[];
}
