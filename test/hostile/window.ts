/** What the page offers to the test. */
export interface Rounds {
  /** The number of rounds, and how long the longest took, in ms. */
  readonly count: number;
  readonly longestMs: number;
  /** Each fault: the round, the element, and what is wrong. */
  readonly faults: readonly string[];
}

declare global {
  interface Window {
    /** The elements, and what they can be made to show. */
    scenes: readonly string[];
    /** What the strings try to run, and how often one succeeded. */
    executed(this: void): void;
    runs: number;
    /** Shows every string of these kinds, or of all kinds, in every field that the server of a scene can fill. */
    showAll(this: void, scene: string, kinds?: readonly string[]): Promise<Rounds>;
  }
}
