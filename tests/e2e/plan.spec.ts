import { expect } from '@playwright/test';
import { deals } from './pages/deals.ts';
import { marketsPage } from './pages/markets.ts';
import { steady } from './pages/paper-control.ts';
import { paperTrader } from './pages/sign-up.ts';
import { unfold } from './pages/unfold.ts';
import { overflow, test } from './well-behaved.ts';

/** Each project has a symbol of its own, so that the two may run at once. Steps of one coin. */
const OWN = {
  phone: { symbol: 'GRTUSDT', name: 'grt_usdt' },
  desktop: { symbol: 'ALGOUSDT', name: 'algo_usdt' },
};
const PRICES = ['0.546', '0.56', '0.58'];

interface Planned {
  label: string;
  stopLoss: { at: number };
}

test(
  'U-8 EX-6 three take profits and a stop that moves: the first is hit, the rest is stopped at break-even',
  { tag: '@layout' },
  async ({ page }, { project }) => {
    const { symbol, name } = OWN[project.name as keyof typeof OWN];
    const { buy, rows } = deals(page, name);
    const planned = async () => (await rows())[0]?.['plan'] as Planned | undefined;
    const row = page.locator('[data-block]').first();
    const plan = page.getByRole('dialog', { name: 'Take profits and stop' });
    const share = plan.getByLabel('Share');

    await test.step('set', async () => {
      await using _ = await steady(symbol, 0.52);
      await paperTrader(page);
      await buy(0.52, 100);
      await marketsPage(page).open(name);
      await unfold(row);
      await row.getByRole('button', { name: 'Targets in detail' }).click();
      await page.getByRole('button', { name: 'Several take profits, or a stop that moves' }).click();
      const more = plan.getByRole('button', { name: 'One more take profit' });
      await more.click();
      await more.click();
      for (const [at, price] of PRICES.entries())
        await plan.getByLabel(`Take profit ${at + 1}`, { exact: true }).fill(price);
      await share.nth(0).fill('50');
      await share.nth(1).fill('30');
      await expect(share.nth(2)).toHaveValue('20');
      await plan.getByLabel('Stop loss of all that is left').fill('0.53');
      await expect(plan.getByRole('alert')).toHaveText('Max stop loss is 0.5197');
      await plan.getByLabel('Stop loss of all that is left').fill('0.494');
      await plan.getByLabel('After a take profit the stop').selectOption('break-even');
      const parts = plan.getByRole('list', { name: 'Parts of the plan' }).getByRole('listitem');
      await expect(parts).toHaveText([/^95/, /^57/, /^39/]);
      await expect(parts.first()).toContainText('target: the exchange · stop: the exchange');
      expect(await overflow(page)).toEqual([]);
      await plan.getByRole('button', { name: 'Set plan' }).click();
      await expect(plan).toBeHidden();
      await expect.poll(async () => (await planned())?.label).toBe('exchange, moved by us');
    });

    await test.step('the first target is hit, and the stop moves', async () => {
      await using _ = await steady(symbol, 0.547);
      await expect.poll(async () => (await planned())?.stopLoss.at).toBe(0.5233);
    });

    await test.step('the rest is stopped there', async () => {
      await using _ = await steady(symbol, 0.52);
      await expect.poll(async () => (await rows()).length).toBe(0);
    });
  },
);
