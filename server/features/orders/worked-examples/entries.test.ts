import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import * as printed from '../../../../tests/factories/printed-rules.ts';
import {
  accountsOf,
  enter,
  entriesOf,
  FREE,
  ON_BUY,
  orderOf,
  ruleDeals,
  setTargets,
  type Targets,
} from '../../../../tests/factories/rule-deals.ts';
import { xrpDeals, type Row } from '../../../../tests/factories/xrp-deals.ts';
import { until } from '../../../../tests/setup/until.ts';

const deals = xrpDeals();
const { price, rows } = deals;
const { shows, rests, filled, aimed } = ruleDeals(deals);

describe('rule 1: quantity from total', () => {
  it('100 at 0.5200 is 192.3 for 99.996, and 0.004 stays unspent', async () => {
    const { who } = await filled({ side: 'buy' });
    expect((await rows(who, 'buy'))[0]).toMatchObject({
      firstPlacedQuantity: 192.3,
      firstPlacedCounterQuantity: 99.996,
    });
    expect((await deals.byHand(who).balances())['USDT']).toMatchObject({ free: '900.00400000' });
  });

  it('is checked after flooring against the exchange’s own minimum, with the nearest that works', async () => {
    const who = await deals.group(FREE);
    const { body } = await enter(who, { side: 'buy', total: 5 });
    expect(body.error).toBe(
      'Total value of the order should be more than 6USDT. Smallest order here: 5.044 USDT (9.7 XRP).',
    );
    expect((await enter(who, { side: 'buy', total: 6 })).body.error).toBeNull();
    const [main] = entriesOf({ side: 'buy', total: 6 });
    const from = expect.stringContaining(`This key needs ${printed.smallestFollower(main, 1000)} USDT free.`);
    const skipped = { status: 'skipped', skipCode: 'BELOW_MIN', statusReason: from };
    const placed = { status: 'filled', firstPlacedQuantity: 11.5, firstPlacedCounterQuantity: 5.98 };
    await shows(who, { section: 'buy' }, [placed, skipped, skipped]);
  });
});

describe('rule 2: fees', () => {
  it('without BNB 192.1 can be sold again and 0.0077 is dust', async () => {
    const { who, blockId, entries } = await filled({ side: 'buy' });
    const dust = entries.map(printed.dust);
    // A fill may be known before the fee of its trade.
    await until(async () => expect((await rows(who, 'buy')).map((row) => row['dust'])).toEqual(dust));
    expect(dust[0]).toBe(0.0077);
    await setTargets(who, blockId, { takeProfit: 0.546 });
    const [, ...copies] = entries.map((entry) => [`SELL LIMIT ${printed.sellable(entry).toFixed()}`]);
    await rests(who, [['SELL LIMIT 192.1'], ...copies]);
  });

  it.each([0.5211, 0.521])('0.5211 is the breakeven: sold at %d', async (at) => {
    const { who, entries } = await aimed({ side: 'buy' }, { takeProfit: at });
    await price(String(at));
    const earned = entries.map((entry) => printed.profit(entry, true, { traded: printed.sellable(entry), price: at }));
    const like = earned.map((profit) => ({ status: 'take-profit-filled', profitValue: printed.shownValue(profit) }));
    const found = await shows(who, { section: 'history' }, like);
    const gains = found.map(({ profitValue }) => (profitValue as number) >= 0);
    expect(gains).toEqual(entries.map((entry) => printed.breakEven(entry).lte(at)));
    expect(gains[0]).toBe(at === 0.5211);
  });

  it('with BNB paying all 192.3 can be sold, and what was paid is converted at the time of each trade', async () => {
    const who = await deals.group(FREE);
    await deals.control('price', { symbol: 'BNBUSDT', price: '600' });
    for (const account of accountsOf(who)) {
      const set = await deals.byHand(account).post('/sapi/v1/bnbBurn', { spotBNBBurn: 'true' });
      expect(set.status).toBe(200);
    }
    const { blockId } = (await enter(who, { side: 'buy' })).body.orderBlock;
    const entries = entriesOf({ side: 'buy' });
    await shows(
      who,
      { section: 'buy' },
      entries.map(() => ({ status: 'filled', dust: 0 })),
    );
    await setTargets(who, blockId, { takeProfit: 0.546 });
    await rests(
      who,
      entries.map(({ quantity }) => [`SELL LIMIT ${quantity.toFixed()}`]),
    );
    await price('0.546');
    await shows(
      who,
      { section: 'history' },
      entries.map(() => ({ status: 'take-profit-filled', dust: 0 })),
    );
    const paid = await deals.site().database.sql<{ fee: string }[]>`
      select sum(f.commission)::text as fee from fills f join positions p on p.user_id = f.user_id and p.key_id = f.key_id
      where p.block_id = ${blockId} and f.commission_asset = 'BNB' group by p.ordinal order by p.ordinal`;
    const earned = entries.map(({ quantity }, index) =>
      quantity.times('0.026').minus(new Big(paid[index]?.fee ?? 0).times(600)),
    );
    const like = earned.map((profit) => ({ profitValue: printed.shownValue(profit) }));
    await shows(who, { section: 'history' }, like);
  });
});

describe('rule 3: legality', () => {
  it('PERCENT_PRICE_BY_SIDE at an average of 0.5210: buys 0.1042 to 0.6252, sells 0.4168 to 2.6050', async () => {
    const who = await deals.group(FREE);
    await price('0.521');
    for (const [side, inside, outside] of [
      ['buy', [0.1042, 0.6252], [0.1041, 0.6253]],
      ['sell', [0.4168, 2.605], [0.4167, 2.6051]],
    ] as const) {
      for (const at of outside) {
        const { body } = await enter(who, { side, price: at, total: 20 });
        expect(body.error).toMatch(/^Request falls outside the acceptable price range/);
      }
      for (const at of inside) expect((await enter(who, { side, price: at, total: 20 })).body.error).toBeNull();
    }
    await until(async () => {
      const sent = await deals.site().database.sql<{ price: string; keys: number }[]>`
        select trim_scale(price)::text as price, count(distinct api_key)::int as keys from paper.orders
        where api_key = any(${accountsOf(who).map(({ paperKey }) => paperKey)}) group by price order by price`;
      expect(sent.map((each) => [each.price, each.keys])).toEqual(
        ['0.1042', '0.4168', '0.6252', '2.605'].map((at) => [at, 3]),
      );
    });
  });

  it('the deepest stop of 5.98 USDT is 0.4386: it rests there, and one tick deeper is refused with it', async () => {
    const who = await deals.group(FREE);
    const { body } = await who.post('/api/markets/spot/preview/buy', orderOf({ side: 'buy', total: 6 }));
    const [main] = entriesOf({ side: 'buy', total: 6 });
    expect([body.deepestStop, printed.deepestStop(main)]).toEqual([0.4386, 0.4386]);
    const { blockId } = (await enter(who, { side: 'buy', total: 6 })).body.orderBlock;
    const stands = (as: Row) => until(async () => expect((await who.rows('buy', blockId))[0]).toMatchObject(as));
    await stands({ status: 'filled' });
    expect((await setTargets(who, blockId, { stopLoss: 0.4385 })).body.errorMessage).toBe(
      'The stop loss at 0.4385 cannot be sold: 11.4 XRP are worth 4.9989 USDT there, under the 5 USDT minimum. The deepest stop loss here is 0.4386.',
    );
    expect((await setTargets(who, blockId, { stopLoss: 0.4386 })).body.errorMessage).toBeNull();
    await stands({ protection: 'exchange', protectionReason: null, statusReason: null });
    await rests(who, [['SELL STOP_LOSS 11.4'], [], []]);
  });

  it('a stop 20% below needs 6.26 USDT plus a step', async () => {
    const who = await deals.group(FREE);
    const deepest = async (total: number) => {
      const { body } = await who.post('/api/markets/spot/preview/buy', orderOf({ side: 'buy', total }));
      return body.deepestStop as number;
    };
    expect(printed.totalForStop(0.8).toFixed(2, 3)).toBe('6.26');
    const [onStep] = [printed.totalForStop(0.8).div('0.052').round(0, 3).times('0.052')];
    expect(await deepest(6.26)).toBeGreaterThan(0.416);
    expect(await deepest(onStep.plus('0.052').toNumber())).toBeLessThanOrEqual(0.416);
  });

  it.each([
    ['buy', { takeProfit: 0.5233, stopLoss: 0.5227 }, ['Min take profit is 0.5233', 'Max stop loss is 0.5227']],
    ['sell', { takeProfit: 0.5227, stopLoss: 0.5233 }, ['Max take profit is 0.5227', 'Min stop loss is 0.5233']],
  ] as const)('three ticks from 0.5230 for a %s block', async (side, nearest, hints) => {
    await price('0.523');
    const { who, blockId } = await filled({ side, price: 0.523 });
    const closer = side === 'buy' ? -0.0001 : 0.0001;
    const refused = async (targets: Partial<Targets>) => (await setTargets(who, blockId, targets)).body.errorMessage;
    expect(await refused({ takeProfit: new Big(nearest.takeProfit).plus(closer).toNumber() })).toBe(hints[0]);
    expect(await refused({ stopLoss: new Big(nearest.stopLoss).minus(closer).toNumber() })).toBe(hints[1]);
    expect((await who.resting()).flat()).toEqual([]);
    expect((await setTargets(who, blockId, nearest)).body).toMatchObject({ errorMessage: null, failed: [] });
    await until(async () => expect((await who.resting()).map((orders) => orders.length)).toEqual([2, 2, 2]));
  });
});

describe('rule 4: partial fills', () => {
  it('50.0 at 0.5200 and 42.3 at 0.5199 are 47.99% at 0.519954; 92.2 of it can be protected and sold', async () => {
    const liquidity = (maxPerTick: string | null) => deals.control('liquidity', { symbol: 'XRPUSDT', maxPerTick });
    const who = await deals.group(FREE);
    await price('0.5199');
    await liquidity('42.3');
    const { blockId } = (await enter(who, { side: 'buy' })).body.orderBlock;
    const entries = entriesOf({ side: 'buy' });
    await shows(
      who,
      { section: 'buy' },
      entries.map(() => ({ status: 'partly-filled', firstFilledQuantity: 42.3 })),
    );
    await liquidity('50');
    await price('0.52');
    await liquidity('0');
    const [main, ...copies] = entries;
    await shows(who, { section: 'buy' }, [
      { firstFilledQuantity: 92.3, firstFilledPrice: 0.519954, filledQuantity: 47.99 },
      ...copies.map(({ quantity }) => ({
        firstFilledQuantity: 42.3,
        firstFilledPrice: 0.5199,
        filledQuantity: printed.shownPercent(new Big('42.3').div(quantity)),
      })),
    ]);
    await setTargets(who, blockId, ON_BUY);
    const stands = ({ quantity }: printed.Entry, held: string) => [
      `BUY LIMIT ${quantity.toFixed()}`,
      `SELL LIMIT_MAKER ${held}`,
      `SELL STOP_LOSS ${held}`,
    ];
    await rests(who, [stands(main, '92.2'), ...copies.map((entry) => stands(entry, '42.2'))]);
    await liquidity(null);
    await price('0.546');
    const earned = (sold: string, spent: Big) =>
      printed.shownValue(new Big(sold).times('0.546').times('0.999').minus(spent));
    const own = earned('42.2', new Big('42.3').times('0.5199'));
    const profits = [earned('92.2', new Big('47.99177')), own, own];
    const like = profits.map((profitValue) => ({ status: 'take-profit-filled', profitValue }));
    await shows(who, { section: 'history' }, like);
    await rests(who, [[], [], []]);
  });
});

describe('rule 7: copies by the ratio of balances', () => {
  it('99.996 of 1,000 is 61.5 XRP for 31.98 of 320', async () => {
    const { who } = await filled({ side: 'buy' });
    expect((await rows(who, 'buy'))[1]).toMatchObject({
      connectorName: 'Copy 1',
      inGroup: true,
      firstPlacedPrice: 0.52,
      firstPlacedQuantity: 61.5,
      firstFilledCounterQuantity: 31.98,
      drift: 0,
    });
  });

  it('the smallest follower has 52.51 of 1,000; each leg of its targets is checked again', async () => {
    const who = await deals.group({ main: '1000', copies: ['52.51', '50'] });
    const { blockId } = (await enter(who, { side: 'buy' })).body.orderBlock;
    const sentence = '4.99 USDT is under the 5 USDT minimum. This key needs 52.51 USDT free.';
    const skipped = { status: 'skipped', skipCode: 'BELOW_MIN', statusReason: sentence };
    await shows(who, { section: 'buy' }, [
      { status: 'filled' },
      { status: 'filled', firstFilledQuantity: 10 },
      skipped,
    ]);
    await setTargets(who, blockId, ON_BUY);
    const held = ['exchange', 'unprotected', 'none'].map((protection) => ({ protection }));
    await shows(who, { section: 'buy' }, held);
    await rests(who, [['SELL LIMIT_MAKER 192.1', 'SELL STOP_LOSS 192.1'], ['SELL LIMIT 9.9'], []]);
  });

  it('100 of 6,500 is 1.89 of 123: skipped, nothing sent', async () => {
    const who = await deals.group({ main: '6500', copies: ['123'] });
    await enter(who, { side: 'buy' });
    const skipped = {
      status: 'skipped',
      statusReason: expect.stringMatching(/^1\.89 USDT is under the 5 USDT minimum/),
    };
    await shows(who, { section: 'buy' }, [{ status: 'filled' }, skipped]);
    expect(await who.sent(who.copies[0]?.paperKey ?? '')).toBe(0);
  });
});
