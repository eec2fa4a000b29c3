import type { Big } from 'big.js';
import type { BotState } from '#contracts/rules/bot-states.ts';
import { min, ZERO } from '#contracts/rules/decimal.ts';
import type { Side } from '#contracts/rules/side.ts';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';
import { MINUTE, SECOND } from '#contracts/rules/time.ts';
import { isLive } from '../../position/order-state.ts';
import { type BegunLevel, beginLevels } from './begin-levels.ts';
import { canMove } from './bot-state.ts';
import { startPrice } from './grid-size.ts';
import type { GridRules } from './level.ts';
import { type Cycle, foldLevel, isWorthAnOrder, type LevelOrder, type LevelState } from './level-fold.ts';
import { type Idle, levelStep, type RunContext as LevelContext } from './level-step.ts';
import type { RunPlan } from './plan-run.ts';
import { allocationOf, type Amounts } from './run-books.ts';
import { shouldPause } from './stop-conditions.ts';

/** 'start' and 'stop' are the run's own, level 0. */
export type RunLeg = 'start' | 'stop' | Side;

export interface RunOrder extends LevelOrder {
  clientOrderId: string;
  /** 0 for the run's own. */
  level: number;
  leg: RunLeg;
  attempt: number;
  /** Why it was refused. */
  reason: string | null;
  /** False while trades of it are not known yet. */
  isBooked: boolean;
}

export interface RunLevel extends BegunLevel {
  /** Its owner left it out. */
  leftOut: boolean;
}

/** All that is known of a run. */
export interface RunFacts {
  state: BotState;
  stateSince: number;
  /** While paused: its orders come down. */
  takeDown: boolean;
  ending: 'keep' | 'sell' | 'buy-back' | null;
  counterEarning: boolean;
  given: Amounts;
  startOrder: RunPlan['startOrder'];
  /** What its levels begin with is known. */
  begun: boolean;
  levels: readonly RunLevel[];
  orders: readonly RunOrder[];
}

export interface RunContext extends Pick<LevelContext, 'mayOrder' | 'isTrading' | 'band' | 'now'> {
  rules: GridRules;
  /** Counter units; null while not known. */
  last: Big | null;
  /** Most of one market order, base units. */
  marketMost: Big | null;
}

export interface PlacedOrder {
  level: number;
  turn: number;
  leg: RunLeg;
  attempt: number;
  side: Side;
  /** 'ioc' is a limit order that is canceled where it does not fill. */
  type: 'limit' | 'ioc' | 'market';
  price: Big;
  quantity: Big;
}

export type RunStep =
  | { do: 'read-fills'; order: RunOrder }
  | { do: 'place'; order: PlacedOrder }
  | { do: 'cancel'; order: RunOrder }
  | { do: 'begin'; levels: BegunLevel[] }
  | { do: 'move'; to: BotState; reason: string | null };

export interface LevelView {
  of: RunLevel;
  state: LevelState;
  idle: Idle | 'left-out' | 'refused' | null;
}

/** What to do now, and when to look again if nothing happens, UTC epoch ms. */
export interface RunDecision {
  steps: RunStep[];
  again: number | null;
}

const ATTEMPTS = 3;
const BETWEEN_ATTEMPTS = 5 * SECOND;
const LOOK_AGAIN = 5 * SECOND;

const ofLevel = ({ orders }: RunFacts, level: number): RunOrder[] => orders.filter((order) => order.level === level);
const nextAttempt = (orders: readonly RunOrder[], turn: number, leg: RunLeg): number =>
  orders.reduce(
    (last, order) => (order.turn === turn && order.leg === leg && order.attempt > last ? order.attempt : last),
    0,
  ) + 1;

/** C-4: what the run owns. */
export const ownedBy = ({ given, orders }: Pick<RunFacts, 'given' | 'orders'>): Amounts => allocationOf(given, orders);

/** A trade that is made at once: at the start, or once all else has ended. */
function atOnce(
  facts: RunFacts,
  of: Pick<PlacedOrder, 'leg' | 'side' | 'type' | 'price'> & { rest: Big },
  { mayOrder, isTrading, now, rules }: RunContext,
): RunDecision | null {
  const { rest, ...terms } = of;
  const tried = ofLevel(facts, 0).filter(({ leg }) => leg === terms.leg);
  if (tried.some(({ state }) => isLive(state))) return { steps: [], again: now + LOOK_AGAIN };
  const quantity = floorTo(rules.step, rest);
  const short = tried.filter(({ state }) => state !== 'filled');
  if (short.length >= ATTEMPTS || !isWorthAnOrder(quantity, terms.price, rules)) return null;
  const ended = short.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), -Infinity);
  const due = ended + BETWEEN_ATTEMPTS;
  if (!mayOrder || !isTrading) return { steps: [], again: now + LOOK_AGAIN };
  if (now < due) return { steps: [], again: due };
  const order = { ...terms, quantity, level: 0, turn: 0, attempt: nextAttempt(tried, 0, terms.leg) };
  return { steps: [{ do: 'place', order }], again: null };
}

const sumOf = (orders: readonly RunOrder[], of: 'base' | 'counter' | 'filledQuantity'): Big =>
  orders.reduce((sum, order) => sum.plus(order[of]), ZERO);

/** coins first, then what each level begins with. */
function begin(facts: RunFacts, context: RunContext): RunDecision {
  const { startOrder } = facts;
  const orders = ofLevel(facts, 0).filter(({ leg }) => leg === 'start');
  if (startOrder) {
    const rest = startOrder.quantity.minus(sumOf(orders, 'filledQuantity'));
    const { side, price } = startOrder;
    const trading = atOnce(facts, { leg: 'start', side, type: 'ioc', price, rest }, context);
    if (trading) return trading;
  }
  const refused = orders.length > 0 && orders.every(({ state }) => state === 'rejected');
  if (refused && facts.state === 'starting')
    return attention(orders.at(-1)?.reason ?? 'The exchange refused the start.');
  const plan = { levels: facts.levels.map(({ level }) => level), startOrder, given: facts.given };
  const moved = { base: sumOf(orders, 'base'), counter: sumOf(orders, 'counter') };
  return { steps: [{ do: 'begin', levels: beginLevels(plan, moved, context.rules) }], again: null };
}

const attention = (reason: string): RunDecision => ({ steps: [{ do: 'move', to: 'attention', reason }], again: null });

const MODES: Partial<Record<BotState, LevelContext['mode']>> = {
  starting: 'running',
  running: 'running',
  attention: 'paused',
  stopping: 'stopping',
};

/** C-9: what a run that ends trades once its orders are down; null where it is done. */
function endTrade(facts: RunFacts, context: RunContext): RunDecision | null {
  const { rules, last, marketMost, now } = context;
  const { base, counter } = ownedBy(facts);
  if (facts.ending === 'keep' || facts.ending === null) return null;
  if (!last) return { steps: [], again: now + LOOK_AGAIN };
  if (facts.ending === 'sell') {
    const price = ceilTo(rules.tick, last);
    const rest = marketMost ? min(base, marketMost) : base;
    return atOnce(facts, { leg: 'stop', side: 'sell', type: 'market', price, rest }, context);
  }
  const price = startPrice(last, rules.tick);
  return atOnce(facts, { leg: 'stop', side: 'buy', type: 'ioc', price, rest: counter.div(price) }, context);
}

/** C-17: what the exchange refused is not sent in a loop. */
const AFTER_REFUSAL = MINUTE;
/** C-11: so many refusals for one reason, within so long, are their owner's to decide about. */
const MOST_REFUSALS = 5;
const REFUSALS_WITHIN = 10 * MINUTE;

/** A call of ours that was refused so lately; an order that the exchange itself did not take has no reason of ours. */
const isFresh = ({ state, reason, updatedAt }: RunOrder, now: number, ms: number): boolean =>
  state === 'rejected' && reason !== null && now < updatedAt + ms;

/** C-11: the sentence of a refusal that came again and again. */
function stubborn({ orders, stateSince }: RunFacts, now: number): string | null {
  const fresh = orders.filter((order) => order.updatedAt > stateSince && isFresh(order, now, REFUSALS_WITHIN));
  for (const [reason, same] of Map.groupBy(fresh, (order) => order.reason))
    if (same.length >= MOST_REFUSALS) return reason;
  return null;
}

interface Viewed {
  view: LevelView;
  steps: RunStep[];
}

function viewLevel(facts: RunFacts, of: RunLevel, context: RunContext): Viewed {
  const { level, start } = of;
  const orders = ofLevel(facts, level.number);
  const state = foldLevel(level, { start, orders }, context.rules);
  const mode = facts.state === 'paused' ? (facts.takeDown ? 'withdrawn' : 'paused') : (MODES[facts.state] ?? 'paused');
  if (of.leftOut && mode !== 'stopping') return { view: { of, state, idle: 'left-out' }, steps: [] };
  if (orders.some(({ isBooked }) => !isBooked)) return { view: { of, state, idle: 'unconfirmed' }, steps: [] };
  const step = levelStep(level, { state, orders }, { ...context, mode });
  if (step.do === 'nothing') return { view: { of, state, idle: step.because }, steps: [] };
  const view: LevelView = { of, state, idle: null };
  if (step.do === 'cancel') {
    const names = new Set<LevelOrder>(step.orders);
    const found = orders.filter((order) => names.has(order));
    return { view, steps: found.map((order) => ({ do: 'cancel', order })) };
  }
  const refused = orders.some((order) => order.turn === state.turn && isFresh(order, context.now, AFTER_REFUSAL));
  if (refused) return { view: { of, state, idle: 'refused' }, steps: [] };
  const { side, price, quantity } = step;
  const attempt = nextAttempt(orders, state.turn, side);
  const order = {
    level: level.number,
    turn: state.turn,
    leg: side,
    attempt,
    side,
    type: 'limit' as const,
    price,
    quantity,
  };
  return { view, steps: [{ do: 'place', order }] };
}

/** How each level stands; before the start has begun there is nothing to say. */
export const viewLevels = (facts: RunFacts, context: RunContext): LevelView[] =>
  facts.begun ? facts.levels.map((of) => viewLevel(facts, of, context).view) : [];

/** C-16: the nearest to the market goes first. */
const byDistance =
  (last: Big | null) =>
  (one: RunStep, other: RunStep): number => {
    if (!last || one.do !== 'place' || other.do !== 'place') return 0;
    return one.order.price.minus(last).abs().cmp(other.order.price.minus(last).abs());
  };

const IDLE_FOR_GOOD = new Set<LevelView['idle']>(['resting', 'finished', 'left-out', 'external-change', 'too-small']);

/** C-11: of the cycles that were closed since it last began to run, the oldest first. */
function recentResults(facts: RunFacts, views: readonly LevelView[]): Big[] {
  const closedAt = (number: number, { turn }: Cycle): number =>
    ofLevel(facts, number).reduce((at, order) => (order.turn === turn ? Math.max(at, order.updatedAt) : at), 0);
  return views
    .flatMap(({ of, state }) => state.cycles.map((cycle) => ({ cycle, at: closedAt(of.level.number, cycle) })))
    .filter(({ at }) => at > facts.stateSince)
    .toSorted((one, other) => one.at - other.at)
    .map(({ cycle }) => (facts.counterEarning ? cycle.counter : cycle.base));
}

const LOSING = 'Its last three rounds earned nothing after fees: the fees on this key are higher than when it began.';

/** C-11, T-8: what its own rounds and refusals make of a run. */
function afterRounds(
  facts: RunFacts,
  views: readonly LevelView[],
  now: number,
): { to: BotState; reason: string } | null {
  const reason = stubborn(facts, now);
  if (reason !== null) return { to: 'attention', reason };
  if (shouldPause(recentResults(facts, views))) return { to: 'paused', reason: LOSING };
  const isOver = views.length > 0 && views.every(({ idle }) => idle === 'finished');
  return isOver ? { to: 'stopping', reason: 'Its round is done.' } : null;
}

/** What follows for the run where none of its levels has anything to do. */
function settle(facts: RunFacts, views: readonly LevelView[], context: RunContext): RunDecision {
  const isQuiet = views.every(({ idle }) => idle !== 'unconfirmed') && facts.orders.every(({ isBooked }) => isBooked);
  const again = views.every(({ idle }) => IDLE_FOR_GOOD.has(idle)) ? null : context.now + LOOK_AGAIN;
  const move = (to: BotState, reason: string | null): RunDecision =>
    canMove(facts.state, to) ? { steps: [{ do: 'move', to, reason }], again: null } : { steps: [], again };
  if (!isQuiet) return { steps: [], again };
  if (facts.state === 'starting') return move('running', null);
  if (facts.state === 'stopping') {
    if (facts.orders.some(({ state }) => isLive(state))) return { steps: [], again: context.now + LOOK_AGAIN };
    return endTrade(facts, context) ?? move('stopped', null);
  }
  const next = facts.state === 'running' ? afterRounds(facts, views, context.now) : null;
  return next ? move(next.to, next.reason) : { steps: [], again };
}

/** C-2, C-14, R-9, R-13: what a run does next, by its facts alone: asked twice, it says the same. */
export function runStep(facts: RunFacts, context: RunContext): RunDecision {
  if (['draft', 'waiting', 'stopped'].includes(facts.state)) return { steps: [], again: null };
  const unread = facts.orders.filter(({ isBooked }) => !isBooked);
  const reads = unread.map((order): RunStep => ({ do: 'read-fills', order }));
  if (!facts.begun) {
    if (reads.length > 0) return { steps: reads, again: context.now + LOOK_AGAIN };
    if (facts.state === 'starting') return begin(facts, context);
    return settle(facts, [], context);
  }
  const viewed = facts.levels.map((of) => viewLevel(facts, of, context));
  const steps = viewed.flatMap((each) => each.steps).toSorted(byDistance(context.last));
  if (steps.length + reads.length > 0) return { steps: [...reads, ...steps], again: context.now + LOOK_AGAIN };
  return settle(
    facts,
    viewed.map(({ view }) => view),
    context,
  );
}
