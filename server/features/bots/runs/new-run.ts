import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { GridLevel, Sizing } from '../../../domain/strategies/rounds/level.ts';
import type { RunPlan } from '../../../domain/strategies/rounds/plan-run.ts';
import type { NewLevel, NewRun } from './runs.store.ts';

const fixed = (sizing: Sizing): Big | null => (sizing.by === 'fixed' ? sizing.quantity : null);

export const levelRow = (level: GridLevel): NewLevel => ({
  number: level.number,
  buyPrice: level.buyPrice,
  sellPrice: level.sellPrice,
  startsBy: level.startsBy,
  cycleOpensBy: level.cycleOpensBy,
  buys: fixed(level.buys),
  sells: fixed(level.sells),
  repeat: level.repeat,
  startBase: level.begins?.base ?? ZERO,
  startCounter: level.begins?.counter ?? ZERO,
});

type PlannedRun = Pick<
  NewRun,
  | 'counterEarning'
  | 'givenBase'
  | 'givenCounter'
  | 'marketPrice'
  | 'startSide'
  | 'startQuantity'
  | 'startPrice'
  | 'unit'
>;

/** What a run takes of its plan at this last price. */
export const plannedRun = ({ startOrder, given, counterEarning, unit }: RunPlan, market: Big): PlannedRun => ({
  counterEarning,
  givenBase: given.base,
  givenCounter: given.counter,
  marketPrice: market,
  unit,
  startSide: startOrder?.side ?? null,
  startQuantity: startOrder?.quantity ?? null,
  startPrice: startOrder?.price ?? null,
});
