import { Big } from 'big.js';
import { matchingCore } from '../../server/domain/matching/matching-core.ts';
import type { Account } from '../../server/domain/matching/model/matching-account.ts';
import type { Execution } from '../../server/domain/matching/model/execution.ts';
import type { MarketTrade } from '../../server/domain/matching/model/market.ts';
import { type ListDraft, ordersOf } from '../../server/domain/matching/model/order-list.ts';
import type { Draft, Fill, Order, OrderList } from '../../server/domain/matching/model/order.ts';
import type { Pair } from '../../server/domain/matching/model/pair.ts';
import { OrderRefusal, type RefusalReason } from '../../server/domain/matching/model/refusal.ts';
import type { FeeRates } from '../../server/domain/matching/money/fees.ts';
import { TapeMarket, type TapeMarketStart } from '../../server/domain/matching/tape-market.ts';

export const big = (amount: Big.BigSource): Big => new Big(amount);

/** XRPUSDT as the trading rules have it, and its neighbors. */
export const pair = (base: string, quote: string, more: Partial<Pair> = {}): Pair => ({
  symbol: base + quote,
  base,
  quote,
  tick: big('0.0001'),
  step: big('0.1'),
  minQty: big('0.1'),
  maxQty: big('900000'),
  marketMaxQty: big('300000'),
  minPrice: big('0.0001'),
  maxPrice: big('10000'),
  minNotional: big('5'),
  maxNotional: big('100000'),
  priceBand: {
    bidMultiplierUp: big('1.2'),
    bidMultiplierDown: big('0.2'),
    askMultiplierUp: big('5'),
    askMultiplierDown: big('0.8'),
  },
  maxOrders: 200,
  maxAlgoOrders: 5,
  maxOrderLists: 20,
  trailingDelta: { minAbove: 10, maxAbove: 2000, minBelow: 10, maxBelow: 2000 },
  ...more,
});
export const XRP = pair('XRP', 'USDT');
export const BNB = pair('BNB', 'USDT', { tick: big('0.01'), step: big('0.001'), minQty: big('0.001') });
export const FEES: FeeRates = {
  maker: big('0.001'),
  taker: big('0.001'),
  discount: { asset: 'BNB', factor: big('0.75'), through: 'USDT' },
};

/** Terms of an order as text; the side and type of a limit buy where nothing else is said. */
export type Terms = Partial<Record<'quantity' | 'quoteOrderQty' | 'price' | 'stopPrice', string>> &
  Partial<Pick<Draft, 'side' | 'type' | 'timeInForce' | 'clientOrderId' | 'pair'> & Draft['details']>;

let lastId = 0;
const freshId = (): string => `id-${(lastId += 1)}`;

export function draft({ quantity = '0', quoteOrderQty = '0', price = '0', stopPrice = '0', ...terms }: Terms): Draft {
  const {
    side = 'BUY',
    type = 'LIMIT',
    timeInForce = 'GTC',
    clientOrderId = freshId(),
    stp,
    trailingDelta,
    ...more
  } = terms;
  return {
    pair: more.pair ?? XRP,
    side,
    type,
    timeInForce,
    clientOrderId,
    quantity: big(quantity),
    quoteOrderQty: big(quoteOrderQty),
    price: big(price),
    stopPrice: big(stopPrice),
    details: { stp: stp ?? 'EXPIRE_MAKER', ...(trailingDelta === undefined ? {} : { trailingDelta }) },
  };
}
export const buy = (quantity: string, price: string, more: Terms = {}) => draft({ quantity, price, ...more });
export const sell = (quantity: string, price: string, more: Terms = {}) =>
  draft({ side: 'SELL', quantity, price, ...more });
export const atMarket = (side: Draft['side'], quantity: string, more: Terms = {}) =>
  draft({ side, type: 'MARKET', quantity, ...more });
export const stop = (quantity: string, stopPrice: string, more: Terms = {}) =>
  draft({ side: 'SELL', type: 'STOP_LOSS', quantity, stopPrice, ...more });

/** A stop below and a take profit above; sold unless said otherwise, and of no size yet in an OPO. */
export const sellPair = (quantity: string, stopPrice: string, price: string): [Draft, Draft] => [
  stop(quantity, stopPrice),
  sell(quantity, price, { type: 'LIMIT_MAKER' }),
];
export const list = (working: Draft | null, legs: Draft[], paysLegs = false): ListDraft => ({
  pair: (working ?? legs[0])?.pair ?? XRP,
  clientListId: freshId(),
  working,
  legs,
  paysLegs,
});

/** What was refused, and why; null when it was taken. */
export function refusedFor(run: () => unknown): RefusalReason | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof OrderRefusal) return error.reason;
    throw error;
  }
}

/** An order in a line: how it stands, and why it ended. */
export const brief = ({ status, executedQty, quantity, details }: Order): string =>
  [status, `${executedQty.toFixed()}/${quantity.toFixed()}`, details.expiryReason].filter(Boolean).join(' ');

const START = 1_700_000_000_000;

/** XRPUSDT at 0.53 and BNBUSDT at 500 in memory; resting orders fill when a trade touches them, as on the paper exchange while a test holds the price. */
export function matchingWorld(of: Partial<TapeMarketStart> = {}, fees: FeeRates = FEES) {
  const xrp = new TapeMarket({ pair: XRP, price: big('0.53'), touchFill: 'whole', ...of });
  const bnb = new TapeMarket({ touchFill: 'whole', ...of, pair: BNB, price: big('500') });
  const clock = { now: START };
  const [fills, trades, reports, lists]: [Fill[], MarketTrade[], string[], OrderList[]] = [[], [], [], []];
  const executions: Execution[] = [];
  const core = matchingCore({
    markets: [xrp, bnb],
    fees,
    now: () => clock.now,
    listener: {
      filled: (fill) => void fills.push(fill),
      traded: (trade) => void trades.push(trade),
      executed: (account, execution) => {
        executions.push(execution);
        reports.push(`${account.id} ${execution.kind} ${execution.order.orderId}`);
      },
      listReported: (_account, each) => void lists.push({ ...each }),
    },
  });
  const ann = core.openAccount('ann', { USDT: '10000', XRP: '10000' });
  const free = (account: Account, asset: string): string => core.ledger.of(account, asset).free.toFixed();
  const locked = (account: Account, asset: string): string => core.ledger.of(account, asset).locked.toFixed();
  return {
    core,
    clock,
    xrp,
    bnb,
    ann,
    fills,
    trades,
    executions,
    reports,
    lists,
    free,
    locked,
    place: (terms: Draft, account = ann): Order => core.place(account, terms).order,
    /** The list's orders as they are kept, the working one first. */
    placeList: (terms: ListDraft, account = ann): Order[] => ordersOf(core.placeList(account, terms).list),
    /** One trade of the market at large, of 1 XRP unless said otherwise. */
    trade: (price: string, qty = '1') =>
      core.trade('XRPUSDT', { price: big(price), qty: big(qty), buyerMaker: big(price).lt(xrp.price) }),
  };
}
