import { expect, type Page } from '@playwright/test';
import { expectSound, loaded, ZOOMED } from './pages/audit.ts';
import { deals } from './pages/deals.ts';
import { activeUid, addCopy, keysPage } from './pages/keys.ts';
import { marketsPage } from './pages/markets.ts';
import { steady } from './pages/paper-control.ts';
import { paperTrader } from './pages/sign-up.ts';
import { unfold } from './pages/unfold.ts';
import { test } from './well-behaved.ts';

/** Each project has a symbol of its own, so that the two may run at once. */
const OWN = {
  phone: { symbol: 'TONUSDT', name: 'ton_usdt', price: 3, stop: 2.7, far: '3.24' },
  desktop: { symbol: 'VETUSDT', name: 'vet_usdt', price: 0.03, stop: 0.027, far: '0.0324' },
};

/** Looks at the dialog that was opened, and leaves it. */
async function look(page: Page, name: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  await loaded(page);
  await expectSound(page, 'dialog[open]');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

async function lookAtChart(page: Page): Promise<void> {
  const open = async (tool: string) => {
    await page.getByRole('button', { name: 'Chart tools' }).click();
    await page.getByRole('dialog', { name: 'Chart tools' }).getByRole('button', { name: tool }).click();
  };
  await open('Indicators');
  const indicators = page.getByRole('dialog', { name: 'Indicators' });
  for (const name of [/^EMA/, /^Bollinger/, /^RSI/, /^MACD/]) await indicators.getByRole('switch', { name }).check();
  await look(page, 'Indicators');
  await open('Draw');
  await look(page, 'Draw a line');
  for (const line of ['Horizontal line', 'Trend line']) {
    await open('Draw');
    await page.getByRole('button', { name: line }).click();
    await page.getByRole('button', { name: 'Enter it instead' }).click();
    await look(page, line);
  }
}

test(
  'issue 21: the dialogs of chart, order form, rows and keys are accessible on the narrowest phone and at 200 % zoom',
  { tag: ['@layout', '@audit'] },
  async ({ page }, { project }) => {
    test.slow();
    const { symbol, name, price, stop, far } = project.name === 'phone' ? OWN.phone : OWN.desktop;
    await using _ = await steady(symbol, price);
    await paperTrader(page);
    const own = deals(page, name);
    await own.setTargets(await own.buy(price, 100), { stopLossPrice: stop });
    // There a desk has the layout of a phone, and what was opened before is gone.
    if (project.name === 'desktop') await page.setViewportSize(ZOOMED);
    const markets = marketsPage(page);
    await markets.open(name);
    await page.getByRole('button', { name: 'Got it' }).click();

    await test.step('chart', () => lookAtChart(page));

    await test.step('order form', async () => {
      await markets.type({ price: far, total: '50' });
      await markets.button.click();
      await look(page, /^Buy 8\.0% above the market\?/);
      await markets.price.fill('');
    });

    await test.step('rows', async () => {
      const row = page.locator('[data-status=targets-placed]');
      await row.getByTitle('Order history').click();
      await look(page, 'Order history');
      await unfold(row);
      await row.getByRole('button', { name: 'Close half' }).click();
      await look(page, 'Close a part of this block?');
    });

    await test.step('keys', async () => {
      await addCopy(page, 'Sister', await activeUid(page));
      const keys = keysPage(page);
      await keys.open();
      await keys.button('List').click();
      await keys.button('Manage Paper').click();
      await look(page, 'Paper');
      await keys.button('Manage Sister').click();
      await keys.dialog('Sister').getByRole('button', { name: 'Copy rule of Sister' }).click();
      await look(page, 'Copy rule of Sister');
    });
  },
);
