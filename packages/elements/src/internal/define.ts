/**
 * Registers an element, unless the page has already given its tag to something else: two copies of this
 * package, or an element of the page's own, are no reason to fail.
 */
export function define(tag: string, element: CustomElementConstructor): void {
  // There is no registry where pages are rendered on a server.
  if (typeof customElements === 'undefined' || customElements.get(tag)) return;
  customElements.define(tag, element);
}
