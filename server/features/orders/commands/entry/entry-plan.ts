import type { Big } from 'big.js';
import type { PlaceOrder } from '#contracts/orders.ts';
import type { PlannedExits } from '#contracts/plan-fields.ts';
import type { Side } from '#contracts/symbol.ts';
import { expiryFault } from '../../../../domain/exit-plan/timed-exit.ts';
import type { ExchangePair } from '../../../../domain/market/pair.ts';
import { type Exits, exitsAt, fixedStop, wholeAt } from '../../../../domain/position/exits.ts';
import { newId } from '../../../../lib/id.ts';
import type { Orders } from '../../orders.ts';
import type { Deal } from '../../store/add-deal.store.ts';
import { plannedAs, requestedPlan } from '../plan/plan-request.ts';
import { type Asked, cutScene, type PlanScene, sceneFault } from '../plan/plan-scene.ts';
import { copyWarnings, shownPlan } from '../plan/preview-plan.ts';
import { type EntryContext, entryContext } from '../exit-faults.ts';

type Targets = Pick<
  PlaceOrder,
  'takeProfits' | 'stopLoss' | 'time' | 'takeProfitPrice' | 'stopLossPrice' | 'expiresAfter' | 'counterEarning'
>;
type Shape = Targets & Pick<PlaceOrder, 'ladder' | 'trigger'>;

const LADDER_WAITS = 'An order of several limits waits for no price: leave out ladder, or trigger.';
const BOTH_WAYS = 'Send either takeProfitPrice and stopLossPrice, or takeProfits and stopLoss.';

/** The plan that an entry is to have; null where it has one take profit and one stop at most. */
export function askedOf({ takeProfits, stopLoss, time }: Targets): Asked | null {
  if (!takeProfits && !stopLoss && !time) return null;
  return { plan: requestedPlan({ takeProfits: takeProfits ?? [], stopLoss: stopLoss ?? null }), time: time ?? null };
}

export function exitsOf(wanted: Targets): Exits {
  const asked = askedOf(wanted);
  return asked ? plannedAs(asked.plan) : exitsAt(wanted.takeProfitPrice, wanted.stopLossPrice);
}

/**
 * What a block keeps of it. EX-14: what its first slice takes the place of is what goes out with the entry: the first
 * target and the stop, for everything.
 */
export function keptOf(wanted: Targets, now: number): Exits & Pick<Deal, 'plan' | 'timing' | 'before' | 'expiresAt'> {
  const asked = askedOf(wanted);
  const expiresAt = wanted.expiresAfter ? now + wanted.expiresAfter : null;
  const exits = exitsOf(wanted);
  if (!asked || !wanted.counterEarning) return { ...exits, plan: 0, timing: null, before: null, expiresAt };
  const timing = asked.time && { exit: asked.time };
  const [first] = asked.plan.targets;
  const whole = { takeProfits: wholeAt(first?.price), stop: fixedStop(asked.plan.stop?.price) };
  return { ...exits, plan: 1, timing, before: { ...whole, plan: 0, timing }, expiresAt };
}

/** What is wrong with it, whatever the prices; null where nothing is. */
export function shapeFault(wanted: Shape): string | null {
  if (wanted.ladder && wanted.trigger) return LADDER_WAITS;
  if (askedOf(wanted) && (wanted.takeProfitPrice || wanted.stopLossPrice)) return BOTH_WAYS;
  const { expiresAfter } = wanted;
  return expiresAfter === undefined || expiresAfter === null ? null : expiryFault(expiresAfter);
}

/** One key's entry, as if it were filled whole. */
export interface EntryPart {
  userId: string;
  keyId: string;
  pair: ExchangePair;
  side: Side;
  counterEarning: boolean;
  price: Big;
  quantity: Big;
  fee: Big;
  /** The last price; null while none is known. */
  average: Big | null;
}

const contextOf = ({ pair, side, counterEarning, price, quantity, fee }: EntryPart): EntryContext =>
  entryContext(
    pair,
    { side, quantity, counter: price.times(quantity) },
    { side, counterEarning, fee, step: pair.step },
  );

function sceneOf(orders: Pick<Orders, 'db'>, part: EntryPart, { plan }: Asked): Promise<PlanScene> {
  const { pair, price: market, average, userId, keyId } = part;
  const { moved, terms: open } = contextOf(part);
  return cutScene(orders, { pair, open, moved, market, average, on: { userId, keyId, positionId: newId() } }, plan);
}

/** Why an entry cannot have this plan; null where it can, or has none. */
export async function entryPlanFault(
  orders: Pick<Orders, 'db' | 'clock'>,
  part: EntryPart,
  asked: Asked | null,
): Promise<string | null> {
  if (!asked) return null;
  const scene = await sceneOf(orders, part, asked);
  const { counterEarning } = part;
  return sceneFault(asked, scene, { counterEarning, now: orders.clock(), filledAt: null, exits: contextOf(part) });
}

const WITH_ENTRY = 'Until the entry has filled, all of it goes out at the first target or the stop.';
const WITH_LIMITS =
  'Its targets and its stop are placed as its limits fill: if this server is away then, there is no stop until it is back. Until its last limit has filled or is canceled, all of it goes out at the first target or the stop, which cancels the limits that are left.';
const AFTER_ENTRY =
  'Its targets and its stop are placed once the entry fills: if this server is away then, there is no stop until it is back.';

/** What a plan would make of an entry, and what of each copy is otherwise. The main key's part comes first. */
export async function plannedEntry(
  orders: Pick<Orders, 'db'>,
  [main, ...copies]: readonly { part: EntryPart; name: string }[],
  of: { asked: Asked | null; withTargets: boolean; isLadder: boolean },
): Promise<PlannedExits | null> {
  const { asked } = of;
  if (!asked || !main) return null;
  const said = await Promise.all(
    copies.map(async ({ part, name }) => copyWarnings(name, await sceneOf(orders, part, asked))),
  );
  const { protection, ...planned } = shownPlan(asked.plan, await sceneOf(orders, main.part, asked), said.flat());
  const before = of.isLadder ? WITH_LIMITS : of.withTargets ? WITH_ENTRY : AFTER_ENTRY;
  return { ...planned, protection: protection && { ...protection, away: `${protection.away} ${before}` } };
}
