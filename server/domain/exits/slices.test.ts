import { describe, expect, it } from 'vitest';
import { big } from '../../../tests/factories/block-sketch.ts';
import {
  exitsOf,
  givePlan,
  goTo,
  plannedPosition,
  rests,
  settled,
  takeProfits,
} from '../../../tests/factories/planned-position.ts';
import { nextStep } from '../next-step.ts';
import type { Stop } from '../position/exits.ts';

const stopAt = (price: string, more: Partial<Stop> = {}): Stop => ({ price: big(price), ...more });
const BREAK_EVEN = { after: { to: 'break-even', target: 1, offset: big(0) } } as const;
const THREE = { takeProfits: takeProfits('0.546 50, 0.56 30, 0.58 20'), stop: stopAt('0.494') };
const SLICES = ['38.5 at 0.58', '38.5 stop 0.494', '57.6 at 0.56', '57.6 stop 0.494', '96 at 0.546', '96 stop 0.494'];

describe('EX-5 what no stop on the exchange holds', () => {
  const levels = (model: ReturnType<typeof plannedPosition>) =>
    exitsOf(model).levels.map(({ target, price }) => `${target} ${price.toFixed()}`);

  it('is watched at its stop by this server, and what one holds is not', () => {
    expect(levels(plannedPosition(THREE))).toEqual([]);
    expect(levels(plannedPosition(THREE, { mostStops: 1 }))).toEqual([
      'take-profit 0.546',
      'take-profit 0.56',
      'take-profit 0.58',
    ]);
    expect(levels(plannedPosition(THREE, { mostStops: 0 }))).toContain('stop-loss 0.494');
  });

  it('stays on the exchange where that takes fewer stops than rest, and would not take them again', () => {
    for (const mostStops of [0, 1, 2]) {
      const model = plannedPosition(THREE);
      model.mostStops = mostStops;
      expect(settled(model)).toEqual([]);
      expect(rests(model)).toEqual(SLICES);
      expect(exitsOf(model).protection.label).toBe('exchange');
    }
    const shared = plannedPosition(THREE, { mostStops: 2 });
    shared.mostStops = 1;
    expect(settled(shared)).toEqual([]);
    const listed = plannedPosition(THREE);
    const free = { algoOrders: null, orderLists: 1 };
    expect(nextStep(listed.position, listed.intent, { ...listed.marketContext, free })).toBeNull();
  });

  it('keeps the stop that it has where another one would not be taken', () => {
    const model = plannedPosition({ ...THREE, stop: stopAt('0.494', BREAK_EVEN) });
    model.mostStops = 0;
    goTo(model, '0.546');
    expect(rests(model)).toEqual(SLICES.filter((text) => !text.startsWith('96 ')));
    expect(exitsOf(model).protection.label).toBe('exchange');
    model.mostStops = 2;
    settled(model);
    expect(rests(model)).toEqual(['38.5 at 0.58', '38.5 stop 0.5211', '57.6 at 0.56', '57.6 stop 0.5211']);
  });

  it('is taken down all the same where more rests than is held', () => {
    const model = plannedPosition(THREE);
    model.mostStops = 0;
    model.position.writtenOff = big('60');
    const [step] = settled(model);
    expect(step).toMatchObject({ do: 'cancel' });
  });

  it('makes way for targets alone once its owner takes the stop away', () => {
    const model = plannedPosition(THREE);
    model.mostStops = 0;
    givePlan(model, { ...THREE, stop: null });
    expect(rests(model)).toEqual(['38.5 at 0.58', '57.6 at 0.56', '96 at 0.546']);
  });

  it('goes to as few stops as the exchange takes once its plan is another one', () => {
    const model = plannedPosition(THREE);
    model.mostStops = 1;
    givePlan(model, { ...THREE, stop: stopAt('0.5') });
    expect(rests(model)).toEqual(['192.1 stop 0.5']);
  });

  it('asks the exchange for no more lists than there are slots', () => {
    const model = plannedPosition(THREE, { mostStops: 2 });
    expect(rests(model)).toEqual(['96 at 0.546', '96 stop 0.494', '96.1 stop 0.494']);
    expect(model.position.orders.filter(({ state }) => state === 'rejected')).toEqual([]);
  });

  it('is sold by this server once its stop is reached; what one holds is left to the exchange', () => {
    const unheld = plannedPosition(THREE, { mostStops: 0 });
    const steps = goTo(unheld, '0.494');
    expect(steps[0]).toEqual({ do: 'note-stop' });
    expect(unheld.ended).toBe('stop-loss');
    const held = plannedPosition(THREE);
    held.marketContext = { ...held.marketContext, market: big('0.494') };
    expect([exitsOf(held).stopReached, exitsOf(held).reachedByServer]).toEqual([false, null]);
    held.position.stopReachedAt = 1;
    expect(exitsOf(held).reachedByServer).toBeNull();
  });
});

it('V-06 M-07 a plan of which a part rests by the books is not known to be held before that was compared', () => {
  const labelOf = (mostStops: number, isUncompared: boolean) => {
    const model = plannedPosition(THREE, { mostStops });
    Object.assign(model.position, { isUncompared });
    return exitsOf(model).protection.label;
  };
  expect([3, 1, 0].map((mostStops) => labelOf(mostStops, false))).toEqual(['exchange', 'server', 'server']);
  expect([3, 1, 0].map((mostStops) => labelOf(mostStops, true))).toEqual(['unknown', 'unknown', 'server']);
});

describe('EX-13 a plan is held as its least safe part is', () => {
  const held = (exits: Parameters<typeof plannedPosition>[0], mostStops = Infinity) => {
    const { label, fault } = exitsOf(plannedPosition(exits, { mostStops })).protection;
    return [label, fault];
  };
  const withoutStop = { ...THREE, stop: null };

  it('by this server, where it watches one target', () => {
    expect([3, 2].map((mostStops) => held(THREE, mostStops)[0])).toEqual(['exchange', 'server']);
    expect(held(withoutStop)).toEqual(['exchange', null]);
  });

  it('not at all, where neither the exchange nor this server holds one of them; the row says why', () => {
    for (const exits of [THREE, withoutStop]) {
      const model = plannedPosition(exits);
      model.position.orders = model.position.orders.filter(({ target }) => target !== 3);
      const { pair } = model.marketContext;
      model.marketContext = { ...model.marketContext, pair: { ...pair, status: 'halted' } };
      expect(exitsOf(model).protection).toEqual({ label: 'unprotected', fault: 'halted' });
    }
  });

  it('without any protection needed, once all of it is sold', () => {
    const model = plannedPosition(withoutStop);
    for (const price of ['0.55', '0.57', '0.59']) goTo(model, price);
    expect(model.ended).toBe('take-profit');
    expect(exitsOf(model).protection).toEqual({ label: 'none', fault: null });
  });
});

describe('EX-14 a slice whose answer is lost', () => {
  it('is watched at its stop as well, and what the exchange has not sold by the time it is known is sold', () => {
    const lost = () => {
      const model = plannedPosition(THREE);
      model.fates = ['lost'];
      givePlan(model, { takeProfits: takeProfits('0.55 50, 0.57 50'), stop: stopAt('0.5') });
      expect(exitsOf(model).levels).toContainEqual(expect.objectContaining({ target: 'stop-loss', price: big('0.5') }));
      expect(goTo(model, '0.499')).toEqual([{ do: 'note-stop' }]);
      return model;
    };
    for (const isTaken of [false, true]) {
      const model = lost();
      model.find(isTaken);
      settled(model);
      expect(model.ended).toBe('stop-loss');
    }
  });
});

describe('EX-14 a slice that the exchange did not take just now', () => {
  it('is waited for before the next is touched', () => {
    const model = plannedPosition(THREE);
    const stops = () =>
      model.position.orders.flatMap(({ leg, state, stopPrice }) =>
        leg === 'stop-loss' && state === 'open' && stopPrice ? stopPrice.toFixed() : [],
      );
    expect(stops()).toEqual(['0.494', '0.494', '0.494']);
    model.fates = ['lost'];
    givePlan(model, { ...THREE, stop: stopAt('0.5') });
    model.find(false);
    settled(model);
    // Its coins are enough for another slice at the new stop; nothing else is taken down.
    expect(stops()).toEqual(['0.494', '0.494', '0.5']);
    goTo(model, '0.53', { ms: 1_000 });
    expect(stops()).toEqual(['0.5', '0.5', '0.5']);
  });
});

describe('EX-14 a plan where nothing rests', () => {
  it('goes out at once, so that a lost answer leaves its own slice without a stop and no other', () => {
    const model = plannedPosition({ takeProfits: [], stop: null });
    model.fates = ['lost'];
    const steps = givePlan(model, THREE);
    expect(steps.map((step) => step?.do)).toEqual(['place']);
    const taken = model.position.orders
      .filter(({ state }) => state === 'open')
      .map(({ quantity }) => quantity.toFixed());
    expect(taken).toEqual(['57.6', '57.6', '38.5', '38.5']);
    // Until it is known, its stop is watched by this server too.
    expect(exitsOf(model).levels.map(({ target }) => target)).toContain('stop-loss');
    // Not taken: it goes out again after a pause, and the others stay as they are.
    model.find(false);
    settled(model);
    expect(rests(model)).toEqual(SLICES.filter((text) => !text.startsWith('96 ')));
    expect(exitsOf(model).levels.map(({ target }) => target)).toContain('stop-loss');
    const again = goTo(model, '0.53', { ms: 1_000 });
    expect(again.map((step) => step?.do)).toEqual(['place']);
    expect(rests(model)).toEqual(SLICES);
  });

  it('goes out with its first slice alone while the one before can still be put back', () => {
    const model = plannedPosition({ takeProfits: [], stop: null });
    model.intent = { ...model.intent, takeProfits: takeProfits('0.56 100'), stop: stopAt('0.49'), plan: 0 };
    settled(model);
    expect(givePlan(model, THREE).map((step) => step?.do)).toEqual(['cancel', 'place', 'place']);
    expect(rests(model)).toEqual(SLICES);
  });
});

describe('EX-14 another plan', () => {
  it('takes down a target of the one before that has begun to fill, and cuts what is left', () => {
    const model = plannedPosition(THREE);
    goTo(model, '0.546', { part: '0.5' });
    expect(rests(model)).toContain('48 at 0.546');
    goTo(model, '0.53');
    givePlan(model, { takeProfits: takeProfits('0.55 50, 0.57 50'), stop: stopAt('0.5') });
    expect(rests(model)).toEqual(['72 at 0.55', '72 stop 0.5', '72.1 at 0.57', '72.1 stop 0.5']);
  });

  it('leaves a stop that has begun to trade to end by itself', () => {
    const model = plannedPosition({ takeProfits: [], stop: stopAt('0.494') });
    const stop = model.position.orders.find(({ leg }) => leg === 'stop-loss');
    Object.assign(stop ?? {}, { state: 'partly-filled', filledQuantity: big('0.1') });
    const steps = givePlan(model, { takeProfits: [], stop: stopAt('0.5') });
    expect(steps).toEqual([]);
  });
});

describe('EX-14 a plan that the exchange refuses', () => {
  const other = { takeProfits: takeProfits('0.55 50, 0.57 50'), stop: stopAt('0.5') };

  it('goes back to the one before, slice by slice, with what that has come to', () => {
    const model = plannedPosition({ ...THREE, stop: stopAt('0.494', BREAK_EVEN) });
    goTo(model, '0.546');
    const moved = ['38.5 at 0.58', '38.5 stop 0.5211', '57.6 at 0.56', '57.6 stop 0.5211'];
    expect(rests(model)).toEqual(moved);
    model.fates = ['refused'];
    const steps = givePlan(model, { takeProfits: takeProfits('0.57 60, 0.59 40'), stop: stopAt('0.53') });
    // The first is taken down, refused, and placed as it was; the other one is not touched.
    expect(steps.map((step) => step?.do)).toEqual(['cancel', 'place', 'place']);
    expect(rests(model)).toEqual(moved);
    goTo(model, '0.56');
    expect(rests(model)).toEqual(['38.5 at 0.58', '38.5 stop 0.5211']);
    goTo(model, '0.58');
    expect(model.ended).toBe('take-profit');
  });

  it('goes back to one take profit and one stop that were there before; asked again, it is tried again', () => {
    const model = plannedPosition({ takeProfits: [], stop: null });
    model.intent = { ...model.intent, takeProfits: takeProfits('0.56 100'), stop: stopAt('0.49'), plan: 0 };
    settled(model);
    expect(rests(model)).toEqual(['192.1 at 0.56', '192.1 stop 0.49']);
    model.fates = ['refused'];
    givePlan(model, other);
    expect(rests(model)).toEqual(['192.1 at 0.56', '192.1 stop 0.49']);
    expect(goTo(model, '0.53', { ms: 120_000 })).toEqual([]);
    model.position.retriedAt = model.marketContext.now;
    settled(model);
    expect(rests(model)).toEqual(['96 at 0.55', '96 stop 0.5', '96.1 at 0.57', '96.1 stop 0.5']);
  });

  it('without one before is placed another way: what was refused has a stop alone, or is watched by this server', () => {
    const alone = plannedPosition({ takeProfits: [], stop: null });
    alone.fates = ['refused'];
    givePlan(alone, other);
    expect(rests(alone)).toEqual(['96 stop 0.5', '96.1 at 0.57', '96.1 stop 0.5']);
    expect(exitsOf(alone).levels.map(({ price }) => price.toFixed())).toEqual(['0.55']);
    const none = plannedPosition({ takeProfits: [], stop: null });
    none.fates = ['refused', 'refused', 'refused'];
    givePlan(none, other);
    expect([rests(none), exitsOf(none).levels.map(({ price }) => price.toFixed())]).toEqual([
      [],
      ['0.5', '0.55', '0.57'],
    ]);
  });

  it('of which something rests already stands', () => {
    const model = plannedPosition(THREE);
    model.fates = ['taken', 'refused'];
    givePlan(model, other);
    expect(rests(model).every((text) => !text.includes('0.494'))).toBe(true);
  });

  it('of take profits alone goes back as well', () => {
    const model = plannedPosition({ takeProfits: takeProfits('0.55 50, 0.57 50'), stop: null });
    model.fates = ['refused'];
    givePlan(model, { takeProfits: takeProfits('0.56 50, 0.58 50'), stop: null });
    expect(rests(model)).toEqual(['96 at 0.55', '96.1 at 0.57']);
  });
});

describe('EX-6 a stop whose move the exchange refuses', () => {
  it('goes back to where it was, and is not tried there again until its owner asks', () => {
    const model = plannedPosition({ ...THREE, stop: stopAt('0.494', BREAK_EVEN) });
    expect(rests(model)).toEqual(SLICES);
    model.fates = ['refused'];
    goTo(model, '0.546');
    expect(rests(model)).toEqual(['38.5 at 0.58', '38.5 stop 0.494', '57.6 at 0.56', '57.6 stop 0.494']);
    expect(goTo(model, '0.547', { ms: 60_000 })).toEqual([]);
    model.position.retriedAt = model.marketContext.now;
    settled(model);
    expect(rests(model)).toEqual(['38.5 at 0.58', '38.5 stop 0.5211', '57.6 at 0.56', '57.6 stop 0.5211']);
  });
});
