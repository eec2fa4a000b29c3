import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { amountText, countText, cutResult, percentText, ratioText, utcSpan } from './shown.ts';

const big = (text: string) => new Big(text);

describe('figures of a report as they are read', () => {
  it('R-14: rounds and position add up to the total; losses are cut away from zero', () => {
    const { total, rounds, position } = cutResult({ total: big('3.6687'), rounds: big('12.9812') });
    expect([total.toFixed(), rounds.toFixed(), position.toFixed()]).toEqual(['3.66', '12.98', '-9.32']);
    const lost = cutResult({ total: big('-0.001'), rounds: big('0') });
    expect([lost.total.toFixed(), lost.rounds.plus(lost.position).toFixed()]).toEqual(['-0.001', '-0.001']);
    expect(amountText(big('-9.3121'), 'USDT')).toBe('−9.32 USDT');
    expect(amountText(big('9.3179'), 'USDT')).toBe('+9.31 USDT');
  });

  it('X-2: a hole goes from one minute to another, or lies within one', () => {
    const time = Date.UTC(2026, 10, 25, 14);
    expect(utcSpan(time, time + 60_000)).toBe('25 Nov 2026, 14:00 UTC to 25 Nov 2026, 14:01 UTC');
    expect(utcSpan(time + 1, time + 59_999)).toBe('Within 25 Nov 2026, 14:00 UTC');
  });

  it('percentages: a loss is never shown smaller than it is', () => {
    expect([percentText(-0.01231), percentText(0.01239), percentText(0), percentText(0.000001)]).toEqual([
      '−1.24%',
      '+1.23%',
      '0.00%',
      '0.00%',
    ]);
    expect([1, 2000].map((count) => countText(count, ['sale', 'sales']))).toEqual(['1 sale', '2,000 sales']);
    expect([ratioText(null), ratioText(-1.239)]).toEqual(['—', '−1.24']);
  });
});
