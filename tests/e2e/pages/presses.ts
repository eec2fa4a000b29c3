import type { Page } from '@playwright/test';

/** Counts real presses of buttons, links, tabs and choices from the next page load on. */
export async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    document.addEventListener(
      'click',
      ({ isTrusted, target }) => {
        if (!isTrusted || !(target instanceof Element) || !target.closest('button, a')) return;
        sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses')) + 1));
      },
      { capture: true },
    );
  });
  return async () => Number(await page.evaluate(() => sessionStorage.getItem('presses')));
}
