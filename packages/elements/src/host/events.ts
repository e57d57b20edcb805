/** What `<mcp-host>` asks the page before it asks the user. */
import type {
  ConsentDecision,
  ConsentRequest,
  ElicitationRequest,
  ElicitationResult,
  HostServer,
  JsonObject,
  Permission,
  Tool,
} from '@mcp-web/client';
import { McpRequestEvent } from '../internal/dialog/request-event.ts';

/**
 * Asks the page whether a tool may run. Answer with `respondWith({ action: 'allow' })` or `respondWith({ action: 'deny' })`.
 * `preventDefault()` without an answer denies. If the page does not answer, a permission decides, or else the user. Everything
 * in `tool`, including its annotations, is a claim of its server.
 */
export class McpConsentRequestEvent extends McpRequestEvent<ConsentDecision> {
  /** The tool that is to run. */
  readonly tool: Tool;
  /** The server of the tool. */
  readonly server: HostServer;
  /** The arguments that the server would get. */
  readonly arguments: JsonObject;
  /** Present when the user has allowed this tool before: it runs, unless the page denies. */
  readonly permission: Permission | undefined;

  constructor(request: ConsentRequest, signal: AbortSignal) {
    super('mcp-consent-request', signal);
    this.tool = request.tool;
    this.server = request.server;
    this.arguments = request.arguments;
    this.permission = request.permission;
  }
}

/**
 * Asks the page to answer an elicitation. Answer with `respondWith({ action: 'accept', content: {} })`, `{ action: 'decline' }`
 * or `{ action: 'cancel' }`. `preventDefault()` without an answer declines. If the page does not answer, the user is asked. All
 * texts in `params` come from the server.
 */
export class McpElicitationRequestEvent extends McpRequestEvent<ElicitationResult> {
  /** The server that asks. */
  readonly server: HostServer;
  /** A form; or a page to visit, when `mode` is `url`. */
  readonly params: ElicitationRequest['params'];
  /** Present when a call waits for the visit to a page; resolves when the server says that the visit is complete. */
  readonly completed: Promise<void> | undefined;

  constructor({ server, params, completed }: ElicitationRequest, signal: AbortSignal) {
    super('mcp-elicitation-request', signal);
    this.server = server;
    this.params = params;
    this.completed = completed;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-consent-request': McpConsentRequestEvent;
    'mcp-elicitation-request': McpElicitationRequestEvent;
  }
}
