/** What a test does in which engine. */

export const isChromium = navigator.userAgent.includes('Chrome');

/**
 * All of them in Chromium, elsewhere the first: for servers and elements of one kind, which share the code that touches the
 * platform. Put first what stands for the others.
 */
export const firstOf = <T>(all: readonly T[]): readonly T[] => (isChromium ? all : all.slice(0, 1));

/** The engine of this browser. */
export const engine = isChromium ? 'chromium' : /\bGecko\/\d/.test(navigator.userAgent) ? 'firefox' : 'webkit';
