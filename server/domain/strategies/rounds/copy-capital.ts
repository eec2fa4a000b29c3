import { Big } from 'big.js';
import { min } from '#contracts/rules/decimal.ts';
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

interface CopyLimits {
  /** The most, and the amount that is taken whatever the balances; USDT, null for none. */
  ceiling: Big | null;
  fixed: Big | null;
  /** USDT for one unit of the capital; null while not known. */
  usdt: Big | null;
}

/** C-3: a key's ceiling and its fixed amount hold for the run's capital as for a deal; to a cent, down. */
export function withinLimits(capital: Big, { ceiling, fixed, usdt }: CopyLimits): Big {
  const wanted = fixed && usdt ? fixed.div(usdt) : capital;
  const most = ceiling && usdt ? ceiling.div(usdt) : wanted;
  return floorTo(CENT, min(wanted, most));
}
