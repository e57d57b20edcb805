/** What the gallery offers to tests. */

/** How a state is shown, as in the query of its address. */
export interface Showing {
  readonly theme?: string;
  /** One of those that the package ships, such as `shadcn`. */
  readonly stylesheet?: string;
  readonly lang?: string;
  readonly dir?: string;
  /** `wide` or `narrow`; without it, the platform's font. */
  readonly font?: string;
  /** Of the page, for example `200%`. */
  readonly textSize?: string;
}

declare global {
  interface Window {
    /** Every element and its states. */
    gallery: readonly (readonly [element: string, state: string])[];
    /** Resolves when the element has rendered and nothing changes anymore. */
    show(this: void, element: string, state: string, showing?: Showing): Promise<void>;
    /** Replaces every visible text with very long words, and returns what is then wider than its box. */
    stretch(this: void): Promise<string[]>;
    /** What is wider than its box. */
    sideways(this: void): string[];
    /** The controls that no rule of the page reached which sets `--reached`. */
    unreached(this: void): string[];
  }
}
