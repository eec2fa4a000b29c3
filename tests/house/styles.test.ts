import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
/** Elements and classes that span a page: what is anywhere below them changes with each price. */
const WHOLE_PAGE = /(?:^|[\s,(])(?::root|html|body|main|\.(?:shell|main|wide|screen))\)?:has\(/m;

it('no style of a whole page depends on what it has: it would be matched again with each price', () => {
  const sheets = globSync('client/**/*.css', { cwd: root });
  expect(sheets.length).toBeGreaterThan(100);
  expect(WHOLE_PAGE.test('.main:has([data-desk]) {') && WHOLE_PAGE.test(':global(:root):has(.bar) {')).toBe(true);
  expect(sheets.filter((file) => WHOLE_PAGE.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
