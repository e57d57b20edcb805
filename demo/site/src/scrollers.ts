/** Makes what scrolls sideways reachable by keyboard, and only that. */
export function setUpScrollers(scrollers: Iterable<HTMLElement>): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  for (const scroller of scrollers) observer.observe(scroller);
}
