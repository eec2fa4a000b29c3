import type { BotPreview } from '#contracts/bot-preview.ts';
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

/** Each line with what rests there at first. */
export function chartLines({ lines, levels }: Plan, { counterRound, baseRound }: Decimals): ChartLine[] {
  return lines.map(({ price, side }) => {
    const level = levels.find(
      ({ startsBy, buyPrice, sellPrice }) => startsBy === side && (side === 'buy' ? buyPrice : sellPrice).eq(price),
    );
    const quantity = side === 'buy' ? level?.buys : level?.sells;
    const what = side && quantity ? `${side}s ${formatAmount(quantity, baseRound)}` : 'empty at first';
    return { price: price.toNumber(), side, text: `${formatAmount(price, counterRound)} ${what}` };
  });
}

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
