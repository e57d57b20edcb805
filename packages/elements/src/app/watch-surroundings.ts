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
  // The language may be that of any element around it.
  const languages = new MutationObserver(onchange);
  languages.observe(document, { attributes: true, attributeFilter: ['lang'], subtree: true });
  const widths = new ResizeObserver(onchange);
  signal.addEventListener(
    'abort',
    () => {
      attributes.disconnect();
      languages.disconnect();
      widths.disconnect();
    },
    { once: true },
  );
  // Over the whole page, the app is as large as the window.
  addEventListener('resize', onchange, { signal });
  return widths;
}
