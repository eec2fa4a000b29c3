import * as fc from 'fast-check';
import { MINUTE } from '../../server/contracts/rules/time.ts';
import { barsOf } from '../../server/domain/backtest/bars.ts';
import type { ExchangePair } from '../../server/domain/market/pair.ts';
import { XRP } from './matching-world.ts';

/** XRPUSDT as an exchange tells of it. */
export const exchangePair: ExchangePair = {
  symbol: XRP.symbol,
  status: 'trading',
  base: XRP.base,
  counter: XRP.quote,
  tick: XRP.tick,
  step: XRP.step,
  minQuantity: XRP.minQty,
  maxQuantity: XRP.maxQty,
  marketQuantity: null,
  minNotional: XRP.minNotional,
  limits: { orders: null, algoOrders: null, orderLists: null },
  triggers: new Set(['stop', 'stop-limit', 'take-profit', 'take-profit-limit']),
  trailing: { above: { min: 10, max: 2000 }, below: { min: 10, max: 2000 } },
  lists: new Set(['oco', 'oto', 'opo']),
  pegged: null,
  percentPrice: null,
};

/** Bars from 'open high low close' lines, a minute each. */
export const pastBars = (lines: readonly string[], volume = 1e6) =>
  barsOf(
    MINUTE,
    lines.map((line, at) => {
      const [open = 0, high = 0, low = 0, close = 0] = line.split(' ').map(Number);
      return { time: at * MINUTE, open, high, low, close, volume };
    }),
  );

/** Prices that wander around 0.5230, as such lines. */
export const wandering = fc
  .array(fc.tuple(fc.integer({ min: -60, max: 60 }), fc.nat(40), fc.nat(40)), { minLength: 1, maxLength: 120 })
  .map((steps) => {
    let price = 5230;
    const bars = steps.map(([move, up, down]) => {
      const open = price;
      price = Math.min(5800, Math.max(4500, price + move));
      const [high, low] = [Math.max(open, price) + up, Math.min(open, price) - down];
      return [open, high, low, price].map((ticks) => (ticks / 10_000).toFixed(4)).join(' ');
    });
    return ['0.5230 0.5230 0.5230 0.5230'].concat(bars);
  });
