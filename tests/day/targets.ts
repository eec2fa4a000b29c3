import { expect } from '@playwright/test';
import { deals } from '../e2e/pages/deals.ts';
import { marketsPage } from '../e2e/pages/markets.ts';
import type { Day } from './site.ts';

const PRICES = ['0.546', '0.56', '0.58'];

/** Half, three tenths and two tenths of a block at three prices, with a stop that goes to break-even. */
export async function buysWithTargets({ page, site, picture }: Day): Promise<void> {
  await using _ = await site.control.steady('GRTUSDT', 0.52);
  const market = marketsPage(page);
  await market.open('grt_usdt');
  await market.type({ price: '0.52', total: '100' });
  await market.takeProfit.fill('0.546');
  await market.stopLoss.fill('0.494');
  await market.form.getByRole('button', { name: 'Exit plan' }).click();
  const more = market.form.getByRole('button', { name: 'One more take profit' });
  await more.click();
  await more.click();
  for (const [at, price] of PRICES.entries())
    await market.form.getByLabel(`Take profit ${at + 1}`, { exact: true }).fill(price);
  const shares = market.form.getByLabel('Share', { exact: true });
  await shares.nth(0).fill('50');
  await shares.nth(1).fill('30');
  await market.form.getByLabel('The stop', { exact: true }).selectOption('break-even');
  await expect(market.form.getByText('If every take profit fills')).toBeVisible();
  await picture('three-targets-form');
  await market.button.scrollIntoViewIfNeeded();
  await picture('three-targets-button');
  await market.button.click();
  const { rows } = deals(page, 'grt_usdt');
  const label = async () => ((await rows())[0]?.['plan'] as { label: string } | undefined)?.label;
  await expect.poll(label).toBe('exchange, moved by us');
  const row = page.locator('[data-block]').first();
  await row.scrollIntoViewIfNeeded();
  await picture('three-targets-block');
}
