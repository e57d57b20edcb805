/** When the page is seen, and when something that was lost may be there again. Workers hear of the network only. */

/** Whether nobody sees the page. A worker does not know. */
export const isHidden = (): boolean => globalThis.document?.visibilityState === 'hidden';

const WAKES = ['online', 'visibilitychange', 'pageshow', 'resume'] as const;

/**
 * Calls `listener` when the device is online, the user returns to the page, or the page continues after it was frozen or
 * in the back/forward cache.
 */
export function onwake(listener: (type: (typeof WAKES)[number]) => void, signal: AbortSignal): void {
  // Some of them go to the document, which workers do not have; the window captures them.
  for (const type of WAKES) globalThis.addEventListener?.(type, () => listener(type), { capture: true, signal });
}
