// What tests do in a tab.
export interface TabOptions {
  readonly revision?: '2026-07-28' | '2025-11-25';
  readonly principal?: string;
  /** Answers questions of the server, each after this time, in ms. */
  readonly answersAfterMs?: number;
  readonly timeoutMs?: number;
  readonly shareWithTabs?: boolean;
}

export interface Tab {
  connect(url: string, options?: TabOptions): Promise<void>;
  /** Listens for changes of lists, and notes each. Resolves when a change of this resource would be heard, too. */
  listen(uri?: string): Promise<void>;
  /** The lists and resources that changed, in their order. */
  readonly heard: string[];
  /** The codes of `changeslost`. */
  readonly lost: string[];
  /** Fetches the tools, all pages, and returns how many there are. */
  countTools(): Promise<number>;
  /** The text of the answer, or the error. */
  call(name: string, args?: Record<string, unknown>): Promise<string>;
  /** Does many calls at once, and counts those whose answer is this text; other answers are listed. */
  callOften(times: number, name: string, args: Record<string, unknown>, expected: string): Promise<string[]>;
  signInAs(principal: string): void;
  /** Stops this page for a while, as a browser does that freezes it before it could say so. */
  block(forMs: number): void;
  close(): Promise<void>;
}

declare global {
  var tab: Tab;
}
