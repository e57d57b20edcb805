/** What the gallery offers to those who look at it. */
export interface Showing {
  readonly lang?: string;
  readonly dir?: string;
  /** Of the page, such as `200%`. */
  readonly textSize?: string;
}

declare global {
  interface Window {
    /** Every element and its states. */
    gallery: readonly (readonly [element: string, state: string])[];
    /** Resolves when it is there, and has come to rest. */
    show(this: void, element: string, state: string, showing?: Showing): Promise<void>;
    /** What is wider than the place that it has. */
    sideways(this: void): string[];
  }
}
