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
import type { TimeExit } from '../exit-plan/timed-exit.ts';
import type { Exits, Stop } from '../position/exits.ts';

const [MINUTE, DAY] = [60_000, 86_400_000];
const STOP: Stop = { price: big('0.4840') };
const PLAN: Exits = { takeProfits: takeProfits('0.56 50, 0.58 50'), stop: STOP };
const HELD = ['96 at 0.56', '96 stop 0.484', '96.1 at 0.58', '96.1 stop 0.484'];
type Model = ReturnType<typeof plannedPosition>;
type Steps = ReturnType<typeof goTo>;

const doing = (steps: Steps) => steps.map((step) => step?.do);
const timed = (model: Model) => model.position.planFacts?.timed;

/** With a time exit from the next look on. */
function withTime(exit: TimeExit, plan = PLAN): Model {
  const model = plannedPosition({ takeProfits: [], stop: null });
  model.intent = { ...model.intent, timing: { exit } };
  givePlan(model, plan);
  return model;
}
/** Of a model that begins at 1,000,000, when its entry fills. */
const AT = 1_000_000 + 5 * MINUTE;
const sinceFill = { after: 5 * MINUTE, onlyInProfit: false };
const inProfit = { at: AT, onlyInProfit: true };

describe('EX-10 a time exit of a plan', () => {
  it('is looked at when it is due, and then all that is left is closed at market', () => {
    const model = withTime(sinceFill);
    expect([exitsOf(model).lookAt, rests(model)]).toEqual([AT, HELD]);
    expect(goTo(model, '0.53', { ms: 5 * MINUTE - 1 })).toEqual([]);
    expect(doing(goTo(model, '0.53', { ms: 1 }))).toEqual(['note-facts', 'cancel', 'cancel', 'place', 'finish']);
    expect([timed(model), model.ended]).toEqual([{ at: AT, did: 'close', isLate: false }, 'closed']);
  });

  it('closes what targets have left, whatever the result', () => {
    const model = withTime({ at: AT, onlyInProfit: false });
    goTo(model, '0.56', { ms: 1000 });
    goTo(model, '0.50', { ms: 5 * MINUTE });
    expect(model.ended).toBe('closed');
    expect(model.position.orders.find(({ leg }) => leg === 'close')?.quantity.toFixed()).toBe('96.1');
  });

  it('only in profit keeps the targets where the whole deal has none, for good', () => {
    // 99.996 were paid: 192.1 at 0.5211 bring in a thousandth less, 100.003; at 0.5210, 99.984.
    const model = withTime(inProfit);
    expect(doing(goTo(model, '0.5210', { ms: 5 * MINUTE }))).toEqual(['note-facts']);
    expect([timed(model)?.did, exitsOf(model).lookAt]).toEqual(['keep', null]);
    expect(goTo(model, '0.55', { ms: MINUTE })).toEqual([]);
    expect(rests(model)).toEqual(HELD);
    const other = withTime(inProfit);
    goTo(other, '0.5211', { ms: 5 * MINUTE });
    expect(other.ended).toBe('closed');
  });

  it('counts what targets have brought in, and buys back what was sold first', () => {
    const model = withTime(inProfit);
    goTo(model, '0.56', { ms: 1000 });
    goTo(model, '0.49', { ms: 5 * MINUTE });
    expect([timed(model)?.did, model.ended]).toEqual(['close', 'closed']);
    const sold = plannedPosition({ takeProfits: [], stop: null }, { section: 'sell' });
    sold.intent = { ...sold.intent, timing: { exit: inProfit } };
    givePlan(sold, { takeProfits: [], stop: { price: big('0.56') } });
    goTo(sold, '0.5199', { ms: 5 * MINUTE });
    expect(timed(sold)?.did).toBe('keep');
    const won = plannedPosition({ takeProfits: [], stop: null }, { section: 'sell' });
    won.intent = { ...won.intent, timing: { exit: inProfit } };
    givePlan(won, { takeProfits: [], stop: { price: big('0.56') } });
    goTo(won, '0.5180', { ms: 5 * MINUTE });
    expect([timed(won)?.did, won.ended]).toEqual(['close', 'closed']);
  });

  it('due while this server was away is done late and said; more than a day late it asks', () => {
    const late = withTime(sinceFill);
    goTo(late, '0.53', { ms: 5 * MINUTE + DAY });
    expect([timed(late)?.isLate, late.ended]).toEqual([true, 'closed']);
    const later = withTime(sinceFill);
    expect(doing(goTo(later, '0.53', { ms: 5 * MINUTE + DAY + 1 }))).toEqual(['note-facts']);
    expect([timed(later), rests(later)]).toEqual([{ at: AT, did: 'ask', isLate: true }, HELD]);
    later.intent = { ...later.intent, timing: { exit: { at: AT + 3 * DAY, onlyInProfit: false } } };
    expect(givePlan(later, PLAN)).toEqual([]);
    expect([exitsOf(later).lookAt, exitsOf(later).facts]).toEqual([AT + 3 * DAY, null]);
  });

  it('does nothing while the price is not known', () => {
    const model = withTime(sinceFill);
    model.marketContext = { ...model.marketContext, now: AT, market: null };
    expect(settled(model)).toEqual([]);
    model.marketContext = { ...model.marketContext, market: big('0.53'), isDelayed: true };
    expect(settled(model)).toEqual([]);
  });
});

describe('EX-11 a stop by the close of a candle', () => {
  const closing = { price: big('0.4940'), interval: '15m' as const };
  const QUARTER = 15 * MINUTE;
  /** The candle in which the model begins ends then. */
  const FIRST = Math.ceil(1_000_000 / QUARTER) * QUARTER;
  const waits = () => plannedPosition({ ...PLAN, stop: { ...STOP, closing } });
  const closed = (model: Model) => model.position.planFacts?.closed;

  /** The n-th candle closes there, and is read so many ms later, when the market is at `price`. */
  function close(model: Model, of: { nth: number; at: string; price?: string; ms?: number }): Steps {
    const at = FIRST + (of.nth - 1) * QUARTER;
    const closes = [...(model.marketContext.closes ?? []), { at, close: big(of.at) }];
    model.marketContext = { ...model.marketContext, closes };
    return goTo(model, of.price ?? of.at, { ms: at + (of.ms ?? 2000) - model.marketContext.now });
  }

  it('has its emergency stop on the exchange, and reads the candle two seconds after it has closed', () => {
    const model = waits();
    expect(rests(model)).toEqual(HELD);
    expect(closed(model)).toEqual({ until: FIRST - QUARTER, did: null, price: null });
    expect(exitsOf(model).lookAt).toBe(FIRST + 2000);
    model.marketContext = { ...model.marketContext, now: FIRST + 2000 };
    expect(exitsOf(model).lookAt).toBe(FIRST + 4000);
  });

  it('does nothing at a close above, nor at a price below before the close', () => {
    const model = waits();
    expect(goTo(model, '0.4900')).toEqual([]);
    expect(doing(close(model, { nth: 1, at: '0.4940' }))).toEqual(['note-facts']);
    expect([closed(model)?.until, closed(model)?.did, rests(model)]).toEqual([FIRST, null, HELD]);
  });

  it('sells all at market at a close below, though the price has come back a moment later, and until it is sold', () => {
    const model = waits();
    model.fates = ['refused'];
    const steps = close(model, { nth: 1, at: '0.4939', price: '0.4945' });
    expect(doing(steps).slice(0, 4)).toEqual(['note-facts', 'cancel', 'cancel', 'place']);
    expect([closed(model)?.did, model.ended]).toEqual(['close', null]);
    goTo(model, '0.51', { ms: 2000 });
    expect(model.ended).toBe('stop-loss');
  });

  it('of a close that was missed sells where the price is still below, and asks where it is back', () => {
    const below = waits();
    close(below, { nth: 1, at: '0.4930', price: '0.4939', ms: MINUTE + 1 });
    expect(below.ended).toBe('stop-loss');
    const back = waits();
    expect(doing(close(back, { nth: 1, at: '0.4930', price: '0.4940', ms: MINUTE + 1 }))).toEqual(['note-facts']);
    expect(closed(back)).toMatchObject({ until: FIRST, did: 'ask' });
    expect([closed(back)?.price?.toFixed(), rests(back)]).toEqual(['0.493', HELD]);
    close(back, { nth: 2, at: '0.4950' });
    expect(closed(back)).toMatchObject({ until: FIRST + QUARTER, did: 'ask' });
    close(back, { nth: 3, at: '0.4939' });
    expect(back.ended).toBe('stop-loss');
  });

  it('of several the newest decides where it was read in time', () => {
    const model = waits();
    const earlier = { at: FIRST, close: big('0.4930') };
    model.marketContext = { ...model.marketContext, closes: [earlier] };
    close(model, { nth: 2, at: '0.4939', price: '0.4950' });
    expect(model.ended).toBe('stop-loss');
    const back = waits();
    back.marketContext = { ...back.marketContext, closes: [earlier] };
    close(back, { nth: 2, at: '0.4941' });
    expect(closed(back)).toMatchObject({ until: FIRST + QUARTER, did: 'ask' });
  });

  it('still has its emergency stop when the price gets there', () => {
    const model = waits();
    goTo(model, '0.4840');
    expect(model.ended).toBe('stop-loss');
    expect(closed(model)?.did).toBeNull();
  });
});
