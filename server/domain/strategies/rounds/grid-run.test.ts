import { Big } from 'big.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tests/setup/property-runs.ts';
import { isLive } from '../../position/order-state.ts';
import { isAboveMinimum } from './grid-checks.ts';
import { rungsOf } from './grid-levels.ts';
import { sellableOf, sizeGrid, type SizedGrid } from './grid-size.ts';
import type { GridLevel, GridRules } from './level.ts';
import { foldLevel, type LevelOrder } from './level-fold.ts';
import { levelStep, type RunContext } from './level-step.ts';
import { priceLines } from './price-lines.ts';
import { type Amounts, allocationOf, runResult } from './run-books.ts';

const big = (text: string | number): Big => new Big(text);
const rules: GridRules = {
  step: big('0.1'),
  tick: big('0.0001'),
  minQuantity: big('0.1'),
  minNotional: big(5),
  fee: big('0.001'),
};
const KEEP = big('0.999');

interface Level {
  level: GridLevel;
  start: Amounts;
  orders: LevelOrder[];
}

/** A run against an exchange that fills what the price reaches, whole or in part, and cancels what is asked. */
class ModelRun {
  readonly given: Amounts;
  readonly startFill: Amounts;
  readonly levels: Level[];
  mode: RunContext['mode'] = 'running';
  constructor({ levels, startOrder, cost }: SizedGrid) {
    this.given = { base: big(0), counter: cost };
    this.startFill = {
      base: startOrder.quantity.times(KEEP),
      counter: startOrder.quantity.times(startOrder.price).times(-1),
    };
    this.levels = levels.map((level) => {
      const quantity = level.buys.by === 'fixed' ? level.buys.quantity : big(0);
      const start =
        level.startsBy === 'sell'
          ? { base: sellableOf(quantity, rules), counter: big(0) }
          : { base: big(0), counter: quantity.times(level.buyPrice) };
      return { level, start, orders: [] };
    });
  }

  stateOf({ level, start, orders }: Level) {
    return foldLevel(level, { start, orders }, rules);
  }

  stepOf(level: Level) {
    const context = { mode: this.mode, mayOrder: true, isTrading: true, rules, band: null, now: 0 };
    return levelStep(level.level, { state: this.stateOf(level), orders: level.orders }, context);
  }

  /** True if there was one to take. */
  take(level: Level): boolean {
    const step = this.stepOf(level);
    if (step.do === 'nothing') return false;
    if (step.do === 'place') this.place(level, step);
    else for (const order of step.orders) Object.assign(order, { state: 'cancelled', cancelAsked: true });
    return true;
  }

  /** One step of each level, until none has one; the number of steps. */
  settle(): number {
    let steps = 0;
    for (let moved = true; moved;) {
      moved = false;
      for (const level of this.levels) {
        if (!this.take(level)) continue;
        moved = true;
        steps += 1;
      }
      if (steps > 1000) return steps;
    }
    return steps;
  }

  place(level: Level, { side, quantity, price }: Pick<LevelOrder, 'side' | 'quantity' | 'price'>): void {
    const { turn } = this.stateOf(level);
    const nothing = { filledQuantity: big(0), base: big(0), counter: big(0) };
    const known = { state: 'open' as const, cancelAsked: false, expiryReason: null, updatedAt: 0 };
    level.orders.push({ turn, side, price, quantity, ...known, ...nothing });
  }

  /** The price moves to `market`; of each order that it reaches, this part fills, or the exchange ends it there. */
  trade(market: Big, part: number, isEnd: boolean): void {
    for (const order of this.levels.flatMap(({ orders }) => orders)) {
      const isReached = order.side === 'buy' ? market.lte(order.price) : market.gte(order.price);
      if (!isLive(order.state) || !isReached) continue;
      const rest = order.quantity.minus(order.filledQuantity);
      const filled = part >= 1 ? rest : rest.times(part).div(rules.step).round(0, 0).times(rules.step);
      const worth = filled.times(order.price);
      order.filledQuantity = order.filledQuantity.plus(filled);
      order.base = order.base.plus(order.side === 'buy' ? filled.times(KEEP) : filled.times(-1));
      order.counter = order.counter.plus(order.side === 'buy' ? worth.times(-1) : worth.times(KEEP));
      if (order.filledQuantity.eq(order.quantity)) order.state = 'filled';
      else if (isEnd) order.state = 'expired';
      else if (filled.gt(0)) order.state = 'partly-filled';
    }
  }

  owned(): Amounts {
    return allocationOf(this.given, [this.startFill, ...this.levels.flatMap(({ orders }) => orders)]);
  }

  /** What the orders in the book tie up. */
  locked(): Amounts {
    const live = this.levels.flatMap(({ orders }) => orders.filter(({ state }) => isLive(state)));
    return live.reduce<Amounts>(
      ({ base, counter }, { side, quantity, filledQuantity, price }) => {
        const rest = quantity.minus(filledQuantity);
        return side === 'sell'
          ? { base: base.plus(rest), counter }
          : { base, counter: counter.plus(rest.times(price)) };
      },
      { base: big(0), counter: big(0) },
    );
  }
}

const grids = fc.record({
  low: fc.integer({ min: 3000, max: 5000 }),
  width: fc.integer({ min: 200, max: 3000 }),
  at: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
  steps: fc.integer({ min: 2, max: 12 }),
  spacing: fc.constantFrom('amount' as const, 'percent' as const),
  size: fc.constantFrom('amount' as const, 'coins' as const),
  invest: fc.integer({ min: 120, max: 5000 }),
});
const moves = fc.array(
  fc.record({
    at: fc.double({ min: -0.1, max: 1.1, noNaN: true }),
    part: fc.constantFrom(0.3, 0.7, 0.97, 1, 1, 1),
    isEnd: fc.boolean(),
  }),
  { minLength: 1, maxLength: 25 },
);

function runOf({
  low,
  width,
  at,
  steps,
  spacing,
  size,
  invest,
}: typeof grids extends fc.Arbitrary<infer T> ? T : never) {
  const unit = big('0.0001');
  const [from, to] = [unit.times(low), unit.times(low + width)];
  const market = unit.times(Math.round(low + width * at));
  const lines = priceLines({ low: from, high: to, steps, spacing }, rules.tick);
  const rungs = rungsOf(lines, market);
  const settings = { rungs, weights: rungs.map(() => big(1)), size, market, ownCoins: big(0) };
  const grid = sizeGrid(settings, rules, big(invest));
  return { grid, priceAt: (place: number) => unit.times(Math.max(1, Math.round(low + width * place))) };
}

describe('N-5 a grid, whatever fills and however', () => {
  it('is quiet within three steps a level, never offers more coins or money than it owns, and its books add up', () => {
    fc.assert(
      fc.property(grids, moves, (wanted, prices) => {
        const { grid, priceAt } = runOf(wanted);
        fc.pre(isAboveMinimum(grid, rules));
        const run = new ModelRun(grid);
        for (const { at, part, isEnd } of [{ at: 0.5, part: 0, isEnd: false }, ...prices]) {
          run.trade(priceAt(at), part, isEnd);
          expect(run.settle()).toBeLessThanOrEqual(3 * grid.levels.length);
          const [owned, locked] = [run.owned(), run.locked()];
          expect(owned.base.gte(locked.base)).toBe(true);
          expect(owned.counter.gte(locked.counter)).toBe(true);
          const cycles = run.levels.flatMap((level) => run.stateOf(level).cycles);
          const result = runResult({ given: run.given, owned, cycles, last: priceAt(at) }, true);
          expect(result.total.eq(result.cycles.plus(result.position))).toBe(true);
        }
      }),
      { numRuns: runs(150) },
    );
  });

  it('C-9 stopping takes down what rests, once', () => {
    fc.assert(
      fc.property(grids, moves, (wanted, prices) => {
        const { grid, priceAt } = runOf(wanted);
        fc.pre(isAboveMinimum(grid, rules));
        const run = new ModelRun(grid);
        run.settle();
        for (const { at, part, isEnd } of prices) run.trade(priceAt(at), part, isEnd);
        run.mode = 'stopping';
        expect(run.settle()).toBeLessThanOrEqual(2 * grid.levels.length);
        expect(run.locked().base.plus(run.locked().counter).toFixed()).toBe('0');
        expect(run.settle()).toBe(0);
      }),
      { numRuns: runs(60) },
    );
  });
});
