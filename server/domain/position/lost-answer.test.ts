import { describe, expect, it } from 'vitest';
import { SECOND } from '#contracts/rules/time.ts';
import { isAbsenceFinal, pauseBefore } from './lost-answer.ts';

const placedAt = 1_000_000;

describe('M-03, M-04 an order whose answer was lost', () => {
  it('is absent for good 20 s after it was sent, and not before', () => {
    expect(isAbsenceFinal({ placedAt, now: placedAt + 20 * SECOND - 1 })).toBe(false);
    expect(isAbsenceFinal({ placedAt, now: placedAt + 20 * SECOND })).toBe(true);
  });

  it('is asked for with growing pauses, at the moment its absence is final, and then on and on', () => {
    const asked: number[] = [];
    for (let now = placedAt, turn = 0; turn < 9; turn += 1) {
      now += pauseBefore(turn, { placedAt, now });
      asked.push((now - placedAt) / SECOND);
    }
    expect(asked).toEqual([0, 1, 3, 8, 18, 20.1, 35.1, 50.1, 65.1]);
  });

  it('that the limit of requests put off is asked for as soon as it allows it, and a long silence is looked at again', () => {
    const sent = { placedAt, now: placedAt + 30 * SECOND };
    expect(pauseBefore(6, { ...sent, limitedFor: 400 })).toBe(500);
    expect(pauseBefore(1, { ...sent, limitedFor: 9 * SECOND })).toBe(9100);
    expect(pauseBefore(1, { ...sent, limitedFor: 3600 * SECOND })).toBe(15_000);
  });

  it('that was sent long ago is asked for with the same pauses', () => {
    const now = placedAt + 3600 * SECOND;
    expect([0, 1, 2, 5, 6].map((turn) => pauseBefore(turn, { placedAt, now }))).toEqual([
      0, 1000, 2000, 17_000, 15_000,
    ]);
  });
});
