import type { Big } from 'big.js';
import { exitsFault } from '#contracts/rules/target-bounds.ts';
import { type OpenTerms, wholeQuantity } from '#contracts/rules/open-result.ts';
import { type Cut, cutPlan } from '../../../../domain/exit-plan/cut-plan.ts';
import type { ExitPlan, PlanTerms } from '../../../../domain/exit-plan/exit-plan.ts';
import { type StopStart, stopStart } from '../../../../domain/exit-plan/stop-start.ts';
import { planFault } from '../../../../domain/exit-plan/plan-fault.ts';
import { noSlotSentence } from '../../../../domain/exit-plan/stop-slots.ts';
import { type TimeExit, timeFault } from '../../../../domain/exit-plan/timed-exit.ts';
import type { ExchangePair } from '../../../../domain/market/pair.ts';
import { entryOf } from '../../../../domain/position/books.ts';
import { fixedStop } from '../../../../domain/position/exits.ts';
import type { Orders } from '../../orders.ts';
import type { BlockView, PositionView } from '../../store/block-view.store.ts';
import { freeSlots } from '../../store/used-slots.store.ts';
import { exitSceneOf, isWaiting, mainOf, unsettledFault } from '../change-intent.ts';
import { type EntryContext, exitFault } from '../exit-faults.ts';

/** A plan and what it is about: one key's part of a block. */
export interface PlanScene {
  pair: ExchangePair;
  terms: PlanTerms;
  /** At which its targets are placed. */
  market: Big;
  /** The last price; null while none is known. */
  average: Big | null;
  total: Big;
  /** What the deal has cost so far, less what came in; of a sale what it brought in. */
  paid: Big;
  cut: Cut;
  /** Where the stop is placed first, and who moves it where it follows the market; null without one. */
  stop: StopStart | null;
}

const NOT_BEGUN = 'A plan can be set once the exchange has taken the entry.';

/** What a plan is to be about, on one key. */
export interface PlannedPart extends Pick<EntryContext, 'moved'> {
  pair: ExchangePair;
  open: OpenTerms;
  /** At which its targets are placed: the last price, or that of an entry that waits. */
  market: Big;
  /** The last price. */
  average: Big | null;
  /** Whose orders take up the exchange's slots. */
  on: Pick<Parameters<typeof freeSlots>[2], 'userId' | 'keyId' | 'positionId'>;
}

/** How it would be cut. */
export async function cutScene({ db }: Pick<Orders, 'db'>, part: PlannedPart, plan: ExitPlan): Promise<PlanScene> {
  const { pair, open, moved, market, average } = part;
  const { step, tick, minNotional, minQuantity } = pair;
  const terms = { side: open.side, fee: open.fee, step, tick, minNotional, minQuantity };
  const total = wholeQuantity(moved, open, market);
  const free = await freeSlots(db, pair, { ...part.on, symbol: pair.symbol });
  const paid = moved.counter.times(open.side === 'buy' ? -1 : 1);
  const stop = plan.stop && stopStart(plan.stop, market, { terms, pair });
  return { pair, terms, market, average, total, paid, stop, cut: cutPlan(plan, total, { terms, free }) };
}

/** How a key's part of a block would be cut; null where the pair or its price is not known. */
export async function sceneOf(
  orders: Orders,
  { view, position }: { view: BlockView; position: PositionView },
  plan: ExitPlan,
): Promise<PlanScene | null> {
  const { market: exchange, symbol } = view.block;
  const pair = orders.markets.findExchangePair(exchange, symbol);
  const average = orders.markets.lastPrice(exchange, symbol)?.price;
  if (!pair || !average) return null;
  const { moved, terms: open } = exitSceneOf(orders, position, pair);
  const { userId, keyId, id: positionId } = position.row;
  const market = isWaiting(position) ? position.price : average;
  return cutScene(orders, { pair, open, moved, market, average, on: { userId, keyId, positionId } }, plan);
}

/** The exchange would refuse a take profit as too far away. */
function farFault({ targets }: ExitPlan, { pair, market, average, terms }: PlanScene): string | null {
  const band = average && pair.percentPrice ? { average, percent: pair.percentPrice } : null;
  const faults = targets.map(({ price }) =>
    exitsFault({ takeProfit: price, stopLoss: null }, { ...terms, market }, band),
  );
  return faults.find((fault) => fault !== null) ?? null;
}

function cutFault(plan: ExitPlan, { pair, cut, market }: PlanScene, exits: EntryContext): string | null {
  const wanted = { takeProfits: plan.targets, stop: fixedStop(plan.stop?.price) };
  const tooSmall = exitFault(wanted, exits, market);
  if (tooSmall !== null) return tooSmall;
  return cut.placing ? null : noSlotSentence(`${pair.base}/${pair.counter}`, pair.limits.algoOrders ?? 0);
}

interface About {
  counterEarning: boolean;
  now: number;
  /** When the entry was filled, UTC epoch ms; null while it is not. */
  filledAt: number | null;
  exits: EntryContext;
}

function whenFault(time: TimeExit | null, base: string, of: About): string | null {
  if (!time) return null;
  return of.counterEarning ? timeFault(time, of) : `A block that earns ${base} has one take profit and one stop.`;
}

export interface Asked {
  plan: ExitPlan;
  time: TimeExit | null;
}

/** Why a plan cannot be set; null where it can. */
export function sceneFault({ plan, time }: Asked, scene: PlanScene, of: About): string | null {
  const { pair, market, terms } = scene;
  const context = { ...terms, counterEarning: of.counterEarning, base: pair.base, market, trailing: pair.trailing };
  return (
    planFault(plan, context) ??
    whenFault(time, pair.base, of) ??
    farFault(plan, scene) ??
    cutFault(plan, scene, of.exits)
  );
}

/** Why a block cannot have this plan as it stands; the main key's part as it would be cut where it can. */
export async function planOnBlock(
  orders: Orders,
  view: BlockView,
  asked: Asked,
): Promise<{ error: string } | { error: null; scene: PlanScene }> {
  const main = mainOf(view);
  const { market: exchange, counterEarning } = view.block;
  const unsettled = unsettledFault(main);
  if (unsettled !== null) return { error: unsettled };
  const halt = await orders.markets.haltOf(exchange, view.block.symbol);
  if (halt) return { error: `${halt.sentence} A plan cannot be set or changed now: what is set stays as it is.` };
  const scene = await sceneOf(orders, { view, position: main }, asked.plan);
  if (!scene) return { error: `${exchange} has no price for this pair yet. Try again in a moment.` };
  const entry = entryOf(main);
  if (!entry || (entry.filledQuantity.eq(0) && !isWaiting(main))) return { error: NOT_BEGUN };
  const exits = exitSceneOf(orders, main, scene.pair);
  const error = sceneFault(asked, scene, { counterEarning, now: orders.clock(), filledAt: entry.filledAt, exits });
  return error === null ? { error, scene } : { error };
}
