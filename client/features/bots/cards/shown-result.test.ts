import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { partWidths, shownResult } from './shown-result.ts';

const result = (total: string, rounds: string) => ({
  currency: 'USDT',
  total: new Big(total),
  rounds: new Big(rounds),
  position: new Big(total).minus(rounds),
});

describe('the three results of a bot', () => {
  it.each([
    // grid-books, as in the sketch of U-13.
    ['-5.7902145', '0.865643', ['-5.80', '0.86', '-6.66'], 2],
    // 0.019 and 0.019 are 0.038: cut one by one they would read 0.01 + 0.01 = 0.03.
    ['10.038', '5.019', ['10.03', '5.01', '5.02'], 2],
    ['0', '0', ['0', '0', '0'], 2],
    ['0.00123', '0.00123', ['0.0012', '0.0012', '0'], 4],
    ['0.000000001', '0.000000001', ['0', '0', '0'], 8],
  ] as const)('R-14 total %s with rounds %s add up as they are read', (...row) => {
    const [total, rounds, shown, decimals] = row;
    const read = shownResult(result(total, rounds));
    expect([read.total, read.rounds, read.position].map(Number)).toEqual(shown.map(Number));
    expect(read.decimals).toBe(decimals);
    expect(read.rounds.plus(read.position).eq(read.total)).toBe(true);
  });

  it.each([
    ['3', '-1', [75, 25]],
    ['0', '0', [0, 0]],
    ['0', '-2', [0, 100]],
  ] as const)('take parts of the bar: rounds %s, position %s', (rounds, position, widths) => {
    expect(partWidths({ rounds: new Big(rounds), position: new Big(position) })).toEqual(widths);
  });
});
