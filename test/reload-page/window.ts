/** What the page offers to the test. */
export interface ReloadPage {
  readonly results: string[];
  /** The newest step that the server reported. */
  progress: number;
  /** Resolves when the server can be called. */
  add(url: string): Promise<void>;
  call(tool: string, args: Record<string, unknown>): void;
  /** What is recorded, of all tabs. */
  stored(): Promise<readonly unknown[]>;
  /** Each with whether it can be resumed. */
  unfinished(): string[];
  resume(): void;
  forget(): Promise<unknown>;
  /** Says that the page shows tasks. */
  accept(): void;
  /** Each with its status, where it is followed, and its result. */
  tasks(): string[];
  /** What servers ask of the user. */
  requests(): string[];
  answer(content: Record<string, string>): void;
  /** What the log says about calls. */
  statuses(): string[];
}

declare global {
  interface Window {
    page: ReloadPage;
  }
}
