import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#contracts/rules/time.ts';
import { big } from '../../../tests/factories/exit-plans.ts';
import { type ResultPart, resultOfDay } from './day-result.ts';
import { lookAtLoss, type WatchedLoss } from './watched-loss.ts';

const TODAY = 20_000 * DAY;
const NOON = TODAY + 12 * HOUR;
const part = (usdt: string | null, endedAt: number | null = null, keyId = 'main'): ResultPart => ({
  keyId,
  endedAt,
  usdt: usdt === null || usdt === 'no-price' ? usdt : big(usdt),
});
const watched = (more: Partial<WatchedLoss> = {}): WatchedLoss => ({
  keyId: null,
  limit: { of: 'day', amount: big(20) },
  day: TODAY,
  base: big(1000),
  highest: big(1000),
  reachedAt: null,
  ...more,
});
const text = (amount: { toFixed: () => string } | null) => amount && amount.toFixed();

describe('EX-12 the result of a day', () => {
  it('is what was closed since it began and what is open, of one key or of all', () => {
    const parts = [part('-5'), part('3', TODAY), part('-100', TODAY - 1), part('-7', NOON, 'copy')];
    expect(text(resultOfDay(parts, { keyId: null, day: TODAY }).usdt)).toBe('-9');
    expect(text(resultOfDay(parts, { keyId: 'copy', day: TODAY }).usdt)).toBe('-7');
  });

  it('is not known while a price is missing, and says how many parts cannot be told', () => {
    expect(resultOfDay([part('-5'), part('no-price')], { keyId: null, day: TODAY }).usdt).toBeNull();
    const some = resultOfDay([part('-5'), part(null), part(null, TODAY - 1)], { keyId: null, day: TODAY });
    expect([text(some.usdt), some.leftOut]).toEqual(['-5', 1]);
  });
});

describe('EX-12 a limit that is watched', () => {
  it('is reached by the day, and nothing is decided without a price', () => {
    const lost = (usdt: string) => lookAtLoss(watched(), [part(usdt)], NOON);
    expect([lost('-19.99').isReached, lost('-20').isReached, lost('no-price').isReached]).toEqual([false, true, false]);
    expect([text(lost('-20').lost), text(lost('-20').allowed), lost('no-price').lost]).toEqual(['20', '20', null]);
  });

  it('counts a percentage from what the day began with: what days before brought in is part of it', () => {
    const limit = { of: 'day', part: big('0.1') } as const;
    const before = [part('1000', TODAY - 1), part('-150')];
    const since = { limit, day: TODAY - DAY };
    expect(text(lookAtLoss(watched(since), before, NOON).allowed)).toBe('200');
    expect(lookAtLoss(watched(since), before, NOON).isReached).toBe(false);
    expect(lookAtLoss(watched({ limit }), before, NOON).isReached).toBe(true);
  });

  it('counts what was closed today in the result alone, not in what the day began with', () => {
    const limit = { of: 'day', part: big('0.1') } as const;
    const of = watched({ limit, day: TODAY - DAY });
    expect(text(lookAtLoss(of, [part('200', NOON), part('50', TODAY), part('7', TODAY - 1)], NOON).base)).toBe('1007');
  });

  it('keeps the highest value since it was set, over days', () => {
    const limit = { of: 'peak', part: big('0.1') } as const;
    const at = lookAtLoss(watched({ limit }), [part('200')], NOON);
    expect([text(at.highest), text(at.lost)]).toEqual(['1200', '0']);
    const next = { limit, highest: at.highest, base: at.base, day: at.day };
    // 200 were closed that day; the next one begins with them, and loses 120.
    const later = lookAtLoss(watched(next), [part('200', NOON + HOUR), part('-120')], NOON + DAY);
    expect([later.day, text(later.base), text(later.lost), later.isReached]).toEqual([
      TODAY + DAY,
      '1200',
      '120',
      true,
    ]);
  });

  it('of the day ends with that day; one from the highest value only when it is set anew', () => {
    const reachedAt = NOON;
    expect(lookAtLoss(watched({ reachedAt }), [part('-30')], NOON + HOUR)).toMatchObject({
      isReached: false,
      isOver: false,
    });
    expect(lookAtLoss(watched({ reachedAt }), [], NOON + DAY)).toMatchObject({ isReached: false, isOver: true });
    // What is still open counts in full in the new day.
    expect(lookAtLoss(watched({ reachedAt }), [part('-30')], NOON + DAY)).toMatchObject({
      isReached: true,
      isOver: true,
    });
    const limit = { of: 'peak', part: big('0.1') } as const;
    expect(lookAtLoss(watched({ limit, reachedAt }), [part('-300')], NOON + 9 * DAY)).toMatchObject({
      isReached: false,
      isOver: false,
    });
  });
});
