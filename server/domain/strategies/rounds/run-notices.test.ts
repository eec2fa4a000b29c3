import { describe, expect, it } from 'vitest';
import { levelOf, runLevel } from '../../../../tests/factories/run-facts.ts';
import { big } from '../../../../tests/factories/worked-grids.ts';
import { noticeOfMove, outsideOf, roundsStep, stayStep } from './run-notices.ts';

describe('C-24 notices of a run', () => {
  it.each([
    ['starting', 'running', 'started'],
    ['running', 'attention', 'needs-you'],
    ['running', 'paused', 'paused'],
    ['running', 'stopping', 'stopped'],
    ['waiting', 'stopped', 'stopped'],
    ['waiting', 'starting', null],
    ['paused', 'running', null],
    ['stopping', 'stopped', null],
  ] as const)('C-24: from %s to %s is %s', (from, to, kind) => {
    expect(noticeOfMove(from, to, false)).toBe(kind);
  });
  it('C-24: a stop that was reached while this server was away has a notice of its own', () => {
    expect(noticeOfMove('running', 'stopping', true)).toBe('late');
    expect(noticeOfMove('running', 'attention', true)).toBe('needs-you');
  });

  it('C-24: rounds share a notice, at most one a minute', () => {
    expect(roundsStep(3, { notified: 3, notifiedAt: null }, 0)).toBeNull();
    expect(roundsStep(3, { notified: 1, notifiedAt: null }, 0)).toEqual({ notify: 2 });
    expect(roundsStep(3, { notified: 1, notifiedAt: 1000 }, 60_999)).toEqual({ until: 61_000 });
    expect(roundsStep(3, { notified: 1, notifiedAt: 1000 }, 61_000)).toEqual({ notify: 2 });
  });
});

describe('R-16 a price outside the lines', () => {
  const levels = [
    runLevel(levelOf(1, { buyPrice: big('0.48'), sellPrice: big('0.49') })),
    runLevel(levelOf(2, { buyPrice: big('0.49'), sellPrice: big('0.5') })),
  ];
  it('R-16: is under the lowest or above the highest, and not at one of them', () => {
    const at = (price: string) => outsideOf(levels, big(price));
    expect([at('0.4799'), at('0.48'), at('0.495'), at('0.5'), at('0.5001')]).toEqual([
      'under',
      null,
      null,
      null,
      'above',
    ]);
    expect(outsideOf([], big(1))).toBeNull();
  });
  it('R-16, T-5: a level that was replaced is no line any more', () => {
    const [first, second] = levels;
    if (!first || !second) throw new Error('There are two.');
    expect(outsideOf([{ ...first, off: 'replaced' }, second], big('0.485'))).toBe('under');
  });

  it('R-16: of a stay there is one notice, after an hour', () => {
    const hour = 3_600_000;
    expect(stayStep({ since: null, isNotified: false }, true, 5)).toEqual({ do: 'begin' });
    expect(stayStep({ since: 5, isNotified: false }, true, hour + 4)).toEqual({ do: 'wait', until: hour + 5 });
    expect(stayStep({ since: 5, isNotified: false }, true, hour + 5)).toEqual({ do: 'notify' });
    expect(stayStep({ since: 5, isNotified: true }, true, 3 * hour)).toEqual({ do: 'wait', until: null });
    expect(stayStep({ since: 5, isNotified: true }, false, 3 * hour)).toEqual({ do: 'end' });
    expect(stayStep({ since: null, isNotified: false }, false, 3 * hour)).toEqual({ do: 'wait', until: null });
  });
});
