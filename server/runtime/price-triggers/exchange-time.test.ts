import { expect, it } from 'vitest';
import { MINUTE, SECOND } from '#contracts/rules/time.ts';
import { ExchangeTime } from './exchange-time.ts';

/** Of every sixteenth message the time is looked at. */
const MESSAGES = 16;

/** An exchange whose clock is 300 ms behind ours until ours is set; its messages take 40 ms and more. */
function twoClocks() {
  let [passed, set] = [0, 0];
  const ours = () => 1_000_000 + passed + set;
  const theirs = () => 1_000_000 + passed - 300;
  const time = new ExchangeTime(ours, () => passed);
  return {
    time,
    ours,
    theirs,
    set: (by: number) => void (set += by),
    pass: (ms: number) => void (passed += ms),
    /** Messages that took so many ms. */
    come(took: number): void {
      for (let nth = 0; nth < MESSAGES; nth += 1) time.came(theirs() - took);
    },
  };
}

it('A-02: before the first message the clocks are taken to agree, and it is known that this is not known', () => {
  const { time, come } = twoClocks();
  expect([time.isKnown, time.theirs(5000)]).toEqual([false, 5000]);
  come(40);
  expect([time.isKnown, time.theirs(5000), time.ours(5000)]).toEqual([true, 4660, 5340]);
});

it('A-02: the message that took the least counts, of the last minute or two', () => {
  const { time, come, pass } = twoClocks();
  come(40);
  come(900);
  expect(time.theirs(5000)).toBe(4660);
  for (let turn = 0; turn < 2; turn += 1) {
    pass(MINUTE + SECOND);
    come(90);
  }
  expect(time.theirs(5000)).toBe(4610);
});

it.each([20_000, -20_000])(
  'V-15: once our clock was set by %i ms, the next message says what the clocks differ by',
  (by) => {
    const { time, ours, theirs, come, set } = twoClocks();
    come(40);
    set(by);
    come(50);
    expect(time.theirs(ours())).toBe(theirs() - 50);
  },
);
