import { describe, expect, it } from 'vitest';
import { around, factsWith, levelOf, NOW, runLevel, runOrder } from '../../../../tests/factories/run-facts.ts';
import { big } from '../../../../tests/factories/worked-grids.ts';
import type { RunContext, RunFacts, RunLevel, RunOrder } from './run-facts.ts';
import { runStep, viewLevels } from './run-step.ts';
import { type TrendRules, trendStep } from './trend-step.ts';

const TREND: TrendRules = {
  spacing: 'amount',
  size: 'amount',
  unit: big('25.01'),
  until: null,
  every: 60_000,
  shiftedAt: null,
};
const LINES: readonly [string, string][] = [
  ['0.5', '50'],
  ['0.51', '49'],
  ['0.52', '48'],
  ['0.53', '47.1'],
];
const LEVELS: RunLevel[] = LINES.map(([price, quantity], index) =>
  runLevel(
    levelOf(index + 1, {
      buyPrice: big(price),
      sellPrice: big(price).plus('0.01'),
      buys: { by: 'fixed', quantity: big(quantity) },
    }),
    { counter: big(price).times(quantity).toFixed() },
  ),
);
const RESTING: RunOrder[] = LINES.map(([price, quantity], index) => runOrder({ level: index + 1, price, quantity }));
function withLowest(off: RunLevel['off']): RunLevel[] {
  const [lowest, ...others] = LEVELS;
  return lowest ? [{ ...lowest, off }, ...others] : [];
}
/** Of its rounds until now. */
const EARNED = '0.5';
const given = (counter: string) => ({ given: { base: big(0), counter: big(counter) } });
const ENOUGH = given(big('99.913').plus(EARNED).toFixed());

interface Case {
  trend?: Partial<TrendRules>;
  facts?: Partial<RunFacts>;
  context?: Partial<RunContext>;
  highest?: string;
}

function at({ trend = {}, facts: change = {}, context: around_ = {}, highest }: Case) {
  const facts = factsWith({ levels: LEVELS, orders: RESTING, ...ENOUGH, ...change });
  const context = around({ last: big('0.55'), ...around_ });
  const views = viewLevels(facts, context);
  const decided = trendStep({ ...TREND, ...trend }, { facts, views, context, highest: highest ? big(highest) : null });
  const { step } = decided;
  const text =
    step?.do === 'add'
      ? `add ${step.level.number}: ${step.level.buys.by === 'fixed' ? step.level.buys.quantity.toFixed() : ''} at ${step.level.buyPrice.toFixed()} to ${step.level.sellPrice.toFixed()}, ${step.start.counter.toFixed()}, stop ${step.moved.toFixed()}`
      : step && `${step.do} ${step.level}`;
  return { ...decided, step: text, awaits: decided.awaits?.toFixed() ?? null };
}

const WAITS = { step: null, again: null, awaits: '0.55', isTooSmall: false };
const ENDS = { step: null, again: null, awaits: null, isTooSmall: false };
const TAKES_OFF = { ...ENDS, step: 'take-off 1' };

describe('T-5 the next line is reached', () => {
  it('by a trade at it or above, and not below', () => {
    expect(at({})).toEqual(TAKES_OFF);
    expect(at({ context: { last: big('0.5499') } })).toEqual(WAITS);
    expect(at({ context: { last: big('0.5499') }, highest: '0.55' })).toEqual(TAKES_OFF);
    expect(at({ context: { last: big('0.5499') }, highest: '0.5499' })).toEqual(WAITS);
  });

  it('and does nothing where the price is back at the old top: the purchase would trade at once', () => {
    expect(at({ context: { last: big('0.54') }, highest: '0.55' })).toEqual(WAITS);
    expect(at({ context: { last: big('0.5401') }, highest: '0.55' })).toEqual(TAKES_OFF);
  });

  it('and does nothing beyond the end that its owner set', () => {
    expect(at({ trend: { until: big('0.5499') } })).toEqual(ENDS);
    expect(at({ trend: { until: big('0.55') } })).toEqual(TAKES_OFF);
  });

  it('once in its time', () => {
    expect(at({ trend: { shiftedAt: NOW - 59_999 } })).toEqual({ ...ENDS, again: NOW + 1 });
    expect(at({ trend: { shiftedAt: NOW - 60_000 } })).toEqual(TAKES_OFF);
  });

  it('X-1 and waits while a sale that the price has passed is not known to be filled: it pays for the new level', () => {
    const bought = runOrder({ level: 4, price: '0.53', quantity: '47.1', filled: '47.1', state: 'filled' });
    const sale = (change: Parameters<typeof runOrder>[0]) =>
      runOrder({ level: 4, turn: 1, leg: 'sell', side: 'sell', price: '0.54', quantity: '47', ...change });
    const withSale = (change: Parameters<typeof runOrder>[0]) => ({
      facts: { orders: [...RESTING.slice(0, 3), bought, sale(change)] },
    });
    const later = { ...WAITS, again: NOW + 5000 };
    expect(at(withSale({}))).toEqual(later);
    expect(at(withSale({ filled: '10', state: 'partly-filled' }))).toEqual(later);
    expect(at(withSale({ filled: '47', state: 'filled', isBooked: false }))).toEqual(later);
    expect(at(withSale({ filled: '47', state: 'filled' }))).toEqual(TAKES_OFF);
    const off = runOrder({ price: '0.5', quantity: '50', state: 'cancelled', cancelAsked: true });
    const orders = [off, ...RESTING.slice(1, 3), bought, sale({})];
    expect(at({ facts: { levels: withLowest('waiting'), orders } })).toEqual({ ...ENDS, again: NOW + 5000 });
  });

  it('and waits while the lowest level holds coins, or its order has no answer', () => {
    const filled = runOrder({ price: '0.5', quantity: '50', filled: '0.1', state: 'partly-filled' });
    const later = { ...WAITS, again: NOW + 5000 };
    expect(at({ facts: { orders: [filled, ...RESTING.slice(1)] } })).toEqual(later);
    const sending = runOrder({ price: '0.5', quantity: '50', state: 'sending' });
    expect(at({ facts: { orders: [sending, ...RESTING.slice(1)] } })).toEqual(later);
  });

  it.each([
    { facts: { state: 'paused' as const } },
    { facts: { state: 'starting' as const } },
    { facts: { begun: false } },
    { context: { mayOrder: false } },
    { context: { isTrading: false } },
  ])('and does nothing with %o', (change) => {
    expect(at(change)).toEqual(ENDS);
  });

  it('and stays where an order up there would be too small', () => {
    expect(at({ trend: { unit: big('5.02') } })).toEqual({ ...WAITS, isTooSmall: true });
    expect(at({ facts: given('79.9') })).toEqual({ ...WAITS, isTooSmall: true });
    expect(at({ facts: given('74.913') })).toEqual({ ...WAITS, isTooSmall: true });
  });
});

describe('T-5 the lowest level is off', () => {
  const off = (state: RunOrder['state'], change: Parameters<typeof runOrder>[0] = {}): Partial<RunFacts> => ({
    levels: withLowest('waiting'),
    orders: [runOrder({ price: '0.5', quantity: '50', state, cancelAsked: true, ...change }), ...RESTING.slice(1)],
  });
  const steps = (facts: Partial<RunFacts>) =>
    runStep(factsWith({ levels: LEVELS, orders: RESTING, ...ENOUGH, ...facts }), around({ last: big('0.55') })).steps;

  it('its order comes down and nothing of it is placed, also while it is paused', () => {
    for (const state of ['running', 'paused', 'attention'] as const)
      expect(steps({ ...off('open'), state })).toMatchObject([{ do: 'cancel', order: { level: 1 } }]);
    expect(steps(off('cancelled'))).toEqual([]);
    expect(steps(off('unknown'))).toEqual([]);
    expect(at({ facts: off('open') })).toEqual({ ...ENDS, again: NOW + 5000 });
    expect(at({ facts: off('unknown') })).toEqual({ ...ENDS, again: NOW + 5000 });
  });

  it('trend-shift-up: once that is confirmed, a new one buys at the old top with the same amount', () => {
    expect(at({ facts: off('cancelled') }).step).toBe('add 5: 46.3 at 0.54 to 0.55, 25.002, stop 0.01');
    const coins = { size: 'coins' as const, unit: big(46) };
    expect(at({ facts: off('cancelled'), trend: coins }).step).toBe('add 5: 46 at 0.54 to 0.55, 24.84, stop 0.01');
  });

  it('C-4: with no more than the run has besides what its other levels need', () => {
    // 25 USDT and not a cent more.
    expect(at({ facts: { ...off('cancelled'), ...given('99.913') } }).step).toBe(
      'add 5: 46.2 at 0.54 to 0.55, 24.948, stop 0.01',
    );
  });

  it.each(['partly-filled', 'cancelled'] as const)('C-4: what another level still buys is its own: %s', (state) => {
    const facts = off('cancelled');
    const highest = runOrder({ level: 4, price: '0.53', quantity: '47.1', filled: '10', state, cancelAsked: true });
    const orders = [...(facts.orders ?? []).slice(0, 3), highest];
    expect(at({ facts: { ...facts, orders, ...given('99.913') } }).step).toBe(
      'add 5: 46.2 at 0.54 to 0.55, 24.948, stop 0.01',
    );
  });

  it('and comes back where it has bought meanwhile, or the price is back at the old top', () => {
    expect(at({ facts: off('cancelled', { filled: '0.1' }) }).step).toBe('put-back 1');
    const second = runOrder({ attempt: 2, price: '0.5', quantity: '50', filled: '0.1', state: 'cancelled' });
    const twice = off('cancelled');
    expect(at({ facts: { ...twice, orders: [...(twice.orders ?? []), { ...second, cancelAsked: true }] } }).step).toBe(
      'put-back 1',
    );
    expect(at({ facts: off('filled', { filled: '50' }) }).step).toBe('put-back 1');
    expect(at({ facts: off('cancelled'), context: { last: big('0.54') } }).step).toBe('put-back 1');
    expect(at({ facts: off('cancelled'), context: { last: big('0.5401') } }).step).toMatch(/^add/);
  });

  it('follows on from there, without the level that was replaced', () => {
    const added = runLevel(
      levelOf(5, { buyPrice: big('0.54'), sellPrice: big('0.55'), buys: { by: 'fixed', quantity: big('46.3') } }),
      { counter: '25.002' },
    );
    const levels = [...withLowest('replaced'), added];
    const orders = [
      runOrder({ price: '0.5', quantity: '50', state: 'cancelled', cancelAsked: true }),
      ...RESTING.slice(1),
      runOrder({ level: 5, price: '0.54', quantity: '46.3' }),
    ];
    expect(at({ facts: { levels, orders } })).toEqual({ ...WAITS, awaits: '0.56' });
    expect(at({ facts: { levels, orders }, context: { last: big('0.56') } }).step).toBe('take-off 2');
  });
});
