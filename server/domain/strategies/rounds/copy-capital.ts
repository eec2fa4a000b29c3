import { Big } from 'big.js';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';

const CENT = new Big('0.01');

interface MainRun {
  /** What its run is given, and what it has free before the start, in the same currency. */
  capital: Big;
  free: Big;
}

/** C-3: what the run of a copy key is given: the same share of its own free balance, times its multiplier. */
export const copyCapital = ({ capital, free }: MainRun, copy: { free: Big; multiplier: Big }): Big =>
  floorTo(CENT, capital.times(copy.free).times(copy.multiplier).div(free));

/** C-3: what a copy key must have free for this much capital, to a cent. */
export const leastFree = ({ capital, free }: MainRun, least: Big, multiplier: Big): Big =>
  ceilTo(CENT, least.times(free).div(capital.times(multiplier)));
