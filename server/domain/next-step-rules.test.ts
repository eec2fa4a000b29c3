import { describe, expect, it } from 'vitest';
import { big, context, sketch } from '../../tests/factories/block-sketch.ts';
import {
  AT_MARKET,
  BOTH,
  CLOSE,
  HALTED,
  LIST,
  LOST,
  NONE,
  growing,
  held,
  listed,
  step,
  REACHED,
  BELOW,
} from '../../tests/factories/next-step-sketch.ts';
import { nextStep } from './next-step.ts';
import { desiredOf } from './position/desired-targets.ts';
import { wholeAt } from './position/exits.ts';
import type { Intent, OrderFact } from './position/position.ts';

describe('what is done next about a position', () => {
  it('nothing while an answer is out', () => {
    const moved = { ...BOTH, takeProfits: wholeAt(big('0.55')) };
    expect(step(listed().position, moved)).toBe('cancel take-profit stop-loss');
    expect(step(listed({ state: 'sending' }).position, moved)).toBe('nothing');
    expect(step(listed({ state: 'unknown' }).position, moved)).toBe('nothing');
  });

  it('what is let go is finished, though its stop was reached just now', () => {
    expect(step(held('192.3', { released: true }).position, BOTH, BELOW)).toBe('finish released');
  });

  it('planned orders go one at a time, but for those of one list', () => {
    const two = (of: Partial<OrderFact>) =>
      held()
        .order('close', ['0.52', '100'], { state: 'planned', ...of })
        .order('close', ['0.52', '92.1'], { state: 'planned', ...of });
    expect(step(two({}).position, NONE)).toBe('send-planned close');
    expect(step(two(LIST).position, NONE)).toBe('send-planned close close');
  });

  it('the targets that came with the entry are awaited, no others are placed', () => {
    expect(step(listed({ state: 'pending' }).position)).toBe('nothing');
    const unwanted = held().order('take-profit', ['0.546', '192.1'], { state: 'pending' });
    unwanted.order('stop-loss', ['0.494', '192.1']);
    expect(step(unwanted.position, NONE)).toBe('cancel stop-loss');
  });

  it('targets of an entry that grows are replaced no more often than every 5 s', () => {
    const block = growing('100').order('stop-loss', ['0.494', '49.9'], { placedAt: 995_001 });
    const stop = { ...BOTH, takeProfits: [] };
    expect(step(block.position, stop)).toBe('nothing');
    expect(step(block.position, stop, { now: 1_000_001 })).toBe('cancel stop-loss');
  });
});

describe('an entry', () => {
  const REMOVE: Intent = { ...NONE, ending: 'remove' };
  const entry = (of: Partial<OrderFact> & { trades?: string[][] } = {}) =>
    sketch().order('entry', ['0.52', '192.3'], of).position;

  it('is sent first; one of no size is nothing to send, and one that was not sent is removed', () => {
    const unsent = sketch().position;
    expect(step(unsent, BOTH)).toBe('place-entry');
    expect(step({ ...unsent, quantity: big('0') }, BOTH)).toBe('nothing');
    expect(step(unsent, REMOVE)).toBe('finish removed');
    expect(step(unsent, CLOSE)).toBe('finish removed');
  });

  it('that was refused is sent again once its owner asks for it', () => {
    const refused = entry({ state: 'rejected', placedAt: 100 });
    expect(step(refused)).toBe('finish rejected');
    expect(step({ ...refused, retriedAt: 101 })).toBe('place-entry');
  });

  it('that takes over what other blocks hold awaits them, and goes where nothing of them came', () => {
    const { position } = sketch();
    expect(step({ ...position, awaited: 1 })).toBe('nothing');
    expect(step({ ...position, awaited: 0 })).toBe('finish removed');
    expect(step(growing('50', { awaited: 0 }).position)).toBe('place take-profit stop-loss');
  });

  it('that ended takes its position with it, but for what was filled of it', () => {
    expect(step(entry({ state: 'cancelled' }))).toBe('finish removed');
    expect(step(entry({ state: 'expired' }))).toBe('finish removed');
    expect(step(entry({ state: 'cancelled', trades: [['100']] }))).toBe('place take-profit stop-loss');
    expect(step(entry())).toBe('nothing');
  });

  it('is canceled to remove or to close what it has not brought in yet; targets stay when it is removed', () => {
    expect(step(entry(), REMOVE)).toBe('cancel entry');
    expect(step(growing('50').position, CLOSE)).toBe('cancel entry');
    expect(step(listed().position, { ...BOTH, ending: 'remove' })).toBe('nothing');
  });
});

describe('orders that are written down and not sent', () => {
  const PLANNED = { state: 'planned' } as const;

  it('a close waits until what ties up its coins is taken down', () => {
    const waiting = held().order('take-profit', ['0.546', '192.1']).order('close', ['0.6', '192.1'], PLANNED);
    expect(step(waiting.position)).toBe('cancel take-profit');
    const rest = held().order('rest', ['0.546', '92.1']).order('close', ['0.6', '192.1'], PLANNED);
    expect(step(rest.position)).toBe('cancel rest');
    expect(step(listed(PLANNED, held().order('close', ['0.6', '1'], PLANNED)).position)).toBe('send-planned close');
  });

  it('any other is sent besides what rests', () => {
    const beside = held().order('take-profit', ['0.546', '100']).order('stop-loss', ['0.494', '92.1'], PLANNED);
    expect(step(beside.position)).toBe('send-planned stop-loss');
  });

  it('EX-9 only limits of an entry go out together: orders for two targets do not', () => {
    const first = held().order('take-profit', ['0.546', '100'], { ...PLANNED, target: 1 });
    const both = first.order('take-profit', ['0.56', '92.1'], { ...PLANNED, target: 2 });
    expect(step(both.position)).toBe('send-planned take-profit');
    const entries = (target: number | null, leg: OrderFact['leg'] = 'entry') =>
      sketch()
        .order('entry', ['0.52', '100'], { ...PLANNED, target: 1 })
        .order(leg, ['0.51', '92.3'], { ...PLANNED, target }).position;
    expect(step(entries(2))).toBe('send-planned entry entry');
    expect(step(entries(null))).toBe('send-planned entry');
    expect(step(entries(2, 'take-profit'))).toBe('send-planned entry');
  });
});

describe('a close that repeats the main key’s', () => {
  const withdrawn = (...attempts: number[]) => ({ ...NONE, withdrawn: new Set(attempts) });
  const two = () =>
    held().order('close', ['0.6', '100'], { attempt: 1 }).order('close', ['0.61', '92.1'], { attempt: 2 });

  it('is canceled when its original is taken back, and no other', () => {
    expect(step(two().position, withdrawn())).toBe('nothing');
    expect(step(two().position, withdrawn(2))).toBe('cancel close');
    expect(step(two().position, withdrawn(1, 2))).toBe('cancel close close');
    expect(step(two().position, withdrawn(3))).toBe('nothing');
  });

  it('rests until a close at market is asked for', () => {
    expect(step(two().position, CLOSE)).toBe('cancel close close');
    expect(step(two().position, { ...NONE, ending: 'remove' })).toBe('nothing');
  });
});

describe('V-01 a close', () => {
  it('V-01 leaves the targets where they are until it can be sent again', () => {
    const block = listed().order('close', ['0', '192.1'], LOST);
    expect(step(block.position, CLOSE)).toBe('nothing');
    expect(step(block.position, CLOSE, { now: 1_000_500 })).toBe('cancel take-profit stop-loss');
  });

  it('V-01 is sent once: nothing besides one that is at work', () => {
    const working = held().order('close', ['0', '192.1'], { ...AT_MARKET, trades: [['50', '0.52']] });
    expect(step(working.position, CLOSE)).toBe('nothing');
    expect(step(held().position, CLOSE)).toBe('place close');
  });

  it('V-03 that could sell nothing finishes nothing', () => {
    expect(step(held('5').position, { ...NONE, ending: 'close' })).toBe('nothing');
  });

  it('V-07 of which the rest was taken off the books is finished', () => {
    expect(step(held('192.3', { writtenOff: big('190') }).position, CLOSE)).toBe('finish closed');
  });

  it('V-01 that was refused after a part of it does not finish what is left', () => {
    const block = held().order('close', ['0', '50'], { ...AT_MARKET, trades: [['50', '0.52']] });
    block.order('close', ['0', '142.1'], { ...LOST, state: 'rejected' });
    expect(step(block.position, { ...NONE, ending: 'close' })).toBe('nothing');
  });

  it('V-01 is over where it was refused, and only then; an entry that is removed stays removed', () => {
    const refused = held().order('close', ['0', '192.1'], { ...LOST, state: 'rejected' }).position;
    expect(desiredOf(held().position, CLOSE).ending).toBe('close');
    expect(desiredOf(refused, CLOSE).ending).toBe('none');
    expect(desiredOf(refused, { ...BOTH, ending: 'remove' }).ending).toBe('remove');
  });

  it('F-16 targets that were refused give way to those that were there', () => {
    const block = listed({ state: 'cancelled', cancelAsked: true });
    block.order('take-profit', ['0.55', '192.1'], { state: 'rejected', clientListId: 'new' });
    block.order('stop-loss', ['0.494', '192.1'], { state: 'rejected', clientListId: 'new' });
    const { takeProfits } = desiredOf(block.position, { ...BOTH, takeProfits: wholeAt(big('0.55')) });
    expect(takeProfits.map(({ price }) => price.toFixed())).toEqual(['0.546']);
  });

  it('a block that was sold by hand is finished once none of its orders is at work', () => {
    const sold = held().order('close', ['0', '192.1'], { ...AT_MARKET, trades: [['192.1', '0.52']] });
    expect(step(sold.position, NONE)).toBe('finish closed');
    expect(step(sold.order('take-profit', ['0.546', '192.1']).position, NONE)).toBe('cancel take-profit');
  });
});

describe('V-02 a target that was filled or reached', () => {
  const half = { state: 'cancelled', cancelAsked: true } as const;

  it('V-02 one that was cancelled half filled goes on with what is left', () => {
    const block = held().order('take-profit', ['0.546', '192.1'], { ...half, trades: [['40']] });
    expect(step(block.position, { ...BOTH, stop: null })).toBe('place take-profit');
  });

  it('V-02 one that was cancelled ends no entry that still grows', () => {
    const block = growing('50').order('take-profit', ['0.546', '49.9'], { ...half, trades: [['49.9']] });
    expect(step(block.position, { ...BOTH, stop: null })).toBe('nothing');
  });

  it('V-02 the rest of a stop is sold again after its pause; that of a take profit is placed once', () => {
    const stopped = held().order('stop-loss', ['0.494', '100'], { trades: [['100']] });
    expect(step(stopped.position, BOTH, BELOW)).toBe('place rest');
    stopped.order('rest', ['0', '92.1'], LOST);
    expect(step(stopped.position, BOTH, BELOW)).toBe('nothing');
    expect(step(stopped.position, BOTH, { ...BELOW, now: 1_000_500 })).toBe('place rest');
    const taken = () => held().order('take-profit', ['0.546', '100'], { trades: [['100']] });
    const over = { state: 'expired' } as const;
    expect(step(taken().order('rest', ['0.546', '92.1'], over).position)).toBe('place rest');
    const partly = taken().order('rest', ['0.546', '92.1'], { ...over, trades: [['40']] });
    expect(step(partly.position)).toBe('finish take-profit');
  });

  it('V-02 nothing is placed or sold besides the rest of a take profit that waits at its price', () => {
    const taken = held().order('take-profit', ['0.546', '100'], { trades: [['100']] });
    const waiting = taken.order('rest', ['0.546', '92.1']).position;
    expect(step(waiting)).toBe('nothing');
    expect(step(waiting, BOTH, { market: big('0.546') })).toBe('nothing');
    expect(step(waiting, CLOSE)).toBe('cancel rest');
    expect(step(waiting, BOTH, BELOW)).toBe('note-stop');
    expect(step({ ...waiting, ...REACHED }, BOTH, BELOW)).toBe('cancel rest');
    const stopped = held('192.3', REACHED).order('take-profit', ['0.546', '100'], { trades: [['100']] });
    stopped.order('rest', ['0.546', '92.1'], half);
    expect(step(stopped.position, BOTH, BELOW)).toBe('place rest');
    stopped.order('rest', ['0', '92.1'], LOST);
    expect(step(stopped.position, BOTH, BELOW)).toBe('nothing');
  });

  it('V-02 what a stop did not hold is sold to its end, however little is traded at once', () => {
    const stopped = held('300').order('stop-loss', ['0.494', '100'], { trades: [['100']] });
    stopped.order('rest', ['0', '199.7'], { ...AT_MARKET, state: 'expired', trades: [['40', '0.49']] });
    const next = nextStep(stopped.position, { ...BOTH, takeProfits: [] }, context(BELOW));
    expect(next).toMatchObject({ do: 'place', orders: [{ leg: 'rest', type: 'market' }] });
  });

  it('V-06 what a take profit left over follows when it is moved, and goes on where something else took it down', () => {
    const left = (price: string, of: Partial<OrderFact> & { trades?: string[][] } = {}) =>
      held()
        .order('take-profit', ['0.546', '100'], { trades: [['100']] })
        .order('rest', [price, '92.1'], of).position;
    const moved = { ...BOTH, takeProfits: wholeAt(big('0.55')) };
    expect(step(left('0.546'), moved)).toBe('cancel rest');
    expect(step(left('0.55'), moved)).toBe('nothing');
    expect(step(left('0.546', { trades: [['90']] }), moved)).toBe('nothing');
    expect(step(left('0.546', half), moved)).toBe('place rest');
    // Its close was refused for good: the rest goes back.
    const closing = held().order('take-profit', ['0.546', '100'], { trades: [['100']] });
    closing.order('rest', ['0.546', '92.1'], half).order('close', ['0', '92.1'], { ...AT_MARKET, state: 'rejected' });
    expect(step(closing.position, CLOSE)).toBe('place rest');
    // Without a take profit it stays where it was placed last.
    expect(step(left('0.55'), { ...BOTH, takeProfits: [] })).toBe('nothing');
    expect(step(left('0.546'), moved, HALTED)).toBe('nothing');
    expect(step(left('0', AT_MARKET), moved)).toBe('nothing');
  });

  it('V-02 while a stop waits for its next try the take profit stays, and no other target is placed', () => {
    const block = held('192.3', REACHED).order('take-profit', ['0.546', '192.1']);
    block.order('stop-loss', ['0', '192.1'], LOST);
    expect(step(block.position, BOTH, BELOW)).toBe('nothing');
  });

  it('V-02 a stop that is reached is sold by one order and no list', () => {
    const sale = nextStep(held('192.3', REACHED).position, BOTH, context(BELOW));
    expect(sale).toMatchObject({ do: 'place', orders: [{ leg: 'stop-loss', type: 'market' }], asList: false });
  });

  it('V-02 a take profit that waits for its next try keeps nothing from resting', () => {
    const failed = held().order('take-profit', ['0.546', '192.1'], { ...LOST, type: 'market' });
    expect(step(failed.position, BOTH, { market: big('0.55') })).toBe('place take-profit stop-loss');
  });

  it('V-02 a stop that is reached ends an entry that still grows first', () => {
    expect(step(growing('50', REACHED).position, BOTH, BELOW)).toBe('cancel entry');
  });
});
