import type { Locator } from '@playwright/test';

/** A pointer as the device has it: a finger where it has touch, else the mouse. */
export async function pointerOn(target: Locator, hasTouch: boolean) {
  const page = target.page();
  const box = await target.boundingBox();
  if (!box) throw new Error('There is nothing to point at.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const at = (down: number) => ({ x, y: y + down });
  if (!hasTouch) {
    await page.mouse.move(x, y);
    return {
      press: () => page.mouse.down(),
      drag: (down: number) => page.mouse.move(x, y + down, { steps: 4 }),
      release: () => page.mouse.up(),
      /** What a finger does by resting. */
      hold: () => page.mouse.click(x, y, { button: 'right' }),
    };
  }
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', down?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: down === undefined ? [] : [at(down)] });
  return {
    press: () => send('touchStart', 0),
    async drag(down: number) {
      for (const part of [0.25, 0.5, 0.75, 1]) await send('touchMove', down * part);
    },
    release: () => send('touchEnd'),
    hold: () => send('touchStart', 0),
  };
}
