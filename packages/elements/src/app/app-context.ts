/** What an app is told about its surroundings. */
import type { AppContext, AppDisplayMode, AppStyles } from '@mcp-web/client/apps';
import { languageOf } from '../internal/text/messages.ts';
import { themeOf } from './app-theme.ts';

/** What can be seen where the app is shown. */
export interface Surroundings {
  readonly element: HTMLElement;
  /** Black where it is light. */
  readonly probe: Element | null;
  readonly mode: AppDisplayMode;
  readonly maxHeight: number;
  /** What the page wants apps to look like, beyond the theme of the elements. */
  readonly styles: AppStyles | undefined;
}

export function contextOf({ element, probe, mode, maxHeight, styles }: Surroundings, frame: Element): AppContext {
  const isLight = !probe || getComputedStyle(probe).color === 'rgb(0, 0, 0)';
  const { clientWidth, clientHeight } = frame;
  const width = clientWidth || Math.floor(element.clientWidth);
  return {
    theme: isLight ? 'light' : 'dark',
    styles: { ...styles, ...(probe && { variables: themeOf(probe, styles?.variables) }) },
    locale: languageOf(element) || navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    platform: 'web',
    displayMode: mode,
    availableDisplayModes: ['inline', 'fullscreen'],
    containerDimensions: mode === 'fullscreen' ? { width, height: clientHeight } : { width, maxHeight },
    deviceCapabilities: {
      touch: matchMedia('(any-pointer: coarse)').matches,
      hover: matchMedia('(hover: hover)').matches,
    },
    // The card keeps its distance from them.
    safeAreaInsets: { top: 0, right: 0, bottom: 0, left: 0 },
  };
}
