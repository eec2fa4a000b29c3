import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any page has. */
const MOST_STOPS = 120;

/** How what has the focus shows it; null for anything else. */
function look(element: Element) {
  if (element !== document.activeElement) return null;
  const outlined = [element, element.parentElement].some((one) => one && getComputedStyle(one).outlineStyle !== 'none');
  const bar = document.querySelector('nav[aria-label=Quick]');
  const isAbove = element.closest('dialog, [popover]') !== null || bar?.contains(element);
  const covered = Boolean(bar?.checkVisibility()) && !isAbove;
  return { outlined, covered: covered && element.getBoundingClientRect().bottom > bar!.getBoundingClientRect().top };
}

/** The keyboard alone: nothing here points or clicks. */
export function keyboard(page: Page) {
  const press = (key: string) => page.keyboard.press(key);
  /** Until it has the focus, which has to be seen. */
  const to = async (target: Locator, key = 'Tab') => {
    await expect(target).toBeAttached();
    for (let stop = 0; stop <= MOST_STOPS; stop += 1) {
      const seen = await target.evaluate(look);
      if (seen !== null) {
        expect(seen.outlined, 'the focus is seen, on it or on the box around it').toBe(true);
        return expect(seen.covered, "the focus is not under the phone's bottom bar").toBe(false);
      }
      await press(key);
    }
    throw new Error(`The keyboard does not reach ${String(target)}.`);
  };
  return {
    press,
    to,
    type: (text: string) => page.keyboard.insertText(text),
    back: (target: Locator) => to(target, 'Shift+Tab'),
    use: async (target: Locator, key = 'Enter') => {
      await to(target);
      await press(key);
    },
    /** The names of the next stops. */
    stops: async (count: number) => {
      const names: string[] = [];
      for (let stop = 0; stop < count; stop += 1) {
        await press('Tab');
        names.push(
          await page.evaluate(() => {
            const at = document.activeElement;
            return at?.getAttribute('aria-label') || at?.getAttribute('title') || at?.textContent.trim() || '';
          }),
        );
      }
      return names;
    },
  };
}

/** The keyboard alone, with what every dialog does by it. */
export function keyboardTools(page: Page) {
  const keys = keyboard(page);
  const main = page.getByRole('main');
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
  /** It has the focus already, and shows it. */
  const holds = async (target: Locator) => {
    await expect(target).toBeFocused();
    await keys.to(target);
  };
  const use = async (target: Locator, key = 'Enter') => {
    await expect(target).toBeEnabled();
    await keys.use(target, key);
  };
  return {
    ...keys,
    use,
    main,
    dialog,
    holds,
    button: (name: string | RegExp) => main.getByRole('button', { name }),
    fill: async (field: Locator, text: string) => {
      await keys.to(field);
      await keys.type(text);
    },
    /** Opened, and left by Escape: the opener has the focus again. */
    opens: async (opener: Locator, name: string | RegExp) => {
      await use(opener);
      await expect(dialog(name)).toBeVisible();
      await keys.press('Escape');
      await expect(dialog(name)).toBeHidden();
      await holds(opener);
    },
  };
}
