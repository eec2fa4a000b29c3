import { describe, expect, it } from 'vitest';
import { big } from '../../../tests/factories/exit-plans.ts';
import { type TimeExit, dueAt, entryExpires, expiryFault, timeExit } from './timed-exit.ts';

const [MINUTE, DAY] = [60_000, 86_400_000];

describe('EX-10 the expiry of an entry', () => {
  it('is 1 minute to 90 days', () => {
    const said = 'An entry may expire after 1 minute to 90 days.';
    expect([MINUTE - 1, MINUTE, 90 * DAY, 90 * DAY + 1].map(expiryFault)).toEqual([said, null, null, said]);
  });

  it('is due at its time', () => {
    const of = { placedAt: 1000, expiresAfter: MINUTE };
    expect([entryExpires({ ...of, now: 60_999 }), entryExpires({ ...of, now: 61_000 })]).toEqual([false, true]);
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
