import type { Page } from '@playwright/test';

/** Counts real presses of buttons, links, tabs and choices, or of `pressable`, from the next page load on. */
export async function countPresses(page: Page, pressable = 'button, a'): Promise<() => Promise<number>> {
  await page.addInitScript((counted) => {
    document.addEventListener(
      'click',
      ({ isTrusted, target }) => {
        if (!isTrusted || !(target instanceof Element) || !target.closest(counted)) return;
        sessionStorage.setItem(counted, String(Number(sessionStorage.getItem(counted)) + 1));
      },
      { capture: true },
    );
  }, pressable);
  return async () => Number(await page.evaluate((counted) => sessionStorage.getItem(counted), pressable));
}
