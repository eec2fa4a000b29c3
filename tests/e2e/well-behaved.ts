import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

/** Fails a test whose pages break their own policy, log an error or leave one uncaught. */
export const test = base.extend<{ faults: string[] }>({
  faults: [
    async ({ context }, use) => {
      const faults: string[] = [];
      await context.exposeBinding('reportFault', (_, fault: string) => void faults.push(fault));
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          const { reportFault } = window as unknown as { reportFault: (text: string) => void };
          reportFault(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
        });
      });
      context.on('console', (message) => {
        if (message.type() === 'error') faults.push(`${message.page()?.url()}: ${message.text()}`);
      });
      context.on('weberror', (error) => faults.push(String(error.error())));
      await use(faults);
      expect(faults, 'S-24: the page obeys its own policy and logs no error').toEqual([]);
    },
    { auto: true },
  ],
});

/** The browser logs a refused call by itself: this one was meant. */
export async function expectRefusal(faults: string[], status: number): Promise<void> {
  await expect.poll(() => faults.length).toBe(1);
  expect(faults.splice(0)).toEqual([expect.stringContaining(`responded with a status of ${status}`)]);
}

/** A pre-rendered page waits for a visitor before it starts the app. */
export const appStarted = (page: Page) =>
  page.waitForFunction(() => {
    const isMounted = Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__react'));
    return isMounted && performance.getEntriesByName(`${location.origin}/api/site`).length > 0;
  });

/** What a browser leaves out until it comes near is looked at as well. */
const showAll = (page: Page) =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('body *'))
      if (getComputedStyle(element).contentVisibility === 'auto') element.style.contentVisibility = 'visible';
  });

/** Ends what the change of theme sets in motion, once it has come: half-way between two themes no contrast is right. */
const settleTheme = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate(async (wanted) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    while (!matchMedia(`(prefers-color-scheme: ${wanted})`).matches) await frame();
    for (let frames = 0; frames < 3; frames += 1) {
      await frame();
      for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
    }
  }, theme);

/** `npm test` leaves axe to `.ci/run`: a look at a page costs as much as a short journey. */
const IS_AUDIT = process.env['AXE'] !== 'off';

/**
 * What axe finds on the page as it stands; of the light theme only what a theme can change. The page is left dark and
 * still, whether it was looked at or not.
 */
export async function axeFaults(page: Page, within?: string): Promise<string[]> {
  const found: string[] = [];
  await showAll(page);
  const themes = IS_AUDIT ? (['light', 'dark'] as const) : (['dark'] as const);
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await settleTheme(page, theme);
    if (!IS_AUDIT) break;
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
    if (theme === 'light') axe.withRules(['color-contrast', 'link-in-text-block']);
    const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
    for (const { id, help, nodes } of violations)
      for (const { target, failureSummary } of nodes)
        found.push(`${theme} ${id} (${help}): ${target.join(' ')} ${failureSummary ?? ''}`);
  }
  return found;
}

/** What reaches beyond the right edge without a scroller of its own around it. */
export const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // Charts follow a new size in the frames after it.
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
    const width = document.documentElement.clientWidth;
    const scrolls = (element: Element): boolean => {
      const { overflowX } = getComputedStyle(element);
      return overflowX === 'auto' || overflowX === 'scroll';
    };
    const within = (element: Element | null): boolean =>
      element !== null && element !== document.documentElement && (scrolls(element) || within(element.parentElement));
    const found = [...document.body.querySelectorAll('*')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      // A toast on its way out leaves by that edge.
      .filter((element) => element.closest('.Toastify--animate') === null)
      .filter((element) => element.getBoundingClientRect().right > width + 0.5 && !within(element.parentElement))
      .map((element) => `${element.tagName}.${element.className} ${element.textContent.slice(0, 40)}`);
    if (document.documentElement.scrollWidth > width) found.push('the page scrolls sideways');
    return found;
  });

const NARROWEST = { width: 320, height: 640 };
const PHONE = 576;

/** Nothing that axe finds, and nothing beyond the edge; on a phone, of the narrowest one. */
export async function expectSound(page: Page, within?: string): Promise<void> {
  expect.soft(await axeFaults(page, within), page.url()).toEqual([]);
  const size = page.viewportSize();
  const narrows = size !== null && size.width < PHONE;
  if (narrows) await page.setViewportSize(NARROWEST);
  expect.soft(await overflow(page), page.url()).toEqual([]);
  if (narrows) await page.setViewportSize(size);
}
