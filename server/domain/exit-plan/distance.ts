import { Big } from 'big.js';
import type { Side } from '#contracts/rules/side.ts';
import type { ExchangePair } from '../market/pair.ts';

/** Of how far an order may trail, in basis points. */
export interface DistanceBounds {
  min: number;
  max: number;
}

const BASIS_POINTS = 10_000;
const LEAST = new Big('0.001');
const MOST = new Big('0.2');

const percent = (fraction: Big): string => `${fraction.times(100).toFixed()}%`;

/** A distance typed in percent as an exchange takes it; the typed one must be whole basis points. */
export const basisPoints = (distance: Big): number => Number(distance.times(BASIS_POINTS).round(0, Big.roundDown));

/** EX-7: whether an exchange takes a stop that trails so far: below the market of what is sold, above it of what is bought back. */
export function canTrail(
  { trailing, triggers }: Pick<ExchangePair, 'trailing' | 'triggers'>,
  distance: Big,
  side: Side,
): boolean {
  if (!trailing || !triggers.has('stop')) return false;
  return distanceFault(distance, side === 'buy' ? trailing.below : trailing.above) === null;
}

/** EX-7: 0.1 to 20%, in steps of 0.01%, and within the exchange's own bounds. Null where it is. */
export function distanceFault(distance: Big, bounds: DistanceBounds | null): string | null {
  const least = bounds ? new Big(bounds.min).div(BASIS_POINTS) : LEAST;
  const most = bounds ? new Big(bounds.max).div(BASIS_POINTS) : MOST;
  const [from, to] = [least.gt(LEAST) ? least : LEAST, most.lt(MOST) ? most : MOST];
  if (distance.lt(from) || distance.gt(to)) return `The trailing distance must be ${percent(from)} to ${percent(to)}.`;
  if (!distance.times(BASIS_POINTS).mod(1).eq(0)) return 'The trailing distance must be a multiple of 0.01%.';
  return null;
}
