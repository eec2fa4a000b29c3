import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import type { Trade } from './prices.ts';
import { noTrades, RecentTrades } from './recent-trades.ts';

const KEPT = 1 << 14;
const trade = (symbol: string, time: number): Trade => ({ symbol, price: new Big(time), time });
const times = (trades: readonly Trade[]): number[] => trades.map(({ time }) => time);

function market() {
  const recent = new RecentTrades();
  const pair = (symbol: string) => {
    const added = noTrades(symbol);
    recent.watch(added);
    return added;
  };
  return { recent, pair };
}

describe('the last trades of a market', () => {
  it('are those of a pair alone: the last one up to a time, and those after it', () => {
    const { recent, pair } = market();
    const [one, other] = [pair('ONE'), pair('OTHER')];
    for (const time of [10, 20, 30]) {
      recent.add(trade('ONE', time), one);
      recent.add(trade('OTHER', time + 5), other);
    }
    const { before, after } = recent.around(one, 20);
    expect([before?.time, times(after)]).toEqual([20, [30]]);
    expect(recent.around(other, 14)).toEqual({ before: null, after: expect.toSatisfy((all) => all.length === 3) });
    expect(recent.reachesBack(-1e9)).toBe(true);
  });

  it('reach back as far as all of them are kept', () => {
    const { recent, pair } = market();
    const one = pair('ONE');
    for (let time = 1; time < 3 * KEPT; time += 1) recent.add(trade('ONE', time), one);
    // Dropped as many at once: those of the first stretch.
    expect([recent.reachesBack(KEPT), recent.reachesBack(KEPT - 1)]).toEqual([true, false]);
    expect(recent.around(one, KEPT + 1)).toMatchObject({ before: { time: KEPT + 1 } });
    expect(times(recent.around(one, KEPT).after)[0]).toBe(KEPT + 1);
  });

  it('a pair that has not traded since keeps its last one', () => {
    const { recent, pair } = market();
    const [quiet, busy] = [pair('QUIET'), pair('BUSY')];
    for (const time of [1, 2]) recent.add(trade('QUIET', time), quiet);
    for (let time = 3; time < 5 * KEPT; time += 1) recent.add(trade('BUSY', time), busy);
    expect(recent.around(quiet, 5)).toMatchObject({ before: { time: 2 }, after: [] });
    expect(recent.around(quiet, 1)).toMatchObject({ before: null, after: [] });
    const again = 5 * KEPT;
    recent.add(trade('QUIET', again), quiet);
    for (let time = again + 1; time < again + KEPT; time += 1) recent.add(trade('BUSY', time), busy);
    expect(recent.around(quiet, again - 1)).toMatchObject({ before: { time: 2 }, after: [{ time: again }] });
  });

  it('after a gap nothing of what was received before counts', () => {
    const { recent, pair } = market();
    const one = pair('ONE');
    for (let time = 1; time < 3 * KEPT; time += 1) recent.add(trade('ONE', time), one);
    recent.clear();
    expect(recent.around(one, 3 * KEPT)).toEqual({ before: null, after: [] });
    expect(recent.reachesBack(0)).toBe(true);
  });
});
