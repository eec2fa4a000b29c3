import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import type { OrderBlock } from '#contracts/order-block.ts';
import { blockLines, type LineMoves } from './block-lines.ts';

const big = (text: string) => new Big(text);
const waiting = {
  blockId: 'one',
  status: 'placed',
  origin: 'placed',
  section: 'buy',
  open: true,
  counterEarning: true,
  interference: null,
  books: null,
  counterRound: 4,
  firstPlacedPrice: big('0.5'),
  firstPlacedQuantity: big('200'),
  firstFilledPrice: big('0'),
  firstFilledQuantity: big('0'),
  filledQuantity: big('0'),
  secondTakeProfitPlacedPrice: big('0.56'),
  secondStopLossPlacedPrice: big('0.48'),
  symbol: {
    baseCurrency: 'XRP',
    counterCurrency: 'USDT',
    counterAmountDecimals: 2,
    counterStepSize: big('0.0001'),
  },
} as OrderBlock;

const sent: unknown[] = [];
const done = (...of: unknown[]) => {
  sent.push(of);
  return Promise.resolve(true);
};
const moves: LineMoves = {
  marketPrice: () => big('0.52'),
  moveEntry: done,
  moveTarget: (block, { target, price }) => done(block.blockId, target, price.toFixed()),
  movePlanned: (block, { target, price }) => done(block.blockId, target, price.toFixed()),
};
const movableOf = (kind: string, change: Partial<OrderBlock> = {}) =>
  blockLines({ ...waiting, ...change }, moves).find((line) => line.kind === kind)?.movable ?? null;

describe('issue 21: targets that wait with their entry', () => {
  it('are dragged, and lie about the price of the entry instead of the market', async () => {
    const target = movableOf('take-profit');
    expect(target?.title).toBe('Move take profit');
    expect(target?.faultAt(big('0.5002'))).toBe('Min take profit is 0.5003');
    expect(target?.faultAt(big('0.51'))).toBeNull();
    expect(target?.resultAt(big('0.51'))).toBeNull();
    expect(await target?.move(big('0.51'))).toBe(true);
    expect(sent.splice(0)).toEqual([['one', 'takeProfit', '0.51']]);
    expect(movableOf('stop-loss')?.faultAt(big('0.51'))).toBe('Max stop loss is 0.4997');
  });

  it('of a plan are dragged too', async () => {
    const target = { price: big('0.56'), share: big('1'), isFilled: false };
    const plan = { takeProfits: [target], stopLoss: null, parts: [], label: '', away: '' };
    const line = movableOf('take-profit', { plan });
    expect(await line?.move(big('0.51'))).toBe(true);
    expect(sent.splice(0)).toEqual([['one', 1, '0.51']]);
  });

  it('stay where they are while a change on the exchange waits for an answer', () => {
    expect(movableOf('take-profit', { interference: 'order-cancelled' })).toBeNull();
    expect(movableOf('take-profit', { status: 'pending' })).toBeNull();
  });
});

describe('issue 21: an entry that is dragged', () => {
  const orderAt = (price: string, change?: Partial<OrderBlock>) =>
    movableOf('buy', change)?.orderAt?.(big(price), big('0.52'));

  it('says where it lies, and that it fills at once', () => {
    expect(orderAt('0.5096')).toEqual({ place: '2.00% below market', warning: null });
    expect(orderAt('0.53')).toEqual({ place: '1.92% above market, fills at once', warning: null });
  });

  it('far on the wrong side of the market says what the rest of it gives away', () => {
    expect(orderAt('0.55')?.warning).toBe('5.77% above the market: it gives away up to 6.00 USDT.');
    const part = { status: 'partly-filled', firstFilledQuantity: big('100'), filledQuantity: big('50') } as const;
    const filled = { ...part, firstFilledPrice: big('0.5') };
    expect(orderAt('0.55', filled)?.warning).toBe('5.77% above the market: it gives away up to 3.00 USDT.');
  });
});
