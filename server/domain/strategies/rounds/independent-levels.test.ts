import { describe, expect, it } from 'vitest';
import { around, factsWith, levelOf, runLevel, runOrder } from '../../../../tests/factories/run-facts.ts';
import { big } from '../../../../tests/factories/worked-grids.ts';
import type { RunLevel, RunOrder } from './run-facts.ts';
import { runStep, viewLevels } from './run-step.ts';

const low = runLevel(levelOf(1), { counter: '50.4' });
const high = runLevel(
  levelOf(2, {
    startsBy: 'sell',
    buyPrice: big('0.52'),
    sellPrice: big('0.53'),
    buys: { by: 'fixed', quantity: big(97) },
  }),
  { base: '96.9' },
);
/** What a level can be found in. */
const OF_LOW: RunOrder[][] = [
  [],
  [runOrder({})],
  [runOrder({ state: 'unknown' })],
  [runOrder({ state: 'cancelled' })],
  [runOrder({ state: 'filled', filled: '105' })],
];
const OF_HIGH: RunOrder[][] = [
  [],
  [runOrder({ level: 2, side: 'sell', price: '0.53', quantity: '96.9' })],
  [runOrder({ level: 2, side: 'sell', price: '0.53', quantity: '96.9', state: 'filled', filled: '96.9' })],
];

const stepsOf = (levels: RunLevel[], orders: RunOrder[], level: number): string =>
  JSON.stringify(
    runStep(factsWith({ levels, orders }), around()).steps.filter(
      (step) => 'order' in step && step.order.level === level,
    ),
  );
const viewOf = (levels: RunLevel[], orders: RunOrder[], level: number): string =>
  JSON.stringify(viewLevels(factsWith({ levels, orders }), around()).find(({ of }) => of.level.number === level));

describe('R-1 a level depends on nothing of the others', () => {
  it.each(OF_LOW.flatMap((one) => OF_HIGH.map((other) => [one, other] as const)))('R-1: case %#', (one, other) => {
    for (const [level, of, own] of [
      [1, low, one],
      [2, high, other],
    ] as const) {
      const both = [low, high];
      expect(stepsOf(both, [...one, ...other], level)).toBe(stepsOf([of], [...own], level));
      expect(viewOf(both, [...one, ...other], level)).toBe(viewOf([of], [...own], level));
    }
  });

  it('R-1, R-11: holds money while its purchase is due and coins while its sale is; a mirror is sent at its own line, wherever the market is', () => {
    const filled = runOrder({ state: 'filled', filled: '105' });
    const [view] = viewLevels(factsWith({ orders: [filled] }), around());
    expect([view?.state.side, view?.state.held.toFixed()]).toEqual(['sell', '104.895']);
    for (const last of ['0.47', '0.6']) {
      const { steps } = runStep(factsWith({ orders: [filled] }), around({ last: big(last) }));
      expect(steps).toMatchObject([{ do: 'place', order: { type: 'limit', side: 'sell' } }]);
    }
  });
});
