import { expect, type Locator, type Page } from '@playwright/test';
import { appStarted, expectSound as expectWellMade, overflow } from '../well-behaved.ts';

/** The app has begun, and nothing loads. */
export async function idle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await page.keyboard.press('Shift');
  await appStarted(page);
  await loaded(page);
}

export const loaded = (page: Page): Promise<void> =>
  expect(page.locator('output[aria-label^=Loading], [aria-busy=true]')).toHaveCount(0);

/** What still moves where reduced motion is asked for. */
const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && Number(effect?.getTiming().duration) > 1)
      .flatMap(({ effect }) => (effect as KeyframeEffect).target ?? [])
      .filter((target) => target.checkVisibility({ visibilityProperty: true }))
      .map((target) => target.className),
  );

/** Figures that are cut off in their field, controls too small to hit, and dialogs that reach beyond the screen. */
const cramped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const LEAST = 24;
    const TARGETS = 'a[href], button, input, select, summary';
    const pointedAt = (element: Element): boolean =>
      // What is hit is larger than what is seen, or the label is hit as well.
      ['::before', '::after'].some((part) => getComputedStyle(element, part).position === 'absolute') ||
      element.closest('label') !== null;
    const inText = ({ parentNode }: Element): boolean =>
      [...(parentNode?.childNodes ?? [])].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    const isSmall = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      // One pixel is what only a screen reader finds.
      return Math.min(width, height) > 1 && Math.min(width, height) < LEAST - 0.5;
    };
    const isCut = (element: Element): boolean =>
      element.matches('[inputmode=decimal]') && element.scrollWidth > element.clientWidth + 1;
    const sheets = [...document.querySelectorAll('dialog[open] > *')].filter(
      (sheet) => sheet.getBoundingClientRect().bottom > innerHeight + 0.5,
    );
    const shown = [...(document.querySelector('dialog[open]') ?? document.body).querySelectorAll(TARGETS)].filter(
      (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    );
    const small = shown.filter((element) => isSmall(element) && !pointedAt(element) && !inText(element));
    const said = (what: string, elements: Element[]) =>
      elements.map((element) => {
        const { width, height } = element.getBoundingClientRect();
        const name = element.getAttribute('aria-label') ?? (element.textContent || (element as HTMLInputElement).value);
        return `${what}: ${element.tagName} ${name.slice(0, 40)} ${Math.round(width)}x${Math.round(height)}`;
      });
    return [...said('cut off', shown.filter(isCut)), ...said('too small', small), ...said('beyond the screen', sheets)];
  });

const NARROWEST = { width: 320, height: 640 };
/** Half of 1280 px: what a window shows at 200 % zoom. */
export const ZOOMED = { width: 640, height: 450 };

/** Sound, still under reduced motion, and whole where there is least room: at 200 % zoom, or on the narrowest phone. */
export async function expectSound(page: Page, within?: string): Promise<void> {
  await expectWellMade(page, within);
  expect.soft(await moving(page), `${page.url()} under reduced motion`).toEqual([]);
  const size = page.viewportSize() ?? NARROWEST;
  const least = size.width < ZOOMED.width ? NARROWEST : ZOOMED;
  await page.setViewportSize(least);
  const faults = [...(await overflow(page)), ...(await cramped(page))];
  expect.soft(faults, `${page.url()} at ${least.width} px`).toEqual([]);
  await page.setViewportSize(size);
}

interface Opened {
  name: string;
  opener: Locator;
  look?: typeof expectSound;
}

/** It opens by the keyboard and gives the focus back. */
export async function expectSoundDialog(page: Page, { name, opener, look = expectSound }: Opened): Promise<void> {
  await expect(opener).toBeEnabled();
  const pressed = await opener.elementHandle();
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  await look(page, 'dialog[open]');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // At 200 % a desk has the layout of a phone, whose button is another one: it is opened once more, at one size.
  if (await pressed?.evaluate((button) => button.isConnected)) await expect(opener).toBeFocused();
  else await expectSoundDialog(page, { name, opener, look: () => Promise.resolve() });
}

export type Opener = (page: Page) => Locator;
export const button =
  (name: string | RegExp): Opener =>
  (page) =>
    page.getByRole('main').getByRole('button', { name }).first();
