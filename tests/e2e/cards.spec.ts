import { expect, type Page } from '@playwright/test';
import { blocksPage } from './pages/blocks.ts';
import { activeUid, addCopy } from './pages/keys.ts';
import { paperTrader } from './pages/sign-up.ts';
import { test } from './well-behaved.ts';

/** Texts of a row that lie on one another. */
const overlaps = (page: Page): Promise<string[]> =>
  page.locator('[data-block]').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
      const texts: { text: string; box: DOMRect }[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent?.trim() ?? '';
        if (text === '' || !node.parentElement?.checkVisibility() || node.parentElement.closest('.visually-hidden'))
          continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        texts.push({ text, box: range.getBoundingClientRect() });
      }
      return texts.flatMap(({ text, box }, at) =>
        texts
          .slice(at + 1)
          .filter((other) => Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 1)
          .filter((other) => Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 3)
          .map((other) => `${other.text} on ${text}`),
      );
    }),
  );

/** The longest figures that have room on the narrowest card. */
const LONG = { Value: '98,765.4321 USDT', 'Profit USDT': '▲ +1,234.5678' };

const lengthen = (page: Page): Promise<void> =>
  page.locator('[data-block]').evaluateAll((rows, long) => {
    for (const row of rows)
      for (const [label, text] of Object.entries(long)) {
        const cell = row.querySelector(`td[data-label="${label}"]`);
        const walker = cell && document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        for (let node = walker?.nextNode(), left = text; node; node = walker?.nextNode(), left = '')
          node.textContent = left;
      }
  }, LONG);

test('G-17 on a card no figure lies on another, however narrow it is and however long they are', async ({ page }) => {
  await paperTrader(page);
  await addCopy(page, 'Sister', await activeUid(page));
  const blocks = blocksPage(page, 'btc_usdt');
  const told = await (await page.request.get('/api/markets/spot/binance/btc_usdt')).json();
  const { symbolPrice: last } = told as { symbolPrice: number };
  await blocks.buy(Math.round(last * 1.01), 1500);
  await blocks.buy(Math.round(last * 0.9), 1500);
  await blocks.open();
  await expect(blocks.rows).toHaveCount(2);
  await expect(blocks.cell(blocks.rows.last(), 'Value')).toHaveText(/^1,\d{3}\.\d{4}\sUSDT$/);
  const checkAll = async (as: string) => {
    for (const width of [320, 390, 720]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await overlaps(page), `${as}, ${width} px wide`).toEqual([]);
    }
  };
  await checkAll('folded');
  for (const row of await blocks.rows.all()) await row.getByRole('button', { name: 'Targets and actions' }).click();
  await checkAll('unfolded');
  for (const copies of await page.getByRole('button', { name: '1 copy' }).all()) await copies.click();
  await expect(page.getByText('Sister').filter({ visible: true })).toHaveCount(2);
  await checkAll('with its copies');
  await page.setViewportSize({ width: 320, height: 844 });
  await lengthen(page);
  expect(await overlaps(page), 'a value of five digits').toEqual([]);
});
