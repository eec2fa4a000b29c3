import { describe, expect, it } from 'vitest';
import { big } from '../../../tests/factories/exit-plans.ts';
import { exitsSlots } from '../../../tests/worked-examples/exit-plans.ts';
import type { Slice } from './exit-plan.ts';
import { holdersLabel } from './holders.ts';
import { type FreeSlots, type Placing, noSlotSentence, placeSlices } from './stop-slots.ts';

const slices: Slice[] = exitsSlots.in.slices.map((quantity, index) => ({
  quantity: big(quantity),
  takeProfit: big(exitsSlots.in.takeProfits[index] ?? 0),
  targets: [index + 1],
}));
const NO_END: FreeSlots = { algoOrders: null, orderLists: null };
const place = (free: Partial<FreeSlots>, more: { hasStop?: boolean; lastTrails?: boolean; of?: Slice[] } = {}) =>
  placeSlices(more.of ?? slices, {
    hasStop: more.hasStop ?? true,
    lastTrails: more.lastTrails ?? false,
    free: { ...NO_END, ...free },
  });
const brief = (placing: Placing | null) =>
  placing &&
  `${placing.lists.length} lists, ${placing.targets.length} targets, a stop for ${placing.stopFor.toFixed()}, ${placing.watched.length} watched`;

describe('EX-5 slots', () => {
  it('worked example exits-slots: the last slot is the stop of all the rest', () => {
    const placing = place({ algoOrders: exitsSlots.in.freeAlgoSlots });
    const { stopLoss: stop } = exitsSlots.in;
    expect([
      ...(placing?.lists ?? []).map((slice) => ({
        list: 'OCO',
        quantity: slice.quantity.toFixed(),
        takeProfit: slice.takeProfit.toFixed(),
        stop,
      })),
      { order: 'STOP_LOSS', quantity: placing?.stopFor.toFixed(), stop },
    ]).toEqual(exitsSlots.out.exchange);
    expect(
      placing?.watched.map(({ takeProfit, quantity }) => ({
        takeProfit: takeProfit.toFixed(),
        quantity: quantity.toFixed(),
      })),
    ).toEqual(exitsSlots.out.server);
    const held = slices.map(({ quantity }, index) => ({
      quantity,
      stop: 'exchange' as const,
      isMoved: false,
      target: index === 0 ? ('exchange' as const) : ('server' as const),
    }));
    expect(holdersLabel(held, 1)).toBe(exitsSlots.out.label);
  });

  it('as many as there are hold as many slices; one short and the last two share a stop', () => {
    expect(brief(place({}))).toBe('4 lists, 0 targets, a stop for 0, 0 watched');
    expect(brief(place({ algoOrders: 4 }))).toBe('4 lists, 0 targets, a stop for 0, 0 watched');
    expect(brief(place({ algoOrders: 3 }))).toBe('2 lists, 0 targets, a stop for 38.5, 2 watched');
    expect(brief(place({ algoOrders: 1 }))).toBe('0 lists, 0 targets, a stop for 192.1, 4 watched');
  });

  it('none at all: nothing can be placed', () => {
    expect(place({ algoOrders: 0 })).toBeNull();
    expect(noSlotSentence('XRP/USDT', 5)).toBe(
      'XRP/USDT has no free stop order left on this key (5 of 5). Close or join blocks, or trade without a stop.',
    );
  });

  it('lists are counted apart: a slice without one has the common stop', () => {
    expect(brief(place({ algoOrders: 5, orderLists: 2 }))).toBe('2 lists, 0 targets, a stop for 38.5, 2 watched');
    expect(brief(place({ orderLists: 0 }))).toBe('0 lists, 0 targets, a stop for 192.1, 4 watched');
  });

  it('a last target that trails takes two', () => {
    const lastTrails = true;
    expect(brief(place({ algoOrders: 5 }, { lastTrails }))).toBe('4 lists, 0 targets, a stop for 0, 0 watched');
    expect(brief(place({ algoOrders: 4 }, { lastTrails }))).toBe('3 lists, 0 targets, a stop for 19.3, 1 watched');
  });

  it('a plan without a stop needs none, but for a target that trails', () => {
    const hasStop = false;
    expect(brief(place({ algoOrders: 0 }, { hasStop }))).toBe('0 lists, 4 targets, a stop for 0, 0 watched');
    expect(brief(place({ algoOrders: 1 }, { hasStop, lastTrails: true }))).toBe(
      '0 lists, 4 targets, a stop for 0, 0 watched',
    );
    expect(brief(place({ algoOrders: 0 }, { hasStop, lastTrails: true }))).toBe(
      '0 lists, 3 targets, a stop for 0, 1 watched',
    );
  });

  it('a stop alone needs one', () => {
    expect(brief(place({ algoOrders: 0 }, { of: [] }))).toBe('0 lists, 0 targets, a stop for 0, 0 watched');
  });
});
