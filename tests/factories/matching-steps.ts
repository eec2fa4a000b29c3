import { Big } from 'big.js';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { Account } from '../../server/domain/matching/model/matching-account.ts';
import { needsLocked, restoredLock, shareLock } from '../../server/domain/matching/model/locks.ts';
import type { Print } from '../../server/domain/matching/model/market.ts';
import type { ListDraft } from '../../server/domain/matching/model/order-list.ts';
import { ORDER_TYPES, type OrderType, TERMS_OF } from '../../server/domain/matching/model/order-type.ts';
import {
  type Draft,
  type Lock,
  type Order,
  STP_MODES,
  isAtWork,
  isOpen,
  isPending,
} from '../../server/domain/matching/model/order.ts';
import type { Pair } from '../../server/domain/matching/model/pair.ts';
import { OrderRefusal } from '../../server/domain/matching/model/refusal.ts';
import { triggersUp } from '../../server/domain/matching/model/trigger.ts';
import { randomClientId } from '../../server/exchanges/paper/ids.ts';

export const SYMBOLS = ['XRPUSDT', 'BNBUSDT'] as const;
export const TRADERS = 3;

const perMille = fc.integer({ min: -60, max: 60 });
const intent = fc.record({
  symbol: fc.constantFrom(...SYMBOLS),
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  type: fc.constantFrom(...ORDER_TYPES),
  timeInForce: fc.constantFrom('GTC' as const, 'GTC' as const, 'IOC' as const, 'FOK' as const),
  /** From the last price. */
  price: fc.oneof({ weight: 3, arbitrary: perMille }, { weight: 1, arbitrary: fc.constant(0) }),
  stop: perMille,
  /** Basis points by which it trails; most do not. */
  trailing: fc.option(fc.integer({ min: 5, max: 400 }), { freq: 2 }),
  /** Whether a trailing order begins at once. */
  atOnce: fc.boolean(),
  value: fc.oneof(fc.integer({ min: 6, max: 300 }), fc.integer({ min: 6, max: 9000 })),
  byValue: fc.boolean(),
  stp: fc.constantFrom(...STP_MODES),
});
type Intent = typeof intent extends fc.Arbitrary<infer T> ? T : never;

const who = fc.nat(TRADERS - 1);
const LIST_KINDS = ['oco', 'oto', 'otoco', 'opo', 'opoco'] as const;
const act = <Name extends string, Rest>(name: Name, weight: number, rest: fc.Arbitrary<Rest>) => ({
  weight,
  arbitrary: rest.map((of) => ({ act: name, ...of })),
});

/** What may happen on an exchange, one thing at a time. */
export const step = fc.oneof(
  act('place', 6, fc.record({ who, intent })),
  act('list', 5, fc.record({ who, intent, legs: fc.tuple(intent, intent), kind: fc.constantFrom(...LIST_KINDS) })),
  act(
    'move',
    6,
    fc.record({ symbol: fc.constantFrom(...SYMBOLS), by: perMille, steps: fc.integer({ min: 1, max: 900 }) }),
  ),
  act('cancel', 2, fc.record({ who, which: fc.nat(9) })),
  act('liquidity', 1, fc.record({ steps: fc.option(fc.integer({ min: 0, max: 5000 })) })),
  act('burn', 1, fc.record({ who, on: fc.boolean() })),
  act('touch', 1, fc.record({ whole: fc.boolean() })),
  act('crash', 1, fc.record({})),
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Of<Act extends Step['act']> = Extract<Step, { act: Act }>;

/** What the steps are played on. */
export interface Venue {
  account(index: number): Account;
  market(symbol: string): { pair: Pair; price: Big; startPrice: Big };
  place(account: Account, draft: Draft): unknown;
  placeList(account: Account, draft: ListDraft): unknown;
  trade(symbol: string, print: Print): void;
  cancel(account: Account, order: Order): unknown;
  /** Base steps that one trade may fill; null is without bound. */
  liquidity(steps: number | null): void;
  burn(account: Account, on: boolean): void;
  /** Whether a trade at an order's limit fills all of it. */
  touch(whole: boolean): void;
  crash(): void | Promise<void>;
}

function priceAt({ pair, price }: { pair: Pair; price: Big }, by: number): Big {
  const exact = price.times(1000 + by).div(1000);
  return exact.div(pair.tick).round(0, Big.roundDown).times(pair.tick);
}

/** Mostly on the side of the last price where the trigger is not reached yet. */
function triggerAt({ side, stop }: Intent, type: OrderType): number {
  const isWrong = stop % 5 === 0;
  return triggersUp({ side, type }) === isWrong ? -Math.abs(stop) : Math.abs(stop);
}

/** Behind a trigger a limit lies close to it. */
const limitAt = (of: Intent, type: OrderType): number =>
  TERMS_OF[type].stopPrice ? triggerAt(of, type) + Math.round(of.price / 4) : of.price;

function triggerOf(
  market: { pair: Pair; price: Big },
  of: Intent,
  type: OrderType,
): Pick<Draft, 'stopPrice' | 'details'> {
  const [none, { stp, trailing: trailingDelta, atOnce }] = [new Big(0), of];
  if (!TERMS_OF[type].stopPrice) return { stopPrice: none, details: { stp } };
  const stopPrice = priceAt(market, triggerAt(of, type));
  if (trailingDelta === null) return { stopPrice, details: { stp } };
  return { stopPrice: atOnce ? none : stopPrice, details: { stp, trailingDelta } };
}

function drafted(venue: Venue, of: Intent, changes: Partial<Draft> = {}): Draft {
  const market = venue.market(of.symbol);
  const type = changes.type ?? of.type;
  const takes = TERMS_OF[type];
  const value = new Big(of.value);
  const sized = type === 'MARKET' && of.byValue && changes.quantity === undefined;
  const quantity = value.div(market.price).div(market.pair.step).round(0, Big.roundUp).times(market.pair.step);
  return {
    pair: market.pair,
    side: of.side,
    timeInForce: takes.timeInForce ? of.timeInForce : 'GTC',
    quantity: sized ? new Big(0) : quantity,
    quoteOrderQty: sized ? value : new Big(0),
    price: takes.price ? priceAt(market, limitAt(of, type)) : new Big(0),
    clientOrderId: randomClientId(),
    ...triggerOf(market, of, type),
    ...changes,
    type,
  };
}

/** A pair of legs around the last price, on the sides where they may lie. */
function pairOf(venue: Venue, [low, high]: readonly [Intent, Intent], sized: Partial<Draft>): Draft[] {
  const market = venue.market(low.symbol);
  const below = priceAt(market, -Math.abs(low.stop) - 1);
  const above = priceAt(market, Math.abs(high.price) + 1);
  const isSale = low.side === 'SELL';
  const stop = drafted(venue, low, { ...sized, type: 'STOP_LOSS', stopPrice: isSale ? below : above });
  const target = drafted(venue, high, { ...sized, type: 'LIMIT_MAKER', price: isSale ? above : below });
  return isSale ? [stop, target] : [target, stop];
}

function listOf(venue: Venue, { intent: first, legs, kind }: Of<'list'>): ListDraft {
  const paysLegs = kind.startsWith('opo');
  const of = { symbol: first.symbol, value: first.value, ...(paysLegs ? { side: 'SELL' as const } : {}) };
  const [one, other] = [
    { ...legs[0], ...of },
    { ...legs[1], ...of, side: paysLegs ? ('SELL' as const) : legs[0].side },
  ];
  const sized = paysLegs ? { quantity: new Big(0) } : {};
  const side = paysLegs ? 'BUY' : first.side;
  return {
    pair: venue.market(first.symbol).pair,
    clientListId: randomClientId(),
    working: kind === 'oco' ? null : drafted(venue, { ...first, side }, { type: 'LIMIT' }),
    legs: kind.endsWith('co') ? pairOf(venue, [one, other], sized) : [drafted(venue, one, sized)],
    paysLegs,
  };
}

function move(venue: Venue, { symbol, by, steps }: Of<'move'>): void {
  const market = venue.market(symbol);
  const { pair, price, startPrice } = market;
  // Walking at random for thousands of steps must not end at a price of zero.
  const isFar = price.lt(startPrice.div(2)) || price.gt(startPrice.times(2));
  const moved = isFar ? startPrice : priceAt(market, by);
  venue.trade(symbol, { price: moved, qty: pair.step.times(steps), buyerMaker: by < 0 });
}

const PLAY: { [Act in Step['act']]: (venue: Venue, todo: Of<Act>) => unknown } = {
  move,
  place: (venue, todo) => venue.place(venue.account(todo.who), drafted(venue, todo.intent)),
  list: (venue, todo) => venue.placeList(venue.account(todo.who), listOf(venue, todo)),
  cancel: (venue, { who: index, which }) => {
    const account = venue.account(index);
    const order = [...account.open.values()][which];
    return order && venue.cancel(account, order);
  },
  liquidity: (venue, { steps }) => venue.liquidity(steps),
  burn: (venue, { who: index, on }) => venue.burn(venue.account(index), on),
  touch: (venue, { whole }) => venue.touch(whole),
  crash: (venue) => venue.crash(),
};

/** Plays one step; what the exchange refuses is no failure. */
export async function play(venue: Venue, todo: Step): Promise<void> {
  try {
    await (PLAY[todo.act] as (on: Venue, of: Step) => unknown)(venue, todo);
  } catch (error) {
    if (!(error instanceof OrderRefusal)) throw error;
  }
}

const locks = (of: Account): Lock[] => [
  ...new Set([
    ...[...of.open.values()].filter((order) => !isPending(order)).map((order) => order.lock),
    ...[...of.lists.values()].map((list) => list.lock),
  ]),
];

/** What a restart would read back as an order's lock. */
function lockRestored(order: Order): Lock {
  const copies = (order.list?.legs ?? [order]).map((each) => Object.assign({}, each, { lock: restoredLock(each) }));
  if (order.list) shareLock(copies);
  return copies.find(({ orderId }) => orderId === order.orderId)?.lock ?? restoredLock(order);
}

/** What is locked is what the open orders need, to the last decimal, and what a restart would find. */
export function expectCovered(of: Account): void {
  for (const [asset, holding] of of.holdings) {
    const kept = locks(of)
      .filter((lock) => lock.asset === asset)
      .reduce((sum, lock) => sum.plus(lock.amount), new Big(0));
    if (!holding.locked.eq(kept)) expect.fail(`${asset}: ${holding.locked.toFixed()} locked, ${kept.toFixed()} needed`);
  }
  for (const order of of.open.values()) {
    const name = `${order.type} ${order.side} ${order.status}`;
    if (!isOpen(order)) expect.fail(`${name} is among the open orders`);
    if (!isAtWork(order)) continue;
    if (order.lock.amount.lt(needsLocked(order))) expect.fail(`${name} is not covered`);
    if (!order.lock.amount.eq(lockRestored(order).amount)) expect.fail(`${name} would be restored with another lock`);
  }
}

/** That a run has met every status and filled every type of order, or it proves little. */
export function expectVaried(seen: ReadonlySet<string>, seed: number): void {
  const statuses = ['NEW', 'PENDING_NEW', 'FILLED', 'CANCELED', ' EXPIRED', 'EXPIRED_IN_MATCH'];
  const missing = [
    ...statuses.filter((status) => ![...seen].some((each) => each.endsWith(status))),
    ...ORDER_TYPES.filter((type) => !seen.has(`${type} FILLED`)),
  ];
  expect(missing, `seed ${seed}`).toEqual([]);
}
