/** Tabs, as the ARIA pattern describes them: the arrow keys move between tabs, and the focused tab is shown. */
export function setUpTabs(list: HTMLElement, onshow: (panelId: string) => void): void {
  const tabs = [...list.querySelectorAll<HTMLElement>('[role=tab]')];
  const show = (shown: HTMLElement): void => {
    onshow(shown.getAttribute('aria-controls') ?? '');
    for (const tab of tabs) {
      const isShown = tab === shown;
      tab.setAttribute('aria-selected', String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
      if (panel) panel.hidden = !isShown;
    }
  };
  for (const tab of tabs) tab.addEventListener('click', () => show(tab));
  list.addEventListener('keydown', (event) => {
    const { key } = event;
    const index = tabs.findIndex((tab) => tab === event.target);
    const isForward = key === (getComputedStyle(list).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight');
    const step = isForward ? 1 : key === 'ArrowLeft' || key === 'ArrowRight' ? -1 : 0;
    const next =
      key === 'Home'
        ? tabs[0]
        : key === 'End'
          ? tabs.at(-1)
          : step !== 0
            ? tabs.at((index + step) % tabs.length)
            : undefined;
    if (!next) return;
    event.preventDefault();
    show(next);
    next.focus();
  });
}
