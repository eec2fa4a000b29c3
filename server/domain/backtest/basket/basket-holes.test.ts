import { describe, expect, it } from 'vitest';
import { MINUTE } from '#contracts/rules/time.ts';
import { basketBars, basketOf } from '../../../../tests/factories/past-baskets.ts';
import { withoutBars } from '../../../../tests/factories/signal-runs.ts';
import type { Bars } from '../bars.ts';
import { longerBars, printsOf } from '../prints.ts';
import { basketReport } from './basket-report.ts';
import { bookBaskets, replayBasket } from './replay-basket.ts';

const flat = (price: number, minutes: number): number[] => Array.from({ length: minutes }, () => price);
/** Bars of half an hour that are made of these minutes. */
const madeOf = (bars: Bars): Bars => ({ ...longerBars(bars, 30 * MINUTE), inside: { bars, prints: null } });

describe('X-2 holes in the prices of a basket', () => {
  const bnb = basketBars([...flat(10, 12), ...flat(14, 48)]);
  const btc = basketBars(flat(100, 60));
  const of = basketOf({ btc: 100, bnb: 10 });
  const times = (all: readonly Bars[]) => replayBasket(all, 'drawn', of).fills.map(({ time }) => time / MINUTE);

  it('X-2: nothing is rebalanced while minutes of one pair are missing inside its longer bars', () => {
    expect(times([madeOf(btc), madeOf(bnb)])).toEqual([0, 0, 13, 13]);
    // Its prices of BTC end with minute 11 and begin anew with minute 20.
    const holed = [madeOf(withoutBars(btc, 12, 20)), madeOf(bnb)];
    expect(times(holed)).toEqual([0, 0, 21, 21]);
    const report = basketReport(
      holed,
      bookBaskets(2, replayBasket(holed, 'drawn', of), replayBasket(holed, 'reversed', of)),
      {
        of,
        checked: true,
      },
    );
    expect(report.holes).toEqual([{ from: 12 * MINUTE, to: 20 * MINUTE }]);
  });

  it('X-2: so it is where trades are missing', () => {
    const prints = printsOf(
      [0, 5, 12, 24, 25, 40].map((minute) => ({
        time: minute * MINUTE,
        price: minute < 12 ? 10 : 14,
        volume: 1e6,
        missing: minute === 24,
      })),
    );
    const [coarse] = [longerBars(bnb, 30 * MINUTE)];
    const trades = { ...coarse, inside: { bars: null, prints, areBarsOfPrints: true } };
    expect(times([madeOf(btc), trades])).toEqual([0, 0, 25, 25]);
  });
});
