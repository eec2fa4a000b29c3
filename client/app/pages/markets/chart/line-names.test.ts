import { Big } from 'big.js';
import { expect, it } from 'vitest';
import type { LevelAlert } from '#contracts/alerts.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { alertLine } from './alert-lines.ts';
import { blockLines, type LineMoves } from './block-lines.ts';
import { draftLine } from './draft-lines.ts';

const big = (text: string) => new Big(text);
const done = () => Promise.resolve(true);
const moves: LineMoves = { marketPrice: () => null, moveEntry: done, moveTarget: done, movePlanned: done };
const block = {
  blockId: 'one',
  status: 'placed',
  section: 'buy',
  open: true,
  interference: null,
  counterRound: 2,
  firstPlacedPrice: big('61234.5'),
  firstPlacedQuantity: big('12500'),
  firstFilledPrice: big('0'),
  firstFilledQuantity: big('0'),
  filledQuantity: big('0'),
  secondTakeProfitPlacedPrice: big('64000'),
  secondStopLossPlacedPrice: big('0'),
  symbol: { baseCurrency: 'BTC', counterCurrency: 'USDT', counterAmountDecimals: 2, counterStepSize: big('0.01') },
} as OrderBlock;
const namesOf = (change: Partial<OrderBlock>) => blockLines({ ...block, ...change }, moves).map(({ name }) => name);

it('issue 21: the names of chart lines have their thousands apart and the decimals of the pair', () => {
  const alert = { id: 'one', type: 'PRICE_REACHES', price: big('61234.5') } as LevelAlert;
  expect(alertLine(alert, { tick: big('0.01'), move: done }).name).toBe('Alert when the price reaches 61,234.50');
  const draft = {
    form: 'one',
    side: 'buy',
    target: 'takeProfit',
    number: null,
    entry: big('60000'),
    move: done,
  } as const;
  expect(draftLine({ ...draft, price: big('61234.5') }, big('0.01')).name).toBe(
    'Take profit of the order form at 61,234.50',
  );
  expect(namesOf({})).toEqual(['Buy entry of 12,500 BTC, 0% filled', 'Take profit of the buy block at 61,234.50']);
  const limits = [{ price: big('61000'), open: true }] as NonNullable<OrderBlock['limits']>;
  expect(namesOf({ limits })).toContain('Limit 1 of 1 at 61,000.00');
  const target = { price: big('64000'), share: big('1'), isFilled: false };
  const plan = { takeProfits: [target], stopLoss: null, parts: [], label: '', away: '' };
  expect(namesOf({ plan })).toContain('Take profit 1 of the buy block at 64,000.00');
});
