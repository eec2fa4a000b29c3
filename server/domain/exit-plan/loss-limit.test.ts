import { describe, expect, it } from 'vitest';
import { big } from '../../../tests/factories/exit-plans.ts';
import { type LossLimit, type ValueFacts, isLooser, isReached } from './loss-limit.ts';

const facts = (more: Partial<Record<keyof ValueFacts, string>>): ValueFacts => ({
  resultOfDay: big(more.resultOfDay ?? 0),
  valueAtDayStart: big(more.valueAtDayStart ?? 1000),
  highest: big(more.highest ?? 1000),
  value: big(more.value ?? 1000),
});
const part = (of: string): LossLimit => ({ of: 'day', part: big(of) });
const amount = (of: string): LossLimit => ({ of: 'day', amount: big(of) });
const fall = (of: string): LossLimit => ({ of: 'peak', part: big(of) });

describe('EX-12 a limit is reached', () => {
  it('by the loss of the day, in percent or in counter currency', () => {
    const lost = (resultOfDay: string, limit: LossLimit) => isReached(limit, facts({ resultOfDay }));
    expect([lost('-49.99', part('0.05')), lost('-50', part('0.05'))]).toEqual([false, true]);
    expect([lost('-19.99', amount('20')), lost('-20', amount('20'))]).toEqual([false, true]);
    expect([lost('50', part('0.05')), lost('20', amount('20'))]).toEqual([false, false]);
  });

  it('by a fall from the highest value since it was set', () => {
    const fallen = (value: string) => isReached(fall('0.1'), facts({ highest: '1200', value }));
    expect([fallen('1080.01'), fallen('1080'), fallen('1300')]).toEqual([false, true, false]);
  });

  it('never where nothing is lost, however low it is set', () => {
    expect(isReached(part('0'), facts({ resultOfDay: '0' }))).toBe(false);
    expect(isReached(amount('0'), facts({ resultOfDay: '0' }))).toBe(false);
    expect(isReached(fall('0'), facts({}))).toBe(false);
  });
});

it('EX-12 a looser limit, another kind of limit, and none need a fresh proof; a tighter one does not', () => {
  expect([
    isLooser(part('0.05'), part('0.06')),
    isLooser(part('0.05'), part('0.05')),
    isLooser(part('0.05'), part('0.04')),
  ]).toEqual([true, false, false]);
  expect([isLooser(part('0.05'), amount('1')), isLooser(part('0.05'), fall('0.01'))]).toEqual([true, true]);
  expect([isLooser(amount('20'), amount('21')), isLooser(fall('0.1'), fall('0.2'))]).toEqual([true, true]);
  expect([isLooser(part('0.05'), null), isLooser(null, part('0.05')), isLooser(null, null)]).toEqual([
    true,
    false,
    false,
  ]);
});
