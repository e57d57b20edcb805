/**
 * Notices what changes around an app.
 *
 * @returns what notices another width, of what it is told to observe
 */
export function watchSurroundings(element: Element, onchange: () => void, signal: AbortSignal): ResizeObserver {
  for (const query of ['(prefers-color-scheme: dark)', '(hover: hover)'])
    matchMedia(query).addEventListener('change', onchange, { signal });
  // Pages switch to dark with a class or an attribute, mostly there.
  const attributes = new MutationObserver(onchange);
  for (const target of [document.documentElement, document.body, element])
    attributes.observe(target, { attributes: true });
  const widths = new ResizeObserver(onchange);
  signal.addEventListener(
    'abort',
    () => {
      attributes.disconnect();
      widths.disconnect();
    },
    { once: true },
  );
  // Over the whole page, the app is as large as the window.
  addEventListener('resize', onchange, { signal });
  return widths;
}
