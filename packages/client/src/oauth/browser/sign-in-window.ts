/** The window in which the user signs in at the authorization server. */

const FEATURES = 'popup,width=520,height=680';

/** How often the window is looked at, in ms, and for how long it has to look closed. */
const LOOK_MS = 500;
const CLOSED_MS = 1_000;

export class SignInWindow {
  readonly #window: Window;

  private constructor(opened: Window) {
    this.#window = opened;
    // The authorization server has no business with the page that opened it.
    opened.opener = null;
  }

  /**
   * Opens the window with a word of explanation in it, or at an address. Has to be called in a click.
   *
   * @returns nothing when the browser did not allow it.
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
   * It also looks closed once a page with `Cross-Origin-Opener-Policy` is in it, ours or theirs. So it has to look closed
   * while the user is back at this page, and this page must not be one that cuts itself off.
   */
  async closed(signal: AbortSignal): Promise<void> {
    let lookedClosedMs = 0;
    while (!signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      lookedClosedMs = this.#window.closed && document.hasFocus() ? lookedClosedMs + LOOK_MS : 0;
      if (lookedClosedMs < CLOSED_MS) continue;
      if (!(await cutsItselfOff())) return;
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    }
  }
}

/** Whether this page's own opener policy separates it from the windows that it opens. */
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
