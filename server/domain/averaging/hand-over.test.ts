import { describe, expect, it } from 'vitest';
import { big, context, sketch } from '../../../tests/factories/block-sketch.ts';
import { nextStep } from '../next-step.ts';
import { NO_EXITS, exitsAt } from '../position/exits.ts';
import type { Intent, OrderFact, Position } from '../position/position.ts';
import { handOver } from './hand-over.ts';

const STAYS: Intent = { ...NO_EXITS, ending: 'none' };
const BOTH: Intent = { ...exitsAt(big('0.56'), big('0.47')), ending: 'none' };
const filled = () => sketch().order('entry', ['0.52', '192.3'], { trades: [['192.3']] });
const going = (position: Position, how: 'join' | 'split' = 'join'): Position => ({ ...position, handsOver: how });
const next = (position: Position, intent: Intent = BOTH, change = {}) =>
  nextStep(position, intent, context({ market: big('0.52'), ...change }));

describe('AV-2 a block that goes over', () => {
  it('has its targets taken down first, then goes', () => {
    const block = filled().order('stop-loss', ['0.47', '192.1'], { clientListId: 'one' });
    block.order('take-profit', ['0.56', '192.1'], { clientListId: 'one' });
    expect(next(going(block.position))).toMatchObject({ do: 'cancel', because: 'joining' });
    expect(next(going(block.position, 'split'))).toMatchObject({ do: 'cancel', because: 'splitting' });
    expect(next(going(filled().position))).toEqual({ do: 'hand-over' });
    expect(handOver(filled().position, BOTH)).toBeNull();
  });

  it('waits for an answer that is out, and for a pair that trades again', () => {
    const asked = filled().order('stop-loss', ['0.47', '192.1'], { state: 'unknown' });
    expect(next(going(asked.position))).toBeNull();
    const resting = filled().order('stop-loss', ['0.47', '192.1']);
    const halted = { ...context().pair, status: 'halted' as const };
    expect(next(going(resting.position), BOTH, { pair: halted })).toBeNull();
  });

  it.each<[string, Partial<Position>, Partial<Intent>]>([
    ['It was released.', { released: true }, {}],
    ['It was changed on the exchange.', { interference: 'order-cancelled' }, {}],
    ['Its stop loss was reached.', { stopReachedAt: 1 }, {}],
    ['It is being closed.', {}, { ending: 'close' }],
  ])('stays: %s', (because, of, intent) => {
    expect(next(going({ ...filled().position, ...of }), { ...BOTH, ...intent })).toEqual({ do: 'stay', because });
  });

  it.each<[string, OrderFact['leg'], Partial<OrderFact> & { trades?: string[][] }]>([
    ['A target was filled.', 'take-profit', { trades: [['1', '0.56']], state: 'partly-filled' }],
    ['A target was filled.', 'stop-loss', { trades: [['1', '0.47']], state: 'cancelled' }],
    ['It is being closed.', 'close', { state: 'open' }],
    ['A target was filled.', 'close', { trades: [['1', '0.5']], state: 'filled' }],
  ])('stays once something else has begun: %s %s', (because, leg, of) => {
    const { position } = filled().order(leg, ['0.56', '100'], of);
    expect(handOver(going(position), STAYS)).toEqual({ do: 'stay', because });
  });

  it('stays while its entry is not filled, and goes where the rest of it was canceled', () => {
    const open = sketch().order('entry', ['0.52', '192.3'], { trades: [['100']] });
    const stays = { do: 'stay', because: 'Its entry is not filled.' };
    expect(handOver(going(open.position), STAYS)).toEqual(stays);
    expect(handOver(going(sketch().position), STAYS)).toEqual(stays);
    const canceled = sketch().order('entry', ['0.52', '192.3'], { trades: [['100']], state: 'cancelled' });
    expect(handOver(going(canceled.position), { ...STAYS, ending: 'remove' })).toEqual({ do: 'hand-over' });
  });

  it('a stop that this server watches and that was reached comes first', () => {
    expect(next(going(filled().position), BOTH, { market: big('0.46') })).toEqual({ do: 'note-stop' });
  });
});

describe('AV-2 a block that takes others over', () => {
  const empty = (awaited: number): Position => {
    const { position } = sketch().order('entry', ['0.52', '192.3'], { state: 'filled', quantity: big('192.3') });
    return { ...position, awaited };
  };

  it('buys nothing, waits for the first of them, and ends where none came', () => {
    expect(next(empty(2))).toBeNull();
    expect(next(empty(0))).toEqual({ do: 'finish', how: 'removed' });
  });

  it('places its targets for what is there, and does not end before the last came', () => {
    const some = { ...filled().position, awaited: 1 };
    expect(next(some)).toMatchObject({ do: 'place', asList: true });
    const sold = filled().order('stop-loss', ['0.47', '192.1'], { trades: [['192.1', '0.47']] });
    expect(next({ ...sold.position, awaited: 1 })).toBeNull();
    expect(next({ ...sold.position, awaited: 0 })).toEqual({ do: 'finish', how: 'stop-loss' });
  });
});
