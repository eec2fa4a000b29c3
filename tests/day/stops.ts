import { expect } from '@playwright/test';
import { deals } from '../e2e/pages/deals.ts';
import type { Day } from './site.ts';

async function stopsBot({ page, main, picture }: Day, name: string): Promise<void> {
  await page.goto('/bots');
  await main
    .getByRole('button', { name: `Detail of ${name}` })
    .first()
    .click();
  const detail = page.getByRole('dialog').filter({ hasText: name }).first();
  await detail.getByRole('button', { name: 'Stop', exact: true }).click();
  const stop = page.getByRole('dialog', { name: `Stop ${name}?` });
  await stop.getByRole('radio', { name: /^Sell coins: / }).check();
  await picture(`stop-${name.toLowerCase().replace(' ', '-')}`);
  await stop.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(detail.getByText('Inactive')).toBeVisible();
  await picture(`stopped-${name.toLowerCase().replace(' ', '-')}`);
}

/** Bots with their coins sold, every block closed, and the switch of all trading. */
export async function stopsAll(day: Day): Promise<void> {
  const { page, site, picture } = day;
  for (const name of ['Night grid', 'Ladder']) await stopsBot(day, name);
  for (const [symbol, price] of [
    ['GRTUSDT', 0.547],
    ['ADAUSDT', 0.4],
  ] as const) {
    await using _ = await site.control.steady(symbol, price);
    const name = symbol.replace('USDT', '_usdt').toLowerCase();
    const { rows } = deals(page, name);
    for (const { inGroup, blockId } of await rows()) {
      if (inGroup !== false) continue;
      const data = { market: 'binance', symbolName: name, blockId };
      expect((await page.request.put('/api/markets/spot/fourth/close', { data })).ok()).toBe(true);
    }
    await expect.poll(async () => (await rows()).length).toBe(0);
  }
  await page.goto('/overview');
  await expect(page.getByText('Nothing needs you now.')).toBeVisible();
  await picture('overview-at-the-end');
}
