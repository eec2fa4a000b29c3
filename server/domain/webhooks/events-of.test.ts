import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../contracts/rules/time.ts';
import { type BlockLine, blockEventsOf, firingEventsOf, levelEventsOf, runEventsOf } from './events-of.ts';

const line = (of: Partial<BlockLine>) =>
  blockEventsOf({ kind: 'order-found', leg: null, state: null, how: null, ordinal: 0, isFirst: false, ...of });

describe('W-16: what happened', () => {
  it('W-16 an entry is placed once, whatever the exchange says of it first', () => {
    expect(line({ leg: 'entry', state: 'open', isFirst: true })).toEqual(['block.placed']);
    expect(line({ leg: 'entry', state: 'partly-filled', isFirst: true })).toEqual(['block.placed']);
    expect(line({ leg: 'entry', state: 'filled', isFirst: true })).toEqual(['block.placed', 'block.filled']);
    expect(line({ leg: 'entry', state: 'filled' })).toEqual(['block.filled']);
    expect(line({ leg: 'entry', state: 'partly-filled' })).toEqual([]);
    expect(line({ leg: 'entry', state: 'cancelled', isFirst: true })).toEqual([]);
  });

  it('W-16 a target is told once it is filled whole; a stop by the end of its position', () => {
    expect(line({ leg: 'take-profit', state: 'filled' })).toEqual(['block.target-filled']);
    expect(line({ leg: 'take-profit', state: 'partly-filled' })).toEqual([]);
    expect(line({ leg: 'take-profit', state: 'open', isFirst: true })).toEqual([]);
    expect(line({ leg: 'stop-loss', state: 'filled' })).toEqual([]);
    expect(line({ kind: 'ended', how: 'stop-loss' })).toEqual(['block.stopped', 'block.closed']);
    expect(line({ kind: 'ended', how: 'closed' })).toEqual(['block.closed']);
  });

  it('W-16 only a copy is skipped, and other lines are told to none', () => {
    expect(line({ kind: 'skipped', ordinal: 1 })).toEqual(['copy.skipped']);
    expect(line({ kind: 'skipped' })).toEqual([]);
    expect(line({ kind: 'moved' })).toEqual([]);
  });

  it('K-8 a time that is found more than an hour late is sent to none, and any other firing is', () => {
    const fired = (kind: string, late: number) => firingEventsOf({ kind, crossedAt: DAY, firedAt: DAY + late });
    expect([fired('time', 0), fired('time', HOUR)]).toEqual([['alert.fired'], ['alert.fired']]);
    expect(fired('time', HOUR + 1)).toEqual([]);
    expect([fired('PRICE_REACHES', DAY), fired('rsi', DAY)]).toEqual([['alert.fired'], ['alert.fired']]);
  });

  it('W-16 runs by their state, rounds by the side that ends one', () => {
    expect(['starting', 'running', 'attention', 'stopped'].flatMap(runEventsOf)).toEqual([
      'bot.started',
      'bot.needs-you',
      'bot.stopped',
    ]);
    expect([levelEventsOf('sell', 'buy'), levelEventsOf('buy', 'buy')]).toEqual([['bot.round'], []]);
  });
});
