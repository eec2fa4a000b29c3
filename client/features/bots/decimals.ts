import type { Big } from 'big.js';
import type { BotLevel, BotRun } from '#contracts/bot-run.ts';
import type { Pair } from '#contracts/markets.ts';
import { formatAmount } from '../../lib/format-amount.ts';
import type { ChartLine } from './chart/chart-scale.ts';

/** With how many decimals prices and coins are shown. */
export interface Decimals {
  price: number;
  base: number;
}

/** Decimals that show all of it. */
export const digits = (value: Big): number => Math.max(0, value.c.length - value.e - 1);

/** The pair's, or enough for what is shown while that is not known. */
export function decimalsOf(pair: Pair | undefined, runs: readonly BotRun[]): Decimals {
  if (pair) return { price: pair.counterRound, base: pair.baseRound };
  const levels = runs.flatMap((run) => run.levels);
  return {
    price: Math.max(2, ...levels.flatMap(({ buyPrice, sellPrice }) => [digits(buyPrice), digits(sellPrice)])),
    base: Math.max(0, ...levels.map(({ quantity }) => digits(quantity))),
  };
}

const priceOf = ({ side, buyPrice, sellPrice }: BotLevel): Big => (side === 'buy' ? buyPrice : sellPrice);

/** What a level waits for. */
export const levelText = (level: BotLevel, of: Decimals): string =>
  `${level.side === 'buy' ? 'buys' : 'sells'} ${formatAmount(level.quantity, of.base)} at ${formatAmount(priceOf(level), of.price)}`;

/** A line of one level that rests waits for its other order; an empty line of a grid is between two. */
function waitText(levels: readonly BotLevel[], price: Big): string {
  const [level, ...others] = levels.filter(({ buyPrice, sellPrice }) => buyPrice.eq(price) || sellPrice.eq(price));
  if (!level?.resting || others.length > 0) return 'empty';
  return `then ${level.side === 'buy' ? 'sells' : 'buys'}`;
}

/** Where a run's orders rest, and what comes where nothing rests yet. */
export function runLines(levels: readonly BotLevel[], of: Decimals): ChartLine[] {
  const prices = levels.flatMap(({ buyPrice, sellPrice }) => [buyPrice, sellPrice]);
  const lines = prices.filter((price, at) => prices.findIndex((other) => other.eq(price)) === at);
  return lines.map((price) => {
    const level = levels.find((one) => one.resting && priceOf(one).eq(price));
    const text = formatAmount(price, of.price);
    return level
      ? {
          price: price.toNumber(),
          side: level.side,
          text: `${text} ${level.side}s ${formatAmount(level.quantity, of.base)}`,
        }
      : { price: price.toNumber(), side: null, text: `${text} ${waitText(levels, price)}` };
  });
}

/** Of a deal only what rests, and its stop, even where this server holds it: where its take profit would go with more additions is no line of its own. */
export function dealLines(levels: readonly BotLevel[], of: Decimals): ChartLine[] {
  const stops = levels.flatMap(({ stopPrice: stop, held }): ChartLine[] =>
    stop && held.gt(0) ? [{ price: stop.toNumber(), side: 'sell', text: `${formatAmount(stop, of.price)} stop` }] : [],
  );
  return [...runLines(levels, of).filter(({ side }) => side !== null), ...stops];
}
