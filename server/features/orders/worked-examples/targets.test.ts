import { describe, expect, it } from 'vitest';
import { sellOco } from '../../../../tests/factories/paper-exchange.ts';
import * as printed from '../../../../tests/factories/printed-rules.ts';
import {
  accountsOf,
  enter,
  entriesOf,
  FREE,
  ON_BUY,
  ON_SELL,
  orderOf,
  ruleDeals,
  setTargets,
} from '../../../../tests/factories/rule-deals.ts';
import { xrpDeals, type Row } from '../../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();
const { price, rows } = deals;
const { shows, rests, filled, aimed } = ruleDeals(deals);

const STAGES = {
  takeProfit: ['takeProfitRest', 'take-profit-filled', 'secondTakeProfitFilledQuantity'],
  stopLoss: ['stopLossRest', 'stop-loss-filled', 'secondStopLossFilledQuantity'],
} as const;

describe('rule 5: both targets of a filled entry, in all four earning modes', () => {
  it.each([
    ['buy', true, 'takeProfit', 4.7857134, 4.78],
    ['buy', true, 'stopLoss', -5.1934974, -5.2],
    ['buy', false, 'takeProfit', 8.7077, 4.52],
    ['sell', true, 'takeProfit', 4.801004, 4.8],
    ['sell', true, 'stopLoss', -5.208996, -5.21],
    ['sell', false, 'takeProfit', 9.6978, 5.04],
    ['sell', false, 'stopLoss', -9.5829, -4.99],
  ] as const)('%s, counterEarning %s, at its %s: %d', async (...example) => {
    const [side, earns, target, profitValue, profitPercent] = example;
    const targets = side === 'buy' ? ON_BUY : ON_SELL;
    const { who, entries } = await aimed({ side, earns }, targets);
    const held = entries.map(() => ({ status: 'targets-placed', protection: 'exchange' }));
    await shows(who, { section: side, earns }, held);
    const at = targets[target];
    await price(String(at));
    const [rest, status, filledQuantity] = STAGES[target];
    const like = entries.map((entry) => {
      const list = printed.listOf(entry, earns, targets);
      const traded = list.quantity.plus(list[rest]);
      const earned = printed.profit(entry, earns, { traded, price: at });
      return {
        status,
        open: false,
        [filledQuantity]: Number(traded),
        profitValue: printed.shownValue(earned),
        profitPercent: printed.shownPercent(printed.percent(entry, earns, earned)),
      };
    });
    expect((await shows(who, { section: 'history', earns }, like))[0]).toMatchObject({ profitValue, profitPercent });
    expect(await rows(who, side, earns)).toEqual([]);
  });
});

/** The same quantity at both prices. */
const pairOf = (side: string, quantity: string) =>
  ['LIMIT_MAKER', 'STOP_LOSS'].map((type) => `${side} ${type} ${quantity}`);

describe('rule 6: one list for both targets', () => {
  it('at 0.5230 a sale at 0.5460 or 0.4940 is legal; 0.5220 is refused, by the exchange too', async () => {
    await price('0.523');
    const { who, blockId, entries } = await filled({ side: 'buy', price: 0.523 });
    const byHand = await deals.byHand(who).placeList('oco', sellOco('100', '0.522', '0.494'));
    expect(byHand.body.msg).toMatch(/relationship of the prices/);
    const tooClose = await setTargets(who, blockId, { ...ON_BUY, takeProfit: 0.522 });
    expect(tooClose.body.errorMessage).toBe('Min take profit is 0.5233');
    expect((await setTargets(who, blockId, ON_BUY)).body).toMatchObject({ errorMessage: null, failed: [] });
    const sold = entries.map((entry) => printed.sellable(entry).toFixed());
    await rests(
      who,
      sold.map((quantity) => pairOf('SELL', quantity)),
    );
    await price('0.494');
    await rests(who, [[], [], []]);
  });

  it.each([
    [100, '183.4', 8.7077],
    [1000, '1833.3', 0.077],
  ])(
    'a purchase of %d that earns base holds %s; a stop sells the rest where that is worth an order',
    async (total, held, left) => {
      const { who, entries } = await aimed({ side: 'buy', earns: false, total }, ON_BUY);
      const lists = entries.map((entry) => printed.listOf(entry, false, ON_BUY));
      expect(lists[0]?.quantity.toFixed()).toBe(held);
      await rests(
        who,
        lists.map(({ quantity }) => pairOf('SELL', quantity.toFixed())),
      );
      await price('0.494');
      const like = lists.map(({ quantity, stopLossRest }, index) => {
        const sold = quantity.plus(stopLossRest);
        const dust = entries[index]?.quantity.times('0.999').minus(sold);
        return { status: 'stop-loss-filled', secondStopLossFilledQuantity: Number(sold), dust: Number(dust) };
      });
      const [main] = await shows(who, { section: 'history', earns: false }, like);
      expect(main).toMatchObject({ dust: left });
    },
  );

  it('a sale that earns base holds 182.9, and buys 19.3 more for the 9.54 USDT that its take profit leaves', async () => {
    const { who, entries } = await aimed({ side: 'sell', earns: false }, ON_SELL);
    const lists = entries.map((entry) => printed.listOf(entry, false, ON_SELL));
    expect([lists[0]?.quantity.toFixed(), lists[0]?.takeProfitRest.toFixed()]).toEqual(['182.9', '19.3']);
    await rests(
      who,
      lists.map(({ quantity }) => pairOf('BUY', quantity.toFixed())),
    );
    await price('0.494');
    await shows(
      who,
      { section: 'history', earns: false },
      entries.map(() => ({ status: 'take-profit-filled' })),
    );
    const bought = async (account: Parameters<typeof deals.sent>[0]) =>
      (await deals.sent(account))
        .filter(({ side, status }) => side === 'BUY' && status === 'FILLED')
        .map(({ quantity }) => quantity);
    expect(await Promise.all(accountsOf(who).map(bought))).toEqual(
      lists.map(({ quantity, takeProfitRest }) =>
        [quantity, takeProfitRest].filter((each) => each.gt(0)).map((each) => each.toFixed()),
      ),
    );
  });

  it('a sale’s stop needs 5.209 USDT more than the sale brought in: shown before, refused without, taken with it', async () => {
    const who = await deals.group({ ...FREE, asset: 'XRP' });
    const needed = entriesOf({ side: 'sell' }).map((entry) => printed.reserve(entry, ON_SELL.stopLoss));
    const desired = { takeProfitPrice: ON_SELL.takeProfit, stopLossPrice: ON_SELL.stopLoss };
    const { body } = await who.post('/api/markets/spot/preview/sell', { ...orderOf({ side: 'sell' }), ...desired });
    const reserves = (body.receipts as Row[]).map((receipt) => receipt['reserve']);
    expect(reserves).toEqual(needed.map(Number));
    expect(needed[0]?.toFixed(3)).toBe('5.209');
    for (const [index, { paperKey: key }] of accountsOf(who).entries()) {
      const free = needed[index]?.minus(index === 0 ? '0.0001' : 0).toFixed();
      await deals.control('balance', { key, asset: 'USDT', free });
    }
    const { blockId } = (await enter(who, { side: 'sell' })).body.orderBlock;
    await shows(
      who,
      { section: 'sell' },
      needed.map(() => ({ status: 'filled' })),
    );
    const errorMessage = expect.stringMatching(/balance is insufficient.* 105\.105 USDT/);
    expect((await setTargets(who, blockId, ON_SELL)).body).toMatchObject({ errorMessage, failed: [{}] });
    const held = ['server', 'exchange', 'exchange'].map((protection) => ({ protection }));
    await shows(who, { section: 'sell' }, held);
  });
});
