import { describe, expect, it } from 'vitest';
import { around, factsWith, levelOf, NOW, runLevel, runOrder } from '../../../../tests/factories/run-facts.ts';
import { big } from '../../../../tests/factories/worked-grids.ts';
import { foldLevel, mirrorOf } from './level-fold.ts';
import type { RunContext, RunFacts, RunOrder } from './run-facts.ts';
import { runStep } from './run-step.ts';

const SALE = levelOf(5, {
  startsBy: 'sell',
  buyPrice: big('0.52'),
  sellPrice: big('0.53'),
  buys: { by: 'fixed', quantity: big(97) },
});
const { rules } = around();

function mirror(of: typeof SALE, start: { base?: string; counter?: string }, orders: RunOrder[] = []) {
  const level = runLevel(of, start);
  const held = mirrorOf(of, foldLevel(of, { start: level.start, orders }, rules), rules);
  return held && `${held.side} ${held.quantity.toFixed()} at ${held.price.toFixed()}`;
}

describe('R-12 the order that the exchange holds', () => {
  it('held-mirror: a sale pays for the purchase after it', () => {
    expect(mirror(SALE, { base: '96.9' })).toBe('buy 97 at 0.52');
    const dear = { ...SALE, buys: { by: 'fixed' as const, quantity: big('98.7') } };
    // 51.305643 USDT, and 51.324 are needed: money of its own does not count.
    expect(mirror(dear, { base: '96.9', counter: '10' })).toBeNull();
    expect(mirror({ ...SALE, buys: { by: 'fixed', quantity: big('98.6') } }, { base: '96.9' })).toBe(
      'buy 98.6 at 0.52',
    );
  });

  it('a sale that does not pay for all of it brings the purchase of what it pays for', () => {
    expect(mirror({ ...SALE, buys: { by: 'fixed', quantity: big('98.7') } }, { base: '96.9' })).toBe(
      'buy 98.6 at 0.52',
    );
    // Exactly: 100 at 0.53 bring 52.947 USDT.
    const exact = { ...SALE, buyPrice: big('0.52947'), buys: { by: 'fixed' as const, quantity: big(100) } };
    expect(mirror(exact, { base: '100' })).toBe('buy 100 at 0.52947');
  });

  it('R-9: a first price is that of the first order alone', () => {
    const level = levelOf(1, { firstPrice: big('0.475') });
    const bought = runOrder({ price: '0.475', filled: '105', state: 'filled' });
    expect(mirror(level, { counter: '50.4' }, [bought])).toBe('buy 105 at 0.48');
  });

  it('a purchase brings the sale of all that the level then holds, dust of earlier turns included', () => {
    expect(mirror(levelOf(1), { counter: '50.4' })).toBe('sell 104.8 at 0.49');
    expect(mirror(levelOf(1), { counter: '50.4', base: '0.01' })).toBe('sell 104.9 at 0.49');
  });

  it('counts what has filled before, for what is left', () => {
    const part = runOrder({ state: 'cancelled', cancelAsked: true, filled: '61.3' });
    expect(mirror(levelOf(1), { counter: '50.4' }, [part])).toBe('sell 104.8 at 0.49');
    const sold = runOrder({
      level: 5,
      side: 'sell',
      price: '0.53',
      quantity: '96.9',
      filled: '50',
      state: 'cancelled',
    });
    expect(mirror(SALE, { base: '96.9' }, [sold])).toBeNull();
  });

  it('is none where it is too small, or no round follows', () => {
    expect(
      mirror(levelOf(1, { buys: { by: 'fixed', quantity: big('10.2') }, sellPrice: big('0.4899') }), {
        counter: '50.4',
      }),
    ).toBeNull();
    expect(mirror(levelOf(1, { repeat: false }), { counter: '50.4' })).toBeNull();
  });
});

const LEVELS = ['0.49', '0.5', '0.51', '0.52', '0.53', '0.54'].map((price, at) =>
  runLevel(
    levelOf(at + 1, {
      startsBy: at < 3 ? 'buy' : 'sell',
      buyPrice: big(price),
      sellPrice: big(price).plus('0.01'),
      buys: { by: 'fixed', quantity: big(100) },
    }),
    at < 3 ? { counter: '60' } : { base: '99.9' },
  ),
);

/** 'place 3: buy 100 at 0.51, then sell 99.9 at 0.52', 'cancel 3', … the nearest first. */
function steps(facts: Partial<RunFacts>, context: Partial<RunContext> = {}): string[] {
  const run = factsWith({ levels: LEVELS, heldMirrors: 1, ...facts });
  return runStep(run, around({ last: big('0.523'), ...context })).steps.map((step) => {
    if (step.do === 'cancel') return `cancel ${step.order.clientOrderId}`;
    if (step.do !== 'place') return step.do;
    const { level, turn, side, quantity, price, attempt, mirror: next } = step.order;
    const then = next
      ? `, then ${next.turn}/${next.attempt} ${next.side} ${next.quantity.toFixed()} at ${next.price.toFixed()}`
      : '';
    return `place ${level}: ${turn}/${attempt} ${side} ${quantity.toFixed()} at ${price.toFixed()}${then}`;
  });
}
const PLAIN = [
  'place 4: 0/1 sell 99.9 at 0.53',
  'place 3: 0/1 buy 100 at 0.51',
  'place 5: 0/1 sell 99.9 at 0.54',
  'place 2: 0/1 buy 100 at 0.5',
  'place 6: 0/1 sell 99.9 at 0.55',
  'place 1: 0/1 buy 100 at 0.49',
];
const resting = (levels: readonly number[]): RunOrder[] =>
  levels.flatMap((level) => {
    const of = LEVELS[level - 1];
    if (!of) return [];
    const { buyPrice, sellPrice, startsBy: side } = of.level;
    const price = (side === 'buy' ? buyPrice : sellPrice).toFixed();
    return [runOrder({ level, side, leg: side, price, quantity: side === 'buy' ? '100' : '99.9' })];
  });
const pending = (level: number, change: Partial<RunOrder> = {}): RunOrder => ({
  ...runOrder({ level, turn: 1, side: level < 4 ? 'sell' : 'buy', state: 'pending', price: '0.52', quantity: '99.9' }),
  ...change,
});

describe('R-12 which levels', () => {
  it('none without being asked, or while the price is not known', () => {
    expect(steps({ heldMirrors: 0 })).toEqual(PLAIN);
    expect(steps({}, { last: null }).every((step) => !step.includes('then'))).toBe(true);
  });

  it('the nearest of each side, and the others alone', () => {
    expect(steps({})).toEqual([
      'place 4: 0/1 sell 99.9 at 0.53, then 1/1 buy 100 at 0.52',
      'place 3: 0/1 buy 100 at 0.51, then 1/1 sell 99.9 at 0.52',
      ...PLAIN.slice(2),
    ]);
  });

  it('one that has come near goes out anew, once nothing of it has filled', () => {
    const all = resting([1, 2, 3, 4, 5, 6]);
    expect(steps({ orders: all })).toEqual(['cancel 3 0 buy 1', 'cancel 4 0 sell 1']);
    const first = runOrder({
      level: 3,
      price: '0.51',
      quantity: '100',
      filled: '10',
      state: 'cancelled',
      cancelAsked: true,
    });
    const second = runOrder({ level: 3, price: '0.51', quantity: '90', attempt: 2 });
    const others = all.filter(({ level }) => level !== 3);
    expect(steps({ orders: [...others, first, second] })).toEqual(['cancel 4 0 sell 1']);
    const part = runOrder({ level: 3, price: '0.51', quantity: '100', filled: '1', state: 'partly-filled' });
    expect(steps({ orders: [...others, part] })).toEqual(['cancel 4 0 sell 1']);
    expect(steps({ orders: all, heldMirrors: 0 })).toEqual([]);
    expect(steps({ orders: all, state: 'paused' })).toEqual([]);
  });

  it('one that is held already rests on, also where it is near no more', () => {
    const all = [...resting([1, 2, 3, 4, 5, 6]), pending(1), pending(3), pending(4)];
    expect(steps({ orders: all })).toEqual([]);
    expect(steps({ orders: all, heldMirrors: 0 })).toEqual([]);
  });

  it('one that the exchange has refused goes alone, and does not come down for it', () => {
    const refused = runOrder({ level: 3, price: '0.51', state: 'rejected', reason: 'No.', updatedAt: NOW - 60_000 });
    const others = [...resting([1, 2, 4, 5, 6]), pending(4)];
    expect(steps({ orders: [...others, refused, pending(3, { state: 'rejected' })] })).toEqual([
      'place 3: 0/2 buy 100 at 0.51',
    ]);
    const alone = { ...runOrder({ level: 3, price: '0.51', quantity: '100', attempt: 2 }) };
    expect(steps({ orders: [...others, refused, pending(3, { state: 'rejected' }), alone] })).toEqual([]);
  });

  it('both come down together, and both of their names are new afterwards', () => {
    const both = [...resting([3]), pending(3)];
    expect(steps({ orders: [...both, ...resting([1, 2])], levels: LEVELS.slice(0, 3), state: 'stopping' })).toContain(
      'cancel 3 1 sell 1',
    );
    const ended = both.map((order): RunOrder => Object.assign({}, order, { state: 'cancelled', cancelAsked: true }));
    expect(steps({ orders: [...ended, ...resting([1, 2])], levels: LEVELS.slice(0, 3) })).toEqual([
      'place 3: 0/2 buy 100 at 0.51, then 1/2 sell 99.9 at 0.52',
    ]);
  });
});
