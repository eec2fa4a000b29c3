import type { Big } from 'big.js';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  around,
  factsWith,
  levelOf,
  NOW,
  runLevel,
  said,
  taken,
  withOrder,
} from '../../../../tests/factories/run-facts.ts';
import { big } from '../../../../tests/factories/worked-grids.ts';
import { runs } from '../../../../tests/setup/property-runs.ts';
import { isLive } from '../../position/order-state.ts';
import { keptFree } from './kept-free.ts';
import { countedBy, ownedBy, type RunFacts, type RunFold, type RunOrder } from './run-facts.ts';
import { foldRun, turnOf } from './run-fold.ts';
import { runStep, viewLevels } from './run-step.ts';

/** A run as it is read once this much of it was folded. */
const short = (facts: RunFacts, fold: RunFold | null): RunFacts => ({
  ...facts,
  orders: facts.orders.filter(({ level, turn }) => turn >= turnOf(fold, level)),
  folded: fold,
});

const HAPPENINGS = ['fill', 'fill', 'fill', 'part', 'cancel', 'expire', 'refuse', 'unbooked', 'nothing'] as const;

interface Happening {
  does: (typeof HAPPENINGS)[number];
  /** Which of the orders that rest. */
  at: number;
  /** Of what is left, in tenths; and the fee, in tenths of a percent. */
  part: number;
  fee: number;
  folds: boolean;
  /** ms. */
  after: number;
  /** In ten-thousandths. */
  price: number;
}

const happening = fc.record<Happening>({
  does: fc.constantFrom(...HAPPENINGS),
  at: fc.nat(100),
  part: fc.integer({ min: 1, max: 9 }),
  fee: fc.integer({ min: 0, max: 30 }),
  folds: fc.boolean(),
  after: fc.integer({ min: 0, max: 240_000 }),
  price: fc.integer({ min: 4700, max: 5600 }),
});

/** Of what is left of an order so much has filled. */
function filledBy(order: RunOrder, quantity: Big, fee: number): Partial<RunOrder> {
  const { side, price, base, counter, filledQuantity } = order;
  const keep = big(1).minus(big(fee).div(1000));
  const moved =
    side === 'buy'
      ? { base: quantity.times(keep), counter: quantity.times(price).times(-1) }
      : { base: quantity.times(-1), counter: quantity.times(price).times(keep) };
  return {
    filledQuantity: filledQuantity.plus(quantity),
    base: base.plus(moved.base),
    counter: counter.plus(moved.counter),
  };
}

/** What becomes of an order that rests, on its exchange; a purchase with its mirror, which rests from then on. */
function happened(facts: RunFacts, { does, at, part, fee }: Happening, now: number): RunFacts {
  const resting = facts.orders.filter(({ state }) => isLive(state) && state !== 'pending');
  const order = resting[at % Math.max(1, resting.length)];
  if (!order) return facts;
  const rest = order.quantity.minus(order.filledQuantity);
  const some = rest.times(part).div(10).round(1, 0);
  const ended = (state: 'cancelled' | 'expired' | 'rejected', more: Partial<RunOrder> = {}): RunFacts => {
    const next = withOrder(facts, order, { state, updatedAt: now, ...more });
    const mirror = next.orders.find(
      ({ level, turn, state: of }) => of === 'pending' && level === order.level && turn > order.turn,
    );
    return mirror ? withOrder(next, mirror, { state, updatedAt: now, ...more }) : next;
  };
  switch (does) {
    case 'nothing':
      return facts;
    case 'part':
      return withOrder(facts, order, { ...filledBy(order, some, fee), state: 'partly-filled', updatedAt: now });
    case 'cancel':
      return ended('cancelled', { cancelAsked: part > 4 });
    case 'expire':
      return ended('expired', { expiryReason: part > 4 ? 'EXPIRED_IN_MATCH' : null });
    case 'refuse':
      return order.filledQuantity.eq(0) ? ended('rejected', { reason: `Refused ${part % 2}.` }) : facts;
    default: {
      const filled = withOrder(facts, order, {
        ...filledBy(order, rest, fee),
        state: 'filled',
        updatedAt: now,
        isBooked: does === 'fill',
      });
      const mirror = filled.orders.find(
        ({ level, turn, state }) => state === 'pending' && level === order.level && turn > order.turn,
      );
      return mirror ? withOrder(filled, mirror, { state: 'open', updatedAt: now }) : filled;
    }
  }
}

const fixed = (quantity: number) => ({ by: 'fixed', quantity: big(quantity) }) as const;
const LEVELS = [
  runLevel(levelOf(1), { counter: '50.4' }),
  runLevel(levelOf(2, { buyPrice: big('0.49'), sellPrice: big('0.5'), buys: fixed(100) }), { counter: '49' }),
  runLevel(levelOf(3, { buyPrice: big('0.5'), sellPrice: big('0.51'), buys: fixed(100), startsBy: 'sell' }), {
    base: '99.9',
  }),
  // Earns the coin: what a sale brings in is spent.
  runLevel(
    levelOf(4, {
      buyPrice: big('0.51'),
      sellPrice: big('0.53'),
      cycleOpensBy: 'sell',
      startsBy: 'sell',
      buys: { by: 'holdings' },
      sells: fixed(90),
    }),
    { base: '90' },
  ),
  runLevel(
    levelOf(5, {
      buyPrice: big('0.52'),
      sellPrice: big('0.54'),
      cycleOpensBy: 'sell',
      buys: { by: 'holdings' },
      sells: fixed(90),
    }),
    { counter: '47.1' },
  ),
  // Trades one round.
  runLevel(levelOf(6, { buyPrice: big('0.47'), sellPrice: big('0.48'), repeat: false }), { counter: '49.4' }),
];

/** All that follows from a run's facts, to the last digit. */
function known(facts: RunFacts, context: ReturnType<typeof around>) {
  const texts = ({ base, counter }: { base: Big; counter: Big }): string => `${base.toFixed()} ${counter.toFixed()}`;
  return {
    ...said(facts, context),
    owned: [ownedBy(facts), countedBy(facts), keptFree(facts)].map(texts),
    levels: viewLevels(facts, context).map(
      ({ of, state: { turn, side, held, rest, total, before }, idle }) =>
        `${of.level.number}: ${turn} ${side} ${held.toFixed()} ${rest.toFixed()} ${before.money.toFixed()} ${total.count} ${texts(total)} ${idle}`,
    ),
  };
}

it('C-4, C-11, R-13, R-14: with its finished legs folded, whenever, a run has the same next step and the same books', () => {
  let folded = 0;
  let read = 0;
  fc.assert(
    fc.property(
      fc.array(happening, { minLength: 30, maxLength: 100 }),
      fc.integer({ min: 0, max: 2 }),
      fc.boolean(),
      (all, heldMirrors, counterEarning) => {
        let facts = factsWith({
          levels: LEVELS,
          heldMirrors,
          counterEarning,
          given: { base: big(300), counter: big(250) },
        });
        let fold: RunFold | null = null;
        let now = NOW;
        for (const each of all) {
          now += each.after;
          const context = around({ now, last: big(each.price).div(10_000) });
          const seen = short(facts, fold);
          expect(known(seen, context)).toEqual(known(facts, context));
          if (each.folds) fold = foldRun(seen, context);
          for (const step of runStep(facts, context).steps) {
            // Its owner lets it go on at once.
            if (step.do === 'move') facts = step.to === 'stopping' ? facts : { ...facts, stateSince: now };
            else facts = taken(facts, step, now);
          }
          facts = happened(facts, each, now);
        }
        folded += facts.orders.length - short(facts, fold).orders.length;
        read += facts.orders.length;
      },
    ),
    { numRuns: runs(80), endOnFailure: true },
  );
  // It is about something.
  expect(folded).toBeGreaterThan(read / 4);
});

it('C-11: what may still be told otherwise, or is still counted, is not folded', () => {
  const turned = (change: Partial<RunOrder>): RunFacts => {
    const order = taken(factsWith(), {
      do: 'place',
      order: {
        level: 1,
        turn: 0,
        leg: 'buy',
        attempt: 1,
        side: 'buy',
        type: 'limit',
        price: big('0.48'),
        quantity: big(105),
      },
    }).orders[0];
    if (!order) throw new Error('It was placed.');
    return factsWith({ orders: [{ ...order, ...filledBy(order, big(105), 1), state: 'filled', ...change }] });
  };
  const cut = (facts: RunFacts, now: number) => turnOf(foldRun(facts, around({ now })), 1);
  expect(cut(turned({}), NOW)).toBe(1);
  expect(cut(turned({ isBooked: false }), NOW + 3_600_000)).toBe(0);
  const facts = turned({});
  const [filled] = facts.orders;
  if (!filled) throw new Error('It has filled.');
  const refused: RunOrder = {
    ...filled,
    clientOrderId: 'refused',
    attempt: 0,
    state: 'rejected',
    reason: 'No.',
    filledQuantity: big(0),
    base: big(0),
    counter: big(0),
  };
  const both = { ...facts, orders: [refused, filled] };
  expect(cut(both, NOW + 599_999)).toBe(0);
  expect(cut(both, NOW + 600_000)).toBe(1);
});

it('C-11: three rounds that lost pause the run though all of them are folded, and not those from before it went on', () => {
  let facts = factsWith({ given: { base: big(0), counter: big('50.4') } });
  let fold: RunFold | null = null;
  let now = NOW;
  const next = () => {
    const context = around({ now });
    for (const step of runStep(short(facts, fold), context).steps)
      if (step.do !== 'move') facts = taken(facts, step, now);
  };
  for (let leg = 0; leg < 6; leg += 1) {
    next();
    now += 1000;
    const order = facts.orders.find(({ state }) => state === 'open');
    if (!order) throw new Error('One rests.');
    const whole = filledBy(order, order.quantity, 30);
    facts = withOrder(facts, order, { ...whole, state: 'filled', updatedAt: now });
    fold = foldRun(short(facts, fold), around({ now }));
  }
  next();
  expect(short(facts, fold).orders).toHaveLength(1);
  const says = (since: number) => said(short({ ...facts, stateSince: since }, fold), around({ now })).steps;
  expect(says(0)).toEqual([expect.stringMatching(/^move paused: Its last three rounds earned nothing/)]);
  // The first of them was closed two seconds after the beginning.
  expect(says(NOW + 1999)).toHaveLength(1);
  expect(says(NOW + 2000)).toEqual([]);
});
