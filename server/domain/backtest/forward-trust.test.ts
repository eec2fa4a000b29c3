import { describe, expect, it } from 'vitest';
import { big } from '../../../tests/factories/worked-grids.ts';
import { forwardTrust, type RealRun, worthAt } from './forward-trust.ts';

const amounts = (base: string, counter: string) => ({ base: big(base), counter: big(counter) });
/** Of a bot that earns the counter currency, at 0.5. */
const worth = (base: string, counter: string) => worthAt(big('0.5'), true)(amounts(base, counter));
const QUIET = { trades: 'levels', refused: new Set<number>(), byHand: new Set<number>(), wasPaused: false } as const;
const real = (of: Partial<RealRun> = {}): RealRun => ({
  rounds: 41,
  moved: new Map([
    [0, worth('100', '-50.2')],
    [1, worth('0', '12.5')],
    [2, worth('-20', '11')],
  ]),
  ...QUIET,
  ...of,
});
const replay = {
  rounds: 43,
  moved: new Map([
    [0, worth('100', '-50')],
    [1, worth('0', '13')],
    [3, worth('10', '-4')],
  ]),
};
const of = { real: real(), replay, given: big(400) };

describe('X-12 the replay of a run’s own time', () => {
  it('X-12: both results are those of all that was traded, at the same price, and the difference is of what was given', () => {
    const { here, replayed, difference } = forwardTrust(of);
    // 100 − 20 coins at 0.5, and −50.2 + 12.5 + 11; 100 + 10 coins and −50 + 13 − 4.
    expect([here.toFixed(), replayed.toFixed()]).toEqual(['13.3', '14']);
    expect(difference.toFixed()).toBe('0.00175');
  });

  it('X-12: up to 1% nothing is explained; beyond it the parts by kind add up to the difference', () => {
    expect(forwardTrust(of).why).toEqual([]);
    const little = { ...of, given: big(70) };
    // Exactly 1%.
    expect(forwardTrust(little).why).toEqual([]);
    const less = { ...of, given: big(69) };
    const reasons = (marks: Partial<RealRun>) =>
      forwardTrust({ ...less, real: real(marks) }).why.map(({ kind, amount }) => [kind, amount.toFixed()]);
    expect(reasons({})).toEqual([
      ['away', '-0.5'],
      ['slippage', '-0.2'],
    ]);
    expect(reasons({ refused: new Set([3]) })).toEqual([
      ['refused', '-1'],
      ['away', '0.5'],
      ['slippage', '-0.2'],
    ]);
    expect(reasons({ byHand: new Set([2]), refused: new Set([1]) })).toEqual([
      ['by-hand', '1'],
      ['away', '-1'],
      ['refused', '-0.5'],
      ['slippage', '-0.2'],
    ]);
    expect(reasons({ wasPaused: true, refused: new Set([1]) })).toEqual([
      ['refused', '-0.5'],
      ['slippage', '-0.2'],
    ]);
  });

  it('X-12: of deals, those that both made differ by slippage, and others by what was refused or while this server was away', () => {
    const reasons = (marks: Partial<RealRun>) =>
      forwardTrust({ ...of, given: big(69), real: real({ trades: 'deals', ...marks }) }).why.map(({ kind, amount }) => [
        kind,
        amount.toFixed(),
      ]);
    // Deals 0 and 1 were made by both; deal 2 here only, deal 3 in the replay only.
    expect(reasons({})).toEqual([['slippage', '-0.7']]);
    expect(reasons({ refused: new Set([3]) })).toEqual([
      ['away', '1'],
      ['refused', '-1'],
      ['slippage', '-0.7'],
    ]);
    expect(reasons({ wasPaused: true })).toEqual([
      ['by-hand', '-0.5'],
      ['slippage', '-0.2'],
    ]);
    const nothing = new Map([[1, big(0)]]);
    const missed = forwardTrust({ ...of, given: big(69), real: real({ trades: 'deals', moved: nothing }) });
    expect(missed.why.map(({ kind }) => kind)).toEqual(['away']);
  });

  it('X-12: a deal that was refused shifts the numbers of those after it: what was opened at the same time is one deal', () => {
    const at = (...minutes: number[]) => new Map(minutes.map((minute, index) => [index + 1, minute * 60_000]));
    const reasons = (
      here: [minute: number, worth: string][],
      there: [minute: number, worth: string][],
      refused: number[],
    ) =>
      forwardTrust({
        real: real({
          trades: 'deals',
          moved: new Map(here.map(([, amount], index) => [index + 1, big(amount)])),
          openedAt: at(...here.map(([minute]) => minute)),
          refused: new Set(refused),
        }),
        replay: {
          rounds: there.length,
          moved: new Map(there.map(([, amount], index) => [index + 1, big(amount)])),
          openedAt: at(...there.map(([minute]) => minute)),
        },
        given: big(1),
      }).why.map(({ kind, amount }) => [kind, amount.toFixed()]);
    const replayed: [number, string][] = [
      [0, '10.5'],
      [60, '3'],
    ];
    // Refused at first, and bought five minutes later.
    expect(
      reasons(
        [
          [0, '0'],
          [5, '10'],
          [61, '2.9'],
        ],
        replayed,
        [1],
      ),
    ).toEqual([['slippage', '-0.6']]);
    // Its signal was refused and gone; the next one was taken.
    expect(
      reasons(
        [
          [0, '0'],
          [61, '2.9'],
        ],
        replayed,
        [1],
      ),
    ).toEqual([
      ['refused', '-10.5'],
      ['slippage', '-0.1'],
    ]);
    // Its signal came while this server was away: nothing was refused.
    expect(reasons([[61, '2.9']], replayed, [])).toEqual([
      ['away', '-10.5'],
      ['slippage', '-0.1'],
    ]);
    // One more here than in the replay.
    expect(
      reasons(
        [
          [0, '10.5'],
          [30, '1'],
          [61, '2.9'],
        ],
        replayed,
        [],
      ),
    ).toEqual([
      ['away', '1'],
      ['slippage', '-0.1'],
    ]);
    // A refusal of another day is no reason for what is missing.
    expect(
      reasons(
        [
          [0, '10.5'],
          [1, '0'],
        ],
        replayed,
        [2],
      ),
    ).toEqual([['away', '-3']]);
    // Deals that bought nothing in the replay are none of its own.
    expect(
      reasons(
        [
          [0, '10'],
          [61, '2.9'],
        ],
        [
          [0, '10.5'],
          [40, '0'],
          [60, '3'],
        ],
        [],
      ),
    ).toEqual([['slippage', '-0.6']]);
  });

  it('X-12: of a basket, assets differ by slippage where both rebalanced as often', () => {
    const reasons = (rounds: number) =>
      forwardTrust({ ...of, given: big(69), real: real({ trades: 'rebalancings', rounds }) }).why.map(
        ({ kind, amount }) => [kind, amount.toFixed()],
      );
    expect(reasons(43)).toEqual([['slippage', '-0.7']]);
    expect(reasons(42)).toEqual([
      ['away', '-0.5'],
      ['slippage', '-0.2'],
    ]);
  });

  it('X-12: a bot that earns coins is compared in coins', () => {
    expect(worthAt(big('0.5'), false)(amounts('-20', '11')).toFixed()).toBe('2');
    expect(worthAt(big('0.5'), true)(amounts('-20', '11')).toFixed()).toBe('1');
  });
});
