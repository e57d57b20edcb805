/** What every contestant can do, so that one page can measure them all. */

/**
 * What the server speaks and how the client knows that: `legacy` was told, `modern` and `legacy, found` find out.
 * `stored`: it may store what it finds out for the next visit, if it can.
 */
export type Setting = 'modern' | 'modern, stored' | 'legacy' | 'legacy, found' | 'legacy, stored';

export interface Connection {
  /** All pages. Resolves with the number of tools. */
  listTools(): Promise<number>;
  /** Resolves with the result. `onprogress` is called once for each progress event, if the contestant supports that. */
  callTool(name: string, onprogress?: () => void): Promise<unknown>;
}

export type Connect = (url: URL, setting: Setting) => Promise<Connection>;
