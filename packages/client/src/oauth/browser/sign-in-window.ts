/** The window in which the user signs in at the authorization server. */

const FEATURES = 'popup,width=520,height=680';

/** How often the window is checked, in ms, and for how long it has to look closed. */
const CHECK_MS = 500;
const CLOSED_MS = 1_000;

export class SignInWindow {
  readonly #window: Window;

  private constructor(opened: Window) {
    this.#window = opened;
    // The authorization server must not reach the page that opened its window.
    opened.opener = null;
  }

  /**
   * Opens the window with a text in it, or at an address. Has to be called in a click.
   *
   * @returns `undefined` when the browser blocked it.
   */
  static open(text: string, url = 'about:blank'): SignInWindow | undefined {
    const opened = globalThis.open?.(url, '_blank', FEATURES);
    if (!opened) return undefined;
    if (url === 'about:blank') {
      opened.document.title = text;
      opened.document.body.textContent = text;
    }
    return new SignInWindow(opened);
  }

  navigate(url: URL): void {
    this.#window.location.href = url.href;
  }

  close(): void {
    this.#window.close();
  }

  /**
   * Resolves when the user has closed the window.
   *
   * A window also looks closed if its page, or this one, has a `Cross-Origin-Opener-Policy`. So it counts as closed only
   * if the user is back at this page, and this page does not cut itself off from its windows.
   */
  async closed(signal: AbortSignal): Promise<void> {
    let lookedClosedMs = 0;
    while (!signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
      lookedClosedMs = this.#window.closed && document.hasFocus() ? lookedClosedMs + CHECK_MS : 0;
      if (lookedClosedMs < CLOSED_MS) continue;
      if (!(await cutsItselfOff())) return;
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    }
  }
}

/** Whether this page's own opener policy cuts it off from the windows that it opens. */
async function cutsItselfOff(): Promise<boolean> {
  if (globalThis.crossOriginIsolated) return true;
  try {
    const { headers } = await fetch(location.href, { method: 'HEAD' });
    const policy = headers.get('Cross-Origin-Opener-Policy') ?? '';
    return policy.startsWith('same-origin') && !policy.startsWith('same-origin-allow-popups');
  } catch {
    return false;
  }
}
