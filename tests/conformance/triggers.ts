import { expect, it } from 'vitest';
import type { OrderTerms } from '../../server/domain/market/exchange-order.ts';
import { algoSlots } from '../../server/exchanges/sizing.ts';
import { eventually, limit, priced, type ExchangeCore } from './trading-floor.ts';

/** What waits for a trade at its stop price. */
export function triggers(core: ExchangeCore): void {
  const common = (side: 'buy' | 'sell') => {
    const { price: _price, ...terms } = limit(core, side, '1');
    return terms;
  };
  const stop = (factor: string): OrderTerms => ({ ...common('sell'), type: 'stop', stopPrice: priced(core, factor) });
  const stateOf = async (terms: OrderTerms) => {
    const found = await core.exchange.find(core.key, terms);
    return found.outcome === 'found' ? found.order.state : found.outcome;
  };

  it.for(['stop', 'stop-limit', 'take-profit', 'take-profit-limit'] as const)(
    'a %s rests, is read back with its trigger, and is cancelled',
    async (type, { skip }) => {
      const { exchange, key, pair } = core;
      skip(!pair.triggers.has(type), `no ${type} here`);
      const stopPrice = priced(core, type.startsWith('stop') ? '0.95' : '1.05');
      const priceToo = type.endsWith('-limit') ? { price: stopPrice } : {};
      const terms = { ...common('sell'), type, stopPrice, ...priceToo } as OrderTerms;
      expect(await exchange.place(key, terms)).toMatchObject({ outcome: 'accepted', order: { type, state: 'open' } });
      const open = await exchange.openOrders(key, terms.symbol);
      const [order] = open.outcome === 'ok' ? open.value : [];
      expect(order).toMatchObject({ type, side: 'sell', exchangeListId: null, expiryReason: null });
      expect(order?.stopPrice?.toFixed()).toBe(stopPrice.toFixed());
      expect(await exchange.cancel(key, terms)).toMatchObject({ outcome: 'cancelled', order: { type } });
    },
  );

  it('a stop that the market is past already is refused, with one that is not', async ({ skip }) => {
    const { exchange, key, pair } = core;
    skip(!pair.triggers.has('stop'), 'no stops here');
    const refused = await exchange.place(key, stop('1.05'));
    const nearest = core.price.minus(pair.tick).toFixed();
    expect(refused).toMatchObject({ outcome: 'rejected', sentence: expect.stringContaining(nearest) });
  });

  it('req. 14: the stop over the limit is refused in a sentence, and can be counted beforehand', async ({ skip }) => {
    const { exchange, key, pair } = core;
    const most = pair.limits.algoOrders;
    skip(most === null || !pair.triggers.has('stop'), 'stops are not limited here');
    for (let count = 0; count < (most ?? 0); count += 1) {
      expect(await exchange.place(key, stop('0.95'))).toMatchObject({ outcome: 'accepted' });
    }
    const open = await exchange.openOrders(key, pair.symbol);
    expect(open.outcome === 'ok' && algoSlots(open.value, pair.symbol)).toBe(most);
    expect(await exchange.place(key, stop('0.95'))).toMatchObject({
      outcome: 'rejected',
      sentence: expect.stringMatching(new RegExp(`${most} stop.*\\.$`)),
    });
  });

  it('req. 15: a stop sells even where the price jumped over it, one by limit rests above', async ({ skip }) => {
    const { exchange, key, pair, world } = core;
    skip(!pair.triggers.has('stop') || !pair.triggers.has('stop-limit'), 'not both kinds of stop here');
    const [atMarket, stopPrice] = [stop('0.97'), priced(core, '0.97')];
    const byLimit: OrderTerms = { ...common('sell'), type: 'stop-limit', stopPrice, price: priced(core, '0.965') };
    for (const terms of [atMarket, byLimit])
      expect(await exchange.place(key, terms)).toMatchObject({ outcome: 'accepted' });
    await world.setPrice(priced(core, '0.93'));
    await eventually(async () => expect(await stateOf(atMarket)).toBe('filled'));
    expect(await stateOf(byLimit)).toBe('open');
  });
}
