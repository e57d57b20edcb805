/** What has the focus, in whichever shadow root it is. */
export function focused({ activeElement }: DocumentOrShadowRoot = document): Element | null {
  return activeElement?.shadowRoot?.activeElement ? focused(activeElement.shadowRoot) : activeElement;
}
