import { describe, expect, it } from 'vitest';
import { big } from '../../../tests/factories/exit-plans.ts';
import { type TimeExit, dueAt, expiryFault, timeExit, timeFault, timeThen } from './timed-exit.ts';

const [MINUTE, DAY] = [60_000, 86_400_000];

describe('EX-10 the expiry of an entry', () => {
  it('is 1 minute to 90 days', () => {
    const said = 'An entry may expire after 1 minute to 90 days.';
    expect([MINUTE - 1, MINUTE, 90 * DAY, 90 * DAY + 1].map(expiryFault)).toEqual([said, null, null, said]);
  });
});

describe('EX-10 a time exit', () => {
  const exit = (more: Partial<TimeExit> = {}): TimeExit => ({ at: 5000, onlyInProfit: false, ...more });
  const at = (now: number, more: Partial<TimeExit> = {}, result = '1') =>
    timeExit(exit(more), 5000, { now, result: big(result) });

  it('is at a moment, or so long after the entry was filled', () => {
    expect(dueAt(exit(), null)).toBe(5000);
    const after: TimeExit = { after: 300, onlyInProfit: false };
    expect([dueAt(after, 1000), dueAt(after, null)]).toEqual([1300, null]);
  });

  it('waits until it is due, and then closes', () => {
    expect(at(4999)).toEqual({ do: 'wait', until: 5000 });
    expect(at(5000)).toEqual({ do: 'close', isLate: false });
  });

  it('only in profit keeps the targets where there is none', () => {
    const onlyInProfit = true;
    expect(at(5000, { onlyInProfit }, '0.0001')).toEqual({ do: 'close', isLate: false });
    expect(at(5000, { onlyInProfit }, '0')).toEqual({ do: 'keep', isLate: false });
    expect(at(5000, {}, '-1')).toEqual({ do: 'close', isLate: false });
  });

  it('due while away is done on return and marked late; more than a day late asks', () => {
    expect(at(5000 + MINUTE)).toEqual({ do: 'close', isLate: false });
    expect(at(5001 + MINUTE)).toEqual({ do: 'close', isLate: true });
    expect(at(5000 + DAY)).toEqual({ do: 'close', isLate: true });
    expect(at(5001 + DAY)).toEqual({ do: 'ask' });
  });
});

it('EX-10 AV-4 goes over to the parts of a block as the moment that it was', () => {
  const after: TimeExit = { after: 300, onlyInProfit: true };
  expect(timeThen(after, 1000)).toEqual({ at: 1300, onlyInProfit: true });
  expect(timeThen({ at: 5000, onlyInProfit: false }, null)).toEqual({ at: 5000, onlyInProfit: false });
  expect([timeThen(after, null), timeThen(null, 1000), timeThen(undefined, 1000)]).toEqual([null, null, null]);
});

describe('EX-10 where a time exit may lie', () => {
  const said = 'A time exit must lie 1 minute to 90 days ahead.';
  const fault = (exit: TimeExit, filledAt: number | null = 0) => timeFault(exit, { now: 1000, filledAt });

  it('is 1 minute to 90 days ahead, from now or from the fill', () => {
    const at = (time: number) => fault({ at: time, onlyInProfit: false });
    expect([at(1000 + MINUTE - 1), at(1000 + MINUTE), at(1000 + 90 * DAY), at(1001 + 90 * DAY)]).toEqual([
      said,
      null,
      null,
      said,
    ]);
    const after = (ms: number, filledAt: number | null = 0) => fault({ after: ms, onlyInProfit: false }, filledAt);
    expect([after(1000 + MINUTE - 1), after(1000 + MINUTE), after(MINUTE, 1000)]).toEqual([said, null, null]);
    const unfilled = [MINUTE - 1, MINUTE, 90 * DAY, 90 * DAY + 1].map((ms) => after(ms, null));
    expect(unfilled).toEqual([said, null, null, said]);
  });
});
