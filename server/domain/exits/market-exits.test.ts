import { describe, expect, it } from 'vitest';
import { exitsAt, wholeAt } from '../position/exits.ts';
import { big, context, sketch, type Sketch } from '../../../tests/factories/block-sketch.ts';
import { planExits } from './plan-exits.ts';
import type { MarketContext, Position, Intent } from '../position/position.ts';

const BOTH: Intent = { ...exitsAt(big('0.546'), big('0.494')), ending: 'none' };
const REACHED = { stopReachedAt: 500 };
const AT_MARKET = { type: 'market', stopPrice: null } as const;
const LOST = { ...AT_MARKET, state: 'expired', exchangeOrderId: null } as const;

const held = (of: Partial<Position> = {}, drawn: Sketch = {}) => {
  const block = sketch(drawn).order('entry', ['0.52', '192.3'], { trades: [['192.3']] });
  Object.assign(block.position, of);
  return block;
};
const plan = (position: Position, marketContext: Partial<MarketContext> = {}, intent = BOTH) =>
  planExits(position, intent, context(marketContext));
const sizeOf = (sale: { order: { quantity: { toFixed: () => string } } } | null) => sale?.order.quantity.toFixed();

describe('V-02 what this server sells at market', () => {
  it('V-02 a target that the exchange holds is the exchange’s, at any price', () => {
    const stop = held(REACHED).order('stop-loss', ['0.494', '192.1']).position;
    expect(plan(stop, { market: big('0.49') })).toMatchObject({ reachedByServer: null, stopReached: false });
    expect(plan({ ...stop, stopReachedAt: null }, { market: big('0.49') }).stopReached).toBe(false);
    const profit = held().order('take-profit', ['0.546', '192.1']).position;
    expect(plan(profit, { market: big('0.55') }).reachedByServer).toBeNull();
  });

  it('V-02 a target that waits for its entry is not on the book: this server acts', () => {
    const waiting = { state: 'pending' } as const;
    const stop = held().order('stop-loss', ['0.494', '192.1'], waiting).position;
    expect(plan(stop, { market: big('0.49') }).stopReached).toBe(true);
    expect(sizeOf(plan({ ...stop, ...REACHED }, { market: big('0.49') }).reachedByServer)).toBe('192.1');
    const profit = held().order('take-profit', ['0.546', '192.1'], waiting).position;
    expect(sizeOf(plan(profit, { market: big('0.546') }).reachedByServer)).toBe('192.1');
  });

  it('V-02 a stop that its owner took off is not sold any more', () => {
    const intent = { ...BOTH, stop: null };
    expect(plan(held(REACHED).position, { market: big('0.49') }, intent).reachedByServer).toBeNull();
  });

  it('V-01 the pause is over exactly when it is', () => {
    const failed = held(REACHED).order('stop-loss', ['0', '192.1'], { ...LOST, updatedAt: 999_000 }).position;
    const waits = (now: number) => plan(failed, { market: big('0.49'), now }).reachedByServer?.waits;
    expect([waits(999_999), waits(1_000_000)]).toEqual([true, false]);
  });

  it('V-01 a close that was refused for good is not sent', () => {
    const intent = { ...BOTH, ending: 'close' } as const;
    const refused = held().order('close', ['0', '192.1'], { ...LOST, state: 'rejected' }).position;
    expect(plan(held().position, {}, intent).close).not.toBeNull();
    expect(plan(refused, {}, intent).close).toBeNull();
  });

  it('V-09 of a block that earns base a take profit sells what brings back its cost; a stop and a close all of it', () => {
    const block = () => held({}, { counterEarning: false });
    expect(sizeOf(plan(block().position, { market: big('0.546') }).reachedByServer)).toBe('183.4');
    expect(sizeOf(plan(block().position, { market: big('0.546') }).close)).toBe('192.1');
    const raised = { ...exitsAt(null, big('0.53')), ending: 'none' } as const;
    const stopped = held(REACHED, { counterEarning: false }).position;
    expect(sizeOf(plan(stopped, { market: big('0.5299') }, raised).reachedByServer)).toBe('192.1');
  });
});

describe('what a filled target left over', () => {
  const filled = (leg: 'take-profit' | 'stop-loss', price: string, quantity: string) =>
    held().order(leg, [price, quantity], { trades: [[quantity, price]] }).position;

  it('V-02 of a take profit goes at the price that is wanted now', () => {
    const intent = { ...BOTH, takeProfits: wholeAt(big('0.55')) };
    const { rest } = plan(filled('take-profit', '0.546', '100'), {}, intent);
    expect([rest?.order.price?.toFixed(), sizeOf(rest)]).toEqual(['0.55', '92.1']);
    expect(plan(filled('take-profit', '0.546', '187.1'), {}, intent).rest).toBeNull();
  });

  it('V-11 without any price nothing goes, and no figure fails', () => {
    const intent = { ...BOTH, takeProfits: [] };
    const block = held({}, { counterEarning: false }).order('take-profit', ['0', '100'], {
      ...AT_MARKET,
      trades: [['100', '0.546']],
    });
    expect(plan(block.position, {}, intent).rest).toBeNull();
  });

  it('V-09 of a sale’s stop is what its proceeds buy at the market’s price', () => {
    const block = sketch({ side: 'sell', counterEarning: false }).order('entry', ['0.52', '192.3'], {
      trades: [['192.3']],
    });
    block.order('stop-loss', ['0.546', '82.9'], { trades: [['82.9', '0.546']] });
    const intent = { ...exitsAt(null, big('0.546')), ending: 'none' } as const;
    expect(sizeOf(plan(block.position, { market: big('0.56') }, intent).rest)).toBe('97.5');
    expect(sizeOf(plan(block.position, { market: null }, intent).rest)).toBe('100');
  });
});
