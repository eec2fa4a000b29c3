import { Big } from 'big.js';
import { ONE } from '#contracts/rules/decimal.ts';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';
import type { Side } from '#contracts/symbol.ts';
import type { ExchangeOrder } from '../../../exchanges/exchange.ts';
import { isLive } from '../../../domain/position/order-state.ts';

/** Trading rule 7: what was traded at market is followed at most so much further away. */
const FURTHER = new Big('0.005');

export interface OutsideDeal {
  /** As it is written down: of an order that is over, what was traded of it. */
  order: ExchangeOrder;
  /** The order's own limit, or what it was traded at. */
  price: Big;
  /** Its copies' limit. */
  copyPrice: Big;
  quantity: Big;
  /** What it took of the asset that it spends. */
  taken: Big;
  /** It has been traded: its copies go at once or not at all. */
  isTraded: boolean;
  /** It waits for a price: a stop, or a target of a pair. */
  isTarget: boolean;
  /** By the exchange's clock, UTC epoch ms. */
  madeAt: number;
}

const RESTING: ReadonlySet<ExchangeOrder['type']> = new Set(['limit', 'limit-maker']);
/** Significant digits that a price keeps on the wire. */
const SAID_WITH = 15;

function furtherAway(side: Side, price: Big, tick: Big): Big {
  return side === 'buy' ? floorTo(tick, price.times(ONE.plus(FURTHER))) : ceilTo(tick, price.times(ONE.minus(FURTHER)));
}

/** An order that rests in the book is repeated as it is. */
function restingDeal(order: ExchangeOrder): OutsideDeal {
  const { side, price, quantity } = order;
  const taken = side === 'buy' ? price.times(quantity) : quantity;
  const madeAt = order.placedAt ?? order.updatedAt;
  return { order, price, copyPrice: price, quantity, taken, isTraded: false, isTarget: false, madeAt };
}

/** One that is over is followed by what was traded of it; null where nothing was, or not known for how much. */
function tradedDeal(order: ExchangeOrder, tick: Big): OutsideDeal | null {
  const { side, filledQuantity: quantity, filledCounterQuantity: counter } = order;
  if (counter === null || quantity.eq(0)) return null;
  const price = counter.div(quantity);
  return {
    order: { ...order, quantity, state: 'filled' },
    price: price.prec(SAID_WITH),
    copyPrice: furtherAway(side, price, tick),
    quantity,
    taken: side === 'buy' ? counter : quantity,
    isTraded: true,
    isTarget: false,
    madeAt: order.updatedAt,
  };
}

/** What protects a block, or takes its profit: copies wait for the same price by themselves. */
export function readTarget(order: ExchangeOrder): OutsideDeal | null {
  const isWaiting = isLive(order.state) && order.state !== 'pending';
  const isOne = order.exchangeListId !== null || !(RESTING.has(order.type) || order.type === 'market');
  if (!isWaiting || !isOne) return null;
  const price = order.stopPrice ?? order.price;
  return { ...restingDeal(order), price, copyPrice: price, isTarget: true };
}

/** What an order of the owner's means to the copies; null while it means nothing yet, or came to nothing. */
export function readDeal(order: ExchangeOrder, tick: Big): OutsideDeal | null {
  if (order.state === 'pending') return null;
  if (isLive(order.state)) return RESTING.has(order.type) ? restingDeal(order) : null;
  return tradedDeal(order, tick);
}
