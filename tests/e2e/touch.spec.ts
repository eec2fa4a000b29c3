import { expect } from '@playwright/test';
import { idle } from './pages/audit.ts';
import { deals } from './pages/deals.ts';
import { steady } from './pages/paper-control.ts';
import { paperTrader } from './pages/sign-up.ts';
import { smallTouchAreas } from './pages/touch-areas.ts';
import { unfold } from './pages/unfold.ts';
import { test } from './well-behaved.ts';

const SYMBOL = 'LDOUSDT';
const NAME = 'ldo_usdt';
const BOUGHT = 9;
const MARKETS = `/markets/spot/list?market=binance&symbolName=${NAME}&counterEarning=true`;
const PATHS = [
  '/overview',
  ...['buy', 'sell', 'alerts', 'history'].map((section) => `${MARKETS}&section=${section}`),
  '/history',
  '/alerts',
  '/api',
  '/account',
  '/bots',
  '/backtests',
  '/signals',
  '/developers',
];

test(
  'issue 21: on a phone everything that is pressed has 44 by 44 px for a finger',
  { tag: '@audit' },
  async ({ page }) => {
    await using _ = await steady(SYMBOL, BOUGHT);
    await paperTrader(page);
    const own = deals(page, NAME);
    const bought = await own.buy(BOUGHT, 100);
    await own.setTargets(bought, { stopLossPrice: 8.5 });
    await own.buy(BOUGHT, 50);
    await own.close(await own.buy(BOUGHT, 40));
    await own.addAlert(20);
    for (const path of PATHS) {
      await page.goto(path);
      await idle(page);
      expect.soft(await smallTouchAreas(page), path).toEqual([]);
      for (const row of await page.locator('[data-block]').all()) await unfold(row);
      expect.soft(await smallTouchAreas(page), `${path}, its rows unfolded`).toEqual([]);
    }
  },
);
