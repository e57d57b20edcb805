/** Whether the user can see parts of a dialog, as far as the browser can tell: only Chromium can. */

/** Chromium's second version of the interface. */
interface TrackingInit extends IntersectionObserverInit {
  trackVisibility: true;
  /** In ms, at least 100. */
  delay: number;
}

/** Of a part that is only partly on the screen, the browser does not say whether something covers what is. */
type View = 'clear' | 'covered' | 'clipped';

export class Exposure {
  /** How each part can be seen; undefined until the browser has said so. */
  readonly #parts = new Map<Element, View | undefined>();
  readonly #observer: IntersectionObserver | undefined;

  /**
   * @param onchange called with what `isCovered` is, and was, when a part can be seen otherwise than before
   * @param isInPage whether the parts scroll with the page: one that is scrolled away is not covered
   */
  constructor(
    onchange: (isCovered: boolean | undefined, wasCovered: boolean | undefined) => void,
    isInPage: boolean,
    signal: AbortSignal,
  ) {
    if (!('isVisible' in IntersectionObserverEntry.prototype)) return;
    const options: TrackingInit = { trackVisibility: true, delay: 100, threshold: [0, 1] };
    this.#observer = new IntersectionObserver((entries) => {
      const before = this.isCovered;
      for (const entry of entries)
        if (this.#parts.has(entry.target)) this.#parts.set(entry.target, viewOf(entry, isInPage));
      onchange(this.isCovered, before);
    }, options);
    signal.addEventListener('abort', () => this.#observer?.disconnect(), { once: true });
  }

  /** Whether a part is covered, transparent or distorted. Undefined if the browser has not said so yet. */
  get isCovered(): boolean | undefined {
    if (!this.#observer) return false;
    const parts = [...this.#parts.values()];
    if (parts.includes('covered')) return true;
    return parts.includes(undefined) ? undefined : false;
  }

  /** Whether a part, such as a heading that is scrolled away, is not wholly on the screen, so that nobody knows whether it is covered. */
  isClipped(part: Element): boolean {
    return this.#parts.get(part) === 'clipped';
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

/**
 * A heading that was scrolled away is not covered. Of one of which a part was, the browser asks what lies on the whole: that may
 * be what is in place of that part. It has to be seen whole at some time: see `SeenHead`.
 */
function viewOf(entry: IntersectionObserverEntry, isInPage: boolean): View {
  if ('isVisible' in entry && entry.isVisible === true) return 'clear';
  const isHeading = entry.target instanceof HTMLHeadingElement;
  if (!entry.isIntersecting) return isInPage || isHeading ? 'clipped' : 'covered';
  return isInPage && isHeading && entry.intersectionRatio < 1 ? 'clipped' : 'covered';
}
