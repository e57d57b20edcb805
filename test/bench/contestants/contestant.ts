/** What every contestant can do, so that one page can measure them all. */

/**
 * What the server speaks and how the client knows that: `legacy` was told, `modern` and `legacy, found` find out,
 * `remembered` found out on an earlier visit.
 */
export type Setting = 'modern' | 'modern, remembered' | 'legacy' | 'legacy, found' | 'legacy, remembered';

export interface Connection {
  listTools(): Promise<unknown>;
  /** Resolves with the result. `onprogress` is called once for each progress event, if the contestant supports that. */
  callTool(name: string, onprogress?: () => void): Promise<unknown>;
}

export type Connect = (url: URL, setting: Setting) => Promise<Connection>;
