import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import type { Side } from '#contracts/rules/side.ts';
import { canMove } from './bot-state.ts';
import type { GridLevel, GridRules } from './level.ts';
import { foldLevel, type LevelOrder, paysFor } from './level-fold.ts';
import { levelStep, type RunContext } from './level-step.ts';
import { restsInRange, shouldPause, stopReached } from './stop-conditions.ts';

const big = (text: string | number): Big => new Big(text);
const rules: GridRules = {
  step: big('0.1'),
  tick: big('0.0001'),
  minQuantity: big('0.1'),
  minNotional: big(5),
  fee: big('0.001'),
};
const NOW = 1_000_000;
const running: RunContext = {
  mode: 'running',
  mayOrder: true,
  isTrading: true,
  rules,
  band: null,
  now: NOW,
  others: [],
};
const level: GridLevel = {
  number: 1,
  buyPrice: big('0.48'),
  sellPrice: big('0.49'),
  startsBy: 'buy',
  cycleOpensBy: 'buy',
  buys: { by: 'fixed', quantity: big(105) },
  sells: { by: 'holdings' },
  repeat: true,
};
/** Money for its first purchase. */
const START = { base: big(0), counter: big('50.4') };

const amountsOf = (side: Side, filled: Big, price: Big) =>
  side === 'buy'
    ? { base: filled.times('0.999'), counter: filled.times(price).times(-1) }
    : { base: filled.times(-1), counter: filled.times(price).times('0.999') };

type Sketch = Partial<Omit<LevelOrder, 'filledQuantity' | 'quantity' | 'price'>> & {
  quantity?: string;
  filled?: string;
  price?: string;
};
function order({ turn = 0, quantity = '105', filled = '0', price, ...change }: Sketch): LevelOrder {
  const side = change.side ?? (turn % 2 === 0 ? level.startsBy : 'sell');
  const at = big(price ?? (side === 'buy' ? '0.48' : '0.49'));
  return {
    turn,
    side,
    price: at,
    quantity: big(quantity),
    state: 'open',
    cancelAsked: false,
    expiryReason: null,
    updatedAt: NOW,
    filledQuantity: big(filled),
    ...amountsOf(side, big(filled), at),
    ...change,
  };
}
const filledOrder = (turn: number, quantity: string): LevelOrder =>
  order({ turn, quantity, filled: quantity, state: 'filled' });

interface Here {
  of?: GridLevel;
  context?: Partial<RunContext>;
  start?: { base: Big; counter: Big };
}
function stepOf(orders: LevelOrder[], { of = level, context = {}, start = START }: Here = {}): string {
  const state = foldLevel(of, { start, orders }, rules);
  const step = levelStep(of, { state, orders }, { ...running, ...context });
  if (step.do === 'place') return `place ${step.side} ${step.quantity.toFixed()} at ${step.price.toFixed()}`;
  return step.do === 'cancel' ? `cancel ${step.orders.length}` : step.because;
}

describe('R-13 next-steps: what each level does next, by facts alone', () => {
  it.each([
    [1, [], 'place buy 105 at 0.48'],
    [2, [order({ state: 'sending' })], 'unconfirmed'],
    [3, [order({})], 'resting'],
    [4, [order({ state: 'partly-filled', filled: '61.3' })], 'resting'],
    [5, [filledOrder(0, '105')], 'place sell 104.8 at 0.49'],
    [6, [order({ state: 'cancelled', filled: '61.3', cancelAsked: true })], 'place buy 43.7 at 0.48'],
    [7, [order({ state: 'expired', filled: '96.9' })], 'place sell 96.8 at 0.49'],
    [
      9,
      [filledOrder(0, '105'), order({ turn: 1, quantity: '104.8' }), order({ turn: 2, state: 'unknown' })],
      'unconfirmed',
    ],
    [10, [order({ state: 'cancelled' })], 'external-change'],
    [
      12,
      [order({ state: 'expired', expiryReason: 'EXPIRED_IN_MATCH', updatedAt: NOW - 5000 })],
      'place buy 105 at 0.48',
    ],
  ] as [number, LevelOrder[], string][])('level %i', (_, orders, expected) => {
    expect(stepOf(orders)).toBe(expected);
    expect(stepOf(orders)).toBe(expected);
  });

  it('level 8: without repeat, the cycle is done', () => {
    const done = [filledOrder(0, '105'), filledOrder(1, '104.8')];
    expect(stepOf(done, { of: { ...level, repeat: false } })).toBe('finished');
    expect(stepOf(done)).toBe('place buy 105 at 0.48');
    expect(stepOf([], { of: { ...level, repeat: false } })).toBe('place buy 105 at 0.48');
  });

  it('level 11: the market has passed its price: it is placed all the same, and fills better', () => {
    expect(stepOf([filledOrder(0, '105')])).toBe('place sell 104.8 at 0.49');
  });

  it.each([
    ['paused', [order({})], 'held-back'],
    ['withdrawn', [order({})], 'cancel 1'],
    ['withdrawn', [], 'held-back'],
    ['stopping', [order({})], 'cancel 1'],
    ['stopping', [order({ state: 'cancelled', cancelAsked: true })], 'held-back'],
    ['stopping', [order({ state: 'sending' })], 'unconfirmed'],
  ] as [RunContext['mode'], LevelOrder[], string][])('C-8, C-9 while it is %s', (mode, orders, expected) => {
    expect(stepOf(orders, { context: { mode } })).toBe(expected);
  });

  it('C-12, C-15 places nothing while trading is off or the pair is not traded, and leaves what rests', () => {
    expect(stepOf([], { context: { mayOrder: false } })).toBe('held-back');
    expect(stepOf([order({})], { context: { mayOrder: false } })).toBe('held-back');
    expect(stepOf([], { context: { isTrading: false } })).toBe('not-trading');
    expect(stepOf([order({})], { context: { isTrading: false } })).toBe('not-trading');
  });

  it('cancels what is not wanted before anything else', () => {
    expect(stepOf([order({ price: '0.4799' })])).toBe('cancel 1');
    expect(stepOf([order({ quantity: '105.1' })])).toBe('cancel 1');
    expect(stepOf([order({ side: 'sell', price: '0.49' })])).toBe('cancel 1');
    expect(stepOf([order({ side: 'sell', price: '0.48' })])).toBe('cancel 1');
    expect(stepOf([order({ quantity: '50' }), order({ quantity: '55', price: '0.4799' })])).toBe('cancel 1');
    expect(stepOf([order({ quantity: '104.9' })])).toBe('resting');
  });

  it('leaves the order that the exchange holds for the next turn', () => {
    const held = order({ turn: 1, quantity: '104.8', state: 'pending' });
    expect(stepOf([order({}), held])).toBe('resting');
    expect(stepOf([filledOrder(0, '105'), { ...held, state: 'open' }])).toBe('resting');
    expect(stepOf([filledOrder(0, '105'), { ...held, state: 'rejected' }])).toBe('place sell 104.8 at 0.49');
  });

  it('C-17 waits for prices that the exchange takes', () => {
    const band = (low: string, high: string) => {
      const bounds = { low: big(low), high: big(high) };
      return { context: { band: { buy: bounds, sell: bounds } } };
    };
    expect(stepOf([], band('0.4801', '0.6'))).toBe('out-of-band');
    expect(stepOf([], band('0.4', '0.4799'))).toBe('out-of-band');
    expect(stepOf([], band('0.48', '0.48'))).toBe('place buy 105 at 0.48');
  });

  it('R-8 an order under the minimum is not placed', () => {
    const of = (quantity: string): GridLevel => ({ ...level, buys: { by: 'fixed', quantity: big(quantity) } });
    expect(stepOf([], { of: of('10.4') })).toBe('too-small');
    expect(stepOf([], { of: of('10.5') })).toBe('place buy 10.5 at 0.48');
  });
});

describe('R-10 rung-part-filled', () => {
  const ended = (filled: string) => [order({ state: 'cancelled', cancelAsked: true, filled })];
  const foldOf = (orders: LevelOrder[]) => foldLevel(level, { start: START, orders }, rules);

  it('the rest of 43.7 is placed again', () => {
    const { rest, turn } = foldOf(ended('61.3'));
    expect([rest.toFixed(), rest.times('0.48').toFixed(), turn]).toEqual(['43.7', '20.976', 0]);
  });

  it('a rest of 8.1 is too little: the leg is done with what it has', () => {
    const { rest, turn, held } = foldOf(ended('96.9'));
    expect([rest.toFixed(), turn, held.toFixed()]).toEqual(['96.8', 1, '96.8031']);
    expect(rest.times('0.49').toFixed()).toBe('47.432');
  });

  it('what has filled is too little to be sold, and so is the rest: it waits', () => {
    const of: GridLevel = { ...level, buys: { by: 'fixed', quantity: big(15) } };
    const orders = [order({ quantity: '15', state: 'cancelled', cancelAsked: true, filled: '7' })];
    expect(stepOf(orders, { of })).toBe('too-small');
    expect(foldLevel(of, { start: START, orders }, rules).turn).toBe(0);
  });

  it('nothing filled: the leg is not done, with money and without', () => {
    const of: GridLevel = { ...level, buys: { by: 'fixed', quantity: big(9) } };
    for (const counter of ['4.32', '0'])
      expect(
        stepOf([order({ quantity: '9', state: 'rejected' })], { of, start: { base: big(500), counter: big(counter) } }),
      ).toBe('too-small');
  });

  it('C-4 after a sale that ended early it buys no more than it can pay', () => {
    const of: GridLevel = { ...level, startsBy: 'sell' };
    const start = { base: big('104.895'), counter: big(0) };
    const sale = order({ side: 'sell', quantity: '104.8', filled: '96.8', state: 'expired' });
    // 96.8 at 0.49 bring in 47.384568; 8 are left, too little for an order.
    expect(stepOf([sale], { of, start })).toBe('place buy 98.7 at 0.48');
  });
});

describe('R-5 quantities', () => {
  it('rung-carries-dust: dust of one turn is sold in a later one', () => {
    const orders: LevelOrder[] = [];
    const sells: string[] = [];
    for (let cycle = 0; cycle < 12; cycle += 1) {
      orders.push(filledOrder(2 * cycle, '105'));
      const { rest } = foldLevel(level, { start: START, orders }, rules);
      sells.push(rest.toFixed());
      orders.push(filledOrder(2 * cycle + 1, rest.toFixed()));
    }
    expect(sells).toEqual(['104.8', ...Array.from({ length: 11 }, () => '104.9')]);
    const { held, cycles, turn } = foldLevel(level, { start: START, orders }, rules);
    expect([held.toFixed(), cycles.length, turn]).toEqual(['0.04', 12, 24]);
  });

  it('rung-earning-base: buys back with what the sale brought in', () => {
    const of: GridLevel = {
      ...level,
      buyPrice: big('0.53'),
      sellPrice: big('0.54'),
      startsBy: 'sell',
      cycleOpensBy: 'sell',
      buys: { by: 'holdings' },
      sells: { by: 'fixed', quantity: big(100) },
    };
    const sale = order({ side: 'sell', price: '0.54', quantity: '100', filled: '100', state: 'filled' });
    expect(sale.counter.toFixed()).toBe('53.946');
    const start = { base: big(100), counter: big(0) };
    expect(stepOf([sale], { of, start })).toBe('place buy 101.7 at 0.53');
    const back = order({ turn: 1, side: 'buy', price: '0.53', quantity: '101.7', filled: '101.7', state: 'filled' });
    const { cycles, held } = foldLevel(of, { start, orders: [sale, back] }, rules);
    expect(cycles.map(({ base, counter }) => [base.toFixed(), counter.toFixed()])).toEqual([['1.5983', '0.045']]);
    expect(held.toFixed()).toBe('101.5983');
    expect(stepOf([sale, back], { of, start })).toBe('place sell 100 at 0.54');
  });

  it('R-14 the sale of coins bought at the start is no cycle', () => {
    const of: GridLevel = { ...level, startsBy: 'sell' };
    const start = { base: big('104.895'), counter: big(0) };
    const sale = order({ side: 'sell', quantity: '104.8', filled: '104.8', state: 'filled' });
    const back = order({ turn: 1, side: 'buy', filled: '105', state: 'filled' });
    const again = order({ turn: 2, side: 'sell', quantity: '104.9', filled: '104.9', state: 'filled' });
    const cyclesOf = (orders: LevelOrder[]) => foldLevel(of, { start, orders }, rules).cycles;
    expect(cyclesOf([sale, back])).toEqual([]);
    expect(cyclesOf([sale, back, again]).map(({ turn, counter }) => [turn, counter.toFixed()])).toEqual([
      [2, '0.949599'],
    ]);
  });
});

it('R-12 held-mirror: what the sale brings in must pay for the purchase', () => {
  const sale = { quantity: big('96.9'), price: big('0.53') };
  expect(sale.quantity.times(sale.price).times('0.999').toFixed()).toBe('51.305643');
  expect(paysFor(sale, { quantity: big(97), price: big('0.52') }, rules.fee)).toBe(true);
  expect(paysFor(sale, { quantity: big('51.305643'), price: big(1) }, rules.fee)).toBe(true);
  expect(paysFor(sale, { quantity: big('51.305644'), price: big(1) }, rules.fee)).toBe(false);
});

describe('C-2 states', () => {
  it.each([
    ['draft', 'starting', true],
    ['draft', 'running', false],
    ['running', 'stopped', false],
    ['paused', 'attention', false],
    ['stopped', 'starting', false],
    ['stopping', 'stopped', true],
  ] as const)('%s to %s: %s', (from, to, allowed) => {
    expect(canMove(from, to)).toBe(allowed);
  });
});

describe('R-15 stop conditions', () => {
  const none = { below: null, above: null, gain: null, loss: null, at: null };
  const facts = { traded: { low: big('0.47'), high: big('0.56') }, total: big(-20), given: big(400), now: NOW };

  it.each([
    [{ below: big('0.47') }, 'below'],
    [{ below: big('0.4699') }, null],
    [{ above: big('0.56') }, 'above'],
    [{ above: big('0.5601') }, null],
    [{ loss: big('0.05') }, 'loss'],
    [{ loss: big('0.0501') }, null],
    [{ at: NOW }, 'at'],
    [{ at: NOW + 1 }, null],
    [{ gain: big('0.05') }, null],
  ])('%o: %s', (conditions, reason) => {
    expect(stopReached({ ...none, ...conditions }, facts)).toBe(reason);
  });

  it('a gain counts from exactly what is set', () => {
    const gained = (total: string) => stopReached({ ...none, gain: big('0.05') }, { ...facts, total: big(total) });
    expect([gained('20'), gained('19.99')]).toEqual(['gain', null]);
  });

  it('nothing traded: no price condition', () => {
    expect(stopReached({ ...none, below: big(1), above: big('0.1') }, { ...facts, traded: null })).toBeNull();
  });
});

it('C-11 three cycles in a row that earned nothing pause the bot', () => {
  expect(shouldPause([1, -1, 0, -2].map(big))).toBe(true);
  expect(shouldPause([-1, 0, '0.0001'].map(big))).toBe(false);
  expect(shouldPause([-1, -1].map(big))).toBe(false);
  expect(shouldPause([-1, -1, -1].map(big))).toBe(true);
});

describe('T-9 in range', () => {
  const facts = { isResting: true, isInside: false, since: 0, now: 60_000 };

  it('orders come down after the whole wait, and are put back as late', () => {
    expect(restsInRange(facts, 60_000)).toBe(false);
    expect(restsInRange({ ...facts, now: 59_999 }, 60_000)).toBe(true);
    expect(restsInRange({ ...facts, since: 1 }, 60_000)).toBe(true);
    expect(restsInRange({ ...facts, isResting: false, isInside: true }, 60_000)).toBe(true);
    expect(restsInRange({ ...facts, isResting: false, isInside: true, now: 59_999 }, 60_000)).toBe(false);
  });
});
