import type { Big } from 'big.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { big, XRP } from '../../tests/factories/block-sketch.ts';
import { type Fate, ModelExchange } from '../../tests/factories/model-exchange.ts';
import { closePart } from '../../tests/factories/part-press.ts';
import { replaced } from '../../tests/factories/planned-position.ts';
import { runs } from '../../tests/setup/property-runs.ts';
import type { PlannedOrder } from './exits/exit-terms.ts';
import { heldParts } from './exits/slice-holders.ts';
import { planExits } from './exits/plan-exits.ts';
import { shareOut } from './exit-plan/slices.ts';
import { equalShares } from './exit-plan/plan-fault.ts';
import type { StopAfter } from './exit-plan/exit-plan.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { nextStep } from './next-step.ts';
import type { Step } from './steps/step.ts';
import { booksOf, openBase } from './position/books.ts';
import { desiredOf } from './position/desired-targets.ts';
import type { Exits } from './position/exits.ts';
import type { Intent } from './position/position.ts';
import { isLive } from './position/order-state.ts';

const MOST_STEPS = 40;
const price = (least: number, most: number) => fc.integer({ min: least, max: most }).map((at) => big(at).div(10_000));

const AFTER: readonly (StopAfter | null)[] = [
  null,
  { to: 'break-even', target: 1, offset: big(0) },
  { to: 'previous-target' },
  { to: 'whole-deal-at-zero', target: 1, offset: big(0) },
];
const plans = fc.record({
  first: fc.integer({ min: 5300, max: 5500 }),
  apart: fc.integer({ min: 4, max: 120 }),
  count: fc.integer({ min: 0, max: 5 }),
  stop: fc.option(price(4800, 5100), { freq: 5 }),
  after: fc.constantFrom(...AFTER),
  trailing: fc.constantFrom(null, null, '0.005', '0.03', '0.1'),
});
type Plan = typeof plans extends fc.Arbitrary<infer Each> ? Each : never;

/** A sale mirrors a purchase about 0.52. */
const mirrored = (section: 'buy' | 'sell', at: Big): Big => (section === 'buy' ? at : big('1.04').minus(at));

function exitsOf(section: 'buy' | 'sell', { first, apart, count, stop, after, trailing }: Plan): Exits {
  const shares = count > 0 ? equalShares(count) : [];
  return {
    takeProfits: shares.map((share, index) => ({
      price: mirrored(section, big(first + apart * index).div(10_000)),
      share,
    })),
    stop: stop && {
      price: mirrored(section, stop),
      ...(trailing ? { trailing: big(trailing) } : after && count > 1 ? { after } : {}),
    },
  };
}

const happening = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      to: price(4700, 6000),
      part: fc.constantFrom('0.3', '0.5', '1'),
      ms: fc.constantFrom(500, 6000, 20_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('touch' as const), at: price(4700, 6000) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('plan' as const), plan: plans }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fates' as const),
      fates: fc.array(fc.constantFrom<Fate>('taken', 'refused', 'waits', 'lost'), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('find' as const), taken: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('part' as const), share: fc.constantFrom('0.25', '0.5') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('slots' as const), most: fc.integer({ min: 0, max: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const) }) },
);
type Happening = typeof happening extends fc.Arbitrary<infer Each> ? Each : never;

function happen(model: ModelExchange, what: Happening): void {
  const { position } = model;
  if (what.kind === 'move') model.move(mirrored(position.section, what.to), big(what.part), what.ms);
  if (what.kind === 'touch') model.touch(mirrored(position.section, what.at));
  if (what.kind === 'plan') setPlan(model, exitsOf(position.section, what.plan));
  if (what.kind === 'fates') model.fates = [...what.fates];
  if (what.kind === 'find') model.find(what.taken);
  if (what.kind === 'part') closePart(model, what.share);
  if (what.kind === 'slots') model.mostStops = what.most;
  if (what.kind === 'close') {
    model.intent = { ...model.intent, ending: 'close' };
    position.retriedAt = model.marketContext.now;
  }
}

function setPlan(model: ModelExchange, exits: Exits): void {
  model.intent = replaced(model.intent, exits);
  Object.assign(model.position, { retriedAt: model.marketContext.now, stopReachedAt: null });
}

const desired = ({ position, intent }: ModelExchange): Intent => desiredOf(position, intent);
const contextOf = ({ marketContext, mostStops }: ModelExchange) => ({
  ...marketContext,
  free: { algoOrders: mostStops === Infinity ? null : mostStops, orderLists: null },
});

/** What live exits tie up, each list once. */
function tied({ live }: ModelExchange): Big {
  const lists = new Map(
    live
      .filter(({ leg, state }) => leg !== 'entry' && state !== 'planned')
      .map((order) => [order.clientListId ?? order.id, order.quantity.minus(order.filledQuantity)]),
  );
  return [...lists.values()].reduce((sum, each) => sum.plus(each), big(0));
}

/** Where the stops of a plan that trails are by now. */
const bestStop = (model: ModelExchange): Big =>
  model.live
    .filter(({ leg, trailingDelta, plan }) => leg === 'stop-loss' && trailingDelta && plan === model.intent.plan)
    .map((order) => floorTo(XRP.tick, model.triggerOf(order) ?? big(0)))
    .reduce((best, each) => (each.gt(best) ? each : best), big(0));

function expectLegal(model: ModelExchange, order: PlannedOrder): void {
  const { quantity, price: limit, stopPrice, trailingDelta } = order;
  const at = limit ?? stopPrice ?? model.market;
  expect(quantity.mod(XRP.step).eq(0) && quantity.times(at).gte(XRP.minNotional), quantity.toFixed()).toBe(true);
  const isBegun = trailingDelta !== undefined && model.position.section === 'buy';
  expect(isBegun && stopPrice?.lt(bestStop(model)), 'a stop that trails is begun lower').toBe(false);
}

function expectSound(model: ModelExchange, step: NonNullable<Step>): void {
  const { position, marketContext } = model;
  expect(model.isUnsure && !step.do.startsWith('note-'), 'nothing is done while an answer is out').toBe(false);
  if (step.do === 'place') {
    const groups = [step, ...(step.others ?? [])];
    const own = groups.flatMap(({ orders, asList }) => (asList ? orders.slice(0, 1) : orders));
    const all = own.reduce((sum, { quantity }) => sum.plus(quantity), tied(model));
    const held = openBase(position, booksOf(position, marketContext.pair));
    const most = position.section === 'buy' ? held : held.div('0.999').plus(XRP.step);
    expect(all.lte(most), `${all.toFixed()} are to go out of ${most.toFixed()}`).toBe(true);
    for (const order of groups.flatMap(({ orders }) => orders)) expectLegal(model, order);
  }
  if (step.do === 'finish') {
    expect(position.orders.filter(({ state }) => isLive(state))).toEqual([]);
    const open = openBase(position, booksOf(position, marketContext.pair));
    const hasSold = position.orders.some(({ leg, filledQuantity }) => leg !== 'entry' && filledQuantity.gt(0));
    if (hasSold) expect(open.times(model.market).lt(6), `${open.toFixed()} is left after ${step.how}`).toBe(true);
  }
}

function work(model: ModelExchange): void {
  for (let count = 0; count <= MOST_STEPS; count += 1) {
    if (model.ended) return;
    const step = nextStep(model.position, desired(model), contextOf(model));
    if (!step) return;
    expectSound(model, step);
    if (!model.take(step) && model.isUnsure) return;
  }
  throw new Error(`not quiet after ${MOST_STEPS} steps`);
}

/** Once it is quiet, every coin that is large enough is sold at its stop, by the exchange or this server, and the label says by which. */
function expectHeld(model: ModelExchange): void {
  const intent = desired(model);
  const { slices, protection, open } = planExits(model.position, intent, contextOf(model));
  if (!slices || model.isUnsure || intent.ending === 'close' || !intent.stop) return;
  const { context } = slices;
  const parts = heldParts(context);
  const total = parts.reduce((sum, { quantity }) => sum.plus(quantity), big(0));
  expect(total.eq(context.open), `${total.toFixed()} of ${open.toFixed()} is held at a stop`).toBe(true);
  if (protection.label === 'exchange') expect(parts.map(({ stop }) => stop)).toEqual(parts.map(() => 'exchange'));
  if (protection.label === 'exchange') expect(tied(model).eq(context.open), 'all of it rests').toBe(true);
  expect(['placing'], 'no order is on its way').not.toContain(protection.label);
}

function settle(model: ModelExchange): void {
  work(model);
  model.looked();
  if (!model.ended) expectHeld(model);
}

const starts = fc.record({
  section: fc.constantFrom('buy' as const, 'sell' as const),
  plan: plans,
  most: fc.constantFrom(Infinity, Infinity, 5, 3, 2, 1),
});
type Start = typeof starts extends fc.Arbitrary<infer Each> ? Each : never;

function filled({ section, plan, most }: Start): ModelExchange {
  const intent = { takeProfits: [], stop: null, ending: 'none' } as const;
  const model = new ModelExchange({ section, counterEarning: true, withTargets: false, intent, market: big('0.52') });
  model.mostStops = most;
  settle(model);
  model.move(big('0.52'), big(1), 0);
  settle(model);
  setPlan(model, exitsOf(section, plan));
  settle(model);
  return model;
}

const stories = fc.array(happening, { maxLength: 10 });

describe('EX-14 a position with a plan, whatever happens to it', () => {
  it('is quiet soon, never has more going out than it holds, and every coin has a holder of its stop', () => {
    fc.assert(
      fc.property(starts, stories, (start, story) => {
        const model = filled(start);
        for (const what of story) {
          if (model.ended) return;
          happen(model, what);
          settle(model);
        }
      }),
      { numRuns: runs(150) },
    );
  });

  it('V-01 a stop that was reached is tried until all is sold', () => {
    fc.assert(
      fc.property(starts, stories, (start, story) => {
        const model = filled(start);
        for (const what of story) {
          if (model.ended) return;
          happen(model, what);
          settle(model);
        }
        const far = mirrored(start.section, big('0.45'));
        model.fates = ['lost', 'waits'];
        for (let round = 0; round < 40 && !model.ended; round += 1) {
          model.find(false);
          model.move(far, big(1), 61_000);
          settle(model);
        }
        if (model.ended || !desired(model).stop) return;
        const { open } = planExits(model.position, desired(model), contextOf(model));
        expect(open.times(far).lt(XRP.minNotional), `${open.toFixed()} is still open`).toBe(true);
      }),
      { numRuns: runs(100) },
    );
  });
});

it('shares are shared out to the last step', () => {
  const parts = shareOut(big('192.1'), equalShares(3), big('0.1'));
  expect(parts.reduce((sum, part) => sum.plus(part), big(0)).toFixed()).toBe('192.1');
});
