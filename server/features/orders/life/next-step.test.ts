import { Big } from 'big.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { big, sketch, XRP } from '../../../../tests/factories/block-sketch.ts';
import { ModelExchange } from '../../../../tests/factories/model-exchange.ts';
import { isLive } from '../order-state.ts';
import { booksOf, openBase } from './fold.ts';
import { keptTargets } from './kept-targets.ts';
import { type Step, nextStep } from './next-step.ts';
import { movesBetween, stateOf } from './state.ts';

const MOST_STEPS = 20;
const price = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((at) => new Big(at).div(10_000));
const ending = fc.constantFrom('remove' as const, 'close' as const);

/** What may happen between two looks. */
const happening = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      to: price(4500, 6000),
      part: fc.constantFrom('0.02', '0.3', '0.5', '1'),
      ms: fc.constantFrom(500, 6000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wish' as const),
      up: price(5300, 5600),
      down: price(4800, 5100),
      set: fc.integer({ min: 0, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ending' as const), ending }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('next' as const),
      next: fc.constantFrom('refused' as const, 'lost' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('find' as const), taken: fc.boolean() }) },
);
type Happening = typeof happening extends fc.Arbitrary<infer Each> ? Each : never;

const terms = fc.record({
  section: fc.constantFrom('buy' as const, 'sell' as const),
  counterEarning: fc.boolean(),
  withTargets: fc.boolean(),
  market: price(4900, 5500),
  mostAtMarket: fc.constantFrom(big(1_000_000), big('60.05')),
});

function wishOf(section: 'buy' | 'sell', { up, down, set }: { up: Big; down: Big; set: number }) {
  const [takeProfit, stopLoss] = section === 'buy' ? [up, down] : [down, up];
  return { takeProfit: set & 1 ? takeProfit : null, stopLoss: set & 2 ? stopLoss : null };
}

function happen(model: ModelExchange, what: Happening): void {
  if (what.kind === 'move') model.move(what.to, big(what.part), what.ms);
  if (what.kind === 'ending') model.wish = { ...model.wish, ending: what.ending };
  if (what.kind === 'wish') {
    model.wish = { ...model.wish, ...wishOf(model.position.section, what) };
    model.position.retriedAt = model.around.now;
  }
  if (what.kind === 'next') model.next = what.next;
  if (what.kind === 'find') model.find(what.taken);
}

/** Base that live exits and those about to be placed would sell, each list once. */
function sellingWith({ live }: ModelExchange, step: NonNullable<Step> & { do: 'place' }): Big {
  const exits = live.filter(({ leg }) => leg !== 'entry');
  const lists = new Map(
    exits.map((order) => [order.clientListId ?? order.id, order.quantity.minus(order.filledQuantity)]),
  );
  const planned = step.asList ? step.orders.slice(0, 1) : step.orders;
  return [...lists.values(), ...planned.map(({ quantity }) => quantity)].reduce((sum, each) => sum.plus(each), big(0));
}

function expectLegal(model: ModelExchange, step: NonNullable<Step> & { do: 'place' }): void {
  const { pair } = model.around;
  for (const { quantity, price: limit, stopPrice, type } of step.orders) {
    const at = limit ?? stopPrice ?? model.market;
    if (type === 'market') expect(quantity.lte(pair.marketQuantity?.max ?? 0), 'more than goes at market').toBe(true);
    expect(quantity.mod(pair.step).eq(0), `${quantity.toFixed()} on the step`).toBe(true);
    expect(
      quantity.gte(pair.minQuantity) && quantity.times(at).gte(pair.minNotional),
      `${quantity.toFixed()} at ${at.toFixed()}`,
    ).toBe(true);
  }
  if (model.position.section === 'buy') {
    const held = openBase(model.position, booksOf(model.position, pair));
    expect(sellingWith(model, step).lte(held), 'no more is sold than is held').toBe(true);
  }
}

function expectSound(model: ModelExchange, step: NonNullable<Step>): void {
  const { position } = model;
  const isUnsure = position.orders.some(({ state }) => state === 'sending' || state === 'unknown');
  expect(isUnsure, 'nothing is done while an answer is out').toBe(false);
  if (step.do === 'place') expectLegal(model, step);
  if (step.do === 'finish' && !position.released)
    expect(
      position.orders.filter(({ state }) => isLive(state)),
      'an end leaves no order behind',
    ).toEqual([]);
  if (step.do === 'finish' && (step.how === 'stop-loss' || step.how === 'closed')) {
    const open = openBase(position, booksOf(position, model.around.pair));
    const wasRest = position.orders.some(({ leg, state }) => leg === 'rest' && state === 'rejected');
    if (position.section === 'buy' && !wasRest)
      expect(open.times(model.market).lt(6), `${open.toFixed()} is left after ${step.how}`).toBe(true);
  }
}

const wished = ({ position, wish }: ModelExchange) => ({ ...wish, ...keptTargets(position, wish) });

/** Lets the position work until it is quiet; answers how many steps that took. */
function settle(model: ModelExchange): number {
  for (let count = 0; count <= MOST_STEPS; count += 1) {
    if (model.ended) return count;
    const step = nextStep(model.position, wished(model), model.around);
    expect(nextStep(model.position, wished(model), model.around), 'asked twice').toEqual(step);
    if (!step) return count;
    expectSound(model, step);
    if (!model.take(step)) return count;
  }
  throw new Error(`not quiet after ${MOST_STEPS} steps`);
}

const STATE_ENDS = {
  'take-profit': 'take-profit',
  'stop-loss': 'stop-loss',
  closed: 'closed',
  removed: 'removed',
  rejected: 'rejected',
  released: 'released',
} as const;
const stateNow = (model: ModelExchange) =>
  stateOf(model.position, wished(model), model.ended ? STATE_ENDS[model.ended as keyof typeof STATE_ENDS] : null);

describe('a position, whatever happens to it', () => {
  it('is quiet soon, sells no more than it holds, does nothing unsure, and leaves nothing behind', () => {
    fc.assert(
      fc.property(
        terms,
        fc.record({ up: price(5300, 5600), down: price(4800, 5100), set: fc.integer({ min: 0, max: 3 }) }),
        fc.array(happening, { maxLength: 12 }),
        (of, targets, story) => {
          const wish = { ...wishOf(of.section, targets), ending: 'none' as const };
          const model = new ModelExchange({ ...of, withTargets: of.withTargets && targets.set > 0, wish });
          settle(model);
          for (const what of story) {
            if (model.ended) break;
            const before = stateNow(model);
            happen(model, what);
            settle(model);
            const after = stateNow(model);
            expect(movesBetween(before, after), `from ${before} to ${after}`).not.toBeNull();
          }
        },
      ),
      { numRuns: 400, seed: 20_261_121 },
    );
  });
});

it('what a stop did not hold is sold to its end, however little finds somebody at once', () => {
  const block = sketch({ side: 'buy' });
  block.order('entry', ['0.52', '300'], { trades: [['300']] });
  block.order('stop-loss', ['0.494', '100'], { trades: [['100']] });
  block.order('rest', ['0', '199.7'], { type: 'market', state: 'expired', trades: [['40', '0.49']] });
  const wish = { takeProfit: null, stopLoss: big('0.494'), ending: 'none' } as const;
  const around = { pair: XRP, market: big('0.49'), fee: big('0.001'), now: 1_000_000 };
  const step = nextStep(block.position, wish, around);
  expect(step).toMatchObject({ do: 'place', orders: [{ leg: 'rest', type: 'market' }] });
});
