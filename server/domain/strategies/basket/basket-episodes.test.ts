import type { Big } from 'big.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#contracts/rules/time.ts';
import { contextOf, factsOf, order, pair, RULES, START, turnOf } from '../../../../tests/factories/basket-facts.ts';
import { big } from '../../../../tests/factories/worked-grids.ts';
import { runs } from '../../../../tests/setup/property-runs.ts';
import { type BasketFacts, type BasketOrder, type BasketStep, type BasketTurn, heldOf } from './basket-facts.ts';
import { basketStep } from './basket-step.ts';

/** What an order of this plan trades at this price, with so much of it filled. */
function filled(placed: { side: 'buy' | 'sell'; quantity: Big }, name: string, of: { price: Big; part: number }) {
  const quantity = placed.quantity.times(of.part).div(100).round(3, 0);
  const counter = quantity.times(of.price);
  return placed.side === 'buy'
    ? new Map([
        [name, quantity.times(big('0.999'))],
        ['USDT', counter.times(-1)],
      ])
    : new Map([
        [name, quantity.times(-1)],
        ['USDT', counter.times(big('0.999'))],
      ]);
}

interface Weather {
  btc: number;
  bnb: number;
  part: number;
}

/** What one step changes; an order of it fills by so much. */
function take(facts: BasketFacts, step: BasketStep, { now, fill }: { now: number; fill: Fill }): BasketFacts {
  const inTurn = (change: Partial<BasketTurn>) =>
    facts.turns.map((turn) => Object.assign({}, turn, turn.doneAt === null && change));
  switch (step.do) {
    case 'move':
      return { ...facts, state: step.to };
    case 'rebalance':
      return { ...facts, turns: [...facts.turns, turnOf({ turn: step.turn, at: now, sells: step.sells })] };
    case 'buy':
      return { ...facts, turns: inTurn({ buys: step.buys, buysAt: now }) };
    case 'finish':
      return { ...facts, turns: inTurn({ doneAt: now }) };
    case 'place':
      return { ...facts, orders: [...facts.orders, { ...fill(step.order), updatedAt: now }] };
    default:
      throw new Error(`Nothing is to be ${step.do}.`);
  }
}

type Placed = Extract<BasketStep, { do: 'place' }>['order'];
type Fill = (placed: Placed) => BasketOrder;

const filling =
  ({ btc, bnb, part }: Weather): Fill =>
  ({ level, turn, leg, attempt, side, quantity }) => {
    if (leg === 'start') throw new Error('A basket has no such order.');
    const [name, price] = level === 1 ? ['BTC', btc] : ['BNB', bnb];
    const moves = filled({ side, quantity }, name, { price: big(price), part });
    return order({ level, turn, leg, attempt, side, moves, state: part === 100 ? 'filled' : 'expired' });
  };

/** Never more than its own: coins that it holds, and money for all purchases at their limits. */
function expectOwn(facts: BasketFacts, steps: readonly BasketStep[]): void {
  const owned = (number: number): Big =>
    facts.assets.reduce((sum, each) => (each.number === number ? heldOf(each, facts.orders) : sum), big(0));
  let money = owned(0);
  for (const step of steps) {
    if (step.do !== 'place') continue;
    const { level, turn, leg, side, quantity, price } = step.order;
    expect(facts.orders.some((each) => each.level === level && each.turn === turn && each.leg === leg)).toBe(false);
    if (side === 'sell') expect(quantity.lte(owned(level))).toBe(true);
    else money = money.minus(quantity.times(price));
  }
  expect(money.gte(0)).toBe(true);
  for (const { number } of facts.assets) expect(owned(number).gte(0)).toBe(true);
}

/** Works on a basket until nothing is left to do at these prices, as an engine does; answers what it placed. */
function settle(facts: BasketFacts, weather: Weather, now: number): { facts: BasketFacts; placed: number } {
  const pairs = new Map([
    [1, pair(`${weather.btc}`)],
    [2, pair(`${weather.bnb}`)],
  ]);
  let state = facts;
  for (let passes = 0; passes < 50; passes += 1) {
    const context = contextOf({ now: now + passes, pairs, isLook: passes === 0 });
    const { steps } = basketStep(RULES, state, context);
    expect(basketStep(RULES, state, context).steps).toEqual(steps);
    if (steps.length === 0) return { facts: state, placed: state.orders.length - facts.orders.length };
    expectOwn(state, steps);
    state = steps.reduce((before, step) => take(before, step, { now: now + passes, fill: filling(weather) }), state);
  }
  throw new Error('It never came to rest.');
}

describe('B-4, C-4 a basket over random fills and prices', () => {
  const weather = fc.record({
    btc: fc.integer({ min: 20, max: 400 }),
    bnb: fc.integer({ min: 2, max: 40 }),
    part: fc.constantFrom(0, 30, 70, 100, 100),
  });

  it('never spends more than its own, asks each order once, and is quiet after one rebalancing', () => {
    fc.assert(
      fc.property(fc.array(weather, { minLength: 1, maxLength: 12 }), (days) => {
        let facts = factsOf({ state: 'starting' });
        days.forEach((day, at) => {
          const now = START + (at + 1) * HOUR;
          facts = settle(facts, day, now).facts;
          expect(facts.state).toBe('running');
          expect(settle(facts, day, now + 5 * MINUTE).placed).toBe(0);
          if (day.part === 100) expect(settle(facts, day, now + 30 * MINUTE).placed).toBe(0);
        });
      }),
      { numRuns: runs(100) },
    );
  });
});
