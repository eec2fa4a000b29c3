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
import { followByServer } from '../../../tests/worked-examples/trailing.ts';
import type { Exits, Stop } from '../position/exits.ts';
import { heldParts } from './slice-holders.ts';

const trailing = (percent: string, price = '0.494'): Stop => ({
  price: big(price),
  trailing: big(percent).div(100),
});
const alone = (stop: Stop): Exits => ({ takeProfits: [], stop });
const TWO = takeProfits('0.56 50, 0.58 50');
type Model = ReturnType<typeof plannedPosition>;

const stopNow = (model: Model) => exitsOf(model).slices?.context.stop;
const levels = (model: Model) => exitsOf(model).levels.map(({ target, price }) => `${target} ${price.toFixed()}`);
/** The price goes there and this server does not look. */
const passes = (model: Model, price: string) => model.move(big(price), big(1), 1000);

describe('EX-8 a stop that this server moves along', () => {
  it('worked example follow-by-server: what rests on the exchange, look by look', () => {
    const { distance, firstStop, trades } = followByServer.in;
    const stop: Stop = { price: big(firstStop), trailing: big(distance) };
    const model = plannedPosition(alone(stop), { trails: false });
    const begun = model.marketContext.now;
    const seen = trades.map(([ms, price]) => {
      model.move(big(price), big(1), begun + ms - model.marketContext.now);
      settled(model);
      const now = stopNow(model);
      const [resting] = rests(model);
      return [now?.follows?.peak.toFixed(), resting?.replace('192.1 stop ', '') ?? model.ended];
    });
    const { steps } = followByServer.out;
    expect(seen.slice(0, -1)).toEqual(steps.slice(0, -1).map(({ peak, stopOnExchange }) => [peak, stopOnExchange]));
    expect(model.ended).toBe('stop-loss');
  });

  it('begins at its distance, or at its price where that is nearer', () => {
    expect(rests(plannedPosition(alone(trailing('3')), { trails: false }))).toEqual(['192.1 stop 0.5044']);
    expect(rests(plannedPosition(alone(trailing('3', '0.51')), { trails: false }))).toEqual(['192.1 stop 0.51']);
  });

  it('is moved slice after slice, no sooner than 5 s after the last move', () => {
    const model = plannedPosition({ takeProfits: TWO, stop: trailing('3') }, { trails: false });
    goTo(model, '0.53', { ms: 100 });
    const moved = ['96 at 0.56', '96 stop 0.5141', '96.1 at 0.58', '96.1 stop 0.5141'];
    expect(rests(model)).toEqual(moved);
    goTo(model, '0.54', { ms: 4900 });
    expect(rests(model)).toEqual(moved);
    expect(exitsOf(model).lookAt).toBe(model.marketContext.now + 100);
    // No trade helps before that: only the next peak is watched.
    expect(levels(model)).toEqual(['peak 0.5406']);
    goTo(model, '0.54', { ms: 100 });
    expect(rests(model)).toEqual(['96 at 0.56', '96 stop 0.5238', '96.1 at 0.58', '96.1 stop 0.5238']);
  });

  it('its best trade is written down before the move, and with a tenth of a percent; a look that is late has the gap', () => {
    const model = plannedPosition(alone(trailing('3')), { trails: false });
    const written = () => model.position.planFacts?.peak?.toFixed();
    expect([written(), levels(model)]).toEqual(['0.52', ['peak 0.5206']]);
    expect(goTo(model, '0.5204', { ms: 1000 })).toEqual([]);
    expect(written()).toBe('0.52');
    const [first, ...others] = goTo(model, '0.53', { ms: 6000 });
    expect(first).toMatchObject({ do: 'note-facts' });
    expect(others.map((step) => step?.do)).toEqual(['cancel', 'place']);
    expect(written()).toBe('0.53');
    // Back from a gap with a higher trade: another process goes on from what is written.
    model.marketContext = { ...model.marketContext, seen: { low: big('0.53'), high: big('0.55') } };
    goTo(model, '0.54', { ms: 6000 });
    expect([written(), rests(model)]).toEqual(['0.55', ['192.1 stop 0.5335']]);
    model.marketContext = { ...model.marketContext, seen: null };
    goTo(model, '0.535', { ms: 6000 });
    expect([written(), rests(model)]).toEqual(['0.55', ['192.1 stop 0.5335']]);
  });

  it('writes the best trade of a move that had to wait, however little it is beyond what is written', () => {
    const model = plannedPosition(alone(trailing('3')), { trails: false });
    goTo(model, '0.53');
    expect(goTo(model, '0.5306', { ms: 1000 }).map((step) => step?.do)).toEqual(['note-facts']);
    expect(goTo(model, '0.5307', { ms: 1000 })).toEqual([]);
    const steps = goTo(model, '0.5305', { ms: 4000 });
    expect(steps).toEqual([]);
    expect(goTo(model, '0.5307', { ms: 0 }).map((step) => step?.do)).toEqual(['note-facts', 'cancel', 'place']);
    expect([rests(model), model.position.planFacts?.peak?.toFixed()]).toEqual([['192.1 stop 0.5147'], '0.5307']);
  });

  it('of another plan begins anew, from the price of now', () => {
    const model = plannedPosition(alone(trailing('3')), { trails: false });
    goTo(model, '0.56');
    model.marketContext = { ...model.marketContext, seen: { low: big('0.5'), high: big('0.6') } };
    passes(model, '0.55');
    givePlan(model, alone(trailing('2')));
    expect([stopNow(model)?.follows?.peak.toFixed(), rests(model)]).toEqual(['0.55', ['192.1 stop 0.539']]);
  });

  it('whose move is refused goes back to where it was, and is not tried again for a minute', () => {
    const model = plannedPosition(alone(trailing('3')), { trails: false });
    model.fates = ['refused'];
    goTo(model, '0.53');
    expect(rests(model)).toEqual(['192.1 stop 0.5044']);
    expect(goTo(model, '0.54', { ms: 59_000 }).map((step) => step?.do)).toEqual(['note-facts']);
    goTo(model, '0.54', { ms: 1000 });
    expect(rests(model)).toEqual(['192.1 stop 0.5238']);
  });

  it('of a block that sold first follows the price down', () => {
    const model = plannedPosition(alone(trailing('3', '0.55')), { section: 'sell', trails: false });
    expect(rests(model)).toEqual(['192.5 stop 0.5356']);
    expect(levels(model)).toEqual(['peak 0.5194']);
    goTo(model, '0.50');
    expect(rests(model)).toEqual(['192.5 stop 0.515']);
    goTo(model, '0.51');
    expect([rests(model), stopNow(model)?.follows?.peak.toFixed()]).toEqual([['192.5 stop 0.515'], '0.5']);
  });
});

describe('EX-7 a stop that the exchange moves along', () => {
  it('is an order that trails, alone and together with a target, and it is not replaced', () => {
    expect(rests(plannedPosition(alone(trailing('3'))))).toEqual(['192.1 trailing 300']);
    const model = plannedPosition({ takeProfits: TWO, stop: trailing('7.5', '0.45') });
    const both = ['96 at 0.56', '96 trailing 750', '96.1 at 0.58', '96.1 trailing 750'];
    expect(rests(model)).toEqual(both);
    expect(goTo(model, '0.55').map((step) => step?.do)).toEqual(['note-facts']);
    expect(goTo(model, '0.53')).toEqual([]);
    expect(rests(model)).toEqual(both);
    goTo(model, '0.5087');
    expect(model.ended).toBe('stop-loss');
  });

  it('is told as followed, and about where it is', () => {
    const model = plannedPosition(alone(trailing('3')));
    goTo(model, '0.55');
    goTo(model, '0.54');
    expect(stopNow(model)?.at.toFixed()).toBe('0.5335');
    const context = exitsOf(model).slices?.context;
    expect(context && heldParts(context)).toMatchObject([{ stop: 'exchange', isMoved: false, isFollowed: true }]);
  });

  it('rests at its price while that is nearer, and follows from the first trade at which it protects no less', () => {
    const model = plannedPosition(alone(trailing('3', '0.515')));
    expect(rests(model)).toEqual(['192.1 stop 0.515']);
    goTo(model, '0.525');
    expect(rests(model)).toEqual(['192.1 stop 0.515']);
    goTo(model, '0.535');
    expect(rests(model)).toEqual(['192.1 trailing 300']);
  });

  it('is never begun anew from a lower price: what has to be placed then rests where it was', () => {
    const model = plannedPosition({ takeProfits: TWO, stop: trailing('5') }, { mostStops: 1 });
    expect(rests(model)).toEqual(['192.1 trailing 500']);
    goTo(model, '0.558');
    goTo(model, '0.555');
    model.mostStops = Infinity;
    expect(rests(model)).toEqual(['192.1 trailing 500']);
    // A part is closed: the order for all of it makes way for one of what is left.
    const order = model.position.orders.find(({ trailingDelta }) => trailingDelta);
    Object.assign(order ?? {}, { state: 'cancelled', cancelAsked: true });
    settled(model);
    expect(rests(model)).toEqual(['96 at 0.56', '96 stop 0.5301', '96.1 at 0.58', '96.1 stop 0.5301']);
  });

  it('counts for as far as it has followed, though nothing may be moved for 5 s', () => {
    const model = plannedPosition(alone(trailing('3', '0.515')));
    goTo(model, '0.535');
    expect(rests(model)).toEqual(['192.1 trailing 300']);
    goTo(model, '0.55', { ms: 1000 });
    const order = model.position.orders.find(({ trailingDelta }) => trailingDelta);
    Object.assign(order ?? {}, { state: 'cancelled', cancelAsked: true });
    goTo(model, '0.545', { ms: 1000 });
    expect(rests(model)).toEqual(['192.1 stop 0.5335']);
  });

  it('that the exchange refuses is moved by this server', () => {
    const model = plannedPosition(alone({ price: big('0.494') }));
    model.fates = ['refused'];
    givePlan(model, alone(trailing('3')));
    expect(rests(model)).toEqual(['192.1 stop 0.5044']);
    goTo(model, '0.53', { ms: 60_000 });
    expect(rests(model)).toEqual(['192.1 stop 0.5141']);
  });

  it('is moved by this server where the exchange has none, or none so far', () => {
    const model = plannedPosition(alone({ price: big('0.4') }));
    const { pair } = model.marketContext;
    const trails = { above: { min: 10, max: 2000 }, below: { min: 10, max: 200 } };
    model.marketContext = { ...model.marketContext, pair: { ...pair, trailing: trails } };
    givePlan(model, alone(trailing('3')));
    expect(rests(model)).toEqual(['192.1 stop 0.5044']);
  });
});
