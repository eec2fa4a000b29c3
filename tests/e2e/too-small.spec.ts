import { expect } from '@playwright/test';
import { test } from './own-market.ts';
import { deals } from './pages/deals.ts';
import { marketsPage } from './pages/markets.ts';
import { paperTrader } from './pages/sign-up.ts';

test('V-03 a block that is too small to sell says so before the press, and can be released', async ({
  page,
  site: { control },
}) => {
  await paperTrader(page);
  {
    await using _ = await control.steady('XRPUSDT', 0.52);
    await deals(page, 'xrp_usdt').buy(0.52, 6);
  }
  await using _ = await control.steady('XRPUSDT', 0.4);
  const markets = marketsPage(page);
  await markets.open('xrp_usdt');
  await markets.rows.first().getByRole('button', { name: 'Close block' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(
    /Nothing can be sold: 11\.\d+\sXRP are worth 4\.\d+\sUSDT, under the 5 USDT minimum\./,
  );
  await expect(dialog.getByRole('button', { name: 'Close block' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Release' }).click();
  await expect(markets.rows).toHaveCount(0);
});
