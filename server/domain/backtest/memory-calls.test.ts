import { describe, expect, it } from 'vitest';
import { MINUTE } from '#contracts/rules/time.ts';
import { minutesAt, settingsOf, START, still } from '../../../tests/factories/signal-runs.ts';
import { big } from '../../../tests/factories/worked-grids.ts';
import { decidesAlike } from './half-run.ts';
import type { CalledDeals, SignalCall } from './memory-deal.ts';
import { replayRun, type ReplaySettings } from './replay-run.ts';

type Call = Omit<SignalCall, 'at' | 'price' | 'share'> & { minute: number; price?: string; share?: string };

/** 100 USDT in deals with a take profit of 3% and a stop of 2%, opened and ended by these calls. */
function called(calls: readonly Call[], more: Parameters<typeof settingsOf>[0] = {}): ReplaySettings {
  const { deals, ...of } = settingsOf({ entry: 'now', ...more });
  if (deals?.by !== 'signal') throw new Error('Signals open its deals.');
  const { bars: _, ...settings } = deals;
  const at = calls.map(({ minute, price = null, share = null, ...call }) => ({
    ...call,
    at: START + minute * MINUTE,
    price: price === null ? null : big(price),
    share: share === null ? null : big(share),
  }));
  const plan: CalledDeals = { ...settings, bars: null, calls: at };
  return { ...of, deals: plan };
}

const run = (prices: readonly number[], calls: readonly Call[], more: Parameters<typeof settingsOf>[0] = {}) =>
  replayRun(minutesAt(prices), 'drawn', called(calls, more));
const traded = ({ fills }: ReturnType<typeof run>): string[] =>
  fills.map(
    ({ side, quantity, price, time }) =>
      `${side} ${quantity.toFixed()} ${price.toFixed()} at ${(time - START) / MINUTE}`,
  );

describe('X-12, PB-12 a signal bot in memory, by its signals as they came', () => {
  it('PB-12: one opens a deal at its moment, by the price of then; its exits end it', () => {
    const found = run([...still(0.53, 3), 0.5459], [{ minute: 1.5, do: 'open', price: '0.53' }]);
    expect(traded(found)).toEqual(['BUY 187.7 0.53 at 1.5', 'SELL 187.5 0.5459 at 3']);
    expect(found.cycles).toHaveLength(1);
    expect(traded(run([...still(0.53, 3), 0.5194], [{ minute: 1, do: 'open', price: '0.53' }]))).toEqual([
      'BUY 187.7 0.53 at 1',
      'SELL 187.5 0.5194 at 3',
    ]);
  });

  it('PB-5, PB-12: a limit is at the price that its sender names, for its minutes', () => {
    const calls = [{ minute: 1, do: 'open', price: '0.5251' }] as const;
    const limit = { entry: 'limit' };
    expect(traded(run([...still(0.53, 3), 0.5251], calls, limit))).toEqual(['BUY 190.4 0.5251 at 3']);
    expect(run(still(0.53, 9), calls, limit).fills).toEqual([]);
  });

  it('PB-12: one that is out of step does nothing', () => {
    const twice = [
      { minute: 1, do: 'open', price: '0.53' },
      { minute: 2, do: 'open', price: '0.53' },
    ] as const;
    expect(run(still(0.53, 5), twice, { places: 3 }).fills).toHaveLength(1);
    expect(run(still(0.53, 5), [{ minute: 1, do: 'add', price: '0.53' }], { places: 3 }).fills).toEqual([]);
    const added = [twice[0], { minute: 2, do: 'add', price: '0.53' }] as const;
    expect(run(still(0.53, 5), added, { places: 3 }).fills).toHaveLength(2);
    expect(run(still(0.53, 5), added, { places: 1 }).fills).toHaveLength(1);
  });

  it('PB-12: close ends every deal at market, and the next one may open', () => {
    const calls = [
      { minute: 1, do: 'open', price: '0.53' },
      { minute: 2, do: 'close' },
      { minute: 3, do: 'open', price: '0.54' },
    ] as const;
    const found = run([0.53, 0.53, 0.54, 0.54, 0.54], calls);
    expect(traded(found).map((line) => line.split(' ')[0])).toEqual(['BUY', 'SELL', 'BUY']);
    expect(traded(found)[1]).toBe('SELL 187.5 0.54 at 2');
  });

  it('PB-12: reduce sells its share, what protects the rest is there before, and the rest ends at its exits', () => {
    const calls = [
      { minute: 1, do: 'open', price: '0.53' },
      { minute: 2, do: 'reduce', share: '0.4' },
    ] as const;
    expect(traded(run([...still(0.53, 3), 0.5459], calls))).toEqual([
      'BUY 187.7 0.53 at 1',
      'SELL 75 0.53 at 2',
      'SELL 112.5 0.5459 at 3',
    ]);
    // Less than the exchange takes, or a rest that is: nothing is sold.
    for (const share of ['0.04', '0.98']) {
      const refused = [calls[0], { minute: 2, do: 'reduce', share }] as const;
      expect(run(still(0.53, 4), refused).fills).toHaveLength(1);
    }
  });

  it('PB-4: one that comes with too little money is not taken, and the next one is', () => {
    const calls = [
      { minute: 1, do: 'open', price: '0.53' },
      { minute: 2, do: 'add', price: '0.53' },
      { minute: 3, do: 'close' },
      { minute: 4, do: 'open', price: '0.53' },
    ] as const;
    const { fills, halted } = run(still(0.53, 6), calls, { places: 5, amount: 99 });
    expect(halted).toBeNull();
    expect(fills.map(({ side }) => side)).toEqual(['BUY', 'SELL', 'BUY']);
    const poor = run(still(0.53, 4), [calls[0]], { invest: 4 });
    expect([poor.fills, poor.halted]).toEqual([[], null]);
  });

  it('246, PB-3: a deal of which another has paid its fee with its coins sells what is there, and is over', () => {
    const calls = [
      { minute: 1, do: 'open', price: '0.53' },
      { minute: 3, do: 'add', price: '0.5459' },
    ] as const;
    // The second entry meets the target of the first, which is taken down: its coins are free while the fee is paid.
    const prices = [...still(0.53, 3), ...still(0.5459, 5), 0.57];
    const found = (invest: number) =>
      replayRun(minutesAt(prices), 'drawn', {
        ...called(calls, { places: 2, stop: 10, invest }),
        touchFill: 'none',
      });
    const sold = (invest: number) =>
      found(invest).fills.flatMap((of) => (of.side === 'SELL' ? of.quantity.toFixed() : []));
    // By its books it holds 94.2, of which the other's fee has taken 0.0911.
    expect(sold(100)).toEqual(['94.1', '91.1']);
    expect(found(100).cycles).toHaveLength(2);
    // Here the fee of 91.1411 is worth an order of its own.
    expect(sold(100_000)).toEqual(['94154.1', '91141.1']);
    expect(found(100_000).cycles).toHaveLength(2);
  });

  it('PB-12: none is known before its moment, though a price brings a look before it', () => {
    const calls = [
      { minute: 1, do: 'open', price: '0.53' },
      { minute: 2.5, do: 'open', price: '0.5459' },
    ] as const;
    expect(traded(run([0.53, 0.53, 0.5459, 0.5459, 0.5459], calls)).map((line) => line.split(' at ')[1])).toEqual([
      '1',
      '2',
      '2.5',
    ]);
  });

  it('X-3: the first half alone decides the same', () => {
    const prices = Array.from({ length: 100 }, (_, at) => Number((0.53 + 0.02 * Math.sin(at / 6)).toFixed(4)));
    const calls = [2, 12, 25, 37, 50, 61, 75, 88].map((minute) => ({ minute, do: 'open', price: '0.53' }) as const);
    const all = minutesAt(prices);
    const whole = replayRun(all, 'drawn', called(calls));
    expect(whole.fills.length).toBeGreaterThan(4);
    expect(decidesAlike(all, whole, (half) => replayRun({ ...all, ...half }, 'drawn', called(calls)))).toBe(true);
  });
});
