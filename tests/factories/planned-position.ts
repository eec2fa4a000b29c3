import type { Big } from 'big.js';
import { planExits } from '../../server/domain/exits/plan-exits.ts';
import { nextStep } from '../../server/domain/next-step.ts';
import type { Step } from '../../server/domain/steps/step.ts';
import { desiredOf } from '../../server/domain/position/desired-targets.ts';
import type { Exits } from '../../server/domain/position/exits.ts';
import type { Intent } from '../../server/domain/position/position.ts';
import { isLive } from '../../server/domain/position/order-state.ts';
import { big } from './block-sketch.ts';
import { ModelExchange } from './model-exchange.ts';

const MOST_STEPS = 40;

const contextOf = ({ marketContext, mostStops }: ModelExchange) => ({
  ...marketContext,
  free: { algoOrders: mostStops === Infinity ? null : mostStops, orderLists: null },
});

/** What this server would do next, and what it watches. */
export const exitsOf = (model: ModelExchange) =>
  planExits(model.position, desiredOf(model.position, model.intent), contextOf(model));

/** Step after step until nothing is left to do; answers what was done. */
export function settled(model: ModelExchange): Step[] {
  const steps: Step[] = [];
  while (!model.ended && steps.length < MOST_STEPS) {
    const step = nextStep(model.position, desiredOf(model.position, model.intent), contextOf(model));
    if (!step) break;
    steps.push(step);
    if (!model.take(step) && model.isUnsure) break;
  }
  model.looked();
  return steps;
}

/** As it is written down: what was there before goes back where the plan is refused. */
export function replaced(intent: Intent, exits: Exits): Intent {
  const { takeProfits: were, stop, plan = 0, timing = null } = intent;
  return { ...intent, ...exits, plan: plan + 1, before: { takeProfits: were, stop, plan, timing } };
}

export function givePlan(model: ModelExchange, exits: Exits): Step[] {
  model.intent = replaced(model.intent, exits);
  Object.assign(model.position, { retriedAt: model.marketContext.now, stopReachedAt: null });
  return settled(model);
}

/** 192.1 XRP bought (or sold) at 0.52, with a plan; the market stands there. */
export function plannedPosition(
  exits: Exits,
  of: { section?: 'buy' | 'sell'; mostStops?: number; trails?: boolean } = {},
) {
  const { section = 'buy', mostStops = Infinity, trails = true } = of;
  const intent = { takeProfits: [], stop: null, ending: 'none' } as const;
  const model = new ModelExchange({ section, counterEarning: true, withTargets: false, intent, market: big('0.52') });
  model.mostStops = mostStops;
  const { pair } = model.marketContext;
  if (!trails) model.marketContext = { ...model.marketContext, pair: { ...pair, trailing: null } };
  settled(model);
  model.move(big('0.52'), big(1), 0);
  settled(model);
  givePlan(model, exits);
  return model;
}

/** Half of each order that is reached fills, or all of it; then everything is done that is to be done. */
export function goTo(model: ModelExchange, price: string, of: { part?: string; ms?: number } = {}): Step[] {
  model.move(big(price), big(of.part ?? 1), of.ms ?? 6000);
  return settled(model);
}

/** '0.546 50, 0.56 30, 0.58 20': prices and percent. */
export const takeProfits = (text: string): Exits['takeProfits'] =>
  text === ''
    ? []
    : text.split(', ').map((row) => {
        const [price = '0', share = '100'] = row.split(' ');
        return { price: big(price), share: big(share).div(100) };
      });

const left = ({ quantity, filledQuantity }: { quantity: Big; filledQuantity: Big }): string =>
  quantity.minus(filledQuantity).toFixed();

/** What rests, as '96 at 0.546' and '96 stop 0.494'; '96 trailing 300' follows by so many basis points. */
export const rests = ({ position }: ModelExchange): string[] =>
  position.orders
    .filter(({ leg, state }) => leg !== 'entry' && isLive(state))
    .map((order) => {
      if (order.trailingDelta) return `${left(order)} trailing ${order.trailingDelta}`;
      const stop = order.stopPrice ? `stop ${order.stopPrice.toFixed()}` : `at ${order.price.toFixed()}`;
      return `${left(order)} ${stop}`;
    })
    .toSorted();
