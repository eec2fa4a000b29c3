import { type BasketContext, type BasketFacts, basketNow } from '../../../domain/strategies/basket/basket-facts.ts';
import { type Leg, purchasesOf, rebalancing } from '../../../domain/strategies/basket/rebalance.ts';
import type { BotDeps } from '../deps.ts';
import type { StoredRun } from '../runs/runs.store.ts';
import type { Sending } from './order-calls.ts';

interface Planned {
  stored: StoredRun;
  sending: Sending;
  facts: BasketFacts;
  context: BasketContext;
  /** All of a rebalancing, or its purchases once its sales are done. */
  of: 'rebalance' | 'buy';
}

/** C-26, S-35: why the limit for one order forbids a leg of a basket; null where it allows each of them. */
export async function legFault(
  { limits, markets }: Pick<BotDeps, 'limits' | 'markets'>,
  { stored: { run, assets }, sending: { key }, facts, context, of }: Planned,
): Promise<string | null> {
  const basket = basketNow(facts, context);
  if (!basket) return null;
  const buys = () => purchasesOf(basket, basket.counter.held).buys;
  const plan = of === 'rebalance' ? rebalancing(basket) : { sells: [], buys: buys() };
  const faultOf = async ({ asset, quantity }: Leg, side: 'buy' | 'sell'): Promise<string | null> => {
    const symbol = assets.find((each) => each.asset === asset)?.symbol;
    const pair = symbol ? markets.findExchangePair(key.market, symbol) : null;
    const price = basket.assets.find(({ name }) => name === asset)?.price;
    if (!pair || !price) return null;
    return limits.single(run.userId, { market: key.market, pair, side, price, main: quantity, copies: [] });
  };
  const faults = await Promise.all([
    ...plan.sells.map((leg) => faultOf(leg, 'sell')),
    ...plan.buys.map((leg) => faultOf(leg, 'buy')),
  ]);
  return faults.find((fault) => fault !== null) ?? null;
}
