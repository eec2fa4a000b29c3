import type { BotPreview } from '#contracts/bot-preview.ts';
import type { Side } from '#contracts/symbol.ts';
import { formatAmount } from '../../../lib/format-amount.ts';

type Plan = NonNullable<BotPreview['plan']>;

/** From a price to a height in percent, 0 at the top; the prices shown have a margin around them. */
export interface Scale {
  low: number;
  high: number;
}

const MARGIN = 0.06;

export function scaleOf(prices: readonly number[]): Scale {
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const room = (high - low || high || 1) * MARGIN;
  return { low: low - room, high: high + room };
}

export const topOf = ({ low, high }: Scale, price: number): number => (100 * (high - price)) / (high - low);
export const priceAt = ({ low, high }: Scale, top: number): number => high - (top / 100) * (high - low);

export interface ChartLine {
  price: number;
  side: 'buy' | 'sell' | null;
  text: string;
}

interface Decimals {
  counterRound: number;
  baseRound: number;
}

type Level = Plan['levels'][number];
type Line = Plan['lines'][number];

const priceOf = ({ buyPrice, sellPrice }: Level, side: Side) => (side === 'buy' ? buyPrice : sellPrice);
const quantityOf = ({ buys, sells }: Level, side: Side) => (side === 'buy' ? buys : sells);

/** A line of one level alone waits for its other order; an empty line of a grid is between two. */
function textOf({ price, side }: Line, levels: readonly Level[], baseRound: number): string {
  const isAt = (level: Level, leg: Side): boolean => priceOf(level, leg).eq(price);
  const text = (level: Level, leg: Side): string => `${leg}s ${formatAmount(quantityOf(level, leg), baseRound)}`;
  const first = side && levels.find((level) => level.startsBy === side && isAt(level, side));
  if (side && first) return text(first, side);
  const [later, ...others] = levels.flatMap((level) => {
    const leg = level.startsBy === 'buy' ? 'sell' : 'buy';
    return isAt(level, leg) ? text(level, leg) : [];
  });
  return later !== undefined && others.length === 0 ? `then ${later}` : 'empty at first';
}

/** Each line with what rests there at first, or after that. */
export const chartLines = ({ lines, levels }: Plan, { counterRound, baseRound }: Decimals): ChartLine[] =>
  lines.map((line) => ({
    price: line.price.toNumber(),
    side: line.side,
    text: `${formatAmount(line.price, counterRound)} ${textOf(line, levels, baseRound)}`,
  }));

/** Least distance between two texts, percent of the height. */
const TEXT_ROOM = 8;

/** Which lines have room for their text, from the top; the others show it when they are pointed at. */
export function withText(tops: readonly number[]): Set<number> {
  const shown = new Set<number>();
  let last = -Infinity;
  const order = tops.map((top, at) => ({ top, at })).toSorted((one, other) => one.top - other.top);
  for (const { top, at } of order) {
    if (top - last < TEXT_ROOM) continue;
    shown.add(at);
    last = top;
  }
  return shown;
}
