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

/** From now until the call of what it answers: seconds of a journey, told in the output and judged by no test. */
export function timed(journey: string): () => boolean {
  const began = performance.now();
  return () => process.stdout.write(`${journey}: ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
}
