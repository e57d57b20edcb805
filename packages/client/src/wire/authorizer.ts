/**
 * Who proves to a server on whose behalf the page asks. The flow knows it by this interface only, so that a page
 * without sign-in ships none.
 */
export interface Authorizer {
  /**
   * Called once for each connection, while `connect()` still runs synchronously.
   *
   * @param server the URL of the MCP server
   * @param fetch what sends a request, as the options say
   * @returns what sends a request to this server with credentials. It rejects with an `McpError` of the code
   *   `unauthorized` when there are none.
   */
  authorize(server: URL, fetch: typeof globalThis.fetch): typeof globalThis.fetch;
  /** Whether a request to this server waits for the user: the deadlines of calls then stand still. */
  isWaitingForUser?(server: URL): boolean;
}
