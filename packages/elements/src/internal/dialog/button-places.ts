/** Knows for how long each button of a dialog, or of a frame in the page, has been in its place. */

interface Place {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface KnownButton {
  /** When it appeared, by `performance.now()`. */
  readonly appeared: number;
  /** Where it is, and since when. */
  readonly place: Place;
  readonly since: number;
  /** Where it was before, and from when until when. */
  readonly former?: { readonly place: Place; readonly since: number; readonly until: number } | undefined;
}

export class ButtonPlaces {
  readonly #frame: HTMLElement;
  readonly #onmove: () => void;
  readonly #sizes: ResizeObserver;
  #buttons = new Map<HTMLElement, KnownButton>();
  #nextLook = 0;

  /** @param onmove called when a button has moved */
  constructor(frame: HTMLElement, onmove: () => void, signal: AbortSignal) {
    this.#frame = frame;
    this.#onmove = onmove;
    const look = (): void => this.look();
    // In the next frame: what is said of a button that moved may change the size of the frame, which an observer must not cause.
    this.#sizes = new ResizeObserver(() => requestAnimationFrame(() => signal.aborted || look()));
    this.#sizes.observe(frame);
    signal.addEventListener('abort', () => this.#sizes.disconnect(), { once: true });
    signal.addEventListener('abort', () => this.rest(), { once: true });
    addEventListener('resize', look, { signal });
  }

  /**
   * From now on it looks in each frame: nothing says when the page moves a button. If it looked at intervals, a hostile app could
   * move the button to and fro in the same rhythm, and it would seem to be at rest.
   */
  follow(): void {
    cancelAnimationFrame(this.#nextLook);
    this.#nextLook = requestAnimationFrame(() => {
      this.follow();
      this.look();
    });
  }

  /** Looks only when something says that a button may have moved. */
  rest(): void {
    cancelAnimationFrame(this.#nextLook);
  }

  /** From now on it knows these buttons, and no others. */
  watch(buttons: Iterable<HTMLElement>): void {
    const current = new Set(buttons);
    for (const button of this.#buttons.keys()) {
      if (current.delete(button)) continue;
      this.#buttons.delete(button);
      this.#sizes.unobserve(button);
    }
    for (const button of current) {
      this.#buttons.set(button, this.#appear(button));
      this.#sizes.observe(button);
    }
  }

  /** Forgets for how long the buttons have been there. */
  forget(): void {
    for (const button of this.#buttons.keys()) this.#buttons.set(button, this.#appear(button));
  }

  /** Whether the press is on a button that has been where it is pressed for `delay` ms. For a key, only time counts. */
  allows(button: HTMLElement, event: Event, delay: number): boolean {
    this.look();
    const known = this.#buttons.get(button);
    if (!known) return false;
    const now = performance.now();
    // A click without a pointer comes from a key, or from assistive technology.
    if (!(event instanceof MouseEvent) || (event.type === 'click' && event.detail === 0) || isInText(button))
      return now - known.appeared >= delay;
    if (now - known.since >= delay) return true;
    const { former } = known;
    return former !== undefined && former.until - former.since >= delay && contains(former.place, this.#pointOf(event));
  }

  #appear(button: HTMLElement): KnownButton {
    const appeared = performance.now();
    return { appeared, since: appeared, place: this.#placeOf(button) };
  }

  /** Looks where they are. It does so by itself when the dialog, a button or the window changes its size. */
  look(): void {
    const now = performance.now();
    let hasMoved = false;
    for (const [button, known] of this.#buttons) {
      const { place, since, appeared, former } = known;
      const next = this.#placeOf(button);
      if (isSame(next, place) || isInText(button)) continue;
      hasMoved = true;
      const isLonger = !former || now - since >= former.until - former.since;
      this.#buttons.set(button, {
        appeared,
        place: next,
        since: now,
        former: isLonger ? { place, since, until: now } : former,
      });
    }
    if (hasMoved) this.#onmove();
  }

  /** In the window, as if the dialog was not animated. */
  #placeOf(button: HTMLElement): Place {
    const { left, top, right, bottom } = placeInLayout(button);
    const { x, y } = this.#shift();
    return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
  }

  #pointOf({ clientX, clientY }: MouseEvent): readonly [number, number] {
    const { x, y } = this.#shift();
    return [clientX + x, clientY + y];
  }

  #shift(): { x: number; y: number } {
    // A frame scrolls with the page: where it is, and its buttons, changes.
    if (!(this.#frame instanceof HTMLDialogElement)) return { x: 0, y: 0 };
    const { left, top } = this.#frame.getBoundingClientRect();
    return { x: this.#frame.offsetLeft - left, y: this.#frame.offsetTop - top };
  }
}

/**
 * Where the layout puts it. What moves or scales the button alone is an effect of the page's styles, such as while it is pressed,
 * as long as its middle stays where the layout puts it: nothing else of a page can cause that. Everything around the button counts.
 */
function placeInLayout(button: HTMLElement): Place {
  const drawn = button.getBoundingClientRect();
  const row = button.closest<HTMLElement>('[part~="actions"]');
  if (!row) return drawn;
  const around = row.getBoundingClientRect();
  const [scaleX, scaleY] = [around.width / row.offsetWidth, around.height / row.offsetHeight];
  const isInRow = button.offsetParent === row;
  const x = button.offsetLeft - row.scrollLeft + (isInRow ? row.clientLeft : -row.offsetLeft);
  const y = button.offsetTop - row.scrollTop + (isInRow ? row.clientTop : -row.offsetTop);
  const [left, top] = [around.left + x * scaleX, around.top + y * scaleY];
  const place = { left, top, right: left + button.offsetWidth * scaleX, bottom: top + button.offsetHeight * scaleY };
  return contains(place, [(drawn.left + drawn.right) / 2, (drawn.top + drawn.bottom) / 2]) ? place : drawn;
}

/** Such a button scrolls with the text, so that its place says nothing. */
function isInText(button: HTMLElement): boolean {
  return button.closest('[part~="actions"]') === null;
}

function isSame(one: Place, other: Place): boolean {
  return (['left', 'top', 'right', 'bottom'] as const).every((side) => Math.abs(one[side] - other[side]) < 1);
}

function contains({ left, top, right, bottom }: Place, [x, y]: readonly [number, number]): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}
