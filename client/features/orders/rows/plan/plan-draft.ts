import { Big } from 'big.js';
import type { ExitPlanRequest } from '#contracts/exit-plans.ts';
import type { PlanParts } from '#contracts/plan-fields.ts';
import { CLOSING_INTERVALS, type ClosingInterval } from '#contracts/rules/closing-intervals.ts';
import { HOUR } from '#contracts/rules/time.ts';
import { readNumber } from '#contracts/rules/number-input.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import type { Market } from '#contracts/symbol.ts';
import { readPositive } from '../../../../lib/read-positive.ts';
import { type Measure, typedPrice } from '../../typed-price.ts';
import { targetPrice } from '../../targets.ts';
import type { StopMove } from './stop-moves.ts';

export const MOST_TARGETS = 5;
const HUNDRED = new Big(100);

/** What the fields of a plan need to know of its pair. */
export interface PlanPlace extends Measure {
  counterRound: number;
  baseRound: number;
  baseCurrency: string;
  counterCurrency: string;
  counterAmountDecimals: number;
}

/** Percentages are of what was paid, or before that of the order's price. */
export const placeOf = ({ section, counterRound, baseRound, symbol, ...block }: OrderBlock): PlanPlace => ({
  side: section,
  entry: block.firstFilledQuantity.gt(0) ? block.firstFilledPrice : block.firstPlacedPrice,
  tick: symbol.counterStepSize,
  counterRound,
  baseRound,
  baseCurrency: symbol.baseCurrency,
  counterCurrency: symbol.counterCurrency,
  counterAmountDecimals: symbol.counterAmountDecimals,
});

/** As typed; prices may be percentages of the entry: '5%'. `share` is percent; that of the last row is not typed: it takes what is left. */
export interface PlanDraft {
  rows: { price: string; share: string }[];
  stop: string;
  moves: StopMove;
  /** Percent by which it follows the price. */
  distance: string;
  /** Of a stop that waits for the close of a candle: beyond which price, and how long the candle lasts. */
  close: string;
  interval: ClosingInterval;
  /** Hours after the fill, or empty; only where it is in profit then. */
  hours: string;
  onlyInProfit: boolean;
}

const WITHOUT_TARGET: ReadonlySet<StopMove> = new Set(['stays', 'follows', 'closing']);

/** Of the stop's moves those that need another take profit after the first. */
export const mayMove = (move: StopMove, rows: PlanDraft['rows']): boolean =>
  WITHOUT_TARGET.has(move) || rows.length > 1;

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

const afterOf = (moves: StopMove): NonNullable<PlanParts['stopLoss']>['after'] => {
  if (moves === 'stays' || moves === 'follows' || moves === 'closing') return null;
  return moves === 'previous-target' ? { to: moves } : { to: moves, target: 1 };
};

type StopMoves = Pick<NonNullable<PlanParts['stopLoss']>, 'after' | 'trailing' | 'closing'>;
const STAYS: StopMoves = { after: null, trailing: null, closing: null };

/** How the stop moves, as asked for; undefined while it cannot be read. */
function movesPart({ rows, moves, distance, close, interval }: PlanDraft, place: Measure): StopMoves | undefined {
  if (moves === 'follows') {
    const percent = readPositive(distance);
    return percent ? { ...STAYS, trailing: { percent } } : undefined;
  }
  if (moves !== 'closing') return { ...STAYS, after: mayMove(moves, rows) ? afterOf(moves) : null };
  const price = typedPrice('stopLoss', close, place);
  return price ? { ...STAYS, closing: { price, interval } } : undefined;
}

/** The stop as asked for, or none; undefined while it cannot be read. */
function stopPart(draft: PlanDraft, place: Measure): PlanParts['stopLoss'] | undefined {
  const price = typedPrice('stopLoss', draft.stop, place);
  const moves = movesPart(draft, place);
  return price && moves ? { price, ...moves } : price && undefined;
}

/** Ms after the fill; null where there is none, undefined while it cannot be read. */
function timePart({ hours, onlyInProfit }: PlanDraft): PlanParts['time'] | undefined {
  if (hours === '') return null;
  const typed = readNumber(hours);
  return typed?.gt(0) ? { after: typed.times(HOUR).round().toNumber(), onlyInProfit } : undefined;
}

/** What is asked for; null while a price or a share cannot be read, or nothing is set. */
export function planParts(draft: PlanDraft, place: Measure): PlanParts | null {
  const { rows } = draft;
  const shares = sharesOf(rows);
  const prices = rows.map(({ price }) => typedPrice('takeProfit', price, place));
  const [stopLoss, time] = [stopPart(draft, place), timePart(draft)];
  if (!shares || stopLoss === undefined || time === undefined || prices.some((price) => !price)) return null;
  if (rows.length === 0 && !stopLoss) return null;
  return {
    takeProfits: prices.flatMap((price, at) => (price ? [{ price, share: (shares[at] ?? HUNDRED).div(HUNDRED) }] : [])),
    stopLoss,
    time,
  };
}

export const requestOf = ({ blockId, symbol }: OrderBlock, parts: PlanParts): ExitPlanRequest => ({
  market: symbol.market as Market,
  symbolName: symbol.name,
  blockId,
  ...parts,
});

const percentText = (share: Big): string => share.times(HUNDRED).round(2).toFixed();

const PLAIN = { moves: 'stays', distance: '', close: '', interval: '15m', hours: '', onlyInProfit: false } as const;

const isInterval = (text: string): text is ClosingInterval => text in CLOSING_INTERVALS;

/** How the stop of a plan moves, as the fields have it. */
function movesOf(block: OrderBlock): Pick<PlanDraft, 'moves' | 'distance' | 'close' | 'interval'> {
  const stop = block.plan?.stopLoss;
  const { trailing, closing, after } = stop ?? {};
  if (trailing) return { ...PLAIN, moves: 'follows', distance: trailing.percent.toFixed() };
  if (closing && isInterval(closing.interval))
    return { ...PLAIN, moves: 'closing', close: closing.price.toFixed(block.counterRound), interval: closing.interval };
  return { ...PLAIN, moves: after?.to ?? 'stays' };
}

const inHours = (ms: number): string => {
  const hours = new Big(ms).div(HOUR).round(2);
  return hours.gt(0) ? hours.toFixed() : '';
};

/** Hours from the fill to the time that is set, where it is not over; before the fill, from the order on. */
function hoursOf({ plan, ...block }: OrderBlock): Pick<PlanDraft, 'hours' | 'onlyInProfit'> {
  const { time, closesAfter } = plan ?? {};
  if (closesAfter) return { hours: inHours(closesAfter.ms), onlyInProfit: closesAfter.onlyInProfit };
  if (!time || time.did !== null) return { hours: '', onlyInProfit: false };
  const from = block.firstFilledTime > 0 ? block.firstFilledTime : block.firstPlacedTime;
  return { hours: inHours(time.at - from), onlyInProfit: time.onlyInProfit };
}

/** What is left of the block's plan, or its present take profit and stop. */
export function draftOf(block: OrderBlock): PlanDraft {
  const text = (price: Big | null): string => price?.toFixed(block.counterRound) ?? '';
  const { plan } = block;
  if (!plan) {
    const takeProfit = targetPrice(block, 'takeProfit');
    const rows = [{ price: text(takeProfit), share: '100' }];
    return { ...PLAIN, rows, stop: text(targetPrice(block, 'stopLoss')) };
  }
  const open = plan.takeProfits.filter(({ isFilled }) => !isFilled);
  const whole = open.reduce((sum, { share }) => sum.plus(share), new Big(0));
  return {
    rows: open.map(({ price, share }) => ({ price: text(price), share: percentText(share.div(whole)) })),
    stop: text(plan.stopLoss?.at ?? null),
    ...movesOf(block),
    ...hoursOf(block),
  };
}
