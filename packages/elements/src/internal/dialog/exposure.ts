/** Whether the user can see parts of a dialog, as far as the browser can tell: only Chromium can. */

/** Chromium's second version of the interface. */
interface TrackingInit extends IntersectionObserverInit {
  trackVisibility: true;
  /** In ms, at least 100. */
  delay: number;
}

export class Exposure {
  /** Whether each part can be seen; undefined until the browser has said so. */
  readonly #parts = new Map<Element, boolean | undefined>();
  readonly #observer: IntersectionObserver | undefined;

  /**
   * @param onchange called with what `isCovered` is, and was, when it changes
   * @param isInPage whether the parts scroll with the page: one that is scrolled away is not covered
   */
  constructor(
    onchange: (isCovered: boolean | undefined, wasCovered: boolean | undefined) => void,
    isInPage: boolean,
    signal: AbortSignal,
  ) {
    if (!('isVisible' in IntersectionObserverEntry.prototype)) return;
    const options: TrackingInit = { trackVisibility: true, delay: 100 };
    this.#observer = new IntersectionObserver((entries) => {
      const before = this.isCovered;
      for (const entry of entries)
        if (this.#parts.has(entry.target)) this.#parts.set(entry.target, isExposed(entry, isInPage));
      if (this.isCovered !== before) onchange(this.isCovered, before);
    }, options);
    signal.addEventListener('abort', () => this.#observer?.disconnect(), { once: true });
  }

  /** Whether a part is covered, transparent or distorted. Undefined if the browser has not said so yet. */
  get isCovered(): boolean | undefined {
    if (!this.#observer) return false;
    const parts = [...this.#parts.values()];
    if (parts.includes(false)) return true;
    return parts.includes(undefined) ? undefined : false;
  }

  /** From now on it watches these parts, and no others. */
  watch(parts: Iterable<Element>): void {
    const current = new Set(parts);
    for (const part of this.#parts.keys()) {
      if (current.delete(part)) continue;
      this.#parts.delete(part);
      this.#observer?.unobserve(part);
    }
    for (const part of current) {
      this.#parts.set(part, undefined);
      this.#observer?.observe(part);
    }
  }
}

/** A heading that was scrolled away is not covered. */
function isExposed(entry: IntersectionObserverEntry, isInPage: boolean): boolean {
  if (!entry.isIntersecting && (isInPage || entry.target instanceof HTMLHeadingElement)) return true;
  return 'isVisible' in entry && entry.isVisible === true;
}
