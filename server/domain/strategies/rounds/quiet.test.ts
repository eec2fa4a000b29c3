import type { Big } from 'big.js';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { around, factsWith, levelOf, NOW, runLevel, taken } from '../../../../tests/factories/run-facts.ts';
import { big } from '../../../../tests/factories/worked-grids.ts';
import { runs } from '../../../../tests/setup/property-runs.ts';
import { isLive } from '../../position/order-state.ts';
import { foldLevel } from './level-fold.ts';
import type { RunFacts, RunLevel, RunOrder, RunStep } from './run-facts.ts';
import { runStep } from './run-step.ts';

const RULES = around().rules;
const KEEP = '0.999';
const ENDED = ['open', 'partly-filled', 'filled', 'cancelled', 'expired', 'rejected'] as const;
const FILLS: Record<(typeof ENDED)[number], 'none' | 'part' | 'whole' | 'any'> = {
  open: 'none',
  'partly-filled': 'part',
  filled: 'whole',
  cancelled: 'any',
  expired: 'any',
  rejected: 'none',
};

interface Fact {
  turn: number;
  side: 'buy' | 'sell';
  state: (typeof ENDED)[number];
  /** Of its quantity, in tenths. */
  part: number;
  isBooked: boolean;
  cancelAsked: boolean;
  matched: boolean;
}

const fact = fc.record<Fact>({
  turn: fc.integer({ min: 0, max: 4 }),
  side: fc.constantFrom('buy', 'sell'),
  state: fc.constantFrom(...ENDED),
  part: fc.integer({ min: 0, max: 10 }),
  isBooked: fc.boolean(),
  cancelAsked: fc.boolean(),
  matched: fc.boolean(),
});

const movedBy = (side: 'buy' | 'sell', filled: Big, price: Big) =>
  side === 'buy'
    ? { base: filled.times(KEEP), counter: filled.times(price).times(-1) }
    : { base: filled.times(-1), counter: filled.times(price).times(KEEP) };

/** An order of a level: only its last one may rest or have trades that were not read. */
function orderOf(level: RunLevel, given: Fact, { attempt, isLast }: { attempt: number; isLast: boolean }): RunOrder {
  const { side, part, ...rest } = isLast ? given : { ...given, isBooked: true };
  const state = !isLast && isLive(given.state) ? 'cancelled' : given.state;
  const { number, buyPrice, sellPrice } = level.level;
  const price = side === 'buy' ? buyPrice : sellPrice;
  const quantity = big(100);
  const parts = { none: 0, part: Math.min(9, Math.max(1, part)), whole: 10, any: Math.min(part, 9) };
  const filledQuantity = quantity.times(parts[FILLS[state]]).div(10);
  return {
    ...rest,
    clientOrderId: `${number} ${attempt}`,
    level: number,
    leg: side,
    attempt,
    side,
    price,
    quantity,
    state,
    reason: null,
    expiryReason: rest.matched ? 'EXPIRED_IN_MATCH' : null,
    updatedAt: NOW - 60_000,
    filledQuantity,
    ...movedBy(side, filledQuantity, price),
  };
}

const ordersOf = (of: RunLevel, facts: readonly Fact[]): RunOrder[] =>
  facts.map((each, index) => orderOf(of, each, { attempt: index + 1, isLast: index === facts.length - 1 }));

/** Sales that rest, and the other coins of each level, wherever we placed one. */
function oversold(facts: RunFacts, placed: readonly RunStep[]): string[] {
  return facts.levels.flatMap((of) => {
    const isPlaced = placed.some((step) => step.do === 'place' && step.order.level === of.level.number);
    const orders = facts.orders.filter(({ level }) => level === of.level.number);
    const { held } = foldLevel(of.level, { start: of.start, orders }, RULES);
    const resting = orders
      .filter(({ side, state }) => side === 'sell' && isLive(state))
      .reduce((sum, { quantity, filledQuantity }) => sum.plus(quantity).minus(filledQuantity), big(0));
    // Facts of before may have sold a step more than was held: then nothing may rest.
    return isPlaced && resting.gt(0) && resting.gt(held)
      ? [`level ${of.level.number}: ${resting.toFixed()} of ${held.toFixed()}`]
      : [];
  });
}

const LEVELS = 6;
/** Of the run itself: it runs, or it is over. */
const MOVES = 1;
const levels = Array.from({ length: LEVELS }, (_, at) =>
  runLevel(
    levelOf(at + 1, {
      buyPrice: big('0.48').plus(big(at).div(100)),
      sellPrice: big('0.49').plus(big(at).div(100)),
      buys: { by: 'fixed', quantity: big(100) },
      startsBy: at < 3 ? 'buy' : 'sell',
    }),
    at < 3 ? { counter: '60' } : { base: '99.9' },
  ),
);

it('N-5: from any facts a run is quiet within three steps a level, and no more is on sale than it holds', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fact, { maxLength: 4 }), { minLength: LEVELS, maxLength: LEVELS }),
      fc.constantFrom<RunFacts['state']>('starting', 'running', 'paused', 'attention', 'stopping'),
      fc.boolean(),
      (known, state, takeDown) => {
        const orders = levels.flatMap((of, at) => ordersOf(of, known[at] ?? []));
        const context = around();
        let facts = factsWith({
          levels,
          orders,
          state,
          takeDown,
          ending: 'keep',
          given: { base: big(300), counter: big(200) },
        });
        let steps = 0;
        for (let decision = runStep(facts, context); decision.steps.length > 0; decision = runStep(facts, context)) {
          for (const step of decision.steps) facts = taken(facts, step);
          steps += decision.steps.length;
          expect(oversold(facts, decision.steps)).toEqual([]);
          expect(steps).toBeLessThanOrEqual(3 * LEVELS + MOVES);
        }
        expect(runStep(facts, context)).toEqual(runStep(facts, context));
        const live = Map.groupBy(
          facts.orders.filter((order) => isLive(order.state)),
          ({ level }) => level,
        );
        if (facts.state === 'stopped') expect(live.size).toBe(0);
      },
    ),
    { numRuns: runs(300) },
  );
});
