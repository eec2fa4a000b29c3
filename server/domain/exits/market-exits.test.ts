import { describe, expect, it } from 'vitest';
import { exitsAt, wholeAt } from '../position/exits.ts';
import { big, context, sketch, type Sketch, XRP } from '../../../tests/factories/block-sketch.ts';
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

  it('V-02 of a sale the take profit is reached from above, the stop from below', () => {
    const sold = () => sketch({ side: 'sell' }).order('entry', ['0.52', '192.3'], { trades: [['192.3']] }).position;
    const intent = { ...exitsAt(big('0.494'), big('0.546')), ending: 'none' } as const;
    const at = (market: string | null, [low, high] = ['0.52', '0.52']) => {
      const traded = { low: big(low), high: big(high) };
      const { stopReached, reachedByServer } = plan(
        sold(),
        { market: market === null ? null : big(market), traded },
        intent,
      );
      return [stopReached, reachedByServer && `${reachedByServer.order.side} ${reachedByServer.order.leg}`];
    };
    expect(at('0.52')).toEqual([false, null]);
    expect(at('0.4941')).toEqual([false, null]);
    expect(at('0.494')).toEqual([false, 'buy take-profit']);
    expect(at('0.5459')).toEqual([false, null]);
    expect(at('0.546')).toEqual([true, null]);
    expect(at('0.52', ['0.494', '0.5459'])).toEqual([false, 'buy take-profit']);
    expect(at('0.52', ['0.4941', '0.546'])).toEqual([true, null]);
    expect(at(null, ['0.494', '0.52'])).toEqual([false, 'buy take-profit']);
  });

  it('V-02 a stop that is already being sold, or came after a filled target, is not reached anew', () => {
    const below = { market: big('0.49') };
    expect(plan(held().position, below).stopReached).toBe(true);
    expect(plan(held(REACHED).position, below).stopReached).toBe(false);
    const taken = held().order('take-profit', ['0.546', '100'], { trades: [['100']] }).position;
    expect(plan(taken, below).stopReached).toBe(false);
    const half = held().order('take-profit', ['0.546', '192.1'], { state: 'cancelled', trades: [['100']] }).position;
    expect(plan(half, below).stopReached).toBe(true);
  });

  it('V-02 where no price is known, it is sized by that of its block', () => {
    const intent = { ...BOTH, ending: 'close' } as const;
    const least = (price: string) => ({ ...XRP, minNotional: big('192.1').times(price) });
    expect(sizeOf(plan(held().position, { market: null, pair: least('0.52') }, intent).close)).toBe('192.1');
    expect(plan(held().position, { market: null, pair: least('0.5201') }, intent).close).toBeNull();
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

  it('V-02 of a stop goes at market, valued there, else at the stop, else at the price of its block', () => {
    const stopped = filled('stop-loss', '0.494', '100');
    const rest = (market: string | null, least: string, intent = BOTH) => {
      const pair = { ...XRP, minNotional: big('92.1').times(least) };
      return plan(stopped, { market: market === null ? null : big(market), pair }, intent).rest?.order;
    };
    expect(rest('0.49', '0.49')).toMatchObject({
      leg: 'rest',
      side: 'sell',
      type: 'market',
      price: null,
      stopPrice: null,
    });
    expect(rest('0.49', '0.4901')).toBeUndefined();
    expect(rest(null, '0.52')?.quantity.toFixed()).toBe('92.1');
    expect(rest(null, '0.5201')).toBeUndefined();
  });

  it('V-02 of a take profit goes at market once the stop is reached', () => {
    const taken = filled('take-profit', '0.546', '100');
    expect(plan(taken).rest?.order.type).toBe('limit');
    expect(plan({ ...taken, ...REACHED }).rest?.order.type).toBe('market');
    expect(plan({ ...taken, ...REACHED }, {}, { ...BOTH, stop: null }).rest?.order.type).toBe('limit');
  });

  it('nothing as long as no target is filled', () => {
    expect(plan(held().position).rest).toBeNull();
    const half = held().order('take-profit', ['0.546', '192.1'], { state: 'cancelled', trades: [['100']] }).position;
    expect(plan(half).rest).toBeNull();
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
