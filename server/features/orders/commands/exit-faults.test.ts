import { expect, it } from 'vitest';
import { XRP } from '../../../../tests/factories/block-sketch.ts';
import { big } from '../../../../tests/factories/worked-grids.ts';
import { exitsAt } from '../../../domain/position/exits.ts';
import { exitFault } from './exit-faults.ts';

it('V-03, R-8: a target that is below the least quantity of an order is refused with what that is worth there', () => {
  const pair = { ...XRP, minQuantity: big(120) };
  const terms = { side: 'buy', counterEarning: true, fee: big('0.001'), step: pair.step } as const;
  const stopAt = (price: string, bought: string) => {
    const moved = { base: big(bought).times('0.999'), counter: big(bought).times('-0.52') };
    return exitFault(exitsAt(null, big(price)), { pair, moved, terms }, big('0.52'));
  };
  expect(stopAt('0.5', '120')).toBe(
    'The stop loss at 0.5 cannot be sold: 119.8 XRP are worth 59.9 USDT there, under the 60 USDT minimum. This stop loss needs a total of at least 62.52 USDT.',
  );
  expect(stopAt('0.5', '120.2')).toBeNull();
});
