import { beforeEach, describe, expect, it } from 'vitest';
import { LimitRefusal, RateLimits } from './rate-limits.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.UTC(2026, 10, 2, 12, 0, 15);
let now: number;
beforeEach(() => {
  now = START;
});

describe('what takes too many calls to try out', () => {
  const HERE = '127.0.0.1';
  let limits: RateLimits;
  beforeEach(() => {
    limits = new RateLimits(() => now);
  });
  const refusalOf = (run: () => void): LimitRefusal | null => {
    try {
      run();
      return null;
    } catch (error) {
      if (error instanceof LimitRefusal) return error;
      throw error;
    }
  };
  const nextBan = () => {
    limits.setWeight(6000, HERE);
    for (let call = 0; call < 30; call += 1) {
      const refused = refusalOf(() => limits.spend(HERE, 1));
      if (refused?.status === 418) return refused.retryAt - now;
    }
    throw new Error('not banned');
  };

  it('300,000 requests in five minutes, whatever they weigh', () => {
    now = START - (START % (5 * MINUTE)) + 1000;
    for (let call = 0; call < 300_000; call += 1) limits.admit(HERE);
    const refused = refusalOf(() => limits.admit(HERE));
    expect(refused).toMatchObject({ status: 429, code: -1003, retryAt: now - 1000 + 5 * MINUTE });
    now += 5 * MINUTE;
    expect(refusalOf(() => limits.admit(HERE))).toBeNull();
  });

  it('bans of three days at most, and the shortest again after three days of good behaviour', () => {
    const bans = [];
    for (let ban = 0; ban < 14; ban += 1) {
      const length = nextBan();
      bans.push(length / MINUTE);
      now += length;
    }
    expect(bans).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 4320, 4320]);
    now += 3 * DAY;
    expect(nextBan()).toBe(2 * MINUTE);
  });

  it('can be set and forgotten', () => {
    nextBan();
    expect(refusalOf(() => limits.admit(HERE))).toMatchObject({ status: 418 });
    limits.reset();
    expect(refusalOf(() => limits.admit(HERE))).toBeNull();
    expect(limits.weight(HERE)).toBe(0);
  });
});
