import type { Big } from 'big.js';

type Rounding = 0 | 3;

/** To a whole number of steps: a power of ten, as nearly all are, by rounding, which costs a tenth of a division. */
function roundTo(step: Big, amount: Big, rounding: Rounding): Big {
  const isPowerOfTen = step.c.length === 1 && step.c[0] === 1;
  return isPowerOfTen ? amount.round(-step.e, rounding) : amount.div(step).round(0, rounding).times(step);
}

// Corrected by one step where the quotient's last digit was rounded the wrong way: Big divides to a set precision.

/** Down to a multiple of `step`; for amounts of zero and more. */
export function floorTo(step: Big, amount: Big): Big {
  const multiple = roundTo(step, amount, 0);
  return multiple.gt(amount) ? multiple.minus(step) : multiple;
}

/** Up to a multiple of `step`; for amounts of zero and more. */
export function ceilTo(step: Big, amount: Big): Big {
  const multiple = roundTo(step, amount, 3);
  return multiple.lt(amount) ? multiple.plus(step) : multiple;
}

/** floor(over / under) on the step, exact: a quotient rounded up to the step is corrected. */
export function floorShare(step: Big, over: Big, under: Big): Big {
  const share = floorTo(step, over.div(under));
  return share.times(under).gt(over) ? share.minus(step) : share;
}

/** ceil(over / under) on the step, exact as well. */
export function ceilShare(step: Big, over: Big, under: Big): Big {
  const share = ceilTo(step, over.div(under));
  return share.times(under).lt(over) ? share.plus(step) : share;
}
