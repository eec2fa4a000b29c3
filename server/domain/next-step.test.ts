import type { Big } from 'big.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Exits, exitsAt, type Target } from './position/exits.ts';
import { big } from '../../tests/factories/block-sketch.ts';
import { type Fate, ModelExchange } from '../../tests/factories/model-exchange.ts';
import { type Happening, happening, price, withParts } from '../../tests/factories/happenings.ts';
import { changeEntry, expectOneEntry } from '../../tests/factories/entry-change.ts';
import { closePart, partsAsSent } from '../../tests/factories/part-press.ts';
import type { OrderFact } from './position/position.ts';
import { isLive } from './position/order-state.ts';
import { booksOf, openBase } from './position/books.ts';
import { desiredOf } from './position/desired-targets.ts';
import { allOpen, type ExitContext, isLegal } from './exits/exit-terms.ts';
import { nextStep } from './next-step.ts';
import type { Step } from './steps/step.ts';
import { planExits } from './exits/plan-exits.ts';
import type { ProtectionLabel } from './exits/protection.ts';
import { movesBetween, stateOf } from './position/state.ts';
import { runs } from '../../tests/setup/property-runs.ts';

const MOST_STEPS = 20;

const terms = fc.record({
  section: fc.constantFrom('buy' as const, 'sell' as const),
  counterEarning: fc.boolean(),
  withTargets: fc.boolean(),
  market: price(4900, 5500),
  mostAtMarket: fc.constantFrom(big(1_000_000), big('60.05')),
});

function intentOf(section: 'buy' | 'sell', { up, down, set }: { up: Big; down: Big; set: number }) {
  const [takeProfit, stopLoss] = section === 'buy' ? [up, down] : [down, up];
  return exitsAt(set & 1 ? takeProfit : null, set & 2 ? stopLoss : null);
}

function happen(model: ModelExchange, what: Happening): void {
  if (what.kind === 'move') model.move(what.to, big(what.part), what.ms);
  if (what.kind === 'ending') {
    model.intent = { ...model.intent, ending: what.ending };
    model.position.retriedAt = model.marketContext.now;
  }
  if (what.kind === 'touch') model.touch(what.at);
  if (what.kind === 'status')
    model.marketContext = { ...model.marketContext, pair: { ...model.marketContext.pair, status: what.status } };
  if (what.kind === 'wish') {
    model.intent = { ...model.intent, ...intentOf(model.position.section, what) };
    Object.assign(model.position, { retriedAt: model.marketContext.now, stopReachedAt: null });
  }
  if (what.kind === 'change') changeEntry(model, { price: what.at, quantity: big(what.amount) });
  if (what.kind === 'fates') model.fates = [...what.fates];
  if (what.kind === 'find') model.find(what.taken);
  if (what.kind === 'part') closePart(model, what.share);
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
  const { pair } = model.marketContext;
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
  expect(model.isUnsure && step.do !== 'note-stop', 'nothing is done while an answer is out').toBe(false);
  if (step.do === 'place') expectLegal(model, step);
  if (step.do === 'place-entry') expectOneEntry(model);
  if (step.do === 'send-planned') {
    const { isOverSold, protecting, wanted } = partsAsSent(model, step.orders);
    expect([isOverSold, protecting], 'what protects the rest is there first').toEqual([false, wanted]);
  }
  if (step.do === 'finish' && !position.released)
    expect(
      position.orders.filter(({ state }) => isLive(state)),
      'an end leaves no order behind',
    ).toEqual([]);
  if (step.do === 'finish' && (step.how === 'stop-loss' || step.how === 'closed')) {
    const open = openBase(position, booksOf(position, model.marketContext.pair));
    const wasRest = position.orders.some(({ leg, state }) => leg === 'rest' && state === 'rejected');
    if (position.section === 'buy' && !wasRest)
      expect(open.times(model.market).lt(6), `${open.toFixed()} is left after ${step.how}`).toBe(true);
  }
}

const desired = ({ position, intent }: ModelExchange) => desiredOf(position, intent);

/** Lets the position work until it is quiet, or an answer is not what it hoped for. */
function work(model: ModelExchange): void {
  for (let count = 0; count <= MOST_STEPS; count += 1) {
    if (model.ended) return;
    const step = nextStep(model.position, desired(model), model.marketContext);
    expect(nextStep(model.position, desired(model), model.marketContext), 'asked twice').toEqual(step);
    if (!step) return;
    expectSound(model, step);
    if (!model.take(step) && model.isUnsure) return;
  }
  throw new Error(`not quiet after ${MOST_STEPS} steps`);
}

function settle(model: ModelExchange): void {
  work(model);
  model.looked();
  if (!model.ended) expectTruthful(model);
}

const targetsOf = ({ takeProfits, stop }: Exits) => [
  ...takeProfits.map(({ price: at }) => ['take-profit', at] as const),
  ...(stop ? [['stop-loss', stop.price] as const] : []),
];

/** A target of a label: on the exchange's book, or such that this server could sell it. */
function expectHeld(context: ExitContext, [leg, at]: readonly [Target, Big], label: ProtectionLabel): void {
  const { position, marketContext, books } = context;
  // What a take profit left over rests at its price: at the new one, as soon as a pair takes orders.
  const isAtPrice = (order: OrderFact) => marketContext.pair.status !== 'trading' || order.price.eq(at);
  const holds = (order: OrderFact) =>
    order.leg === leg || (leg === 'take-profit' && order.leg === 'rest' && order.type === 'limit' && isAtPrice(order));
  const onBook = position.orders.filter(
    (order) => holds(order) && order.exchangeOrderId !== null && isLive(order.state) && order.state !== 'unknown',
  );
  if (label === 'exchange') expect(onBook.length, `a ${leg} rests on the book`).toBe(1);
  if (label === 'server' && onBook.length === 0 && books.entry.quantity.gt(0))
    expect(isLegal(marketContext, allOpen(context, at), at), `${leg} at ${at.toFixed()} could be sold`).toBe(true);
}

/** V-03, V-06: what the row says of a position's protection is what the exchange's book and the pair's rules say. */
function expectTruthful(model: ModelExchange): void {
  const { position, marketContext } = model;
  const intent = desired(model);
  const { protection } = planExits(position, intent, marketContext);
  const books = booksOf(position, marketContext.pair);
  const context = {
    position,
    intent,
    marketContext,
    books,
    exit: position.section === 'buy' ? 'sell' : 'buy',
  } as const;
  const isHolding = books.entry.quantity.gt(0);
  const reported = `${protection.label} (${protection.fault ?? 'no fault'})`;
  const isKnown = protection.label === 'placing' || protection.label === 'unprotected';
  expect(protection.fault !== null, `${reported} has a reason just where it is not protected`).toBe(isKnown);
  if (protection.label === 'server') expect(marketContext.pair.status, `${reported}: it could be sold`).toBe('trading');
  for (const target of targetsOf(intent)) expectHeld(context, target, protection.label);
  if (protection.label === 'none' && isHolding) expect(targetsOf(intent), 'nothing is wanted').toEqual([]);
  if (!isHolding)
    expect(protection.label, 'what holds nothing is not called protected by this server').not.toBe('server');
  // Within one step of quiet: either it is held, or its row says that it is not.
  if (!model.isUnsure && isHolding) expect(protection.label, 'no order is on its way').not.toBe('placing');
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
  stateOf(model.position, desired(model), model.ended ? STATE_ENDS[model.ended as keyof typeof STATE_ENDS] : null);

describe('a position, whatever happens to it', () => {
  it('is quiet soon, sells no more than it holds, does nothing unsure, and leaves nothing behind', () => {
    fc.assert(
      fc.property(
        terms,
        fc.record({ up: price(5300, 5600), down: price(4800, 5100), set: fc.integer({ min: 0, max: 3 }) }),
        fc.array(happening, { maxLength: 12 }),
        (of, targets, story) => {
          const intent = { ...intentOf(of.section, targets), ending: 'none' as const };
          const model = new ModelExchange({ ...of, withTargets: of.withTargets && targets.set > 0, intent });
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
      { numRuns: runs(400) },
    );
  });

  it('whose parts are closed is quiet soon too, its rest protected before a part is sold', () => {
    fc.assert(
      fc.property(
        terms,
        fc.record({ up: price(5300, 5600), down: price(4800, 5100), set: fc.integer({ min: 0, max: 3 }) }),
        fc.array(withParts, { minLength: 2, maxLength: 10 }),
        (of, targets, story) => {
          const intent = { ...intentOf(of.section, targets), ending: 'none' as const };
          const model = new ModelExchange({ ...of, withTargets: of.withTargets && targets.set > 0, intent });
          for (const what of [null, ...story]) {
            if (what && !model.ended) happen(model, what);
            if (!model.ended) settle(model);
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('V-01 V-02 a stop or a close that was lost, delayed or refused is sent until it is traded', () => {
    fc.assert(
      fc.property(
        terms,
        fc.record({ up: price(5300, 5600), down: price(4800, 5100), set: fc.integer({ min: 2, max: 3 }) }),
        fc.record({
          story: fc.array(happening, { maxLength: 8 }),
          fates: fc.array(fc.constantFrom<Fate>('taken', 'waits', 'lost'), { maxLength: 6 }),
        }),
        (of, targets, { story, fates }) => {
          const intent = { ...intentOf(of.section, targets), ending: 'none' as const };
          const model = new ModelExchange({ ...of, withTargets: of.withTargets, intent });
          settle(model);
          for (const what of story) {
            if (model.ended) return;
            happen(model, what);
            settle(model);
          }
          model.fates = fates;
          happen(model, { kind: 'status', status: 'trading' });
          expectSoldInTheEnd(model);
        },
      ),
      { numRuns: runs(400) },
    );
  });
});

/** The market falls through every stop and stays there; lost orders turn out never to have arrived. */
function expectSoldInTheEnd(model: ModelExchange): void {
  const far = model.position.section === 'buy' ? big('0.45') : big('0.6');
  const hasStop = () => desired(model).stop !== null;
  for (let round = 0; round < 40 && !model.ended; round += 1) {
    model.find(false);
    model.move(far, big(1), 61_000);
    settle(model);
  }
  const entry = model.position.orders.find(({ leg }) => leg === 'entry');
  if (model.ended || !hasStop() || !entry || entry.filledQuantity.eq(0)) return;
  const { position, marketContext } = model;
  const context = {
    position,
    intent: desired(model),
    marketContext,
    books: booksOf(position, marketContext.pair),
    exit: 'sell',
  } as const;
  const open = allOpen(context, far);
  expect(isLegal(marketContext, open, far), `${open.toFixed()} are still open below the stop`).toBe(false);
}
