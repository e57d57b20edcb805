/** A font in which one character is 20 em wide: what fits then fits whatever fonts a machine has. */
import wide from '@expo-google-fonts/krona-one/400Regular/KronaOne_400Regular.ttf';

const SIZE = 20;

let isReady: Promise<void> | undefined;

export function useGiantFont(character: string): Promise<void> {
  return (isReady ??= load(character));
}

async function load(character: string): Promise<void> {
  // From memory: the policy of the page allows no fonts from elsewhere.
  const bytes = Uint8Array.from(atob(wide.slice(wide.indexOf(',') + 1)), (byte) => byte.charCodeAt(0));
  const code = character.codePointAt(0)?.toString(16) ?? '';
  // TypeScript's library does not know the last one.
  const descriptors = { unicodeRange: `U+${code}`, sizeAdjust: `${SIZE * 100}%` };
  document.fonts.add(await new FontFace('giant', bytes.buffer, descriptors).load());
  const { style } = document.documentElement;
  style.setProperty('--mcp-font', 'giant, system-ui, sans-serif');
  style.setProperty('--mcp-font-mono', 'giant, monospace');
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return;
  context.font = '10px giant';
  if (context.measureText(character).width < 10 * SIZE * 0.8) throw new Error('The giant font does not work here.');
}
