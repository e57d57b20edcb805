/** The widest and the narrowest font that a page may well have: what fits in both fits in all. */
import narrow from '@expo-google-fonts/sofia-sans-extra-condensed/400Regular/SofiaSansExtraCondensed_400Regular.ttf';
import wide from '@expo-google-fonts/krona-one/400Regular/KronaOne_400Regular.ttf';

const fonts: Readonly<Record<string, string>> = { wide, narrow };

export const fontNames = Object.keys(fonts);

/** Makes the elements use it, for code as well, instead of the platform's fonts. */
export async function useFont(name: string): Promise<void> {
  const { style } = document.documentElement;
  const url = fonts[name];
  for (const property of ['--mcp-font', '--mcp-font-mono'])
    if (url) style.setProperty(property, `gallery-${name}, sans-serif`);
    else style.removeProperty(property);
  // Each face that is added makes the page look at all of its text again.
  if (url && ![...document.fonts].some(({ family }) => family === `gallery-${name}`))
    document.fonts.add(await new FontFace(`gallery-${name}`, `url(${url})`).load());
}
