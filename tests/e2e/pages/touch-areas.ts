import type { Page } from '@playwright/test';

/**
 * What a finger reaches less than 44 by 44 px of (design.md), found by probing, so that what ::before adds counts and what
 * lies above is taken off. Links within a sentence are left out, as are the labels of chart lines, which stand at their
 * prices and are listed by a button; texts in the row of a block have 24 px, since a press beside them opens the row.
 */
export const smallTouchAreas = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // The border of a field, 1 px on each side, belongs to it; whole pixels are probed, of which an edge may take one.
    const [LEAST, LEAST_IN_ROW] = [44 - 3, 24 - 1];
    const TARGETS = 'a[href], button, input, select, summary, [role=tab], [role=button]';
    const ON_CHART = /\. (Drag|Show the list|Press to change)|more lines$/;
    const isPart = (part: Element | null, target: Element): boolean =>
      part !== null && (target.contains(part) || part.closest('label')?.control === target);
    /** How far it reaches from its middle in one direction, in px. */
    const reach = (target: Element, [right, down]: readonly [number, number]): number => {
      const { left, top, width, height } = target.getBoundingClientRect();
      for (let distance = 1; distance <= LEAST; distance += 1) {
        const [x, y] = [left + width / 2 + right * distance, top + height / 2 + down * distance];
        if (!isPart(document.elementFromPoint(x, y), target)) return distance - 0.5;
      }
      return LEAST;
    };
    const inText = ({ parentNode }: Element): boolean =>
      [...(parentNode?.childNodes ?? [])].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    /** Neither switched off nor for a screen reader alone. */
    const isPressed = (target: Element): boolean => {
      const { width, height } = target.getBoundingClientRect();
      const isShown = target.checkVisibility({ visibilityProperty: true }) && Math.min(width, height) > 1;
      return isShown && !target.matches(':disabled') && !inText(target);
    };
    const found: string[] = [];
    for (const target of (document.querySelector('dialog[open]') ?? document.body).querySelectorAll(TARGETS)) {
      const name = target.getAttribute('aria-label') ?? (target.closest('label') ?? target).textContent.trim();
      if (!isPressed(target) || ON_CHART.test(name)) continue;
      target.scrollIntoView({ block: 'center', inline: 'nearest' });
      // The link that leads past the menu comes into sight with the keyboard alone.
      if (target.getBoundingClientRect().bottom <= 0) continue;
      const least = target.closest('[data-block]') ? LEAST_IN_ROW : LEAST;
      const width = reach(target, [-1, 0]) + reach(target, [1, 0]);
      const height = reach(target, [0, -1]) + reach(target, [0, 1]);
      if (Math.min(width, height) < least)
        found.push(`${target.tagName} ${name.slice(0, 40)}: ${width} by ${height} px`);
    }
    scrollTo(0, 0);
    return found;
  });
