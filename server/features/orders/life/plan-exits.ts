import { Big } from 'big.js';
import { exitQuantity as quantityToExit, type OpenTerms, wholeQuantity } from '#contracts/rules/open-result.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { Side } from '#contracts/symbol.ts';
import type { OrderTerms } from '../../../exchanges/exchange.ts';
import { isLive } from '../order-state.ts';
import { type Books, booksOf, endedTarget, entryOf, liveOf, openBase } from './fold.ts';
import type { Around, Leg, OrderFact, Position, Wish } from './position.ts';

const ZERO = new Big(0);
/** A part that grows gets its targets anew, and what found nobody is sent anew, but not more often than this. */
const REPLACE_EVERY_MS = 5000;
/** What the exchange did not take because it asked to wait is sent anew, but not more often than this. */
const TRY_AGAIN_AFTER_MS = 15_000;

export interface PlannedOrder {
  leg: Exclude<Leg, 'entry'>;
  side: Side;
  type: OrderTerms['type'];
  price: Big | null;
  stopPrice: Big | null;
  quantity: Big;
}

export type Protection = 'exchange' | 'server' | 'none';

export interface ExitPlan {
  /** What is to rest on the exchange now. */
  orders: PlannedOrder[];
  /** Both in one list, so that the exchange ends the one when the other is active. */
  asList: boolean;
  /** Whether what rests may be taken down for it. */
  mayReplace: boolean;
  protection: Protection;
  /** What is held is worth less than the exchange takes, so that no target can be placed for it. */
  tooSmall: boolean;
  /** A target that nothing on the exchange holds and that the market has reached. */
  reachedByServer: PlannedOrder | null;
  /** What a filled target left over because its list held one quantity. */
  rest: PlannedOrder | null;
  /** Whether enough stands open for an order. */
  leftOver: boolean;
  close: PlannedOrder | null;
}

interface Scene {
  position: Position;
  wish: Wish;
  around: Around;
  books: Books;
  exit: Side;
}
type Target = 'take-profit' | 'stop-loss';

const smaller = (one: Big, other: Big): Big => (one.lt(other) ? one : other);

export const termsOf = ({ section: side, counterEarning }: Position, { fee, pair: { step } }: Around): OpenTerms => ({
  side,
  counterEarning,
  fee,
  step,
});

/** Base units that would end the position at `price` (rule 5). */
export const exitQuantity = ({ position, around, books }: Omit<Scene, 'wish' | 'exit'>, price: Big): Big =>
  quantityToExit(books, termsOf(position, around), price);

/** Everything that stands open, at market. */
const allOpen = ({ position, around, books }: Scene, market: Big): Big =>
  wholeQuantity(books, termsOf(position, around), market);

function isLegal({ pair }: Around, quantity: Big, price: Big): boolean {
  return quantity.gt(0) && quantity.gte(pair.minQuantity) && quantity.times(price).gte(pair.minNotional);
}

/** What the exchange takes in one order; what is left over then goes in another. */
function inOneOrder({ pair }: Around, quantity: Big, kind: 'resting' | 'market'): Big {
  const most =
    kind === 'market' && pair.marketQuantity ? smaller(pair.marketQuantity.max, pair.maxQuantity) : pair.maxQuantity;
  return smaller(quantity, floorTo(pair.step, most));
}

const wished = ({ wish }: Scene, target: Target): Big | null =>
  target === 'take-profit' ? wish.takeProfit : wish.stopLoss;

function targetOrder(scene: Scene, target: Target, whole: Big): PlannedOrder | null {
  const price = wished(scene, target);
  const quantity = inOneOrder(scene.around, whole, 'resting');
  if (!price || !isLegal(scene.around, quantity, price)) return null;
  const common = { leg: target, side: scene.exit, quantity } as const;
  if (target === 'take-profit') return { ...common, type: 'limit', price, stopPrice: null };
  const { triggers } = scene.around.pair;
  if (triggers.has('stop')) return { ...common, type: 'stop', price: null, stopPrice: price };
  return triggers.has('stop-limit') ? { ...common, type: 'stop-limit', price, stopPrice: price } : null;
}

/** Refused for good; or not taken just now, and then only for a while. */
function isRefused({ state, exchangeOrderId, placedAt }: OrderFact, { now }: Around): boolean {
  const wasNotTaken = state === 'expired' && exchangeOrderId === null;
  return state === 'rejected' || (wasNotTaken && now - placedAt < TRY_AGAIN_AFTER_MS);
}

/** At market, and nobody took it: sent again at once it would only be a flood. */
export const foundNobody = ({ type, state, filledQuantity, placedAt }: OrderFact, { now }: Around): boolean =>
  type === 'market' && state === 'expired' && filledQuantity.eq(0) && now - placedAt < REPLACE_EVERY_MS;

/** Refused, or in vain, since its owner last asked to try again. */
const failed = ({ position, around }: Scene): OrderFact[] =>
  position.orders.filter(
    (order) => (isRefused(order, around) || foundNobody(order, around)) && order.placedAt >= position.retriedAt,
  );

const isSame = (order: OrderFact, planned: PlannedOrder): boolean =>
  order.leg === planned.leg &&
  order.price.eq(planned.price ?? 0) &&
  (order.stopPrice ?? ZERO).eq(planned.stopPrice ?? 0) &&
  order.quantity.eq(planned.quantity);

const refusedBefore = (scene: Scene, planned: PlannedOrder): boolean =>
  failed(scene).some((order) => order.clientListId === null && isSame(order, planned));

/** A list is refused whole: one of its legs may be in another list, which the exchange takes. */
function refusedWhole(scene: Scene, orders: readonly PlannedOrder[]): boolean {
  const lists = Map.groupBy(failed(scene), ({ clientListId }) => clientListId);
  lists.delete(null);
  return [...lists.values()].some((list) => orders.every((planned) => list.some((order) => isSame(order, planned))));
}

interface Resting {
  orders: PlannedOrder[];
  asList: boolean;
}
const NOTHING: Resting = { orders: [], asList: false };

/** Both targets in one list where the exchange has lists; else one of them rests, and the server watches the other. */
function waysToRest(scene: Scene): Resting[] {
  const { wish, around } = scene;
  const [takeProfit, stopLoss] = [wish.takeProfit, wish.stopLoss].map((price) => price && exitQuantity(scene, price));
  const singles = [
    takeProfit ? targetOrder(scene, 'take-profit', takeProfit) : null,
    stopLoss ? targetOrder(scene, 'stop-loss', stopLoss) : null,
  ].flatMap((order) => (order ? [{ orders: [order], asList: false }] : []));
  if (!takeProfit || !stopLoss || !around.pair.lists.has('oco')) return singles.slice(0, 1);
  const both = smaller(takeProfit, stopLoss);
  const legs = [targetOrder(scene, 'take-profit', both), targetOrder(scene, 'stop-loss', both)];
  const list = legs.filter((leg) => leg !== null);
  return list.length < legs.length ? singles.slice(0, 1) : [{ orders: list, asList: true }, ...singles.slice(0, 1)];
}

/** What the exchange has not refused yet: a list is not taken where the pair's stops are used up, a limit order is. */
const restingOrders = (scene: Scene): Resting =>
  waysToRest(scene).find(({ orders, asList }) =>
    asList ? !refusedWhole(scene, orders) : !orders.some((order) => refusedBefore(scene, order)),
  ) ?? NOTHING;

const isHeld = ({ position }: Scene, target: Target): boolean =>
  liveOf(position, [target]).some(({ state }) => state !== 'pending');

function isReached({ position, around: { market } }: Scene, target: Target, price: Big): boolean {
  if (!market) return false;
  const above = (position.section === 'buy') === (target === 'take-profit');
  return above ? market.gte(price) : market.lte(price);
}

function reachedByServer(scene: Scene): PlannedOrder | null {
  const { market } = scene.around;
  for (const target of ['stop-loss', 'take-profit'] as const) {
    const price = wished(scene, target);
    if (!market || !price || isHeld(scene, target) || !isReached(scene, target, price)) continue;
    const whole = target === 'stop-loss' ? allOpen(scene, market) : exitQuantity(scene, market);
    const quantity = inOneOrder(scene.around, whole, 'market');
    const order = { leg: target, side: scene.exit, type: 'market', price: null, stopPrice: null, quantity } as const;
    if (isLegal(scene.around, quantity, market) && !refusedBefore(scene, order)) return order;
  }
  return null;
}

/**
 * What a target that was filled did not hold: a stop's goes at market, a take profit's at its price. Its list had one
 * quantity (rule 6), or the entry had grown meanwhile.
 */
function restOrder(scene: Scene): PlannedOrder | null {
  const { position, wish, around, exit } = scene;
  const ended = endedTarget(position);
  if (ended?.state !== 'filled') return null;
  const common = { leg: 'rest', side: exit, stopPrice: null } as const;
  if (ended.leg === 'stop-loss') {
    const market = around.market ?? wish.stopLoss ?? position.price;
    const quantity = inOneOrder(around, allOpen(scene, market), 'market');
    return isLegal(around, quantity, market) ? { ...common, type: 'market', price: null, quantity } : null;
  }
  const price = wish.takeProfit ?? ended.price;
  if (price.eq(0)) return null;
  const quantity = inOneOrder(around, exitQuantity(scene, price), 'resting');
  return isLegal(around, quantity, price) ? { ...common, type: 'limit', price, quantity } : null;
}

function closeOrder(scene: Scene): PlannedOrder | null {
  const { position, around, exit } = scene;
  const market = around.market ?? position.price;
  const quantity = inOneOrder(around, allOpen(scene, market), 'market');
  const order = { leg: 'close', side: exit, type: 'market', price: null, stopPrice: null, quantity } as const;
  return isLegal(around, quantity, market) && !refusedBefore(scene, order) ? order : null;
}

const holds = (order: OrderFact, price: Big | null): boolean =>
  price !== null && (order.stopPrice ?? order.price).eq(price);

/** Its list's other leg has expired: it is at work, though its own news may still be on its way. */
const isActivated = ({ orders }: Position, { clientListId }: OrderFact): boolean =>
  clientListId !== null && orders.some((each) => each.clientListId === clientListId && each.state === 'expired');

/** A target that has begun to fill is left alone while it is what its owner wants; a growing part waits its turn. */
function mayReplace(scene: Scene): boolean {
  const { position, around } = scene;
  const live = liveOf(position, ['take-profit', 'stop-loss']);
  const isWanted = live.every((order) => holds(order, wished(scene, order.leg as Target)));
  if (!isWanted) return true;
  if (live.some((order) => order.filledQuantity.gt(0) || isActivated(position, order))) return false;
  const entry = entryOf(position);
  return !entry || !isLive(entry.state) || live.every(({ placedAt }) => around.now - placedAt >= REPLACE_EVERY_MS);
}

/** What waits with an entry that has not begun to fill is the exchange's to hold as well. */
const isKept = (scene: Scene, target: Target): boolean =>
  isHeld(scene, target) || (scene.books.entry.quantity.eq(0) && liveOf(scene.position, [target]).length > 0);

/** While an entry grows, its targets hold less than they are to, until they are replaced. */
const isGrowing = ({ position }: Scene, orders: readonly PlannedOrder[]): boolean =>
  orders.some((planned) =>
    liveOf(position, [planned.leg]).some(
      ({ filledQuantity, quantity }) => filledQuantity.eq(0) && quantity.lt(planned.quantity),
    ),
  );

function protectionOf(scene: Scene, orders: readonly PlannedOrder[]): Protection {
  const targets = (['take-profit', 'stop-loss'] as const).filter((target) => wished(scene, target) !== null);
  if (targets.length === 0) return 'none';
  const isHeldWhole = targets.every((target) => isKept(scene, target)) && !isGrowing(scene, orders);
  return isHeldWhole ? 'exchange' : 'server';
}

/** Asked with targets only: what is held without is nobody's to exit. */
function isTooSmall(scene: Scene): boolean {
  const prices = [scene.wish.takeProfit, scene.wish.stopLoss].filter((price) => price !== null);
  if (prices.length === 0 || openBase(scene.position, scene.books).lte(0)) return false;
  return prices.every((price) => !isLegal(scene.around, allOpen(scene, price), price));
}

/** All that a position's exits come down to, as things stand. */
export function planExits(position: Position, wish: Wish, around: Around): ExitPlan {
  const { base, counter } = around.pair;
  const books = booksOf(position, { base, counter });
  const scene: Scene = { position, wish, around, books, exit: position.section === 'buy' ? 'sell' : 'buy' };
  const entry = entryOf(position);
  const waitsForEntry = position.withTargets && entry !== undefined && isLive(entry.state);
  const isEmpty = books.entry.quantity.eq(0);
  const { orders, asList } = waitsForEntry || isEmpty ? NOTHING : restingOrders(scene);
  const market = around.market ?? position.price;
  return {
    orders,
    asList,
    mayReplace: mayReplace(scene),
    protection: protectionOf(scene, orders),
    tooSmall: !isEmpty && isTooSmall(scene),
    reachedByServer: isEmpty ? null : reachedByServer(scene),
    rest: restOrder(scene),
    leftOver: isLegal(around, allOpen(scene, market), market),
    close: isEmpty ? null : closeOrder(scene),
  };
}
