/** Desktop notifications about tasks, for a page that nobody sees. */

export class Notifier {
  readonly #shown = new Map<string, Notification>();
  /** Other tabs have tasks with the same ids. */
  readonly #own = Math.random().toString(36).slice(2);

  /** Whether this page can show notifications at all. Some browsers show them only from a service worker, and say so late. */
  static get isSupported(): boolean {
    return 'Notification' in globalThis && isSecureContext;
  }

  /** Asks the user, unless they have decided before. Call it when they press something. Resolves with whether they agree. */
  static async ask(): Promise<boolean> {
    const { permission } = Notification;
    return (permission === 'default' ? await Notification.requestPermission() : permission) === 'granted';
  }

  /**
   * Shows one, in place of an earlier one about the same task. Does nothing while the page is visible.
   *
   * @param onclick called when the user comes back to the page by it
   */
  tell(id: string, title: string, body: string, onclick: () => void): void {
    if (document.visibilityState === 'visible' || !Notifier.isSupported || Notification.permission !== 'granted')
      return;
    try {
      this.#shown.get(id)?.close();
      const shown = new Notification(title, { body, tag: `mcp-task ${this.#own} ${id}` });
      shown.onclick = () => {
        window.focus();
        shown.close();
        onclick();
      };
      this.#shown.set(id, shown);
    } catch {
      // This browser shows none from a page.
    }
  }

  /** The user sees the page, or has left the element. */
  clear(): void {
    for (const shown of this.#shown.values()) shown.close();
    this.#shown.clear();
  }
}
