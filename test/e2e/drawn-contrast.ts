/** The contrast of text as it is drawn. Styles do not tell it in forced colors: the browser draws other colors than it computes. */
import type { Locator } from '@playwright/test';
import type { Page } from './test.ts';

/** The class of each element whose text is on the screen, with the contrast of it to what is behind. */
export async function drawnContrasts(
  page: Page,
  texts: Locator,
): Promise<readonly { readonly name: string; readonly contrast: number }[]> {
  const places = await texts.evaluateAll((found) =>
    found
      .filter(({ textContent }) => textContent.trim() !== '')
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { name: element.className, x, y, width, height };
      })
      .filter(({ y, width, height }) => y >= 0 && y + height <= innerHeight && width >= 1 && height >= 1),
  );
  const screenshot = (await page.screenshot({ scale: 'css' })).toString('base64');
  return page.evaluate(
    async ([png, boxes]) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
      if (!canvas) throw new Error('There is no canvas.');
      canvas.drawImage(image, 0, 0);
      const luminance = (color: string): number => {
        const [red = 0, green = 0, blue = 0] = color
          .split(',')
          .map((part) => Number(part) / 255)
          .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      return boxes.map(({ name, x, y, width, height }) => {
        const { data } = canvas.getImageData(x, y, width, height);
        const counts = new Map<string, number>();
        for (let start = 0; start < data.length; start += 4) {
          const color = data.slice(start, start + 3).join();
          counts.set(color, (counts.get(color) ?? 0) + 1);
        }
        // Most of it is the background; the color of the text is the one that differs most from that.
        const [[background] = ['']] = [...counts].sort(([, one], [, other]) => other - one);
        const behind = luminance(background);
        const contrasts = [...counts.keys()].map((color) => {
          const front = luminance(color);
          return (Math.max(front, behind) + 0.05) / (Math.min(front, behind) + 0.05);
        });
        return { name, contrast: Math.max(...contrasts) };
      });
    },
    [screenshot, places] as const,
  );
}
