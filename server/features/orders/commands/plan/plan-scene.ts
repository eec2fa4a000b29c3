import type { Big } from 'big.js';
import { exitsFault } from '#contracts/rules/target-bounds.ts';
import { wholeQuantity } from '#contracts/rules/open-result.ts';
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
import { exitSceneOf, mainOf, unsettledFault } from '../change-intent.ts';
import { exitFault } from '../entry/exit-faults.ts';

/** A plan beside what it is about: one key's part of a block. */
export interface PlanScene {
  pair: ExchangePair;
  terms: PlanTerms;
  market: Big;
  total: Big;
  /** What the deal has cost so far, less what came in; of a sale what it brought in. */
  paid: Big;
  cut: Cut;
  /** Where the stop is placed first, and who moves it where it follows the market; null without one. */
  stop: StopStart | null;
}

const NOT_BEGUN = 'A plan can be set once the entry has begun to fill.';

interface Prices {
  pair: ExchangePair;
  market: Big;
}

function pricesOf({ markets }: Orders, { block }: BlockView): Prices | null {
  const pair = markets.findExchangePair(block.market, block.symbol);
  const market = markets.lastPrice(block.market, block.symbol)?.price;
  return pair && market ? { pair, market } : null;
}

/** How a key's part would be cut. */
export async function sceneOf(
  orders: Orders,
  { view, position }: { view: BlockView; position: PositionView },
  plan: ExitPlan,
): Promise<PlanScene | null> {
  const prices = pricesOf(orders, view);
  if (!prices) return null;
  const { pair, market } = prices;
  const { moved, terms: open } = exitSceneOf(orders, position, pair);
  const { step, tick, minNotional, minQuantity } = pair;
  const terms = { side: open.side, fee: open.fee, step, tick, minNotional, minQuantity };
  const total = wholeQuantity(moved, open, market);
  const { userId, keyId, id: positionId } = { ...position.row };
  const free = await freeSlots(orders.db, pair, { userId, keyId, symbol: pair.symbol, positionId });
  const paid = moved.counter.times(open.side === 'buy' ? -1 : 1);
  const stop = plan.stop && stopStart(plan.stop, market, { terms, pair });
  return { pair, terms, market, total, paid, stop, cut: cutPlan(plan, total, { terms, free }) };
}

/** The exchange would refuse a take profit as too far away. */
function farFault({ targets }: ExitPlan, { pair, market, terms }: PlanScene): string | null {
  const band = pair.percentPrice && { average: market, percent: pair.percentPrice };
  const faults = targets.map(({ price }) =>
    exitsFault({ takeProfit: price, stopLoss: null }, { ...terms, market }, band),
  );
  return faults.find((fault) => fault !== null) ?? null;
}

function cutFault(plan: ExitPlan, { pair, cut, market }: PlanScene, of: Parameters<typeof exitFault>[1]) {
  const exits = { takeProfits: plan.targets, stop: fixedStop(plan.stop?.price) };
  const tooSmall = exitFault(exits, of, market);
  if (tooSmall !== null) return tooSmall;
  return cut.placing ? null : noSlotSentence(`${pair.base}/${pair.counter}`, pair.limits.algoOrders ?? 0);
}

function whenFault(
  time: TimeExit | null,
  of: { counterEarning: boolean; base: string; now: number; filledAt: number | null },
): string | null {
  if (!time) return null;
  return of.counterEarning ? timeFault(time, of) : `A block that earns ${of.base} has one take profit and one stop.`;
}

/** Why a block cannot have this plan as it stands; the main key's part as it would be cut where it can. */
export async function planOnBlock(
  orders: Orders,
  view: BlockView,
  { plan, time }: { plan: ExitPlan; time: TimeExit | null },
): Promise<{ error: string } | { error: null; scene: PlanScene }> {
  const main = mainOf(view);
  const { market: exchange, counterEarning } = view.block;
  const unsettled = unsettledFault(main);
  if (unsettled !== null) return { error: unsettled };
  const halt = await orders.markets.haltOf(exchange, view.block.symbol);
  if (halt) return { error: `${halt.sentence} A plan cannot be set or changed now: what is set stays as it is.` };
  const scene = await sceneOf(orders, { view, position: main }, plan);
  if (!scene) return { error: `${exchange} has not told the price yet. Try again in a moment.` };
  const { pair, market, terms } = scene;
  const entry = entryOf(main);
  if (!entry || entry.filledQuantity.eq(0)) return { error: NOT_BEGUN };
  const context = { ...terms, counterEarning, base: pair.base, market, trailing: pair.trailing };
  const error =
    planFault(plan, context) ??
    whenFault(time, { counterEarning, base: pair.base, now: orders.clock(), filledAt: entry.filledAt }) ??
    farFault(plan, scene) ??
    cutFault(plan, scene, exitSceneOf(orders, main, pair));
  return error === null ? { error, scene } : { error };
}
