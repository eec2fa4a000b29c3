import type { Big } from 'big.js';

// Corrected by one step where the quotient's last digit was rounded the wrong way: Big divides to a set precision.

/** Down to a multiple of `step`; for amounts of zero and more. */
export function floorTo(step: Big, amount: Big): Big {
  const multiple = amount.div(step).round(0, 0).times(step);
  return multiple.gt(amount) ? multiple.minus(step) : multiple;
}

/** Up to a multiple of `step`; for amounts of zero and more. */
export function ceilTo(step: Big, amount: Big): Big {
  const multiple = amount.div(step).round(0, 3).times(step);
  return multiple.lt(amount) ? multiple.plus(step) : multiple;
}
