import type { Big } from 'big.js';
import { ONE } from '#contracts/rules/decimal.ts';
import type { Side } from '#contracts/rules/side.ts';

/** Two neighboring lines, not sized yet. */
export interface Rung {
  number: number;
  buyPrice: Big;
  sellPrice: Big;
  startsBy: Side;
}

/** it sells first where its purchase is nearer to the market than its sale: around the market the nearer line stays empty. */
const startOf = (buyPrice: Big, sellPrice: Big, market: Big): Side =>
  market.minus(buyPrice).lt(sellPrice.minus(market)) ? 'sell' : 'buy';

/** a rung between each two lines; it buys first under the market, and sells first above it. */
export const rungsOf = (lines: readonly Big[], market: Big): Rung[] =>
  lines.slice(1).map((sellPrice, at) => {
    const buyPrice = lines[at] ?? sellPrice;
    return { number: at + 1, buyPrice, sellPrice, startsBy: startOf(buyPrice, sellPrice, market) };
  });

/** T-4: the lowest rung gets `lowest` times the money of the highest, those between in equal steps. */
export const imbalanceWeights = (steps: number, lowest: Big): Big[] =>
  Array.from({ length: steps }, (_, at) =>
    steps === 1
      ? ONE
      : ONE.plus(
          lowest
            .minus(1)
            .times(steps - 1 - at)
            .div(steps - 1),
        ),
  );
