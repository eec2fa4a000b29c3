import { expect, type Page } from '@playwright/test';
import { pointerOn } from './touch.ts';

interface Hand {
  hasTouch: boolean;
  /** Presses until now. */
  pressed: () => Promise<number>;
}

/** Drags a line of the chart and confirms; answers its new price and how many presses it took. */
export async function dragLine(page: Page, name: RegExp, { hasTouch, pressed }: Hand) {
  const before = await pressed();
  const line = page.getByRole('button', { name }).filter({ visible: true });
  const pointer = await pointerOn(line, hasTouch);
  await pointer.press();
  await pointer.drag(9);
  await expect(page.locator('[data-dragged]')).toHaveCount(1);
  await pointer.release();
  const dialog = page.getByRole('dialog', { name: /^Move / });
  const price = Number(await dialog.getByLabel('New price').inputValue());
  await dialog.getByRole('button', { name: /^(Change order|Set stop loss)$/ }).click();
  await expect(dialog).toBeHidden();
  return { price, presses: (await pressed()) - before };
}
