import { describe, expect, it } from 'vitest';
import { big, context, sketch, XRP } from '../../../tests/factories/block-sketch.ts';
import type { Limit } from '#contracts/rules/ladder.ts';
import { nextStep } from '../next-step.ts';
import { entryOf } from './books.ts';
import { copyLimits, joinLimits } from './entry-limits.ts';
import type { OrderFact } from './position.ts';
import { stateOf } from './state.ts';

const limit = (quantity: string, price: string): Limit => ({ price: big(price), quantity: big(quantity) });
const THREE = [limit('64', '0.52'), limit('66.6', '0.5'), limit('69.6', '0.48')];
const brief = (limits: readonly Limit[]) =>
  limits.map(({ price, quantity }) => `${quantity.toFixed()} at ${price.toFixed()}`);
const BUY = { ...XRP, side: 'buy' } as const;
const SELL = { ...XRP, side: 'sell' } as const;

type State = Partial<OrderFact> & { trades?: string[][] };

/** A block of three limits, whose orders stand so. */
function ladder(...states: readonly State[]) {
  const block = sketch({ quantity: '200.2', takeProfit: '0.56', stopLoss: '0.45' });
  for (const [at, state] of states.entries()) {
    const { price, quantity } = THREE[at] ?? limit('1', '1');
    block.order('entry', [price.toFixed(), quantity.toFixed()], { attempt: at + 1, target: at + 1, ...state });
  }
  return { ...block.position, limits: THREE };
}
const [first, second, third]: [State, State, State] = [
  { trades: [['64']] },
  { trades: [['66.6']] },
  { trades: [['69.6']] },
];

describe('EX-15 limits of a copy', () => {
  it('have the shares of its own quantity, the last the rest', () => {
    expect(brief(copyLimits(THREE, big('100.1'), BUY))).toEqual(['32 at 0.52', '33.3 at 0.5', '34.8 at 0.48']);
  });

  it('that are too small go with the next farther one, the last with the one before for no more money', () => {
    expect(brief(joinLimits([limit('9.6', '0.52'), limit('10', '0.5')], BUY))).toEqual(['19.6 at 0.5']);
    expect(brief(joinLimits([limit('9.7', '0.52'), limit('10', '0.5')], BUY))).toEqual(['9.7 at 0.52', '10 at 0.5']);
    // 9.9 at 0.5 are 4.95 USDT: at 0.52 they buy 9.5.
    expect(brief(joinLimits([limit('20', '0.52'), limit('9.9', '0.5')], BUY))).toEqual(['29.5 at 0.52']);
    expect(brief(joinLimits([limit('20', '0.5'), limit('9', '0.52')], SELL))).toEqual(['29 at 0.5']);
    expect(brief(joinLimits([limit('9', '0.5'), limit('20', '0.52')], SELL))).toEqual(['29 at 0.52']);
    expect(brief(joinLimits([limit('3', '0.52'), limit('4', '0.5'), limit('5', '0.48')], BUY))).toEqual(['12 at 0.48']);
    expect(joinLimits([limit('3', '0.52'), limit('4', '0.5')], BUY)).toEqual([]);
  });
});

describe('EX-9 the limits of an entry', () => {
  const stateAs = (...states: State[]) => {
    const position = ladder(...states);
    const { price, state, quantity, filledQuantity } = entryOf(position) ?? {};
    const intent = { takeProfits: [], stop: null, ending: 'none' } as const;
    return [state, filledQuantity?.toFixed(), quantity?.toFixed(), price?.toFixed(), stateOf(position, intent, null)];
  };

  it('are one entry: at work as long as one of them is', () => {
    expect(stateAs({}, {}, {})).toEqual(['open', '0', '200.2', '0.52', 'placed']);
    expect(stateAs(first, {}, {})).toEqual(['partly-filled', '64', '200.2', '0.52', 'partly-filled']);
    expect(stateAs(first, second, { state: 'cancelled' })).toEqual(['cancelled', '130.6', '200.2', '0.52', 'filled']);
    expect(stateAs({ state: 'cancelled' }, second, third)).toEqual(['cancelled', '136.2', '200.2', '0.52', 'filled']);
    expect(stateAs(first, second, third)).toEqual(['filled', '200.2', '200.2', '0.52', 'filled']);
    expect(stateAs({ state: 'cancelled' }, { state: 'expired' }, { state: 'cancelled' })[4]).toBe('removed');
  });

  it('are not certain before each of them is, while nothing has filled', () => {
    expect(stateAs({}, { state: 'unknown' }, { state: 'sending' })[4]).toBe('unconfirmed');
    expect(stateAs({}, {}, { state: 'sending' })[4]).toBe('pending');
    expect(stateAs({}, {}, { state: 'planned' })[4]).toBe('pending');
    expect(stateAs(first, {}, { state: 'unknown' })[4]).toBe('partly-filled');
  });

  it('that were refused are no part of it; all refused, it is', () => {
    const no = { state: 'rejected', reason: 'no' } as const;
    expect(stateAs({}, no, no)).toEqual(['open', '0', '64', '0.52', 'placed']);
    expect(stateAs(first, no, no)).toEqual(['filled', '64', '64', '0.52', 'filled']);
    expect(stateAs(no, no, no)[4]).toBe('rejected');
    const asked = { ...ladder(no, no, no), retriedAt: 1000 };
    expect(entryOf(asked)).toBeUndefined();
  });

  it('end by their owner only if all that did not fill was taken off here', () => {
    const [asked, outside] = [{ state: 'cancelled', cancelAsked: true } as const, { state: 'cancelled' } as const];
    expect(entryOf(ladder(first, asked, asked))?.cancelAsked).toBe(true);
    expect(entryOf(ladder(first, asked, outside))?.cancelAsked).toBe(false);
    expect(entryOf(ladder({ ...first, filledAt: 30 }, { ...second, filledAt: 20 }, asked))?.filledAt).toBe(30);
  });

  const INTENT = {
    takeProfits: [{ price: big('0.56'), share: big('1') }],
    stop: { price: big('0.45') },
    ending: 'none',
  } as const;
  const next = (states: readonly State[], more: { ending?: 'remove' | 'close'; expiresAt?: number } = {}) =>
    nextStep(ladder(...states), { ...INTENT, ...more }, context({ market: big('0.51') }));

  it('go out together; what has filled gets its targets at once, for what is there', () => {
    const planned = next([{ state: 'planned' }, { state: 'planned' }, { state: 'planned' }]);
    expect(planned?.do === 'send-planned' && planned.orders).toHaveLength(3);
    expect(next([{}, {}, {}])).toBeNull();
    expect(next([first, {}, {}])).toMatchObject({
      do: 'place',
      asList: true,
      orders: [{ leg: 'take-profit' }, { leg: 'stop-loss' }],
    });
    const placed = next([first, {}, {}]);
    expect(placed?.do === 'place' && placed.orders.map(({ quantity }) => quantity?.toFixed())).toEqual([
      '63.9',
      '63.9',
    ]);
    expect(next([first, second, third])).toMatchObject({ do: 'place' });
  });

  it('EX-10 are all canceled when it ends, and at its time; what filled stays', () => {
    const canceled = (step: ReturnType<typeof next>) =>
      step?.do === 'cancel' && step.orders.map(({ target }) => target);
    expect(canceled(next([first, {}, {}], { ending: 'remove' }))).toEqual([2, 3]);
    expect(canceled(next([first, {}, {}], { ending: 'close' }))).toEqual([2, 3]);
    expect(canceled(next([first, {}, {}], { expiresAt: 1_000_000 }))).toEqual([2, 3]);
    expect(next([{ state: 'cancelled' }, { state: 'cancelled' }, { state: 'cancelled' }])).toEqual({
      do: 'finish',
      how: 'removed',
    });
    const rejected = { state: 'rejected' } as const;
    expect(next([rejected, rejected, rejected])).toEqual({ do: 'finish', how: 'rejected' });
  });
});
