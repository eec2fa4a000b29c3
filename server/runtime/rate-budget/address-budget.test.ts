import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type BudgetMember,
  budgetMember,
  type MemberOptions,
  sharesOf,
} from '../../../tests/factories/budget-member.ts';
import { type Bus, localBus } from '../bus/bus.ts';

const ROUND = 1_000;
const fail = (error: unknown) => {
  throw error;
};

describe('between processes that receive announcements at once', () => {
  /** Members at one bus, with the time in a test's hands. */
  function place(bus = localBus(fail)) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const members: BudgetMember[] = [];
    onTestFinished(() => {
      for (const { stop } of members) stop();
      vi.useRealTimers();
    });
    return {
      join({ at = bus, ...options }: MemberOptions & { at?: Bus } = {}) {
        const one = budgetMember(at, options);
        members.push(one);
        return one;
      },
      rounds: (count: number) => vi.advanceTimersByTimeAsync(count * ROUND),
    };
  }

  it('takes a tenth until a round has passed without another process, then all', async () => {
    const { join, rounds } = place();
    const one = join();
    expect(one.share()).toBe(0.1);
    await rounds(0.9);
    expect(one.share()).toBe(0.1);
    await rounds(0.2);
    expect(one.share()).toBe(1);
  });

  it('a second one takes a tenth for a round, and the first gives way at once', async () => {
    const { join, rounds } = place();
    const one = join();
    await rounds(3.5);
    const other = join();
    expect(sharesOf([one, other])).toEqual([0.5, 0.1]);
    await rounds(0.9);
    expect(sharesOf([one, other])).toEqual([0.5, 0.1]);
    await rounds(0.2);
    expect(sharesOf([one, other])).toEqual([0.5, 0.5]);
  });

  it('half goes by use, and what one gains it may use a round after it said so', async () => {
    const { join, rounds } = place();
    const [one, other] = [join(), join()];
    await rounds(3);
    one.use(30);
    other.use(10);
    await rounds(1);
    expect(sharesOf([one, other])).toEqual([0.5, 0.25]);
    await rounds(1);
    expect(sharesOf([one, other])).toEqual([0.625, 0.375]);
    expect([one.othersUse(ROUND + 1), other.othersUse(ROUND + 1)]).toEqual([10, 30]);
  });

  it('another outgoing address has another budget', async () => {
    const { join, rounds } = place();
    const addresses = ['192.0.2.1', '192.0.2.2', '2001:db8::1, 2001:db8::2'];
    const members = [...addresses.map((address) => join({ address })), join()];
    await rounds(2);
    expect(sharesOf(members)).toEqual([1, 1, 1, 1]);
    members[0]?.pause(5_000);
    expect(members.map(({ pausedFor }) => pausedFor())).toEqual([5_000, 0, 0, 0]);
  });

  it('an exchange is divided among those who use it, and silent for them alone', async () => {
    const { join, rounds } = place();
    const members = [join(), join({ origin: 'https://api.other.example' })];
    await rounds(3);
    expect(sharesOf(members)).toEqual([1, 1]);
    members[0]?.pause(5_000);
    expect(members[1]?.pausedFor()).toBe(0);
  });

  it('who leaves is replaced after a whole round', async () => {
    const { join, rounds } = place();
    const [one, other] = [join(), join()];
    await rounds(3);
    other.stop();
    await rounds(1);
    expect(one.share()).toBe(0.5);
    await rounds(1);
    expect(one.share()).toBe(1);
  });

  it('who has missed more than five rounds is replaced in the one after', async () => {
    const bus = localBus(fail);
    const { join, rounds } = place(bus);
    const one = join();
    let isKilled = false;
    const other = join({ at: { ...bus, publish: (...message) => isKilled || bus.publish(...message) } });
    await rounds(2.5);
    for (const { use } of [one, other]) use(7);
    await rounds(1);
    isKilled = true;
    expect(one.othersUse(ROUND)).toBe(7);
    await rounds(1);
    expect(one.othersUse(ROUND)).toBe(0);
    await rounds(5);
    expect(sharesOf([one, other])).toEqual([0.5, 0.5]);
    await rounds(1);
    expect(one.share()).toBe(1);
  });

  it('every process keeps a ban equally long, however often it is announced, and so does one that starts later', async () => {
    const { join, rounds } = place();
    const [one, other] = [join(), join()];
    await rounds(2);
    one.pause(60_000);
    expect(other.pausedFor()).toBe(60_000);
    other.pause(10_000);
    expect([one.pausedFor(), other.pausedFor()]).toEqual([60_000, 60_000]);
    await rounds(4);
    one.stop();
    const late = join();
    expect([other.pausedFor(), late.pausedFor()]).toEqual([56_000, 56_000]);
    await rounds(56);
    expect([other.pausedFor(), late.pausedFor()]).toEqual([0, 0]);
  });

  it('two who keep telling each other of a silence do not prolong it by the time that takes', async () => {
    const bus = localBus(fail);
    const { join, rounds } = place(bus);
    const [one, other] = [join({ at: slowBus(bus, 100) }), join({ at: slowBus(bus, 100) })];
    await rounds(2);
    one.pause(60_000);
    await rounds(30);
    expect(one.pausedFor()).toBe(30_000);
    expect(other.pausedFor()).toBe(30_100);
  });

  it('while messages are under way, and whichever process uses, leaves or joins: no more than the whole, and a tenth for each newcomer', async () => {
    const action = fc.oneof(
      fc.record({ who: fc.nat(4), use: fc.nat(6_000) }),
      fc.record({ who: fc.nat(4), leaves: fc.constant(true) }),
      fc.record({ receivesAfter: fc.nat(300) }),
    );
    const step = fc.tuple(action, fc.integer({ min: 1, max: 3 * ROUND }));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const bus = localBus(fail);
        const { join, rounds } = place(bus);
        const members = [join(), join({ at: slowBus(bus, 300) })];
        const joinedAt: number[] = [];
        await rounds(3);
        for (const [what, ms] of steps) {
          if ('use' in what) members[what.who]?.use(what.use);
          else if ('leaves' in what) members.splice(what.who, 1).forEach(({ stop }) => stop());
          else if (members.length < 5) {
            members.push(join({ at: slowBus(bus, what.receivesAfter) }));
            joinedAt.push(performance.now());
          }
          for (let passed = 0; passed < ms; passed += 100) {
            await rounds(0.1);
            const newcomers = joinedAt.filter((at) => performance.now() - at <= ROUND).length;
            const sum = sharesOf(members).reduce((total, share) => total + share, 0);
            expect(sum).toBeLessThan(1.000_001 + newcomers / 10);
          }
        }
        for (const { stop } of members) stop();
      }),
      { numRuns: 100 },
    );
  });
});

/** A bus that delivers everything so many ms later. */
function slowBus(bus: Bus, ms: number): Bus {
  return {
    ...bus,
    subscribe(pattern, listener) {
      let isOpen = true;
      const receive: typeof listener = (body, subject) => isOpen && listener(body, subject);
      const unsubscribe = bus.subscribe(pattern, (...message) => void setTimeout(() => receive(...message), ms));
      return () => {
        isOpen = false;
        unsubscribe();
      };
    },
  };
}
