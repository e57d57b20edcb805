/** What the page offers to those who look at it. */
export interface Rounds {
  /** How many there were, and how long the longest took, in ms. */
  readonly count: number;
  readonly longestMs: number;
  /** What should not be: in which round of which element, and what. */
  readonly faults: readonly string[];
}

declare global {
  interface Window {
    /** The elements, and what they can be made to show. */
    scenes: readonly string[];
    /** What strings try to run, and how often one did. */
    executed(this: void): void;
    runs: number;
    /** Shows every string of these kinds, or of all, in every field that the server of a scene can fill. */
    showAll(this: void, scene: string, kinds?: readonly string[]): Promise<Rounds>;
  }
}
