import { Big } from 'big.js';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { OrderBlock } from '#contracts/order-block.ts';
import { Protection } from './targets-cell.tsx';

const big = (text: string) => new Big(text);
const block = {
  status: 'placed',
  section: 'buy',
  counterRound: 2,
  protection: 'none',
  protectionReason: null,
  firstFilledQuantity: big('0'),
  secondTakeProfitPlacedPrice: big('0'),
  secondStopLossPlacedPrice: big('0'),
} as OrderBlock;
const limit = (price: string) => ({ price: big(price), quantity: big('1'), filledQuantity: big('0'), open: true });
const textOf = (change: object): string => renderToStaticMarkup(<Protection block={{ ...block, ...change }} />);

it('EX-9: prices that an entry waits for have their thousands apart', () => {
  expect(textOf({ trigger: big('64000') })).toContain('Waits for 64,000.00');
  expect(textOf({ trigger: big('64000'), turnsBy: big('1') })).toContain('From 64,000.00 on');
  expect(textOf({ limits: [limit('64000'), limit('61000')] })).toContain('2 at 64,000.00 to 61,000.00');
});
