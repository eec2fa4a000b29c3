import { expect } from '@playwright/test';
import { alertsPage } from '../e2e/pages/alerts.ts';
import { deals } from '../e2e/pages/deals.ts';
import type { Day } from './site.ts';

/** Down through lines of the grid and additions of the ladder, and up again. */
const XRP = [0.519, 0.514, 0.509, 0.504, 0.499, 0.509, 0.521, 0.531];

/** The grid turns, additions fill, the first target is hit and its stop moves, an alert fires. */
export async function livesThrough({ page, site, picture }: Day): Promise<void> {
  const { trade, steady } = site.control;
  for (const price of XRP) {
    await trade('XRPUSDT', price);
    // Orders that follow a fill rest before the next price.
    await page.waitForTimeout(1500);
  }
  const { rows } = deals(page, 'grt_usdt');
  const plan = async () => (await rows())[0]?.['plan'] as { stopLoss: { at: number } } | undefined;
  await using _ = await steady('GRTUSDT', 0.547);
  await expect.poll(async () => (await plan())?.stopLoss.at).toBe(0.5233);
  await page.goto('/markets/spot/list?market=binance&symbolName=grt_usdt&counterEarning=true&section=buy');
  const row = page.locator('[data-block]').first();
  await row.scrollIntoViewIfNeeded();
  await picture('first-target-hit');
  await page.goto('/alerts');
  const { row: alert, rows: alerts } = alertsPage(page);
  await expect(alerts).toHaveCount(2);
  await expect(async () => {
    await trade('DOTUSDT', 5);
    await trade('DOTUSDT', 4.7);
    await expect(alert().row).toHaveAttribute('data-executed', 'true', { timeout: 3000 });
  }).toPass();
  await picture('alert-fired');
}
