import { Big } from 'big.js';
import { expect, type Page } from '@playwright/test';
import {
  breakEven,
  type Entry,
  percent,
  profit,
  quantityFor,
  sellable,
  shownPercent,
  shownValue,
  targetQuantity,
} from '../factories/printed-rules.ts';
import { blocksPage, signed } from './pages/blocks.ts';
import { activeUid, addCopy } from './pages/keys.ts';
import { marketsPage } from './pages/markets.ts';
import { steady } from './pages/paper-control.ts';
import { paperTrader } from './pages/sign-up.ts';
import { test } from './well-behaved.ts';

const MODES = [
  { section: 'buy', counterEarning: true },
  { section: 'buy', counterEarning: false },
  { section: 'sell', counterEarning: true },
  { section: 'sell', counterEarning: false },
] as const;
type Mode = (typeof MODES)[number];

const FEE = new Big('0.001');
const [HIGH, LOW] = [0.546, 0.494];

const missing = ({ quantity, price: paid }: Entry, { traded, price }: { traded: Big; price: number }): Big => {
  const kept = new Big(1).minus(FEE).times(price);
  return quantity.times(paid).div(kept).minus(traded);
};

/** What the trading rules print for 100 USDT at 0.5200 and targets 5% away, as a page is to show it. */
function printed({ section, counterEarning }: Mode) {
  const entry: Entry = { side: section, price: new Big('0.52'), quantity: quantityFor(100, 0.52) };
  const cost = entry.quantity.times(entry.price);
  const isBuy = section === 'buy';
  const at = (price: number) => {
    const wanted = targetQuantity(entry, counterEarning, price);
    const traded = isBuy && wanted.gt(sellable(entry)) ? sellable(entry) : wanted;
    // What a stop of a purchase leaves short of the counter spent is made up for at its price.
    const short = isBuy && !counterEarning && traded.lt(wanted) ? missing(entry, { traded, price }) : new Big(0);
    const earned = profit(entry, counterEarning, { traded, price }).minus(short);
    return {
      price: String(price),
      traded: traded.toFixed(1),
      profit: signed(shownValue(earned), 4),
      percent: shownPercent(percent(entry, counterEarning, earned)),
    };
  };
  return {
    quantity: entry.quantity.toFixed(1),
    cost: cost.toFixed(4),
    fee: isBuy ? `${entry.quantity.times(FEE).toFixed(4)} XRP` : `${cost.times(FEE).round(4, 0).toFixed(4)} USDT`,
    breakEven: isBuy ? breakEven(entry).toFixed(4) : '',
    earned: counterEarning ? 'USDT' : 'XRP',
    takeProfit: at(isBuy ? HIGH : LOW),
    stopLoss: at(isBuy ? LOW : HIGH),
  };
}

async function expectReceipt(page: Page, { earned, takeProfit, stopLoss, ...entry }: ReturnType<typeof printed>) {
  const markets = marketsPage(page);
  await markets.type({ price: '0.5200', total: '100' });
  await expect(markets.quantity).toHaveValue(entry.quantity);
  await markets.takeProfit.fill(takeProfit.price);
  await markets.stopLoss.fill(stopLoss.price);
  const facts = [
    `${entry.quantity} XRP`,
    `${entry.cost} USDT`,
    `Fee 0.1%${entry.fee}`,
    entry.breakEven,
    `Take profit earns ${takeProfit.percent.toFixed(2)}%${takeProfit.profit} ${earned}`,
    `Worst loss −${Math.abs(stopLoss.percent).toFixed(2)}%${stopLoss.profit} ${earned}`,
  ];
  for (const fact of facts) await expect(markets.receipt).toContainText(fact);
  await expect(markets.form.getByRole('list', { name: 'Copies' })).toHaveText(
    `Sister ${entry.quantity} XRP, ${entry.cost} USDT`,
  );
}

async function expectRow(page: Page, mode: Mode) {
  const { earned, takeProfit, stopLoss, quantity, cost } = printed(mode);
  const here = blocksPage(page, 'xrp_usdt', mode);
  const row = here.rows.first();
  await expect(row).toHaveAttribute('data-status', 'targets-placed');
  expect(await here.expectTold(row)).toMatchObject({
    firstFilledQuantity: Number(quantity),
    firstFilledCounterQuantity: Number(cost),
    secondTakeProfitPlacedPrice: Number(takeProfit.price),
    secondStopLossPlacedPrice: Number(stopLoss.price),
  });
  await row.getByRole('button', { name: '1 copy' }).click();
  const [[, sister] = []] = await here.reported();
  if (!sister) throw new Error('The server tells of no copy.');
  await here.shows(row.getByRole('row').filter({ hasText: 'Sister' }), sister);

  await row.getByRole('button', { name: 'Targets in detail' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stop Limit / Take Profit' });
  const trades = mode.section === 'buy' ? 'Sells' : 'Buys back';
  for (const target of [takeProfit, stopLoss])
    await expect(dialog).toContainText(
      `PNL ${target.profit} ${earned} ${signed(target.percent, 2)}%${trades} ${target.traded} XRP`,
    );
  await page.keyboard.press('Escape');
}

test('the receipt, the row, its copy and its targets say what the server tells and the trading rules print', async ({
  page,
}) => {
  await using _ = await steady('XRPUSDT', 0.52);
  await paperTrader(page);
  await addCopy(page, 'Sister', await activeUid(page));
  for (const mode of MODES)
    await test.step(`${mode.section}, earning ${printed(mode).earned}`, async () => {
      await blocksPage(page, 'xrp_usdt', mode).open();
      await expectReceipt(page, printed(mode));
      await marketsPage(page).button.click();
      await expectRow(page, mode);
    });
});
