import { chromiumArgs, chromiumWithWindows } from '../../scripts/browsers.mjs';
import { hasOwnFonts } from '../support/surroundings.mjs';
import { expect, test } from './test.ts';

// As visitors see it: the headless shell positions letters differently, by a pixel or two.
test.use({
  launchOptions: [
    async ({ browserName, launchOptions }, use) =>
      use(browserName === 'chromium' ? { args: chromiumArgs, ...(await chromiumWithWindows()) } : launchOptions),
    { scope: 'worker' },
  ],
});

test('Latin, Arabic and Chinese are written with the fonts of the tests, whatever the machine has', async ({
  page,
}) => {
  test.skip(!hasOwnFonts, 'the fonts are those of the platform, or of FONTCONFIG_FILE');
  const widthOf = (text: string, font: string): Promise<number> =>
    page.evaluate(
      ([words, family]) => {
        const context = document.createElement('canvas').getContext('2d');
        if (!context) throw new Error('This browser draws nothing.');
        context.font = `100px ${family}`;
        return Math.round(context.measureText(words).width);
      },
      [text, font] as const,
    );
  for (const [text, font] of [
    ['Widths', 'Arimo'],
    ['\uFDFD', '"Noto Naskh Arabic"'],
    ['\u6587\u5B57', '"ZCOOL XiaoWei"'],
  ] as const)
    expect(await widthOf(text, 'system-ui, sans-serif'), font).toBe(await widthOf(text, font));
  expect(await widthOf('Widths', '"Krona One"')).toBeGreaterThan(
    2 * (await widthOf('Widths', '"Sofia Sans Extra Condensed"')),
  );
});
