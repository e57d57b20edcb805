/** What the gallery offers to those who look at it. */

/** How a state is shown: as in the query of its address. */
export interface Showing {
  readonly theme?: string;
  readonly lang?: string;
  readonly dir?: string;
  /** `wide` or `narrow`; that of the platform without it. */
  readonly font?: string;
  /** Of the page, such as `200%`. */
  readonly textSize?: string;
}

declare global {
  interface Window {
    /** Every element and its states. */
    gallery: readonly (readonly [element: string, state: string])[];
    /** Resolves when it is there, and has come to rest. */
    show(this: void, element: string, state: string, showing?: Showing): Promise<void>;
    /** Writes the longest words in place of every text that is shown, and says what is then wider than the place that it has. */
    stretch(this: void): Promise<string[]>;
    /** What is wider than the place that it has. */
    sideways(this: void): string[];
  }
}
