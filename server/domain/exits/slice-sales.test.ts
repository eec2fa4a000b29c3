import { describe, expect, it } from 'vitest';
import { big } from '../../../tests/factories/block-sketch.ts';
import {
  exitsOf,
  goTo,
  plannedPosition,
  rests,
  settled,
  takeProfits,
} from '../../../tests/factories/planned-position.ts';
import type { Exits, Stop } from '../position/exits.ts';

type Model = ReturnType<typeof plannedPosition>;
const stopAt = (price: string, more: Partial<Stop> = {}): Stop => ({ price: big(price), ...more });
const BOUGHT: Exits = { takeProfits: takeProfits('0.546 50, 0.56 50'), stop: stopAt('0.494') };
const SOLD: Exits = { takeProfits: takeProfits('0.494 50, 0.48 50'), stop: stopAt('0.546') };
const BREAK_EVEN = { after: { to: 'break-even', target: 1, offset: big(0) } } as const;

const levels = (model: Model) =>
  exitsOf(model).levels.map(({ target, price, above }) => `${target} ${above ? 'from' : 'down to'} ${price.toFixed()}`);

describe('EX-5 the prices at which this server acts for a plan', () => {
  it('of a purchase its stop is below and its targets above, of a sale the other way round', () => {
    expect(levels(plannedPosition(BOUGHT, { mostStops: 0 }))).toEqual([
      'stop-loss down to 0.494',
      'take-profit from 0.546',
      'take-profit from 0.56',
    ]);
    expect(levels(plannedPosition(SOLD, { section: 'sell', mostStops: 0 }))).toEqual([
      'stop-loss from 0.546',
      'take-profit down to 0.494',
      'take-profit down to 0.48',
    ]);
  });

  it('are none for targets that rest, with a stop beside them or without', () => {
    expect(levels(plannedPosition(BOUGHT))).toEqual([]);
    expect(levels(plannedPosition({ ...BOUGHT, stop: null }))).toEqual([]);
  });

  it('EX-8 a stop that follows is looked at beyond the best price: above it for a purchase, below it for a sale', () => {
    const follows = (price: string) => ({ takeProfits: [], stop: stopAt(price, { trailing: big('0.03') }) });
    expect(levels(plannedPosition(follows('0.494'), { trails: false }))).toEqual(['peak from 0.5206']);
    expect(levels(plannedPosition(follows('0.55'), { section: 'sell', trails: false }))).toEqual([
      'peak down to 0.5194',
    ]);
  });
});

it('EX-5 a stop that was reached, and that its owner has then taken back, sells nothing', () => {
  const model = plannedPosition({ ...BOUGHT, stop: null });
  model.position.stopReachedAt = 1;
  const { reachedByServer, stopReached } = exitsOf(model);
  expect([reachedByServer, stopReached, settled(model)]).toEqual([null, false, []]);
});

describe('EX-6 a stop that is to be moved while the market is too near to its new price', () => {
  /** The first target fills, and the price is back at the new price of the stop before it is looked at. */
  const moved = (exits: Exits, section: 'buy' | 'sell', [target = '', back = '']: readonly string[]) => {
    const model = plannedPosition(exits, { section });
    model.move(big(target), big(1), 1000);
    model.move(big(back), big(1), 1000);
    settled(model);
    return model;
  };

  it('of a purchase stays where it was, and is moved three ticks above', () => {
    const model = moved({ ...BOUGHT, stop: stopAt('0.494', BREAK_EVEN) }, 'buy', ['0.546', '0.5212']);
    expect(rests(model)).toEqual(['96.1 at 0.56', '96.1 stop 0.494']);
    expect(levels(model)).toEqual(['take-profit from 0.5214']);
    expect(goTo(model, '0.5213')).toEqual([]);
    goTo(model, '0.5214');
    expect(rests(model)).toEqual(['96.1 at 0.56', '96.1 stop 0.5211']);
  });

  it('of a sale stays where it was, and is moved three ticks below', () => {
    const model = moved({ ...SOLD, stop: stopAt('0.546', BREAK_EVEN) }, 'sell', ['0.494', '0.5189']);
    expect(rests(model)).toContain('96.3 stop 0.546');
    const [level = ''] = levels(model);
    expect(level).toBe('take-profit down to 0.5186');
    goTo(model, '0.5186');
    expect(rests(model)).toContain('96.3 stop 0.5189');
  });
});
