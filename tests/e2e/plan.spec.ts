import { expect } from '@playwright/test';
import { deals } from './pages/deals.ts';
import { marketsPage } from './pages/markets.ts';
import { steady } from './pages/paper-control.ts';
import { paperTrader } from './pages/sign-up.ts';
import { unfold } from './pages/unfold.ts';
import { expectSound, overflow, test } from './well-behaved.ts';

/** Each project has a symbol of its own, so that the two may run at once. Steps of one coin. */
const OWN = {
  phone: { symbol: 'GRTUSDT', name: 'grt_usdt' },
  desktop: { symbol: 'ALGOUSDT', name: 'algo_usdt' },
};
const PRICES = ['0.546', '0.56', '0.58'];

interface Followed {
  trailing: { movedBy: string; peak: number };
}

interface Planned {
  label: string;
  stopLoss: { at: number };
  takeProfits: { price: number }[];
}

test(
  'U-8 EX-6 three take profits and a stop that moves: the first is hit, the rest is stopped at break-even',
  { tag: '@layout' },
  async ({ page, hasTouch }, { project }) => {
    const { symbol, name } = OWN[project.name as keyof typeof OWN];
    const { rows } = deals(page, name);
    const planned = async () => (await rows())[0]?.['plan'] as Planned | undefined;
    const row = page.locator('[data-block]').first();
    const plan = page.getByRole('dialog', { name: 'Take profits and stop' });
    const share = plan.getByLabel('Share');
    const remove = async () => {
      await row.getByRole('button', { name: 'Remove order' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove order' }).click();
      await expect.poll(async () => (await rows()).length).toBe(0);
      // Until it is closed, no field behind it takes the focus, and what is typed there is lost.
      await expect(page.getByRole('dialog')).toBeHidden();
    };

    await test.step('ordered with its plan: who holds what, and both results, before the press', async () => {
      await using _ = await steady(symbol, 0.53);
      await paperTrader(page);
      const market = marketsPage(page);
      await market.open(name);
      await market.type({ price: '0.56', total: '100' });
      await market.form.getByRole('button', { name: 'When reached' }).click();
      await expect(market.form.getByText('waits, then 0.5628')).toBeVisible();
      // EX-9: one more field makes it trail from there.
      const turns = market.form.getByLabel('Then trail it, until it turns up by');
      await market.type({ price: '0.52', total: '100' });
      await turns.fill('1');
      await expect(market.form.getByText('trails, at most 0.5279')).toBeVisible();
      await market.button.click();
      await expect.poll(async () => (await rows())[0]).toMatchObject({ trigger: 0.52, turnsBy: 1 });
      await expect(market.total).toHaveValue('');
      await unfold(row);
      await expect(row).toContainText('From 0.5200 on, once it turns up 1% from the lowest price');
      expect(await overflow(page)).toEqual([]);
      await remove();
      await market.type({ price: '0.56', total: '100' });
      await market.form.getByRole('button', { name: 'When reached' }).click();
      await market.button.click();
      await expect.poll(async () => (await rows())[0]).toMatchObject({ trigger: 0.56, firstPlacedPrice: 0.5628 });
      await expect(market.total).toHaveValue('');
      await unfold(row);
      await expect(row).toContainText('Waits for 0.5600');
      expect(await overflow(page)).toEqual([]);
      await remove();
      await market.type({ price: '0.52', total: '100' });
      await market.form.getByRole('button', { name: 'Ladder' }).click();
      await expect(market.form.getByText('Enter the price of the last limit.')).toBeVisible();
      await market.form.getByLabel('From the price down to').fill('0.48');
      await market.form.getByLabel('Limits', { exact: true }).fill('3');
      await market.form.getByLabel('Money of the last').fill('2');
      const limits = market.form.getByRole('list', { name: 'Limits of the ladder' }).getByRole('listitem');
      await expect(limits).toHaveText([/at 0\.5200, 2\d\./, /at 0\.5000, 3\d\./, /at 0\.4800, 4\d\./]);
      expect(await overflow(page)).toEqual([]);
      await market.button.click();
      await expect.poll(async () => (await rows())[0]?.['limits']).toHaveLength(3);
      await expect(market.total).toHaveValue('');
      await unfold(row);
      await expect(row).toContainText('Ladder: 0 of 3 limits filled, 3 at 0.5200 to 0.4800');
      expect(await overflow(page)).toEqual([]);
      await remove();
      await market.type({ price: '0.52', total: '100' });
      await market.takeProfit.fill('0.546');
      await market.stopLoss.fill('0.494');
      await market.form.getByRole('button', { name: 'Exit plan' }).click();
      const more = market.form.getByRole('button', { name: 'One more take profit' });
      await more.click();
      await more.click();
      for (const [at, price] of PRICES.entries())
        await market.form.getByLabel(`Take profit ${at + 1}`, { exact: true }).fill(price);
      await market.form.getByLabel('Take profit 1', { exact: true }).fill('5%');
      await expect(market.form.getByText('0.5460').first()).toBeVisible();
      await market.form.getByRole('button', { name: 'Take profit 1 in percent' }).click();
      await expect(market.form.getByLabel('Take profit 1', { exact: true })).toHaveValue('0.5460');
      const shares = market.form.getByLabel('Share', { exact: true });
      await shares.nth(0).fill('50');
      await shares.nth(1).fill('30');
      await expect(shares.nth(2)).toHaveValue('20');
      await market.form.getByLabel('The stop', { exact: true }).selectOption('break-even');
      await market.form.getByRole('button', { name: 'Expires' }).click();
      await market.form.getByLabel('Cancel what has not filled after').fill('2');
      const parts = market.form.getByRole('list', { name: 'Parts of the plan' }).getByRole('listitem');
      await expect(parts).toHaveText([/^9\d/, /^5\d/, /^3\d/]);
      await expect(parts.first()).toContainText('target: the exchange · stop: the exchange');
      await expect(market.form.getByText('If every take profit fills')).toBeVisible();
      expect(await overflow(page)).toEqual([]);
      await market.button.click();
      await expect.poll(async () => (await planned())?.label).toMatch(/go out with the entry$/);
      await unfold(row);
      await expect(row).toContainText(/Expires /);
    });

    await test.step('changed in the row before it fills, and sliced once it has', async () => {
      await row.getByRole('button', { name: 'Targets in detail' }).click();
      await expect(share).toHaveCount(3);
      await plan.getByLabel('Stop loss of all that is left').fill('0.53');
      await expect(plan.getByRole('alert')).toHaveText('Max stop loss is 0.5197');
      await plan.getByLabel('Stop loss of all that is left').fill('0.495');
      await expect(plan.getByText('If the stop comes first')).toBeVisible();
      await expectSound(page, 'dialog[open]');
      await plan.getByRole('button', { name: 'Set plan' }).click();
      await expect(plan).toBeHidden();
      await using _ = await steady(symbol, 0.52);
      await expect.poll(async () => (await planned())?.label).toBe('exchange, moved by us');
      expect((await planned())?.stopLoss.at).toBe(0.495);
      // Each take profit is a line of the chart.
      if (hasTouch) await page.getByRole('button', { name: 'Chart tools' }).click();
      await page.getByRole('button', { name: 'Lines (5)' }).press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: /^Change.*Take profit 3/ }).press('Enter');
      await dialog.getByLabel('New price').fill('0.59');
      await dialog.getByLabel('New price').press('Enter');
      await expect.poll(async () => (await planned())?.takeProfits.at(-1)?.price).toBe(0.59);
      await expect(dialog).toBeHidden();
    });

    await test.step('the first target is hit, and the stop moves', async () => {
      await using _ = await steady(symbol, 0.547);
      await expect.poll(async () => (await planned())?.stopLoss.at).toBe(0.5233);
      // The row has the stop that the exchange has confirmed: it moves no more once the price is under it.
      await unfold(row);
      await expect(row.getByRole('textbox', { name: 'Stop loss' })).toHaveValue('0.5233');
    });

    await test.step('the rest is stopped there', async () => {
      await using _ = await steady(symbol, 0.52);
      await expect.poll(async () => (await rows()).length).toBe(0);
    });
  },
);

/** The same, for a stop that follows: bought at `entry`; 3% behind `best` is `trigger`. */
const FOLLOWED = {
  phone: { symbol: 'XLMUSDT', name: 'xlm_usdt', entry: 0.096, begins: '0.0931', best: 0.1, trigger: 0.097 },
  desktop: { symbol: 'HBARUSDT', name: 'hbar_usdt', entry: 0.0523, begins: '0.05073', best: 0.0545, trigger: 0.05286 },
};

test(
  'U-8 EX-7 a stop that follows the price is set with a distance, followed by the exchange, and hit',
  { tag: '@layout' },
  async ({ page }, { project }) => {
    const { symbol, name, entry, begins, best, trigger } = FOLLOWED[project.name as keyof typeof FOLLOWED];
    const { buy, rows } = deals(page, name);
    const followed = async () => ((await rows())[0]?.['plan'] as { stopLoss: Followed } | undefined)?.stopLoss.trailing;
    const row = page.locator('[data-block]').first();
    const plan = page.getByRole('dialog', { name: 'Take profits and stop' });

    await test.step('set', async () => {
      await using _ = await steady(symbol, entry);
      await paperTrader(page);
      await buy(entry, 100);
      await marketsPage(page).open(name);
      await unfold(row);
      await row.getByRole('button', { name: 'Targets in detail' }).click();
      await page.getByRole('button', { name: 'Several take profits, or a stop that moves' }).click();
      await plan.getByRole('button', { name: 'Remove take profit 1' }).click();
      await plan.getByLabel('Stop loss of all that is left').fill(String(entry * 0.9).slice(0, 6));
      await plan.getByLabel('The stop', { exact: true }).selectOption('closing');
      await plan.getByLabel('Ends when it closes below').fill(String(entry * 0.95).slice(0, 6));
      await expect(plan.getByText(/this server; emergency stop: exchange.* the emergency stop at/)).toBeVisible();
      await plan.getByLabel('Close at market after the fill').fill('2');
      await plan.getByLabel('Only if in profit then').check();
      expect(await overflow(page)).toEqual([]);
      await plan.getByLabel('The stop', { exact: true }).selectOption('follows');
      await plan.getByLabel('Distance from the best price').fill('25');
      await expect(plan.getByRole('alert')).toHaveText('The trailing distance must be 0.1% to 20%.');
      await plan.getByLabel('Distance from the best price').fill('3');
      await expect(plan.getByText(`The stop begins at ${begins} and is moved by the exchange.`)).toBeVisible();
      await expect(plan.getByText('If this server is away, the stop still follows the price')).toBeVisible();
      expect(await overflow(page)).toEqual([]);
      await plan.getByRole('button', { name: 'Set plan' }).click();
      await expect(plan).toBeHidden();
      await expect.poll(async () => (await followed())?.movedBy).toBe('exchange');
    });

    await test.step('followed', async () => {
      await using _ = await steady(symbol, best);
      await expect.poll(async () => (await followed())?.peak).toBe(best);
      await expect(row).toContainText(/Exchange: stop about [\d.]+, peak about [\d.]+/);
      await expect(row).toContainText(`peak about ${best}`);
      // The field has what the text says, and not where the stop began.
      const about = /stop about ([\d.]+)/.exec((await row.textContent()) ?? '')?.[1] ?? '';
      await unfold(row);
      await expect(row.getByRole('textbox', { name: 'Stop loss' })).toHaveValue(about);
      await expect(row).toContainText(/Ends .+ if in profit/);
      expect(await overflow(page)).toEqual([]);
    });

    await test.step('hit', async () => {
      await using _ = await steady(symbol, trigger);
      await expect.poll(async () => (await rows()).length).toBe(0);
    });
  },
);
