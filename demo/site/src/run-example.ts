/**
 * Starts an example when the reader comes to it: by scrolling, with the pointer or by the button. Not before, because
 * the code of the elements is more than all the rest of the page.
 */
export function setUpExample(place: HTMLElement): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'run';
  button.textContent = 'Run';
  place.prepend(button);

  let isStarted = false;
  const seen = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void start();
    },
    { rootMargin: '200px' },
  );
  const waiting = new AbortController();
  const { signal } = waiting;
  button.addEventListener('click', () => void start());
  place.addEventListener('pointerenter', () => void start(), { signal });
  addEventListener('scroll', () => seen.observe(place), { once: true, signal });

  async function start(): Promise<void> {
    if (isStarted) return;
    isStarted = true;
    let startExample: (place: HTMLElement) => void;
    try {
      ({ startExample } = await import('./live/live-example.ts'));
    } catch {
      // The network failed: the next press tries again.
      isStarted = false;
      button.textContent = 'Run again';
      return;
    }
    const hadFocus = place.contains(document.activeElement);
    waiting.abort();
    seen.disconnect();
    startExample(place);
    const stage = place.querySelector<HTMLElement>('.stage');
    if (!hadFocus || !stage) return;
    stage.tabIndex = -1;
    stage.focus();
  }
}
