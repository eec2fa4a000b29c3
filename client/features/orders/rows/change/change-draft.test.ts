import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import type { OrderBlock } from '#contracts/order-block.ts';
import { readChange } from './change-draft.ts';

const block = (filled = '0') =>
  ({
    section: 'buy',
    symbol: {
      baseCurrency: 'XRP',
      counterCurrency: 'USDT',
      counterStepSize: new Big('0.0001'),
      baseQuantityStep: new Big('0.1'),
      minCounterQuantity: new Big(5),
    },
    firstFilledQuantity: new Big(filled),
    secondTakeProfitPlacedPrice: new Big('0.546'),
    secondStopLossPlacedPrice: new Big(0),
  }) as OrderBlock;

const faults = (price: string, quantity: string, filled?: string) => {
  const read = readChange(block(filled), { price, quantity });
  return [read.priceFault, read.quantityFault];
};

describe('the dialog that changes an entry', () => {
  it('reads price and amount on the steps of the pair', () => {
    const { price, quantity } = readChange(block(), { price: '0.49', quantity: '150.27' });
    expect([price?.toFixed(), quantity?.toFixed()]).toEqual(['0.49', '150.2']);
    expect(faults('0.49', '150')).toEqual([null, null]);
  });

  it('says what a price or an amount lacks', () => {
    expect(faults('', '150')).toEqual(['Enter a price.', null]);
    expect(faults('0.49005', '150')).toEqual(['The price must be a multiple of 0.0001.', null]);
    expect(faults('0.546', '150')[0]).toBe('Min take profit is 0.5463');
    expect(faults('0.49', '')).toEqual([null, 'Enter an amount.']);
    expect(faults('0.49', '10')).toEqual([null, 'Smallest order here: 5.047 USDT (10.3 XRP).']);
    expect(faults('0.49', '50', '50')[1]).toBe('50 XRP of it are filled already: enter more than that.');
    expect(faults('0.49', '50', '5000')[1]).toBe('5,000 XRP of it are filled already: enter more than that.');
    expect(faults('0.0002', '10')[1]).toBe('Smallest order here: 5 USDT (25,000 XRP).');
    expect(faults('0.49', '60.2', '50')[1]).toBe('The smallest order for the rest: 5.047 USDT (10.3 XRP).');
    expect(faults('0.49', '60.3', '50')).toEqual([null, null]);
  });
});
