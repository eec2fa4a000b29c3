import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import {
  counterQuantityFor,
  entryFault,
  entryReceipt,
  orderTotal,
  priceOnTick,
  quantityForTotal,
} from './order-total.ts';

const big = (text: string) => new Big(text);
const xrp = {
  baseCurrency: 'XRP',
  counterCurrency: 'USDT',
  baseQuantityStep: big('0.1'),
  baseAmountDecimals: 4,
  counterAmountDecimals: 4,
  counterStepSize: big('0.0001'),
  minCounterQuantity: big('5'),
};

describe('quantity from total', () => {
  it.each([
    ['100', '0.5200', '192.3'],
    ['6', '0.52', '11.5'],
    ['0.05', '0.52', '0'],
    ['99.996', '0.52', '192.3'],
    ['99.9959', '0.52', '192.2'],
  ])('%s at %s gives %s', (total, price, quantity) => {
    expect(quantityForTotal(big(total), big(price), big('0.1')).toFixed()).toBe(quantity);
  });

  it('gives nothing at no price', () => {
    expect(quantityForTotal(big('100'), big('0'), big('0.1')).toFixed()).toBe('0');
  });

  it('never orders more than the total pays, however close the quotient', () => {
    const total = big('0.99999999999999999999999999999');
    expect(quantityForTotal(total, big('1'), big('1')).toFixed()).toBe('0');
  });
});

describe('the total', () => {
  it('is cut to four decimals, not rounded', () => {
    expect(orderTotal(big('0.52'), big('192.3'), 4).toFixed()).toBe('99.996');
    expect(orderTotal(big('0.12345'), big('7'), 4).toFixed()).toBe('0.8641');
  });

  it('sent to the server gives the quantity back that was asked for', () => {
    for (const [price, quantity, step] of [
      ['0.12345', '7', '1'],
      ['0.5200', '192.3', '0.1'],
      ['98765.43', '1.23457', '0.00001'],
      ['0.12345678', '123456789.1', '0.1'],
    ] as const) {
      const sent = counterQuantityFor(big(price), big(quantity));
      expect(new Big(Number(sent.toFixed())).eq(sent)).toBe(true);
      expect(quantityForTotal(sent, big(price), big(step)).toFixed()).toBe(quantity);
    }
  });
});

describe('the receipt before the click', () => {
  it('of a buy: fee in base, break-even above both fees', () => {
    const receipt = entryReceipt({ side: 'buy', price: big('0.5200'), quantity: big('192.3') }, xrp);
    expect(receipt.cost.toFixed()).toBe('99.996');
    expect(receipt.fee.toFixed()).toBe('0.1923');
    expect(receipt.feeCurrency).toBe('XRP');
    expect(receipt.breakEven?.toFixed()).toBe('0.5211');
  });

  it('of a sell: fee in counter, break-even below both fees', () => {
    const receipt = entryReceipt({ side: 'sell', price: big('0.5200'), quantity: big('192.3') }, xrp);
    expect(receipt.fee.toFixed()).toBe('0.099996');
    expect(receipt.feeCurrency).toBe('USDT');
    expect(receipt.breakEven?.toFixed()).toBe('0.5189');
  });

  it('at the rate that the account pays', () => {
    const at = (fee: string) =>
      entryReceipt({ side: 'buy', price: big('0.5200'), quantity: big('192.3'), fee: big(fee) }, xrp);
    expect([at('0.00075').fee.toFixed(), at('0').fee.toFixed()]).toEqual(['0.144225', '0']);
    expect(at('0').breakEven?.toFixed()).toBe('0.52');
  });

  it('shows the quantity and the price on their steps', () => {
    const receipt = entryReceipt({ side: 'buy', price: big('0.52009'), quantity: big('192.39') }, xrp);
    expect([receipt.price.toFixed(), receipt.quantity.toFixed()]).toEqual(['0.52', '192.3']);
    expect(priceOnTick('sell', big('0.52001'), big('0.0001')).toFixed()).toBe('0.5201');
  });

  it('has no break-even where nothing can be traded back', () => {
    expect(entryReceipt({ side: 'buy', price: big('0.52'), quantity: big('0.1') }, xrp).breakEven).toBeNull();
    expect(entryReceipt({ side: 'sell', price: big('0.52'), quantity: big('0.05') }, xrp).breakEven).toBeNull();
  });
});

describe('why an entry cannot be placed', () => {
  const faultOf = (price: string, quantity: string, least = '5') => {
    const pair = { ...xrp, minCounterQuantity: big(least) };
    return entryFault(entryReceipt({ side: 'buy', price: big(price), quantity: big(quantity) }, pair), pair);
  };

  it('says the least that works, after rounding', () => {
    expect(faultOf('0.52', '11.5', '6')).toBe(
      'Total value of the order should be more than 6USDT. Smallest order here: 6.032 USDT (11.6 XRP).',
    );
  });
  it('says nothing of one that can', () => {
    expect(faultOf('0.52', '11.6', '6')).toBeNull();
    expect(faultOf('0.5', '10')).toBeNull();
  });
  it('is that nothing is ordered, though the pair has no least value', () => {
    expect(faultOf('0.52', '0.05', '0')).toContain('Smallest order here:');
    expect(faultOf('0.52', '0.1', '0')).toBeNull();
  });
  it('refuses a price below one tick', () => {
    expect(faultOf('0.00001', '1000000')).toBe('The price is below the smallest step of 0.0001 USDT.');
  });
});
