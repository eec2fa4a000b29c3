import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';
import type { OrderTerms } from '../../server/domain/market/exchange-order.ts';
import { roundTerms } from '../../server/exchanges/rounding.ts';
import { sellableAfterFees, worthAtStop } from '../../server/exchanges/sizing.ts';
import { limit, market, priced, sumOf, type ExchangeCore } from './trading-floor.ts';

export function sizes(core: ExchangeCore): void {
  const free = async (asset: string): Promise<Big> => {
    const balances = await core.exchange.balances(core.key);
    if (balances.outcome !== 'ok') throw new Error('no balances');
    return balances.value.find((balance) => balance.asset === asset)?.free ?? new Big(0);
  };

  const fillsOf = async (terms: OrderTerms) => {
    const placed = await core.exchange.place(core.key, terms);
    if (placed.outcome !== 'accepted') throw new Error('not accepted');
    const { symbol, exchangeOrderId } = placed.order;
    const fills = await core.exchange.fills(core.key, { symbol, exchangeOrderId });
    if (fills.outcome !== 'ok') throw new Error('no fills');
    return fills.value;
  };
  const commission = async () => {
    const answer = await core.exchange.commission(core.key, core.pair.symbol);
    if (answer.outcome !== 'ok') throw new Error('no commission');
    return answer.value;
  };

  it('req. 9: fills tell the fee to the last digit: what can be sold again is exactly what came in', async () => {
    const { exchange, key, pair } = core;
    const before = await free(pair.base);
    const fills = await fillsOf(market(core, 'buy'));
    const { sellable, dust } = sellableAfterFees(fills, pair.base, pair.step);
    expect((await free(pair.base)).minus(before).toFixed()).toBe(sellable.plus(dust).toFixed());
    expect(sellable.lt(sumOf(fills))).toBe(true);
    const sold = await exchange.place(key, { ...market(core, 'sell'), quantity: sellable });
    expect(sold).toMatchObject({ outcome: 'accepted', order: { state: 'filled' } });
  });

  it('req. 9: what is charged is what commission() says', async () => {
    const { taker, discount } = await commission();
    expect(taker.gt(0) && taker.lt('0.1')).toBe(true);
    expect(discount).toBeNull();
    for (const fill of await fillsOf(market(core, 'buy'))) {
      expect(fill.commission.minus(fill.quantity.times(taker)).abs().lte('1e-8')).toBe(true);
    }
  });

  it('req. 9: a fee in another asset takes nothing off, except where that asset itself was bought', async ({
    skip,
  }) => {
    const { key, world, exchange, pair } = core;
    const { discount } = world;
    skip(discount === undefined, 'no such fees here');
    if (discount === undefined) return;
    await discount.switchOn(key);
    expect((await commission()).discount).toMatchObject({ asset: discount.asset });
    const before = await free(pair.base);
    const bought = await fillsOf(market(core, 'buy'));
    for (const { commissionAsset } of bought) expect(commissionAsset).toBe(discount.asset);
    expect(sellableAfterFees(bought, pair.base, pair.step).sellable.toFixed()).toBe(sumOf(bought).toFixed());
    expect((await free(pair.base)).minus(before).toFixed()).toBe(sumOf(bought).toFixed());

    const own = exchange.pairs().get(discount.symbol);
    if (own === undefined) throw new Error(`${discount.symbol} is not traded`);
    const held = await free(discount.asset);
    const quantity = own.step.times(100);
    const fills = await fillsOf({ ...market(core, 'buy'), symbol: own.symbol, quantity });
    const { sellable, dust } = sellableAfterFees(fills, own.base, own.step);
    expect(sellable.lt(quantity)).toBe(true);
    expect((await free(discount.asset)).minus(held).toFixed()).toBe(sellable.plus(dust).toFixed());
  });

  it('req. 10: terms rounded to the steps are taken as they are, and others refused with the nearest', async () => {
    const { exchange, key, pair } = core;
    const terms = limit(core, 'buy', '0.95');
    const off = {
      ...terms,
      price: terms.price.plus(pair.tick.div(3).round(10)),
      quantity: terms.quantity.plus(pair.step.div(7).round(10)),
    };
    const refused = await exchange.place(key, { ...off, quantity: terms.quantity });
    const nearest = [terms.price.toFixed(), terms.price.plus(pair.tick).toFixed()];
    for (const text of nearest) {
      expect(refused).toMatchObject({ outcome: 'rejected', sentence: expect.stringContaining(text) });
    }
    const placed = await exchange.place(key, roundTerms(pair, off));
    if (placed.outcome !== 'accepted') throw new Error('not accepted');
    expect([placed.order.price.toFixed(), placed.order.quantity.toFixed()]).toEqual([
      terms.price.toFixed(),
      terms.quantity.toFixed(),
    ]);
  });

  it('req. 11: what is dust at its stop is refused there, and a step more is taken', async ({ skip }) => {
    const { exchange, key, pair } = core;
    skip(!pair.triggers.has('stop-limit'), 'no stops by limit here');
    const stopPrice = priced(core, '0.9');
    const enough = ceilTo(pair.step, pair.minNotional.div(stopPrice));
    const dust = floorTo(pair.step, pair.minNotional.div(stopPrice).minus(pair.step.div(2)));
    const { price: _price, ...common } = limit(core, 'sell', '1');
    for (const [quantity, legal] of [[dust, false] as const, [enough, true] as const]) {
      expect(worthAtStop({ quantity, stopPrice }, pair).legal).toBe(legal);
      expect(quantity.times(core.price).gte(pair.minNotional)).toBe(true);
      const terms = { ...common, clientOrderId: `${common.clientOrderId}${legal}`.slice(-30), quantity };
      const placed = await exchange.place(key, { ...terms, type: 'stop-limit', price: stopPrice, stopPrice });
      expect(placed.outcome).toBe(legal ? 'accepted' : 'rejected');
    }
  });
}
