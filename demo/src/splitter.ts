interface SplitterOptions {
  /** The custom property of the container that has the size. */
  readonly property: string;
  /** What the splitter changes the size of. */
  readonly pane: HTMLElement;
  /** In px. */
  readonly least: number;
  /** In px. */
  readonly most: () => number;
  /** Whether the pane comes after the splitter. */
  readonly isAfter?: boolean;
}

/** In px. */
const STEP = 24;
/** A pointer that moves no further clicks, in px. */
const MOST_OF_CLICK = 3;

/**
 * Connects the line between two panes. It is dragged, or moved with the arrow keys; Enter undoes that. For people who cannot drag,
 * a click makes the pane as large as it can be, the next one as small, and the third one undoes that.
 */
export function setUpSplitter(splitter: HTMLElement, container: HTMLElement, options: SplitterOptions): void {
  const { property, pane, least, most, isAfter = false } = options;
  const storageKey = `mcp-web-playground${property}`;
  const isVertical = splitter.getAttribute('aria-orientation') === 'vertical';
  const size = (): number => {
    const { width, height } = pane.getBoundingClientRect();
    return isVertical ? width : height;
  };
  const tell = (): void => {
    splitter.setAttribute('aria-valuemin', String(least));
    splitter.setAttribute('aria-valuemax', String(Math.round(most())));
    splitter.setAttribute('aria-valuenow', String(Math.round(size())));
  };
  const apply = (wanted: number | undefined): void => {
    if (wanted === undefined) container.style.removeProperty(property);
    else container.style.setProperty(property, `${Math.round(Math.min(Math.max(wanted, least), most()))}px`);
    tell();
  };
  const store = (): void => {
    try {
      const chosen = container.style.getPropertyValue(property);
      if (chosen) localStorage.setItem(storageKey, chosen);
      else localStorage.removeItem(storageKey);
    } catch {
      // Storage is turned off: the size lasts as long as the page.
    }
  };
  const reset = (): void => {
    apply(undefined);
    store();
  };
  /** How many px the pane grows where the pointer moves by so many. */
  const direction = (): 1 | -1 =>
    isAfter !== (isVertical && getComputedStyle(container).direction === 'rtl') ? -1 : 1;

  const goToNextSize = (): void => {
    if (!container.style.getPropertyValue(property)) apply(most());
    else if (size() > (least + most()) / 2) apply(least);
    else apply(undefined);
    store();
  };

  let drag: { readonly from: number; readonly size: number; isMoved: boolean } | undefined;
  const place = ({ clientX, clientY }: PointerEvent): number => (isVertical ? clientX : clientY);
  splitter.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    splitter.setPointerCapture(event.pointerId);
    drag = { from: place(event), size: size(), isMoved: false };
  });
  splitter.addEventListener('pointermove', (event) => {
    if (!drag) return;
    const by = place(event) - drag.from;
    drag.isMoved ||= Math.abs(by) > MOST_OF_CLICK;
    if (drag.isMoved) apply(drag.size + by * direction());
  });
  splitter.addEventListener('pointerup', () => {
    if (drag && !drag.isMoved) goToNextSize();
  });
  splitter.addEventListener('lostpointercapture', () => {
    drag = undefined;
    store();
  });
  splitter.addEventListener('keydown', (event) => {
    const [less, more] = isVertical ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const { key } = event;
    if (key === 'Enter') reset();
    else if (key === less || key === more) apply(size() + (key === more ? STEP : -STEP) * direction());
    else if (key === 'Home') apply(least);
    else if (key === 'End') apply(most());
    else return;
    event.preventDefault();
    store();
  });
  new ResizeObserver(tell).observe(pane);
  addEventListener('resize', tell);
  try {
    // The style sheet keeps it within the window, which may be another one now.
    container.style.setProperty(property, localStorage.getItem(storageKey));
  } catch {
    // As above.
  }
  tell();
}
