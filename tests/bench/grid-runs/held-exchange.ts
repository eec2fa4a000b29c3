import { Big } from 'big.js';
import type { ExchangePair } from '../../../server/domain/market/pair.ts';
import type { AccountEvent, Exchange, ExchangeOrder, Fill, StreamTrade } from '../../../server/exchanges/exchange.ts';
import type { OrderTerms } from '../../../server/domain/market/exchange-order.ts';

/** A fill whose mirror has not come by then counts as having taken so long, ms. */
const IMPATIENT = 30_000;
export const FEE = new Big('0.001');

export const pairOf = (base: string): ExchangePair => ({
  symbol: `${base}USDT`,
  status: 'trading',
  base,
  counter: 'USDT',
  tick: new Big('0.01'),
  step: new Big('0.0001'),
  minQuantity: new Big('0.0001'),
  maxQuantity: new Big(9000),
  marketQuantity: null,
  minNotional: new Big(5),
  limits: { orders: 200, algoOrders: 5, orderLists: 20 },
  triggers: new Set(),
  trailing: null,
  pegged: null,
  lists: new Set(),
  percentPrice: null,
});

type Trade = { kind: 'trade'; trade: StreamTrade } | { kind: 'gap' };
type Placed = OrderTerms & { price?: Big };

/** An exchange that takes every order and fills one when it is told to; answers at once. */
export function heldExchange(pairs: readonly ExchangePair[]) {
  const bySymbol = new Map(pairs.map((pair) => [pair.symbol, pair]));
  /** By API key: what rests, by client order id. */
  const resting = new Map<string, Map<string, ExchangeOrder>>();
  const accounts = new Map<string, (event: AccountEvent) => void>();
  const trades = new Set<(event: Trade) => void>();
  /** Keys whose open orders were asked for. */
  const compared = new Set<string>();
  /** By API key: fills whose next order has not come yet, the first one first. */
  const placed = new Map<string, ((at: number) => void)[]>();
  let ids = 0;

  const restingOf = (apiKey: string): Map<string, ExchangeOrder> => {
    const known = resting.get(apiKey) ?? new Map<string, ExchangeOrder>();
    resting.set(apiKey, known);
    return known;
  };
  function rests(
    apiKey: string,
    order: Pick<ExchangeOrder, 'symbol' | 'clientOrderId' | 'side' | 'price' | 'quantity'>,
  ) {
    const whole: ExchangeOrder = {
      exchangeOrderId: String((ids += 1)),
      exchangeListId: null,
      type: 'limit',
      stopPrice: null,
      filledQuantity: new Big(0),
      filledCounterQuantity: null,
      state: 'open',
      expiryReason: null,
      placedAt: Date.now(),
      updatedAt: Date.now(),
      ...order,
    };
    restingOf(apiKey).set(order.clientOrderId, whole);
    return whole;
  }

  const port: Pick<
    Exchange,
    | 'market'
    | 'pairs'
    | 'watchPairs'
    | 'orderWait'
    | 'place'
    | 'find'
    | 'openOrders'
    | 'balances'
    | 'candles'
    | 'trades'
    | 'watchTrades'
    | 'watchAccount'
  > = {
    market: 'binance',
    pairs: () => bySymbol,
    watchPairs: () => () => {},
    orderWait: () => 0,
    async place({ apiKey }, terms: Placed) {
      placed.get(apiKey)?.shift()?.(performance.now());
      const { symbol, clientOrderId, side, quantity, price = new Big(0) } = terms;
      return { outcome: 'accepted', order: rests(apiKey, { symbol, clientOrderId, side, quantity, price }) };
    },
    async openOrders({ apiKey }) {
      compared.add(apiKey);
      return { outcome: 'ok', value: [...restingOf(apiKey).values()] };
    },
    find: async () => ({ outcome: 'unknown', reason: 'Not asked for here.' }),
    balances: async () => ({
      outcome: 'ok',
      value: ['USDT', ...pairs.map(({ base }) => base)].map((asset) => ({
        asset,
        free: new Big(1e9),
        locked: new Big(0),
      })),
    }),
    candles: async () => ({ outcome: 'ok', value: [] }),
    trades: null,
    watchTrades(listener) {
      trades.add(listener);
      // As of every exchange: never before the watcher knows that it watches.
      queueMicrotask(() => listener({ kind: 'gap' }));
      return () => void trades.delete(listener);
    },
    watchAccount({ apiKey }, listener) {
      accounts.set(apiKey, listener);
      return () => void accounts.delete(apiKey);
    },
  };

  return {
    port,
    rests,
    listeners: () => [...trades],
    restingOf: (apiKey: string) => [...restingOf(apiKey).values()],
    isWatched: (apiKey: string) => accounts.has(apiKey) && compared.has(apiKey),
    /** Fills one order whole; resolves with how long it took until the next call of this key, ms. */
    fill(apiKey: string, order: ExchangeOrder): Promise<number> {
      restingOf(apiKey).delete(order.clientOrderId);
      const { symbol, exchangeOrderId, side, price, quantity } = order;
      const base = bySymbol.get(symbol)?.base ?? '';
      const fill: Fill = {
        symbol,
        tradeId: String((ids += 1)),
        exchangeOrderId,
        side,
        price,
        quantity,
        commission: (side === 'buy' ? quantity : quantity.times(price)).times(FEE),
        commissionAsset: side === 'buy' ? base : 'USDT',
        tradedAt: Date.now(),
      };
      const told: ExchangeOrder = { ...order, state: 'filled', filledQuantity: quantity, updatedAt: Date.now() };
      return new Promise((done) => {
        const began = performance.now();
        const waiting = placed.get(apiKey) ?? [];
        placed.set(apiKey, waiting);
        const onPlaced = (at: number): void => {
          clearTimeout(late);
          done(at - began);
        };
        const late = setTimeout(() => {
          waiting.splice(waiting.indexOf(onPlaced), 1);
          done(IMPATIENT);
        }, IMPATIENT);
        waiting.push(onPlaced);
        accounts.get(apiKey)?.({ kind: 'order', order: told, fill });
      });
    },
  };
}
export type HeldExchange = ReturnType<typeof heldExchange>;
