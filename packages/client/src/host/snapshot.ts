/** What a {@link McpHost} knows, as plain frozen data for user interfaces. */
import type { McpError } from '../errors.ts';
import type {
  ElicitationFormParams,
  ElicitationResult,
  ElicitationUrlParams,
  SamplingParams,
  SamplingResult,
} from '../protocol/request-types.ts';
import type { JsonObject, LogLevel, Prompt, Resource, ResourceTemplate, ServerInfo, Tool } from '../protocol/types.ts';
import type { Era, Revision } from '../protocol/revisions.ts';
import type { SignInStatus } from '../wire/authorizer.ts';
import type { Permission, PermissionDuration } from './consent/permission-store.ts';

/**
 * - `connecting`: the first connection, or a retry, is under way
 * - `ready`: connected; the lists are being, or have been, fetched
 * - `failed`: see `error`; `McpHost.retry(id)` tries again. A server that was lost, and from which changes were heard, is
 *   connected by itself when it is back
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
  /** From which level on it was asked to log, by the host; its own default when absent. */
  readonly logLevel?: LogLevel | undefined;
  readonly revision?: Revision;
  readonly era?: Era;
  readonly tools: readonly Tool[];
  /** The tools that the user left on: hand models these, and no others. The same array as `tools` when all are. */
  readonly enabledTools: readonly Tool[];
  readonly prompts: readonly Prompt[];
  readonly resources: readonly Resource[];
  readonly resourceTemplates: readonly ResourceTemplate[];
  /** True while the lists are being fetched. */
  readonly isListing: boolean;
  /** Why a list could not be fetched, or may be out of date, although the server is connected. */
  readonly listError?: McpError | undefined;
  /** Whether the user is signed in; present when the `auth` of the host, or of this server, signs users in. */
  readonly signIn?: SignInStatus;
  /** What the server asked and the user never saw; absent until there was something of that kind. */
  readonly unseenRequests?: UnseenRequests;
}

/** Elicitations and requests for an answer of a model that were answered without asking the user. */
export interface UnseenRequests {
  /** How many: too many at once, too many in a minute, or all of them. */
  readonly count: number;
  /** Whether the user, or the page, wants none of them: see `McpHost.mute`. */
  readonly isMuted: boolean;
}

/** The user's answer about a tool call, or about more permissions: then nothing but `action` counts. */
export type ConsentDecision =
  | {
      readonly action: 'allow';
      /** The arguments as the user edited them; those of the request when absent. */
      readonly arguments?: JsonObject;
      /**
       * Do not ask again for this very tool definition of this server: until the page is gone (`session`), or until the user
       * revokes it (`always`; as `session` where the snapshot's `consent.always` is not `available`).
       */
      readonly permission?: PermissionDuration;
    }
  | { readonly action: 'deny'; readonly reason?: string };

/** What the user, or the page's policy, is asked before a tool runs. */
export interface ConsentRequest {
  readonly server: HostServer;
  readonly tool: Tool;
  readonly arguments: JsonObject;
  /** Present when the user allowed this very tool before: without a policy's objection it runs, and they are not asked. */
  readonly permission?: Permission | undefined;
  /** Present when the user allowed a tool of this name that has changed since: show them how. */
  readonly changedSince?: Permission | undefined;
}

/** What the user is asked before they are sent to agree that a server may do more. */
export interface StepUpConsentRequest {
  readonly server: HostServer;
  /** The authorization server that would be asked. */
  readonly issuer: string;
  /** The scopes that would be added. */
  readonly scope: readonly string[];
}

/** A form, or a visit to a page (`params.mode` is `url`), that a server asks of the user. */
export interface ElicitationRequest {
  readonly server: HostServer;
  readonly params: ElicitationFormParams | ElicitationUrlParams;
  /** Present when a call waits for the visit, and resolved when the server says that it is over. */
  readonly completed?: Promise<void> | undefined;
}

/** An answer of a model that a server asks for. */
export interface SamplingRequest {
  readonly server: HostServer;
  readonly params: SamplingParams;
}

/** What the server gets: an answer that the user approved, or nothing. */
export type SamplingDecision =
  | { readonly action: 'allow'; readonly result: SamplingResult }
  | { readonly action: 'deny'; readonly reason?: string };

/**
 * A question that waits for the user. Aborted or answered, it leaves the snapshot.
 *
 * - `consent`: a tool is about to run
 * - `step-up`: a server wants more than the user agreed to
 * - `elicitation`: a server asks the user to fill in a form, or to visit a page
 * - `sampling`: a server asks for the answer of a model
 */
export type PendingRequest = {
  [K in keyof Requests]: { readonly id: string; readonly kind: K; readonly request: Requests[K] };
}[keyof Requests];

/** What each kind of question asks. */
export interface Requests {
  consent: ConsentRequest;
  'step-up': StepUpConsentRequest;
  elicitation: ElicitationRequest;
  sampling: SamplingRequest;
}

/** What answers each kind of question. */
export interface Answers {
  consent: ConsentDecision;
  'step-up': ConsentDecision;
  elicitation: ElicitationResult;
  sampling: SamplingDecision;
}

/** What the user allowed for longer than once. */
export interface HostConsent {
  readonly permissions: readonly Permission[];
  /**
   * Whether a permission can outlive the page.
   *
   * - `available`: it can
   * - `off`: the page gave its host no `permissionStore`
   * - `insecure`: the page did not come over https, so whoever is in between could use what is kept
   * - `failed`: the store cannot be read or written: a full disk, private browsing, storage taken away
   */
  readonly always: 'available' | 'off' | 'insecure' | 'failed';
  /** Whether it is known what the user decided on earlier visits, as far as that can be read: `enabledTools` are none before. */
  readonly isKnown: boolean;
}

/** Everything a user interface needs, frozen. Unchanged parts keep their identity between snapshots. */
export interface HostSnapshot {
  readonly servers: readonly HostServer[];
  /** What runs without a question. */
  readonly consent: HostConsent;
  readonly requests: readonly PendingRequest[];
}
