import { Big } from 'big.js';
import { expect, it } from 'vitest';
import type { OrderBlock } from '#contracts/order-block.ts';
import { targetPrice } from './targets.ts';

const block = (movedBy: 'exchange' | 'server' | null) =>
  ({
    secondTakeProfitPlacedPrice: new Big(0),
    secondStopLossPlacedPrice: new Big('0.5044'),
    plan: { stopLoss: { at: new Big('0.5432'), ...(movedBy && { trailing: { movedBy, peak: new Big('0.56') } }) } },
  }) as OrderBlock;
const stop = (movedBy: 'exchange' | 'server' | null) => targetPrice(block(movedBy), 'stopLoss')?.toFixed();

it('EX-7 of a stop that the exchange trails, the price is where it has moved it, about', () => {
  expect([stop('exchange'), stop('server'), stop(null)]).toEqual(['0.5432', '0.5044', '0.5044']);
  expect(targetPrice(block('exchange'), 'takeProfit')).toBeNull();
});
