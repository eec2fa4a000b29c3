import { Big } from 'big.js';
import type { ExitPlanRequest } from '#contracts/exit-plans.ts';
import { readNumber } from '#contracts/rules/number-input.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import type { Market } from '#contracts/symbol.ts';
import { targetPrice } from '../../targets.ts';

export const MOST_TARGETS = 5;
const HUNDRED = new Big(100);

/** What the stop of what is left does: once the first take profit, or each one, has filled, or with the market. */
export const STOP_MOVES = {
  stays: 'stays',
  'break-even': 'to break-even after take profit 1',
  'previous-target': 'to the take profit before',
  'whole-deal-at-zero': 'to zero for the whole deal',
  follows: 'follows the price',
} as const;
export type StopMove = keyof typeof STOP_MOVES;

/** As typed. `share` is percent; that of the last row is not typed: it takes what is left. */
export interface PlanDraft {
  rows: { price: string; share: string }[];
  stop: string;
  moves: StopMove;
  /** Percent by which it follows the price. */
  distance: string;
}

/** Of the stop's moves those that need another take profit after the first. */
export const mayMove = (move: StopMove, rows: PlanDraft['rows']): boolean =>
  move === 'stays' || move === 'follows' || rows.length > 1;

/** Percent of each take profit, the last one's being what the others leave; null where they leave nothing. */
export function sharesOf(rows: PlanDraft['rows']): Big[] | null {
  const typed = rows.slice(0, -1).map(({ share }) => readNumber(share));
  const known = typed.filter((share) => share !== null && share.gt(0)) as Big[];
  const rest = known.reduce((left, share) => left.minus(share), HUNDRED);
  if (rows.length === 0) return [];
  return known.length < typed.length || rest.lte(0) ? null : [...known, rest];
}

/** Whole percent for each of so many take profits; the last takes the rest. */
export const evenShares = (count: number): string[] =>
  Array.from({ length: count }, () => String(Math.floor(100 / count)));

const afterOf = (moves: StopMove): NonNullable<ExitPlanRequest['stopLoss']>['after'] => {
  if (moves === 'stays' || moves === 'follows') return null;
  return moves === 'previous-target' ? { to: moves } : { to: moves, target: 1 };
};

type Parts = Pick<ExitPlanRequest, 'takeProfits' | 'stopLoss'>;

/** The stop as asked for, or none; undefined while it cannot be read. */
function stopPart({ rows, stop, moves, distance }: PlanDraft): Parts['stopLoss'] | undefined {
  if (stop === '') return null;
  const price = readNumber(stop);
  const percent = moves === 'follows' ? readNumber(distance) : null;
  if (!price?.gt(0) || (moves === 'follows' && !percent?.gt(0))) return undefined;
  return { price, after: mayMove(moves, rows) ? afterOf(moves) : null, trailing: percent && { percent } };
}

/** What is asked for; null while a price or a share cannot be read, or nothing is set. */
export function planParts(draft: PlanDraft): Parts | null {
  const { rows } = draft;
  const shares = sharesOf(rows);
  const prices = rows.map(({ price }) => readNumber(price));
  const stopLoss = stopPart(draft);
  if (!shares || stopLoss === undefined || prices.some((price) => !price?.gt(0))) return null;
  if (rows.length === 0 && !stopLoss) return null;
  return {
    takeProfits: prices.flatMap((price, at) => (price ? [{ price, share: (shares[at] ?? HUNDRED).div(HUNDRED) }] : [])),
    stopLoss,
  };
}

export const requestOf = ({ blockId, symbol }: OrderBlock, parts: Parts): ExitPlanRequest => ({
  market: symbol.market as Market,
  symbolName: symbol.name,
  blockId,
  ...parts,
});

const percentText = (share: Big): string => share.times(HUNDRED).round(2).toFixed();

/** What is left of the block's plan, or its present take profit and stop. */
export function draftOf(block: OrderBlock): PlanDraft {
  const text = (price: Big | null): string => price?.toFixed(block.counterRound) ?? '';
  const { plan } = block;
  if (!plan) {
    const takeProfit = targetPrice(block, 'takeProfit');
    const rows = [{ price: text(takeProfit), share: '100' }];
    return { rows, stop: text(targetPrice(block, 'stopLoss')), moves: 'stays', distance: '' };
  }
  const open = plan.takeProfits.filter(({ isFilled }) => !isFilled);
  const whole = open.reduce((sum, { share }) => sum.plus(share), new Big(0));
  return {
    rows: open.map(({ price, share }) => ({ price: text(price), share: percentText(share.div(whole)) })),
    stop: text(plan.stopLoss?.at ?? null),
    moves: plan.stopLoss?.trailing ? 'follows' : (plan.stopLoss?.after?.to ?? 'stays'),
    distance: plan.stopLoss?.trailing?.percent.toFixed() ?? '',
  };
}
