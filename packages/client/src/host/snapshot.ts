/** What a {@link McpHost} knows, as plain frozen data for user interfaces. */
import type { LISTS } from '../client/events.ts';
import type { UnfinishedCall } from '../client/unfinished/unfinished-calls.ts';
import type { McpError } from '../errors.ts';
import type {
  ElicitationFormParams,
  ElicitationResult,
  ElicitationUrlParams,
  SamplingParams,
  SamplingResult,
} from '../protocol/request-types.ts';
import { displayName } from '../protocol/display-name.ts';
import type { JsonObject, LogLevel, Prompt, Resource, ResourceTemplate, ServerInfo, Tool } from '../protocol/types.ts';
import type { Era, Revision } from '../protocol/revisions.ts';
import type { Skill } from '../protocol/skills.ts';
import type { SignInStatus } from '../wire/authorizer.ts';
import type { Permission, PermissionDuration } from './consent/permission-store.ts';

/**
 * - `connecting`: the first connection, or a retry, is under way
 * - `ready`: connected; the lists are being fetched (`isListing`), or were fetched
 * - `failed`: see `error`. If the server was not reached, or had no time, the host tries again by itself, at `retryAt`;
 *   `McpHost.retry(id)` tries at once
 */
export type HostServerStatus = 'connecting' | 'ready' | 'failed';

/** One server of a host. A new object after each change. */
export interface HostServer {
  /** Names the server within its host. */
  readonly id: string;
  /** The absolute URL: the one part of the identity that the server cannot choose. */
  readonly url: string;
  /**
   * A number for servers whose URLs differ only in the query, which is not shown because it may hold a key. 2 for the
   * second, and so on; absent for the first.
   */
  readonly ordinal?: number | undefined;
  /**
   * A number for connections to the same URL, such as those of two accounts. 2 for the second that was added, and so on;
   * absent for the first. It stays when another is removed.
   */
  readonly connectionNumber?: number | undefined;
  /** The absolute URL of the relay that sends the requests; absent where the browser sends them to the server itself. */
  readonly relay?: string | undefined;
  /** True for the tools that the page registered itself: see `McpHost.addPageTools`. The URL is the page's origin. */
  readonly isPage?: true | undefined;
  readonly status: HostServerStatus;
  /** Why it failed; present exactly when `status` is `failed`. */
  readonly error?: McpError | undefined;
  /**
   * When the host tries again by itself, in ms since 1970: sooner if the device is online again, later if nobody sees the
   * page. Absent when it waits for nothing: the server, or the page, has to change first.
   */
  readonly retryAt?: number | undefined;
  /** Who the server says it is and what it offers. While reconnecting, that of the last connection. */
  readonly info?: ServerInfo;
  /** The least severe level that the host asked the server to log; the server's own default when absent. */
  readonly logLevel?: LogLevel | undefined;
  readonly revision?: Revision;
  readonly era?: Era;
  readonly tools: readonly Tool[];
  /**
   * The tools for models that the user did not switch off: give models these, and no others. The same array as `tools` when
   * these are all.
   */
  readonly enabledTools: readonly Tool[];
  readonly prompts: readonly Prompt[];
  readonly resources: readonly Resource[];
  readonly resourceTemplates: readonly ResourceTemplate[];
  /** True while the lists are being fetched, from the moment when the server is `ready`: see also `McpHost.ready`. */
  readonly isListing: boolean;
  /** Which lists could not be fetched, so that what is shown of them is missing or old; absent when none. */
  readonly failedLists?: readonly (typeof LISTS)[number][] | undefined;
  /** True when the server has had 3 s to connect, or to send its lists, and has not done it yet. */
  readonly isSlow?: boolean | undefined;
  /** Why a list could not be fetched, or may be out of date, although the server is connected. */
  readonly listError?: McpError | undefined;
  /** Whether the user is signed in; present when the `auth` of the host, or of this server, signs users in. */
  readonly signIn?: SignInStatus;
  /**
   * How often a user has signed out here, in this tab or another; absent until one did. When it changes, drop what you
   * show or keep of this server: what one user saw, typed or got is not for the next one.
   */
  readonly signOuts?: number;
  /** Requests of the server that the user never saw; absent until there are any. */
  readonly unseenRequests?: UnseenRequests;
}

/** Requests for input, a model's answer or more scopes that were refused without asking the user. */
export interface UnseenRequests {
  /** How many: beyond the `requestLimits`, or all while the server is muted. */
  readonly count: number;
  /** Whether the user or the page muted the server: see `McpHost.mute`. */
  readonly isMuted: boolean;
}

/** The user's answer about a tool call, or about a skill or a step-up, which have no arguments. */
export type ConsentDecision =
  | {
      readonly action: 'allow';
      /** The arguments as the user edited them; those of the request when absent. */
      readonly arguments?: JsonObject;
      /**
       * Do not ask again about this tool, as long as its definition stays the same: until the page is closed
       * (`session`), or until the user revokes it or signs out (`always`; as `session` where the snapshot's
       * `consent.always` is not `available`).
       */
      readonly permission?: PermissionDuration;
    }
  | { readonly action: 'deny'; readonly reason?: string };

/** What the user, or the page's policy, is asked before a tool runs. */
export interface ConsentRequest {
  /** The call that waits: see `McpHost.calls`. */
  readonly callId?: string | undefined;
  /** Who wants the call: a model, the user, or an app of the server. */
  readonly by?: 'model' | 'user' | 'app' | undefined;
  readonly server: HostServer;
  readonly tool: Tool;
  readonly arguments: JsonObject;
  /** Present when the user allowed this tool before. Unless a policy denies the call, it runs without asking them. */
  readonly permission?: Permission | undefined;
  /**
   * Present when the user allowed a tool of this name that has changed since, for longer or for this very call: show
   * them what changed.
   */
  readonly changedSince?: Pick<Permission, 'definition' | 'time'> | undefined;
}

/** What the user is asked before they are sent to an authorization server to grant more scopes. */
export interface StepUpConsentRequest {
  /** The call that waits for it, where that is known: see `McpHost.calls`. */
  readonly callId?: string | undefined;
  readonly server: HostServer;
  /** The authorization server. */
  readonly issuer: string;
  /** The scopes that would be added. */
  readonly scope: readonly string[];
}

/** What the user is asked before a model gets a skill: the text of a stranger, who tells it what to do. */
export interface SkillRequest {
  /** The call that waits for it, where that is known: see `McpHost.calls`. */
  readonly callId?: string | undefined;
  readonly server: HostServer;
  readonly skill: Skill;
  /** What a permission would hold: the skill with the digests of its files. */
  readonly definition: JsonObject;
  /** False for a skill that the server makes up as it is read: the user is asked each time. */
  readonly canBeStored: boolean;
  /** Present when the user allowed this skill before it changed: show them what changed. */
  readonly changedSince?: Pick<Permission, 'definition' | 'time'> | undefined;
}

/** A server asks the user to fill in a form, or to visit a page (`params.mode` is `url`). */
export interface ElicitationRequest {
  /** The call that waits for it, where that is known: see `McpHost.calls`. */
  readonly callId?: string | undefined;
  readonly server: HostServer;
  readonly params: ElicitationFormParams | ElicitationUrlParams;
  /**
   * Present if the host records calls. Whether the server may ask again in the next page, if the user left this one now
   * and resumed the call there.
   */
  readonly comesBack?: (() => boolean) | undefined;
  /** Present when a call waits for the visit. Resolves when the server says that the visit is over. */
  readonly completed?: Promise<void> | undefined;
}

/** A server asks for a model's answer. */
export interface SamplingRequest {
  /** The call that waits for it, where that is known: see `McpHost.calls`. */
  readonly callId?: string | undefined;
  readonly server: HostServer;
  readonly params: SamplingParams;
}

/** A server asks which roots it may know of: see `McpHost.roots`. */
export interface RootsRequest {
  /** The call that waits for it, where that is known: see `McpHost.calls`. */
  readonly callId?: string | undefined;
  readonly server: HostServer;
}

/** Which roots the server gets. */
export type RootsDecision =
  | {
      readonly action: 'allow';
      /** Those of the host's roots that the user chose, by URI. None is an answer, too. */
      readonly uris: readonly string[];
      /** Do not ask again about this server: see `ShareRootsOptions`. */
      readonly permission?: PermissionDuration;
    }
  | { readonly action: 'deny'; readonly reason?: string };

/** What the server gets: an answer that the user approved, or nothing. */
export type SamplingDecision =
  | { readonly action: 'allow'; readonly result: SamplingResult }
  | { readonly action: 'deny'; readonly reason?: string };

/**
 * A request that waits for the user. When it is answered or aborted, it leaves the snapshot.
 *
 * - `consent`: a tool is about to run
 * - `step-up`: a server wants more scopes than the user granted
 * - `skill`: a model is about to get a skill
 * - `elicitation`: a server asks the user to fill in a form, or to visit a page
 * - `sampling`: a server asks for a model's answer
 * - `roots`: a server asks which roots it may know of
 */
export type PendingRequest = {
  [K in keyof Requests]: { readonly id: string; readonly kind: K; readonly request: Requests[K] };
}[keyof Requests];

/** What each kind of request asks. */
export interface Requests {
  consent: ConsentRequest;
  'step-up': StepUpConsentRequest;
  skill: SkillRequest;
  elicitation: ElicitationRequest;
  sampling: SamplingRequest;
  roots: RootsRequest;
}

/** What answers each kind of request. */
export interface Answers {
  consent: ConsentDecision;
  'step-up': ConsentDecision;
  skill: ConsentDecision;
  elicitation: ElicitationResult;
  sampling: SamplingDecision;
  roots: RootsDecision;
}

/** What the user allowed for longer than once. */
export interface HostConsent {
  readonly permissions: readonly Permission[];
  /**
   * Whether a permission can outlive the page.
   *
   * - `available`: it can
   * - `off`: the page gave its host no `permissionStore`
   * - `insecure`: the page was not loaded over https, so somebody in between could use what is stored
   * - `failed`: the store cannot be read, written or watched: a full disk, private browsing, storage taken away
   */
  readonly always: 'available' | 'off' | 'insecure' | 'failed';
  /** Whether the user's decisions of earlier visits were read. Until then, `enabledTools` are empty. */
  readonly isKnown: boolean;
}

/** Everything a user interface needs, frozen. Unchanged parts keep their identity between snapshots. */
export interface HostSnapshot {
  readonly servers: readonly HostServer[];
  /** What runs without asking the user. */
  readonly consent: HostConsent;
  readonly requests: readonly PendingRequest[];
  /**
   * Tool calls that an earlier page, or a tab that is gone, left unfinished, oldest first. Absent unless the host has a
   * `callStore`.
   */
  readonly unfinished?: readonly HostUnfinishedCall[] | undefined;
}

/** A tool call that an earlier page left unfinished. The user allowed it there, so nobody is asked again. */
export interface HostUnfinishedCall extends UnfinishedCall {
  /** The server's id within its host. */
  readonly serverId: string;
  /**
   * Why the host could not go on with this task by itself, and when that was, in ms since 1970: see `HostTasks.accept`. It
   * tries again when it has connected to the server again.
   */
  readonly failure?: { readonly error: unknown; readonly time: number } | undefined;
}

type ServerNumbers = Pick<HostServer, 'ordinal' | 'connectionNumber'>;

/** The numbers of one more server with this URL. */
export function numbersAmong(
  servers: readonly (ServerNumbers & Pick<HostServer, 'url'>)[],
  url: string,
): ServerNumbers {
  const same = servers.filter((server) => server.url === url);
  const { origin, pathname, search } = new URL(url);
  const others = search
    ? servers.filter((server) => server.url.startsWith(`${origin}${pathname}?`) && new URL(server.url).search)
    : [];
  return {
    ordinal: same[0] ? same[0].ordinal : next(others.map(({ ordinal }) => ordinal)),
    connectionNumber: next(same.map(({ connectionNumber }) => connectionNumber)),
  };
}

/** The first has none. */
function next(numbers: readonly (number | undefined)[]): number | undefined {
  return numbers.length > 0 ? 1 + Math.max(...numbers.map((number = 1) => number)) : undefined;
}

/** What the server calls itself, or else the host of its URL. */
export function nameOfServer({ info, url }: Pick<HostServer, 'info' | 'url'>): string {
  return info?.identity ? displayName(info.identity) : new URL(url).host;
}
