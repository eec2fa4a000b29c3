import { Big } from 'big.js';
import * as z from 'zod/mini';
import { OrderBlock } from '../../server/contracts/order-block.ts';
import { exitsAt } from '../../server/domain/position/exits.ts';
import type { ExchangePair } from '../../server/domain/market/pair.ts';
import type { FillFact, Leg, OrderFact } from '../../server/domain/position/position.ts';
import { resultOf } from '../../server/features/orders/read/figures/result-of.ts';
import type { RowContext } from '../../server/features/orders/read/figures/row-context.ts';
import { presentPosition } from '../../server/features/orders/read/present-position.ts';
import type {
  BlockView,
  OrderRow,
  PositionRow,
  PositionView,
} from '../../server/features/orders/store/block-view.store.ts';
import { presentPair } from '../../server/features/markets/index.ts';

export const big = (amount: string | number) => new Big(amount);
export const XRP: ExchangePair = {
  symbol: 'XRPUSDT',
  status: 'trading',
  base: 'XRP',
  counter: 'USDT',
  tick: big('0.0001'),
  step: big('0.1'),
  minQuantity: big('0.1'),
  maxQuantity: big('9000000'),
  marketQuantity: null,
  minNotional: big('5'),
  limits: { orders: null, algoOrders: null, orderLists: null },
  triggers: new Set(['stop', 'stop-limit']),
  trailing: { above: { min: 10, max: 2000 }, below: { min: 10, max: 2000 } },
  lists: new Set(['oco', 'opo']),
  pegged: null,
  percentPrice: null,
};
export const context = (change: Partial<RowContext> = {}): RowContext => ({
  pair: XRP,
  shown: presentPair('binance', XRP, { usdtOf: () => big(1) }),
  market: big('0.52'),
  traded: null,
  fee: big('0.001'),
  now: 1_000_000,
  priceOf: () => null,
  ...change,
});

export interface Sketch {
  side?: 'buy' | 'sell';
  counterEarning?: boolean;
  quantity?: string;
  takeProfit?: string | null;
  stopLoss?: string | null;
  end?: PositionRow['endReason'];
}

/** [quantity, price, fee, asset]; without fee, 0.1% of what the trade brings in. */
type TradeSketch = readonly string[];

function tradeOf(
  orderId: string,
  { bought, price, number }: { bought: boolean; price: string; number: number },
  [traded = '0', at = price, fee, asset = bought ? 'XRP' : 'USDT']: TradeSketch,
): FillFact {
  const amounts = { quantity: big(traded), price: big(at) };
  const receives = bought ? amounts.quantity : amounts.quantity.times(at);
  const commission = fee === undefined ? receives.times('0.001') : big(fee);
  return { ...amounts, orderId, commission, commissionAsset: asset, tradedAt: 100 + number };
}

/** A block of one position at 0.52, put together by hand: orders and their trades are added one after the other. */
export function sketch({
  side = 'buy',
  counterEarning = true,
  quantity = '192.3',
  end = null,
  ...intent
}: Sketch = {}) {
  const orders: (OrderFact & { row: OrderRow })[] = [];
  const fills: FillFact[] = [];
  const common = { section: side, counterEarning, price: big('0.52'), quantity: big(quantity) };
  const row = {
    ordinal: 0,
    createdAt: 5,
    reason: null,
    skipCode: null,
    interference: null,
    endReason: end,
    endedAt: end && 900,
  };
  const position = {
    ...common,
    id: 'main',
    keyId: crypto.randomUUID(),
    keyName: 'Paper',
    withTargets: false,
    interference: null,
    released: end === 'released',
    retriedAt: 0,
    stopReachedAt: null,
    writtenOff: big('0'),
    row: row as unknown as PositionRow,
    orders,
    fills,
  } satisfies PositionView;
  const block = { id: crypto.randomUUID(), userId: crypto.randomUUID(), open: end === null, section: side };
  const view = {
    block: { ...block, counterEarning, origin: 'placed', market: 'binance', symbol: 'XRPUSDT' } as BlockView['block'],
    userName: 'Ada',
    intent: {
      ...exitsAt(intent.takeProfit ? big(intent.takeProfit) : null, intent.stopLoss ? big(intent.stopLoss) : null),
      ending: end === 'closed' ? 'close' : 'none',
    },
    positions: [position],
  } satisfies BlockView;
  const sideOf = (leg: Leg) => ((leg === 'entry') === (side === 'buy') ? 'buy' : 'sell');

  function order(
    leg: Leg,
    [price, size]: readonly [string, string],
    of: Partial<OrderFact> & { trades?: TradeSketch[] } = {},
  ) {
    const { trades = [], ...facts } = of;
    const id = `${leg}-${orders.length + 1}`;
    const bought = sideOf(leg) === 'buy';
    fills.push(...trades.map((one, index) => tradeOf(id, { bought, price, number: fills.length + index }, one)));
    const filled = trades.reduce((sum, [traded = '0']) => sum.plus(traded), big(0));
    const worth = trades.reduce((sum, [traded = '0', at = price]) => sum.plus(big(traded).times(at)), big(0));
    const isStop = leg === 'stop-loss';
    orders.push({
      id,
      leg,
      attempt: 1,
      clientOrderId: `TD${id}`,
      clientListId: null,
      isExternal: false,
      externalClientId: null,
      externalListId: null,
      exchangeOrderId: `x-${id}`,
      side: sideOf(leg),
      type: isStop ? 'stop' : 'limit',
      price: isStop ? big(0) : big(price),
      stopPrice: isStop ? big(price) : null,
      quantity: big(size),
      state: filled.eq(size) ? 'filled' : filled.gt(0) ? 'partly-filled' : 'open',
      reason: null,
      filledQuantity: filled,
      filledCounterQuantity: worth,
      cancelAsked: false,
      expiryReason: null,
      placedAt: 10 + orders.length,
      filledAt: null,
      updatedAt: 10 + orders.length,
      row: {} as OrderRow,
      ...facts,
    });
    return drawn;
  }
  const present = (change: Partial<RowContext> = {}) => {
    const shown = presentPosition(view, position, context(change));
    return z.encode(OrderBlock, shown);
  };
  const result = (change: Partial<RowContext> = {}) => {
    const { profit, percent } = resultOf(position, end, context(change)) ?? {};
    return profit && percent && { profit: profit.toFixed(4), exact: profit.toFixed(), percent: percent.toFixed(4) };
  };
  const drawn = { view, position, order, present, result };
  return drawn;
}
