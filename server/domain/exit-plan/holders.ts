import type { Big } from 'big.js';
import { grouped, ZERO } from '#contracts/rules/decimal.ts';
import type { ClosingStop, PlanTerms } from './exit-plan.ts';

/** One slice as the facts have it: who would sell it at its stop, and whether this server moves that stop. */
export interface HeldSlice {
  quantity: Big;
  stop: 'exchange' | 'server' | 'none';
  /** The stop trails or moves after a target, by this server's hand. */
  isMoved: boolean;
  /** The exchange itself moves that stop. */
  isFollowed?: boolean;
  /** Whether its target rests on the exchange. */
  target: 'exchange' | 'server' | 'none';
  /** The take profits that it stands for, from 1; left out, its place says it. */
  targets?: readonly number[];
}

const quantityAt = (slices: readonly HeldSlice[], stop: HeldSlice['stop']): Big =>
  slices.filter((slice) => slice.stop === stop).reduce((total, { quantity }) => total.plus(quantity), ZERO);

/** EX-13: who holds the stops, in words. `decimals` are those of the pair's quantities. */
export function stopLabel(slices: readonly HeldSlice[], decimals: number): string {
  const [exchange, server, none] = [
    quantityAt(slices, 'exchange'),
    quantityAt(slices, 'server'),
    quantityAt(slices, 'none'),
  ];
  const parts = [
    ['exchange', exchange],
    ['this server', server],
    ['none', none],
  ] as const;
  const held = parts.filter(([, quantity]) => quantity.gt(0));
  const [only] = held;
  if (!only) return 'none';
  if (held.length > 1) return held.map(([who, quantity]) => `${who} ${grouped(quantity, decimals)}`).join(', ');
  const isMoved = only[0] === 'exchange' && slices.some((slice) => slice.isMoved);
  return isMoved ? 'exchange, moved by us' : only[0];
}

/** 'target 2', 'targets 2 to 4', 'targets 1 and 3'. */
export function named(numbers: readonly number[]): string {
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
  if (numbers.length === 1) return `target ${first}`;
  const isRun = numbers.length > 2 && last - first === numbers.length - 1;
  if (isRun) return `targets ${first} to ${last}`;
  return `targets ${numbers.slice(0, -1).join(', ')} and ${last}`;
}

/** EX-13: the targets that this server watches, and who holds the stop; `isClosing`: it decides at the close of candles. */
export function holdersLabel(slices: readonly HeldSlice[], decimals: number, isClosing = false): string {
  const watched = slices.flatMap(({ target, targets }, index) => (target === 'server' ? (targets ?? [index + 1]) : []));
  const resting = stopLabel(slices, decimals);
  const stop = isClosing ? `this server; emergency stop: ${resting}` : resting;
  return watched.length === 0 ? stop : `stop: ${stop}; ${named(watched)}: this server`;
}

interface AwayTerms extends Pick<PlanTerms, 'side'> {
  /** Of the pair's prices. */
  decimals: number;
  closing: ClosingStop | null;
}

/** EX-13: the same where no stop rests on the exchange. */
function awayWithoutStop(slices: readonly HeldSlice[], side: AwayTerms['side']): string {
  if (slices.some(({ target }) => target === 'exchange'))
    return 'If this server is away, the take profits on the exchange still hold. There is no stop.';
  return `If this server is away, nothing is ${side === 'buy' ? 'sold' : 'bought back'}.`;
}

/** EX-13: what happens while this server is away. */
export function awaySentence(
  slices: readonly HeldSlice[],
  stop: Big | null,
  { decimals, closing, side }: AwayTerms,
): string {
  const [server, none] = [quantityAt(slices, 'server'), quantityAt(slices, 'none')];
  if (!stop || quantityAt(slices, 'exchange').eq(0)) return awayWithoutStop(slices, side);
  const at = grouped(stop, decimals);
  const held = slices.filter(({ stop: who }) => who === 'exchange');
  const part = server.plus(none).gt(0) ? ' for the part whose stop is on the exchange' : '';
  if (held.every(({ isFollowed }) => isFollowed))
    return `If this server is away, the stop still follows the price${part}: the exchange moves it.`;
  if (closing)
    return `If this server is away, the emergency stop at ${at} still holds${part}; closes are decided on when it is back.`;
  const holds = `If this server is away, the stop at ${at} still holds${part}`;
  return slices.some(({ isMoved }) => isMoved)
    ? `${holds}; it is not moved ${side === 'buy' ? 'up' : 'down'}.`
    : `${holds}.`;
}
