import { grouped, min } from '#contracts/rules/decimal.ts';
import { isOrderable } from '#contracts/rules/least-order.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { MINUTE, SECOND } from '#contracts/rules/time.ts';
import { isLive } from '../../position/order-state.ts';
import { nextTryAt } from '../rounds/ending-orders.ts';
import { LOOK_AGAIN } from '../rounds/run-facts.ts';
import {
  basketNow,
  type BasketContext,
  type BasketDecision,
  type BasketFacts,
  type BasketOrder,
  type BasketStep,
  type BasketTurn,
  type GivenAsset,
  heldOf,
  type MissingAsset,
  missingOf,
  type PlannedLeg,
} from './basket-facts.ts';
import { type Basket, driftsOf, type Leg, purchasesOf, rebalancing } from './rebalance.ts';
import { type BasketSettings, isWorthTrading, whyDue } from './when-due.ts';

/** An order of a plan that is older is not sent any more: the market has moved, and the next look counts anew. */
const PLAN_HOLDS = MINUTE;
/** An order that trades at once or not at all has ended by then, or is taken down. */
const ENDS_WITHIN = 5 * SECOND;
/** Balances follow trades by then. */
const SETTLES_WITHIN = 10 * SECOND;

/** B-2. */
export interface BasketRules extends BasketSettings {
  /** UTC epoch ms. */
  startedAt: number;
}

const nothing = (again: number | null): BasketDecision => ({ steps: [], again });
const one = (step: BasketStep): BasketDecision => ({ steps: [step], again: null });
/** B-2: at each minute's close. */
const nextMinute = (now: number): number => (Math.floor(now / MINUTE) + 1) * MINUTE;

/** C-14: what has to be known before anything else is decided. */
function unsettled({ orders }: BasketFacts, { now }: BasketContext): BasketDecision | null {
  const unread = orders.filter(({ state, isBooked }) => !isLive(state) && !isBooked);
  const resting = orders.filter(
    ({ state, updatedAt }) => (state === 'open' || state === 'partly-filled') && now - updatedAt >= ENDS_WITHIN,
  );
  const steps: BasketStep[] = [
    ...unread.map((order) => ({ do: 'read-fills' as const, order })),
    ...resting.map((order) => ({ do: 'cancel' as const, order })),
  ];
  if (steps.length > 0) return { steps, again: now + SECOND };
  return orders.some(({ state }) => isLive(state)) ? nothing(now + SECOND) : null;
}

const legsOf = (legs: readonly Leg[], assets: readonly GivenAsset[]): PlannedLeg[] =>
  legs.flatMap(({ asset, quantity, limit }) => {
    const found = assets.find(({ name }) => name === asset);
    return found ? [{ number: found.number, quantity, limit }] : [];
  });

/** Left out of a rebalancing, and so far from its target that its owner would ask why. */
function worthSaying(leftOut: readonly string[], basket: Basket): string[] {
  const far = new Set(driftsOf(basket).flatMap((drift) => (isWorthTrading([drift]) ? [drift.name] : [])));
  return leftOut.filter((name) => far.has(name));
}

interface Sending {
  turn: number;
  side: 'buy' | 'sell';
  legs: readonly PlannedLeg[];
  plannedAt: number;
}

/** B-4: the orders of one half of a rebalancing that are not sent yet; null once all were, or are not to be any more. */
function send(
  { turn, side, legs, plannedAt }: Sending,
  facts: BasketFacts,
  { now, mayOrder, pairs }: BasketContext,
): BasketDecision | null {
  if (now - plannedAt >= PLAN_HOLDS) return null;
  const tried = Map.groupBy(
    facts.orders.filter((order) => order.turn === turn && order.leg === side),
    ({ level }) => level,
  );
  const isSent = (number: number): boolean => tried.get(number)?.some(({ hasArrived }) => hasArrived) ?? false;
  const open = legs.filter(({ number }) => !isSent(number) && pairs.get(number)?.status === 'trading');
  if (open.length === 0) return null;
  if (!mayOrder) return nothing(now + LOOK_AGAIN);
  const steps = open.map(({ number, quantity, limit }): BasketStep => {
    const attempt = (tried.get(number)?.length ?? 0) + 1;
    const terms = { level: number, turn, leg: side, attempt, side, type: 'ioc' as const };
    return { do: 'place', order: { ...terms, price: limit, quantity } };
  });
  return { steps, again: null };
}

/** B-3, B-4: a rebalancing that has begun: sales, then purchases of what there is, then its end. */
function goOn(open: BasketTurn, facts: BasketFacts, context: BasketContext): BasketDecision {
  const { turn, at, sells, buys, buysAt } = open;
  const sales = buys === null ? send({ turn, side: 'sell', legs: sells, plannedAt: at }, facts, context) : null;
  if (sales) return sales;
  if (buys !== null) {
    const purchases = send({ turn, side: 'buy', legs: buys, plannedAt: buysAt ?? at }, facts, context);
    return purchases ?? one({ do: 'finish', turn });
  }
  const basket = basketNow(facts, context);
  if (!basket || !context.mayOrder) return nothing(context.now + LOOK_AGAIN);
  const plan = purchasesOf(basket, basket.counter.held);
  const legs = legsOf(plan.buys, facts.assets);
  return one({ do: 'buy', turn, buys: legs, leftOut: worthSaying(plan.leftOut, basket) });
}

/** How the reason of a pause by the exchange begins: it ends by itself. */
export const HALTED = 'Paused by the exchange:';

/** C-15: pairs that do not trade, by what becomes of the basket. */
export function haltReason({ assets }: Pick<BasketFacts, 'assets'>, { pairs }: BasketContext): string | null {
  const counter = assets.find(({ number }) => number === 0)?.name ?? '';
  const named = (status: 'halted' | 'gone'): string =>
    assets
      .filter(({ number }) => pairs.get(number)?.status === status)
      .map(({ name }) => `${name}/${counter}`)
      .join(', ');
  const [gone, halted] = [named('gone'), named('halted')];
  if (gone)
    return `${HALTED} ${gone} is not traded there any more. Stop this basket and keep its coins, then start one without it.`;
  if (halted)
    return `${HALTED} ${halted} does not trade at the moment. It goes on by itself once it does; stop it if you do not want to wait.`;
  return null;
}

const settlesAt = ({ orders }: BasketFacts): number =>
  orders.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), -Infinity) + SETTLES_WITHIN;

/** C-18: what its owner is asked about. */
export function missingText(missing: readonly MissingAsset[]): string {
  const parts = missing.map(
    ({ name, held, free: has }) => `${grouped(held)} ${name} in its books, ${grouped(has)} free`,
  );
  return `Some of its coins or money are missing: ${parts.join(', ')}. Go on with what is left, or stop it.`;
}

function missingReason(facts: BasketFacts, { free, now }: BasketContext): string | null {
  if (now < settlesAt(facts)) return null;
  const missing = missingOf(facts, free);
  return missing.length === 0 ? null : missingText(missing);
}

/** A new rebalancing, where one is worth an order. */
function rebalance(
  why: 'start' | 'threshold' | 'time',
  facts: BasketFacts,
  basket: Basket,
): Extract<BasketStep, { do: 'rebalance' }> | null {
  const { sells, buys, leftOut } = rebalancing(basket);
  if (sells.length + buys.length === 0) return null;
  const turn = facts.turns.reduce((last, each) => Math.max(last, each.turn), 0) + 1;
  return { do: 'rebalance', turn, why, sells: legsOf(sells, facts.assets), leftOut: worthSaying(leftOut, basket) };
}

/** Its plan grew old before the exchange received any of it, as when the server was away. */
function neverArrived({ turn, sells, buys }: BasketTurn, orders: readonly BasketOrder[]): boolean {
  const isEmpty = sells.length === 0 && buys?.length === 0;
  return !isEmpty && !orders.some((order) => order.turn === turn && order.hasArrived);
}

/** The first mix, whatever the threshold. */
function begin(facts: BasketFacts, context: BasketContext): BasketDecision {
  const last = facts.turns.at(-1);
  if (last && !neverArrived(last, facts.orders)) {
    const orders = facts.orders.filter(({ turn }) => turn === last.turn);
    const isRefused = orders.length > 0 && orders.every(({ state }) => state === 'rejected');
    const reason = orders.at(-1)?.reason ?? 'The exchange refused the start.';
    return one(isRefused ? { do: 'move', to: 'attention', reason } : { do: 'move', to: 'running', reason: null });
  }
  const basket = basketNow(facts, context);
  if (!basket || !context.mayOrder || haltReason(facts, context) !== null) return nothing(context.now + LOOK_AGAIN);
  const step = isWorthTrading(driftsOf(basket)) ? rebalance('start', facts, basket) : null;
  return one(step ?? { do: 'move', to: 'running', reason: null });
}

/** B-2, B-3: at a minute's close. */
function look(rules: BasketRules, facts: BasketFacts, context: BasketContext): BasketDecision {
  const { now, isLook, mayOrder } = context;
  const again = nextMinute(now);
  const halt = haltReason(facts, context);
  if (halt !== null) return one({ do: 'move', to: 'paused', reason: halt });
  if (!isLook) return nothing(again);
  const missing = missingReason(facts, context);
  if (missing !== null) return one({ do: 'move', to: 'attention', reason: missing });
  const basket = basketNow(facts, context);
  if (!basket || !mayOrder) return nothing(again);
  const made = facts.turns.filter((turn) => !neverArrived(turn, facts.orders));
  const last = made.reduce((latest, { at }) => Math.max(latest, at), rules.startedAt);
  const why = whyDue(rules, { drifts: driftsOf(basket), last, isUndecided: false, now });
  const step = why && rebalance(why, facts, basket);
  return step ? one(step) : nothing(again);
}

/** C-9: what of one asset is sold now; `waits` is when to try again, null where nothing is left to sell. */
function saleOf(
  asset: GivenAsset,
  facts: BasketFacts,
  { now, mayOrder, pairs }: BasketContext,
): { step: BasketStep | null; waits: number | null } {
  const none = { step: null, waits: null };
  const pair = pairs.get(asset.number);
  if (!pair || pair.status === 'gone') return none;
  const { last, marketMost, step } = pair;
  const held = heldOf(asset, facts.orders);
  const quantity = floorTo(step, marketMost ? min(held, marketMost) : held);
  const tried = facts.orders.filter(({ leg, level }) => leg === 'stop' && level === asset.number);
  const isTooSmall = quantity.lte(0) || (last !== null && !isOrderable(quantity, last, pair));
  if (isTooSmall) return none;
  const due = nextTryAt(tried);
  if (due > now) return { step: null, waits: due };
  if (!last || !mayOrder || pair.status !== 'trading') return { step: null, waits: now + LOOK_AGAIN };
  const terms = { level: asset.number, turn: 0, leg: 'stop' as const, attempt: tried.length + 1 };
  return {
    step: { do: 'place', order: { ...terms, side: 'sell', type: 'market', price: last, quantity } },
    waits: null,
  };
}

/** C-18: what is missing leaves the books before any of it is sold; null where nothing is missing of what is sold. */
function letGo(facts: BasketFacts, { free, now }: BasketContext, sold: ReadonlySet<number>): BasketDecision | null {
  const missing = missingOf(facts, free);
  if (missing.length === 0) return null;
  const settled = settlesAt(facts);
  if (now >= settled) return one({ do: 'let-go', missing });
  return missing.some(({ number }) => sold.has(number)) ? nothing(settled) : null;
}

/** C-9, B-6: everything sellable at market, in parts that the exchange takes; null once nothing is left to sell. */
function sellAll(facts: BasketFacts, context: BasketContext): BasketDecision | null {
  const sales = facts.assets.map((asset) => saleOf(asset, facts, context));
  const steps = sales.flatMap(({ step }) => step ?? []);
  const sold = new Set(steps.flatMap((step) => (step.do === 'place' ? step.order.level : [])));
  if (steps.length > 0) return letGo(facts, context, sold) ?? { steps, again: null };
  const waits = sales.flatMap((sale) => sale.waits ?? []);
  return waits.length > 0 ? nothing(Math.min(...waits)) : null;
}

/** C-15: one that the exchange paused goes on once all its pairs trade again. */
function resume(facts: BasketFacts, context: BasketContext): BasketDecision {
  if (!facts.isHalted) return nothing(null);
  const isBack = haltReason(facts, context) === null;
  return isBack ? one({ do: 'move', to: 'running', reason: null }) : nothing(nextMinute(context.now));
}

/** B-1 to B-6, C-2: what a basket does next, by its facts alone: asked twice, it says the same. */
export function basketStep(rules: BasketRules, facts: BasketFacts, context: BasketContext): BasketDecision {
  const open = facts.turns.find(({ doneAt }) => doneAt === null);
  const waits = unsettled(facts, context);
  if (waits) return waits;
  switch (facts.state) {
    case 'starting':
      return open ? goOn(open, facts, context) : begin(facts, context);
    case 'running':
      return open ? goOn(open, facts, context) : look(rules, facts, context);
    case 'paused':
      return resume(facts, context);
    case 'stopping': {
      const sale = facts.ending === 'sell' ? sellAll(facts, context) : null;
      return sale ?? one({ do: 'move', to: 'stopped', reason: null });
    }
    default:
      return nothing(null);
  }
}
