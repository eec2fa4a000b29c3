import { describe, expect, it } from 'vitest';
import { big } from '../../../tests/factories/block-sketch.ts';
import {
  givePlan,
  goTo,
  plannedPosition,
  rests,
  settled,
  takeProfits,
} from '../../../tests/factories/planned-position.ts';
import type { Step } from '../steps/step.ts';

const STOP = { price: big('0.494') } as const;
const THREE = { takeProfits: takeProfits('0.546 50, 0.56 30, 0.58 20'), stop: STOP };

/** The steps, as 'cancel 192.1' and 'place market 96'. */
const done = (steps: readonly Step[]): string[] =>
  steps.map((step) => {
    const orders = step?.do === 'cancel' || step?.do === 'place' ? step.orders : [];
    const quantities = orders.map(({ type, quantity }) => `${type} ${quantity?.toFixed()}`);
    return [step?.do, ...quantities].join(' ');
  });

describe('EX-5 a target that this server watches', () => {
  it('is sold once the common stop has made way, which goes back for what is left', () => {
    const model = plannedPosition(THREE, { mostStops: 1 });
    expect(rests(model)).toEqual(['192.1 stop 0.494']);
    expect(done(goTo(model, '0.546'))).toEqual(['cancel stop 192.1', 'place market 96', 'place stop 96.1']);
    expect(rests(model)).toEqual(['96.1 stop 0.494']);
  });

  it('leaves the lists of other slices where they are', () => {
    const model = plannedPosition({ takeProfits: [], stop: null });
    model.fates = ['refused'];
    givePlan(model, { takeProfits: takeProfits('0.55 50, 0.57 50'), stop: STOP });
    expect(rests(model)).toEqual(['96 stop 0.494', '96.1 at 0.57', '96.1 stop 0.494']);
    expect(done(goTo(model, '0.55'))).toEqual(['cancel stop 96', 'place market 96']);
    expect(rests(model)).toEqual(['96.1 at 0.57', '96.1 stop 0.494']);
  });

  it('is the common stop that makes way, though another list was placed after it', () => {
    const model = plannedPosition({ takeProfits: [], stop: null });
    model.fates = ['refused', 'waits'];
    givePlan(model, { takeProfits: takeProfits('0.55 50, 0.57 50'), stop: STOP });
    goTo(model, '0.53', { ms: 1_000 });
    expect(rests(model)).toEqual(['96 stop 0.494', '96.1 at 0.57', '96.1 stop 0.494']);
    expect(model.live.at(-1)?.clientListId).not.toBeNull();
    expect(done(goTo(model, '0.55'))).toEqual(['cancel stop 96', 'place market 96']);
    expect(rests(model)).toEqual(['96.1 at 0.57', '96.1 stop 0.494']);
  });

  it('of which nothing ties up the coins is sold at once, by an order of its own', () => {
    const model = plannedPosition(THREE, { mostStops: 0 });
    const [first] = goTo(model, '0.546');
    expect(done([first ?? null])).toEqual(['place market 96']);
    expect(first).toMatchObject({ asList: false });
  });
});

describe('EX-14 a plan whose stop is moved', () => {
  const moved = { ...THREE, stop: { ...STOP, price: big('0.5') } };

  it('is placed anew slice by slice, each once the one before rests', () => {
    const steps = givePlan(plannedPosition(THREE), moved);
    expect(done(steps)).toEqual(
      ['96', '57.6', '38.5'].flatMap((quantity) =>
        ['cancel', 'place'].map((step) => `${step} limit ${quantity} stop ${quantity}`),
      ),
    );
    expect(steps.map((step) => (step?.do === 'place' ? 'others' in step : false))).not.toContain(true);
  });

  it('stays as it is while one of its stops waits for another order', () => {
    const model = plannedPosition(THREE);
    const before = rests(model);
    const stop = model.position.orders.find(({ leg }) => leg === 'stop-loss');
    Object.assign(stop ?? {}, { state: 'pending' });
    expect([givePlan(model, moved), rests(model)]).toEqual([[], before]);
    Object.assign(stop ?? {}, { state: 'open' });
    settled(model);
    expect(rests(model)).toEqual(before.map((text) => text.replace('stop 0.494', 'stop 0.5')));
  });
});
