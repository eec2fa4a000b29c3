import { expect } from '@playwright/test';
import { GRID } from '../factories/bot-settings.ts';
import { keyboard } from './pages/keyboard.ts';
import { paperTrader } from './pages/sign-up.ts';
import { test } from './well-behaved.ts';

const HOUR = 3_600_000;

test(
  'a report is opened and deleted by the keyboard alone, and the runs that are left keep the focus',
  { tag: '@keyboard' },
  async ({ page }) => {
    await paperTrader(page);
    const bot = { market: 'binance', symbolName: 'xrp_usdt', type: 'grid', settings: GRID };
    const time = { from: Date.now() - 50 * HOUR, to: Date.now() - 2 * HOUR, interval: '1h' };
    const run = async () => (await page.request.post('/api/backtests', { data: { bot, ...time } })).json();
    expect([await run(), await run()]).toMatchObject([{ error: null }, { error: null }]);
    await page.goto('/backtests');
    const { to, use } = keyboard(page);
    const main = page.getByRole('main');
    const runs = main.getByRole('region', { name: 'Runs' });
    const deletes = runs.getByRole('button', { name: /^Delete/ });
    await expect(deletes).toHaveCount(2);
    const first = runs.getByRole('button', { name: /^Grid bot/ }).first();
    await use(first);
    await expect(page).toHaveURL(/run=/);
    await expect(main.getByText('checked: the same decisions')).toBeVisible();
    await expect(first).toBeFocused();
    await use(deletes.first());
    await expect(deletes).toHaveCount(1);
    await to(runs.locator(':focus'));
    await use(deletes.first());
    await expect(main.getByText('No runs yet')).toBeVisible();
    await to(runs.locator(':focus'));
  },
);
