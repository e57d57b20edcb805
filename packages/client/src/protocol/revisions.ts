/**
 * What each revision of the protocol has. To add a revision, add it at the top of the table. No other code names a
 * revision or compares two: it asks the functions of `supports.ts`.
 */

/** `legacy` revisions open a session with `initialize`; in the `modern` ones every request stands alone. */
export type Era = 'legacy' | 'modern';

/** What the client and the elements have to know about a revision. It lacks the features that are absent. */
export interface RevisionFeatures {
  readonly era: Era;
  /** The transport is HTTP+SSE, with an address of its own to post to. */
  readonly httpSse?: true;
  /** Over Streamable HTTP, every message after `initialize` names the revision in the header `MCP-Protocol-Version`. */
  readonly versionHeader?: true;
  /** Servers that complete arguments declare the `completions` capability. */
  readonly completionsCapability?: true;
  /** A request for completions says which arguments are filled in already. */
  readonly completionContext?: true;
  /** A tool has an `outputSchema`, and its result is structured as that says. */
  readonly structuredOutput?: true;
  /** A tool call becomes a task if the client asks for one (`tasks/result`). */
  readonly coreTasks?: true;
  /** Servers ask the user to fill in a form. */
  readonly elicitation?: true;
  /** A field of a form can take a list of values. */
  readonly formLists?: true;
  /** A server can refuse a request until the user has visited a page (error -32042). */
  readonly urlElicitationRequired?: true;
  /** A model's answer can be sound. */
  readonly samplingAudio?: true;
  /** A model's answer can use tools, and be a list of content. */
  readonly samplingTools?: true;
}

/** Newest first. */
export const FEATURES = {
  '2026-07-28': {
    era: 'modern',
    versionHeader: true,
    completionsCapability: true,
    completionContext: true,
    structuredOutput: true,
    elicitation: true,
    formLists: true,
    samplingAudio: true,
    samplingTools: true,
  },
  '2025-11-25': {
    era: 'legacy',
    versionHeader: true,
    completionsCapability: true,
    completionContext: true,
    structuredOutput: true,
    coreTasks: true,
    elicitation: true,
    formLists: true,
    urlElicitationRequired: true,
    samplingAudio: true,
    samplingTools: true,
  },
  '2025-06-18': {
    era: 'legacy',
    versionHeader: true,
    completionsCapability: true,
    completionContext: true,
    structuredOutput: true,
    elicitation: true,
    samplingAudio: true,
  },
  '2025-03-26': {
    era: 'legacy',
    completionsCapability: true,
    samplingAudio: true,
  },
  '2024-11-05': {
    era: 'legacy',
    httpSse: true,
  },
} as const satisfies Record<string, RevisionFeatures>;

/** A dated protocol revision. */
export type Revision = keyof typeof FEATURES;

/** What the specification deprecates, and the first revision that does. It works until a revision removes it. */
export const DEPRECATED_SINCE = {
  sampling: '2026-07-28',
  roots: '2026-07-28',
  logging: '2026-07-28',
  'includeContext of sampling': '2025-11-25',
  'HTTP+SSE': '2025-03-26',
} as const satisfies Record<string, Revision>;

/** By the name that warnings give it. */
export type DeprecatedFeature = keyof typeof DEPRECATED_SINCE;
