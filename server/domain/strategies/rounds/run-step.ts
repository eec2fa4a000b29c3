import type { Big } from 'big.js';
import type { Side } from '#contracts/rules/side.ts';
import type { BotState } from '#contracts/rules/bot-states.ts';
import { MINUTE } from '#contracts/rules/time.ts';
import { isLive } from '../../position/order-state.ts';
import { afterRounds } from './after-rounds.ts';
import { canMove } from './bot-state.ts';
import { legPrice } from './level.ts';
import { foldLevel, type LevelOrder, type LevelState } from './level-fold.ts';
import { levelStep, type RunContext as LevelContext } from './level-step.ts';
import {
  isFresh,
  type LevelView,
  LOOK_AGAIN,
  nextAttempt,
  ofLevel,
  type PlacedOrder,
  type RunContext,
  type RunDecision,
  type RunFacts,
  type RunLevel,
  type RunOrder,
  type RunStep,
} from './run-facts.ts';
import { begin, endTrade } from './trade-at-once.ts';

const MODES: Partial<Record<BotState, LevelContext['mode']>> = {
  starting: 'running',
  running: 'running',
  attention: 'paused',
  stopping: 'stopping',
};

/** C-17: what the exchange refused is not sent in a loop. */
const AFTER_REFUSAL = MINUTE;

function modeOf({ state, takeDown, isOutside }: RunFacts): LevelContext['mode'] {
  if (takeDown && (state === 'paused' || state === 'attention')) return 'withdrawn';
  return state === 'running' && isOutside ? 'withdrawn' : (MODES[state] ?? 'paused');
}

interface Viewed {
  view: LevelView;
  steps: RunStep[];
}

/** T-5, C-18: what rests of it comes down, whatever the run does. */
function takeOff(view: LevelView, orders: readonly RunOrder[]): Viewed {
  const isOpen = orders.some(({ state, isBooked }) => state === 'sending' || state === 'unknown' || !isBooked);
  if (isOpen) return { view: { ...view, idle: 'unconfirmed' }, steps: [] };
  const resting = orders.filter(({ state }) => isLive(state));
  return { view, steps: resting.map((order) => ({ do: 'cancel', order })) };
}

type Terms = Pick<PlacedOrder, 'level' | 'turn' | 'side' | 'price' | 'quantity'>;

const limitOrder = (orders: readonly RunOrder[], { level, turn, side, price, quantity }: Terms): PlacedOrder => ({
  level,
  turn,
  leg: side,
  attempt: nextAttempt(orders, turn, side),
  side,
  type: 'limit',
  price,
  quantity,
});

interface Folded {
  of: RunLevel;
  orders: RunOrder[];
  state: LevelState;
}

const foldOf = (facts: RunFacts, of: RunLevel, { rules }: RunContext): Folded => {
  const { number } = of.level;
  const orders = ofLevel(facts, number);
  const from = facts.folded?.levels.get(number)?.legs;
  return { of, orders, state: foldLevel(of.level, { start: of.start, orders, from }, rules) };
};

/** the levels nearest to the market, by side. */
function holding(folded: readonly Folded[], facts: RunFacts, { last }: RunContext): Set<Folded> {
  const { heldMirrors = 0 } = facts;
  if (heldMirrors === 0 || !last || modeOf(facts) !== 'running') return new Set();
  const distance = ({ of: { level }, state }: Folded) => legPrice(level, state).minus(last).abs();
  const nearest = (side: Side) =>
    folded
      .filter(({ of, state }) => state.side === side && !of.leftOut && !of.off)
      .toSorted((one, other) => distance(one).cmp(distance(other)))
      .slice(0, heldMirrors);
  return new Set([...nearest('buy'), ...nearest('sell')]);
}

function viewAll(facts: RunFacts, context: RunContext): Viewed[] {
  const folded = facts.levels.map((of) => foldOf(facts, of, context));
  const held = holding(folded, facts, context);
  return folded.map((each) => viewLevel(facts, each, { ...context, mode: modeOf(facts), holds: held.has(each) }));
}

function viewLevel(facts: RunFacts, { of, orders, state }: Folded, context: RunContext & LevelContext): Viewed {
  const { level } = of;
  const { mode } = context;
  if (of.off) return takeOff({ of, state, idle: of.off === 'given-up' ? 'given-up' : 'taken-off' }, orders);
  if (of.leftOut && mode !== 'stopping') return { view: { of, state, idle: 'left-out' }, steps: [] };
  if (orders.some(({ isBooked }) => !isBooked)) return { view: { of, state, idle: 'unconfirmed' }, steps: [] };
  const step = levelStep(level, { state, orders }, context);
  if (step.do === 'nothing') return { view: { of, state, idle: step.because }, steps: [] };
  const view: LevelView = { of, state, idle: null };
  if (step.do === 'cancel') {
    const names = new Set<LevelOrder>(step.orders);
    const found = orders.filter((order) => names.has(order));
    return { view, steps: found.map((order) => ({ do: 'cancel', order })) };
  }
  const refused = orders.some((order) => order.turn === state.turn && isFresh(order, context.now, AFTER_REFUSAL));
  if (refused) return { view: { of, state, idle: 'refused' }, steps: [] };
  const order = limitOrder(orders, { ...step, level: level.number, turn: state.turn });
  const { mirror } = step;
  const next = mirror && limitOrder(orders, { ...mirror, level: level.number, turn: state.turn + 1 });
  return { view, steps: [{ do: 'place', order: { ...order, mirror: next } }] };
}

/** How each level stands; before the start has begun there is nothing to say. */
export const viewLevels = (facts: RunFacts, context: RunContext): LevelView[] =>
  facts.begun ? viewAll(facts, context).map(({ view }) => view) : [];

/** C-16: the nearest to the market goes first. */
const byDistance =
  (last: Big | null) =>
  (one: RunStep, other: RunStep): number => {
    if (!last || one.do !== 'place' || other.do !== 'place') return 0;
    return one.order.price.minus(last).abs().cmp(other.order.price.minus(last).abs());
  };

const IDLE_FOR_GOOD = new Set<LevelView['idle']>([
  'resting',
  'finished',
  'left-out',
  'taken-off',
  'given-up',
  'external-change',
  'too-small',
]);

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
    // Its owner may have let it go on before it began.
    if (facts.state === 'starting' || facts.state === 'running') return begin(facts, context);
    return settle(facts, [], context);
  }
  const viewed = viewAll(facts, context);
  const steps = viewed.flatMap((each) => each.steps).toSorted(byDistance(context.last));
  if (steps.length + reads.length > 0) return { steps: [...reads, ...steps], again: context.now + LOOK_AGAIN };
  return settle(
    facts,
    viewed.map(({ view }) => view),
    context,
  );
}
