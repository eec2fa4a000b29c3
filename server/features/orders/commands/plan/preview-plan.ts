import type { Big } from 'big.js';
import type { ExitPlanRequest } from '#contracts/exit-plans.ts';
import type { PlannedExits } from '#contracts/plan-fields.ts';
import { WIRE_DECIMALS } from '#contracts/rules/amount-decimals.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { floored } from '#contracts/rules/open-result.ts';
import { decimals, wireAmount } from '../../../../lib/decimal.ts';
import { holdersOf } from '../../../../domain/exit-plan/cut-plan.ts';
import type { ExitPlan, Slice } from '../../../../domain/exit-plan/exit-plan.ts';
import { awaySentence, type HeldSlice, holdersLabel } from '../../../../domain/exit-plan/holders.ts';
import { planWarnings } from '../../../../domain/exit-plan/plan-warnings.ts';
import { resultAtStop, resultAtTargets } from '../../../../domain/exit-plan/results.ts';
import { noSlotSentence } from '../../../../domain/exit-plan/stop-slots.ts';
import type { Orders } from '../../orders.ts';
import type { BlockView } from '../../store/block-view.store.ts';
import { openBlock } from '../change-intent.ts';
import { requestedPlan } from './plan-request.ts';
import { type PlanScene, planOnBlock, sceneOf } from './plan-scene.ts';

const shown = (amount: Big): Big => wireAmount(floored(amount, WIRE_DECIMALS));

export const refusedPlan = (errorMessage: string): PlannedExits => ({
  errorMessage,
  warnings: [],
  slices: [],
  stop: null,
  protection: null,
  results: null,
});

/** A copy cannot refuse the plan of its main key: what it cannot hold is said. */
function copyFaults({ pair, cut }: PlanScene): string[] {
  const { base, counter, limits, minNotional } = pair;
  if (cut.isTooSmall) return ['Its part is too small for these exits: it is not protected there.'];
  if (!cut.placing) return [noSlotSentence(`${base}/${counter}`, limits.algoOrders ?? 0)];
  return planWarnings(cut, { base, counter, minNotional });
}

/** The same, by the name of its key. */
export const copyWarnings = (keyName: string, scene: PlanScene | null): string[] =>
  (scene ? copyFaults(scene) : []).map((text) => `${isolated(keyName)}: ${text}`);

/** EX-15: the plan by each copy's own quantity. */
async function warningsOfCopies(orders: Orders, view: BlockView, plan: ExitPlan): Promise<string[]> {
  const copies = view.positions.slice(1).filter(({ row, orders: own }) => row.endedAt === null && own.length > 0);
  const said = await Promise.all(
    copies.map(async (position) => {
      return copyWarnings(position.keyName, await sceneOf(orders, { view, position }, plan));
    }),
  );
  return said.flat();
}

const sliceRow = (slice: Slice, held: HeldSlice | undefined) => ({
  targets: [...slice.targets],
  price: slice.takeProfit,
  quantity: wireAmount(slice.quantity),
  takeProfit: held?.target ?? ('none' as const),
  stop: held?.stop ?? ('none' as const),
});

function resultsOf({ cut, paid, terms, total, stop }: PlanScene): PlannedExits['results'] {
  const { slices } = cut;
  const all = slices.length > 0 ? slices : [{ quantity: total }];
  return {
    atTargets: slices.length > 0 ? shown(resultAtTargets(slices, paid, terms)) : null,
    atStop: stop && shown(resultAtStop(all, stop.at, { paid, terms })),
  };
}

/** The plan as it would be placed for the main key, and what is said of its copies. */
export function shownPlan(plan: ExitPlan, scene: PlanScene, ofCopies: readonly string[]): PlannedExits {
  const { pair, terms, cut, stop } = scene;
  const closing = plan.stop?.closing ?? null;
  const held = holdersOf(cut, plan, stop?.movedBy);
  const away = awaySentence(held, stop?.at ?? null, { decimals: decimals(pair.tick), closing, side: terms.side });
  return {
    errorMessage: null,
    warnings: [...planWarnings(cut, pair), ...ofCopies],
    slices: cut.slices.map((slice, index) => sliceRow(slice, held[index])),
    protection: { label: holdersLabel(held, decimals(pair.step), closing !== null), away },
    stop,
    results: resultsOf(scene),
  };
}

export const plannedExits = async (
  orders: Orders,
  { view, plan, scene }: { view: BlockView; plan: ExitPlan; scene: PlanScene },
): Promise<PlannedExits> => shownPlan(plan, scene, await warningsOfCopies(orders, view, plan));

export async function previewPlan(orders: Orders, userId: string, request: ExitPlanRequest): Promise<PlannedExits> {
  const view = await openBlock(orders, userId, request.blockId);
  const plan = requestedPlan(request);
  const checked = await planOnBlock(orders, view, { plan, time: request.time ?? null });
  return checked.error === null
    ? plannedExits(orders, { view, plan, scene: checked.scene })
    : refusedPlan(checked.error);
}
