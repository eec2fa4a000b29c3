import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { big, context, sketch, type Sketch, XRP } from '../../../../tests/factories/block-sketch.ts';
import { booksOf } from '../../../domain/position/books.ts';
import { resultOf } from './figures/result-of.ts';
import { presentPosition } from './present-position.ts';

const bought = (of: Sketch = {}) => sketch(of).order('entry', ['0.52', '192.3'], { trades: [['192.3']] });
const sold = (of: Sketch = {}) => bought({ ...of, side: 'sell' });

describe('trading rule 5, as printed', () => {
  it.each([
    ['buy, counter, take profit', bought({ end: 'take-profit' }), 'take-profit', '0.5460', '192.1', '4.7857'],
    ['buy, counter, stop loss', bought({ end: 'stop-loss' }), 'stop-loss', '0.4940', '192.1', '-5.1935'],
    ['buy, base', bought({ end: 'take-profit', counterEarning: false }), 'take-profit', '0.5460', '183.4', '8.7077'],
    ['sell, counter, take profit', sold({ end: 'take-profit' }), 'take-profit', '0.4940', '192.5', '4.8010'],
    ['sell, counter, stop loss', sold({ end: 'stop-loss' }), 'stop-loss', '0.5460', '192.5', '-5.2090'],
    ['sell, base', sold({ end: 'take-profit', counterEarning: false }), 'take-profit', '0.4940', '202.2', '9.6978'],
    ['sell, base, stop', sold({ end: 'stop-loss', counterEarning: false }), 'stop-loss', '0.5460', '182.9', '-9.5829'],
  ] as const)('%s: by its trades, and while open the same at that market', (...row) => {
    const [, block, leg, price, quantity, profit] = row;
    const { position } = block;
    const open = resultOf(position, null, context({ market: big(price) }));
    block.order(leg, [price, quantity], { trades: [[quantity]] });
    expect(block.result()?.profit).toBe(profit);
    expect(open?.profit.toFixed(4)).toBe(profit);
  });

  it('shows profit and percent rounded down, a loss too', () => {
    const profit = bought({ end: 'take-profit' }).order('take-profit', ['0.5460', '192.1'], { trades: [['192.1']] });
    expect(profit.present()).toMatchObject({ profitValue: 4.7857134, profitPercent: 4.78 });
    const loss = bought({ end: 'stop-loss' }).order('stop-loss', ['0.4940', '192.1'], { trades: [['192.1']] });
    expect(loss.result()?.exact).toBe('-5.1934974');
    expect(loss.present()).toMatchObject({ profitValue: -5.1934974, profitPercent: -5.2 });
    const base = bought({ end: 'take-profit', counterEarning: false });
    base.order('take-profit', ['0.5460', '183.4'], { trades: [['183.4']] });
    expect(base.present()).toMatchObject({ profitValue: 8.7077, profitPercent: 4.52 });
  });
});

describe('what a block earns', () => {
  it('in base is a loss where selling everything did not bring the counter back', () => {
    const block = bought({ counterEarning: false, end: 'stop-loss' });
    block.order('stop-loss', ['0.4940', '192.1'], { trades: [['192.1']] });
    const short = big('99.996').minus(big('192.1').times('0.4940').times('0.999'));
    const wanted = big('0.0077').minus(short.div(big('0.4940').times('0.999')));
    expect(block.result()?.profit).toBe(wanted.toFixed(4));
    expect(Number(block.result()?.profit)).toBeLessThan(-10);
  });

  it('is not known while a trade that the exchange speaks of is missing', () => {
    const block = bought({ end: 'take-profit' }).order('take-profit', ['0.5460', '192.1'], {
      trades: [['100']],
      state: 'filled',
      filledQuantity: big('192.1'),
      filledCounterQuantity: big('104.8866'),
    });
    expect(block.present()).toMatchObject({
      profitValue: null,
      profitPercent: null,
      secondTakeProfitFilledQuantity: 192.1,
      secondTakeProfitFilledCounterQuantity: 104.8866,
    });
  });

  it('takes fees in a third asset off at its price, and is not known without one', () => {
    const block = sketch({ end: 'take-profit' });
    block.order('entry', ['0.52', '192.3'], { trades: [['192.3', '0.52', '0.0001', 'BNB']] });
    block.order('take-profit', ['0.5460', '192.3'], { trades: [['192.3', '0.5460', '0.0002', 'BNB']] });
    expect(block.present()).toMatchObject({ profitValue: null, profitPercent: null });
    const asked: [string, number][] = [];
    const priceOf = (asset: string, tradedAt: number) => {
      asked.push([asset, tradedAt]);
      return big('600');
    };
    expect(block.result({ priceOf })?.exact).toBe(big('4.9998').minus(big('0.0003').times(600)).toFixed());
    expect(asked).toEqual([
      ['BNB', 100],
      ['BNB', 101],
    ]);
  });

  it('in base counts a third asset’s fee in base, at the price of its trade', () => {
    const block = sketch({ end: 'take-profit', side: 'sell', counterEarning: false });
    block.order('entry', ['0.50', '100'], { trades: [['100', '0.50', '0.0001', 'BNB']] });
    block.order('take-profit', ['0.40', '125'], { trades: [['125', '0.40', '0.0001', 'BNB']] });
    const fees = big('0.06').div('0.5').plus(big('0.06').div('0.4'));
    expect(block.result({ priceOf: () => big('600') })?.exact).toBe(big('25').minus(fees).toFixed());
  });

  it('is not known while open and no price is; an entry without a fill has earned nothing', () => {
    expect(bought().present({ market: null })).toMatchObject({ profitValue: null, profitPercent: null, value: null });
    const unfilled = sketch().order('entry', ['0.52', '192.3']);
    expect(unfilled.present({ market: null })).toMatchObject({ profitValue: 0, profitPercent: 0, value: 99.996 });
  });

  it('is not known of what was let go, or ended without an exit', () => {
    expect(bought({ end: 'released' }).present()).toMatchObject({ status: 'released', profitValue: null });
    const small = sketch({ end: 'closed', quantity: '8' }).order('entry', ['0.52', '8'], { trades: [['8']] });
    expect(small.present()).toMatchObject({ profitValue: null, dust: 7.992, value: 4.16 });
  });

  it('of a sale that was not bought back whole counts what is missing', () => {
    const block = sketch({ side: 'sell', end: 'closed' }).order('entry', ['0.5', '100'], {
      trades: [['100', '0.5', '0']],
    });
    block.order('close', ['0.4', '99'], { trades: [['99', '0.4', '0']], type: 'market', price: big(0) });
    expect(block.result()?.exact).toBe('10');
  });
});

describe('a row', () => {
  it('of a partly filled entry says how far it has come', () => {
    const block = sketch().order('entry', ['0.52', '192.3'], {
      trades: [
        ['50', '0.52'],
        ['42.3', '0.5199'],
      ],
    });
    expect(block.present()).toMatchObject({
      status: 'partly-filled',
      filledQuantity: 47.99,
      firstPlacedPrice: 0.52,
      firstPlacedQuantity: 192.3,
      firstPlacedCounterQuantity: 99.996,
      firstPlacedTime: 10,
      firstFilledPrice: 0.519954,
      firstFilledQuantity: 92.3,
      firstFilledCounterQuantity: 47.99177,
      firstFilledTime: 101,
      firstFilledUnrealizedQuantity: 100,
      firstOrderId: 'x-entry-1',
      value: 47.996,
    });
  });

  it('of a filled entry without targets has zeros for them, is not protected and holds dust', () => {
    expect(bought().present()).toMatchObject({
      status: 'filled',
      open: true,
      inGroup: false,
      connectorName: 'Paper',
      protection: 'none',
      drift: 0,
      filledQuantity: 100,
      value: 99.996,
      profitValue: -0.203892,
      dust: 0.0077,
      secondTakeProfitPlacedPrice: 0,
      secondTakeProfitPlacedOrderId: '',
      secondFirstStopLossPlacedQuantity: 0,
      secondStopLossFilledTime: 0,
    });
  });

  it('shows the targets that rest, and the entry they stand for', () => {
    const block = bought({ takeProfit: '0.5460', stopLoss: '0.4940' });
    block.order('take-profit', ['0.5460', '192.1']).order('stop-loss', ['0.4940', '192.1']);
    expect(block.present()).toMatchObject({
      status: 'targets-placed',
      protection: 'exchange',
      secondTakeProfitPlacedPrice: 0.546,
      secondTakeProfitPlacedQuantity: 192.1,
      secondTakeProfitPlacedCounterQuantity: 104.8866,
      secondTakeProfitPlacedTime: 11,
      secondTakeProfitPlacedOrderId: 'x-take-profit-2',
      secondStopLossPlacedPrice: 0.494,
      secondStopLossPlacedOrderId: 'x-stop-loss-3',
      secondFirstTakeProfitPlacedQuantity: 192.3,
      secondFirstTakeProfitPlacedCounterQuantity: 99.996,
      secondFirstTakeProfitFilledQuantity: 0,
    });
  });

  it('has zeros again once its targets are taken off, and new ones after a change', () => {
    const removed = bought().order('take-profit', ['0.5460', '192.1'], { state: 'cancelled', cancelAsked: true });
    expect(removed.present()).toMatchObject({
      status: 'filled',
      secondTakeProfitPlacedPrice: 0,
      secondTakeProfitPlacedQuantity: 0,
      secondTakeProfitPlacedTime: 0,
      secondTakeProfitPlacedOrderId: '',
      secondFirstTakeProfitPlacedQuantity: 0,
    });
    const changed = bought({ takeProfit: '0.56' }).order('take-profit', ['0.5460', '192.1'], { state: 'cancelled' });
    expect(changed.present()).toMatchObject({
      status: 'targets-changing',
      secondTakeProfitPlacedPrice: 0.56,
      secondTakeProfitPlacedQuantity: 192.1,
      secondTakeProfitPlacedOrderId: '',
    });
  });

  it('shows a target that only this server holds by what it would trade', () => {
    const list = { state: 'rejected', clientListId: 'list', exchangeOrderId: null } as const;
    const block = bought({ takeProfit: '0.5460', stopLoss: '0.4940' })
      .order('take-profit', ['0.5460', '192.1'], list)
      .order('stop-loss', ['0.4940', '192.1'], list)
      .order('take-profit', ['0.5460', '192.1']);
    expect(block.present()).toMatchObject({
      protection: 'server',
      secondStopLossPlacedPrice: 0.494,
      secondStopLossPlacedQuantity: 192.1,
      secondStopLossPlacedOrderId: '',
      secondStopLossPlacedTime: 0,
    });
  });

  it('counts a take profit that was filled in parts over several orders as one', () => {
    const block = bought({ takeProfit: '0.5460' });
    block.order('take-profit', ['0.5460', '192.1'], { trades: [['57.6']], state: 'cancelled' });
    block.order('take-profit', ['0.5460', '134.5']);
    const entry = big('57.6').div('192.1').times('192.3').round(8, 0);
    expect(block.present()).toMatchObject({
      secondTakeProfitPlacedQuantity: 192.1,
      secondTakeProfitFilledQuantity: 57.6,
      secondTakeProfitFilledPrice: 0.546,
      secondTakeProfitFilledOrderId: 'x-take-profit-2',
      secondFirstTakeProfitFilledQuantity: Number(entry.toFixed()),
    });
  });

  it('of a block that ended by its stop: what the list could not hold belongs to the stop', () => {
    const block = bought({ counterEarning: false, takeProfit: '0.5460', stopLoss: '0.4940', end: 'stop-loss' });
    block.order('take-profit', ['0.5460', '183.4'], { state: 'expired' });
    block.order('stop-loss', ['0.4940', '183.4'], { trades: [['183.4']] });
    block.order('rest', ['0.60', '8.7'], { trades: [['8.7']], type: 'market', price: big(0) });
    expect(block.present()).toMatchObject({
      status: 'stop-loss-filled',
      open: false,
      protection: 'none',
      secondStopLossPlacedQuantity: 192.1,
      secondStopLossFilledQuantity: 192.1,
      secondFirstStopLossFilledQuantity: 192.3,
      secondTakeProfitFilledQuantity: 0,
      secondTakeProfitPlacedPrice: 0.546,
      dust: 0.0077,
    });
  });

  it('of a block closed at market has its result from trades alone, whatever the market does since', () => {
    const block = bought({ end: 'closed' });
    block.order('close', ['0.53', '192.1'], {
      trades: [
        ['100', '0.53'],
        ['92.1', '0.5301'],
      ],
      type: 'market',
      price: big(0),
    });
    const exit = big('53').plus(big('92.1').times('0.5301'));
    expect(block.result({ market: big('9') })?.exact).toBe(exit.times('0.999').minus('99.996').toFixed());
    const { status, value } = block.present({ market: null });
    expect(status).toBe('closed');
    expect(value).toBe(Number(exit.div('192.1').times('192.3').round(8, 0).toFixed()));
  });

  it('of a copy says how far it has drifted from the main key, when both are known', () => {
    const main = sketch().order('entry', ['0.52', '192.3'], { trades: [['192.3']] });
    const copy = sketch({ quantity: '61.5' }).order('entry', ['0.52', '61.5'], { trades: [['30.75']] });
    copy.position.id = 'copy';
    copy.position.row.ordinal = 1;
    const drift = () =>
      presentPosition({ ...main.view, positions: [main.position, copy.position] }, copy.position, context());
    expect(drift().drift?.toFixed()).toBe('-0.5');
    expect(drift().inGroup).toBe(true);
    copy.position.orders[0]!.state = 'unknown';
    expect(drift().drift).toBeNull();
  });

  it('of a skipped copy has no entry, and says why', () => {
    const block = sketch({ quantity: '0', takeProfit: '0.6' });
    const skip = { skipCode: 'SKIP_BELOW_MIN', reason: 'Below the least order.', endedAt: 900 };
    Object.assign(block.position.row, skip);
    expect(block.present()).toMatchObject({
      status: 'skipped',
      skipCode: 'SKIP_BELOW_MIN',
      statusReason: 'Below the least order.',
      firstPlacedPrice: 0,
      firstPlacedTime: 0,
      drift: 0,
      filledQuantity: 0,
      profitValue: 0,
      value: 0,
      protection: 'none',
      secondTakeProfitPlacedPrice: 0,
    });
  });

  it('fits the wire even where a product has more digits than a JSON number', () => {
    const block = sketch({ quantity: '1234567.8' });
    block.position.price = big('0.123456789012');
    block.order('entry', ['0.123456789012', '1234567.8'], { trades: [['1234567.7']] });
    expect(() => block.present()).not.toThrow();
  });
});

const units = (most: number, decimals: number) =>
  fc.integer({ min: 1, max: most }).map((count) => big(count).div(`1e${decimals}`));
const asset = fc.constantFrom('XRP', 'USDT');
const trade = fc.record({ quantity: units(10_000, 1), price: units(100_000, 4), fee: units(1000, 6), asset });

it('an ended position that earns counter has earned what its trades left in counter, to the last digit', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('buy' as const, 'sell' as const),
      fc.array(trade, { minLength: 1, maxLength: 5 }),
      fc.array(trade, { minLength: 1, maxLength: 5 }),
      (side, entries, exits) => {
        const block = sketch({ side, end: 'closed' });
        const tradesOf = (trades: typeof entries) =>
          trades.map((one) => [one.quantity.toFixed(), one.price.toFixed(), one.fee.toFixed(), one.asset]);
        block.order('entry', ['1', '100000'], { trades: tradesOf(entries) });
        block.order('close', ['1', '100000'], { trades: tradesOf(exits) });
        const books = booksOf(block.position, XRP);
        fc.pre(books.base.gte(0));
        expect(block.result()?.exact).toBe(books.counter.toFixed());
      },
    ),
    { numRuns: 500 },
  );
});
