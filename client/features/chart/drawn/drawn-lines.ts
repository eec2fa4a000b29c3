import { Big } from 'big.js';
import * as z from 'zod/mini';
import type { Market } from '#contracts/symbol.ts';
import { type Trend, trendLevel } from '#contracts/rules/series/trendline.ts';
import { SESSION_PREFIX } from '../../../lib/sign-out-tasks.ts';

const Price = z.string().check(z.regex(/^\d+(\.\d+)?$/));
/** `time` is epoch ms. */
const Point = z.object({ time: z.number(), price: Price });
const Level = z.object({ id: z.string(), kind: z.literal('level'), price: Price });
const TrendLine = z.object({
  id: z.string(),
  kind: z.literal('trend'),
  from: Point,
  to: Point,
  /** Straight on a logarithmic scale, as it was when the line was drawn. */
  logarithmic: z.boolean(),
});
const Drawn = z.union([Level, TrendLine]);

export type DrawnPoint = z.infer<typeof Point>;
export type DrawnLevel = z.infer<typeof Level>;
export type DrawnTrend = z.infer<typeof TrendLine>;
export type DrawnLine = z.infer<typeof Drawn>;

export const MOST_DRAWN = 50;

interface Of {
  market: Market;
  name: string;
}

/** Deleted at sign-out, like all that belongs to the person. */
const nameOf = ({ market, name }: Of): string => `${SESSION_PREFIX}drawn-lines:${market}:${name}`;

/** The lines drawn on a pair's chart on this device. */
export function loadDrawn(of: Of): DrawnLine[] {
  try {
    return z.parse(z.array(Drawn), JSON.parse(localStorage.getItem(nameOf(of)) ?? '[]'));
  } catch {
    return [];
  }
}

export function saveDrawn(of: Of, lines: readonly DrawnLine[]): void {
  if (lines.length === 0) localStorage.removeItem(nameOf(of));
  else localStorage.setItem(nameOf(of), JSON.stringify(lines));
}

const timedPrice = ({ time, price }: DrawnPoint) => ({ time, price: Number(price) });

/** With its earlier point first, for the rule that both sides share. */
export function trendOf({ from, to, logarithmic }: Pick<DrawnTrend, 'from' | 'to' | 'logarithmic'>): Trend {
  const [first, last] = from.time <= to.time ? [from, to] : [to, from];
  return { from: timedPrice(first), to: timedPrice(last), logarithmic };
}

/** Level of a trend line at a time; null where it is not above zero. */
export function levelAt(line: Omit<DrawnTrend, 'id'>, time: number): Big | null {
  const level = trendLevel(trendOf(line), time);
  return Number.isFinite(level) && level > 0 ? new Big(level) : null;
}
