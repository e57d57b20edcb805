/** Playwright's `test`, which also checks what the pages send against the specification. */
import { expect, test as base } from '@playwright/test';
import { watchPages } from '../wire/pages.mjs';

export { type Browser, expect, type Locator, type Page, type Request } from '@playwright/test';

export const test = base.extend<{ wireCheck: void }>({
  wireCheck: [
    async ({ context }, use) => {
      const takeComplaints = watchPages(context);
      await use();
      expect(await takeComplaints()).toEqual([]);
    },
    { auto: true },
  ],
});
