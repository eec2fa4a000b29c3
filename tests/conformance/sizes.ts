import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';
import { roundTerms } from '../../server/exchanges/rounding.ts';
import { sellableAfterFees, worthAtStop } from '../../server/exchanges/sizing.ts';
import { limit, market, priced, type Floor } from './trading-floor.ts';

export function sizes(floor: Floor): void {
  const free = async (asset: string): Promise<Big> => {
    const balances = await floor.exchange.balances(floor.key);
    if (balances.outcome !== 'ok') throw new Error('no balances');
    return balances.value.find((balance) => balance.asset === asset)?.free ?? new Big(0);
  };

  it('req. 9: fills tell the fee to the last digit: what can be sold again is exactly what came in', async () => {
    const { exchange, key, pair } = floor;
    const before = await free(pair.base);
    const placed = await exchange.place(key, market(floor, 'buy'));
    if (placed.outcome !== 'accepted') throw new Error('not accepted');
    const { symbol, exchangeOrderId } = placed.order;
    const fills = await exchange.fills(key, { symbol, exchangeOrderId });
    if (fills.outcome !== 'ok') throw new Error('no fills');
    const { sellable, dust } = sellableAfterFees(fills.value, pair.base, pair.step);
    expect((await free(pair.base)).minus(before).toFixed()).toBe(sellable.plus(dust).toFixed());
    expect(sellable.lt(placed.order.filledQuantity)).toBe(true);
    const sold = await exchange.place(key, { ...market(floor, 'sell'), quantity: sellable });
    expect(sold).toMatchObject({ outcome: 'accepted', order: { state: 'filled' } });
  });

  it('req. 10: terms rounded to the steps are taken as they are, and others refused with the nearest', async () => {
    const { exchange, key, pair } = floor;
    const terms = limit(floor, 'buy', '0.95');
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
    const { exchange, key, pair } = floor;
    skip(!pair.triggers.has('stop-limit'), 'no stops by limit here');
    const stopPrice = priced(floor, '0.9');
    const enough = ceilTo(pair.step, pair.minNotional.div(stopPrice));
    const dust = floorTo(pair.step, pair.minNotional.div(stopPrice).minus(pair.step.div(2)));
    const { price: _price, ...common } = limit(floor, 'sell', '1');
    for (const [quantity, legal] of [[dust, false] as const, [enough, true] as const]) {
      expect(worthAtStop({ quantity, stopPrice }, pair).legal).toBe(legal);
      expect(quantity.times(floor.price).gte(pair.minNotional)).toBe(true);
      const terms = { ...common, clientOrderId: `${common.clientOrderId}${legal}`.slice(-30), quantity };
      const placed = await exchange.place(key, { ...terms, type: 'stop-limit', price: stopPrice, stopPrice });
      expect(placed.outcome).toBe(legal ? 'accepted' : 'rejected');
    }
  });
}
