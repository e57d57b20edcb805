import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Takes a screenshot for a person to look at, if LOOK names a folder. No test compares it with anything. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['LOOK'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}
