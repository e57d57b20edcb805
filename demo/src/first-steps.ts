import type { McpHost } from '@mcp-web/client';

const STORAGE_KEY = 'mcp-web-playground-steps';

/** Lets the visitor hide the first steps for good. public/first-paint.js applies that before the first paint. */
export function setUpFirstSteps(root: HTMLElement, button: HTMLButtonElement, next: HTMLElement): void {
  button.addEventListener('click', () => {
    root.dataset['steps'] = 'hidden';
    next.focus();
    try {
      localStorage.setItem(STORAGE_KEY, 'hidden');
    } catch {
      // Storage is turned off: they are back on the next visit.
    }
  });
}

/** Ticks off what the visitor has done: a tool picked, its form filled in, the call allowed, and its result read. */
export function tickOffSteps(steps: Iterable<HTMLElement>, { calls }: McpHost): void {
  const [pick, fill, allow, read] = steps;
  const look = (): void => {
    const own = calls.getSnapshot().filter(({ by }) => by === 'user');
    const isSent = own.some(({ sentAt }) => sentAt !== undefined);
    const isAnswered = own.some(({ result }) => result !== undefined);
    const done = [own.length > 0 && pick, own.length > 0 && fill, isSent && allow, isAnswered && read];
    for (const step of done) if (step) step.dataset['done'] = '';
  };
  calls.subscribe(look);
}
