import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { earned, sellable, targetPlan, type EarningTerms, type FilledEntry } from '#contracts/rules/earning.ts';
import { entryFault, entryReceipt, quantityForTotal } from '#contracts/rules/order-total.ts';
import { deepestStop, nearestTargets, priceRange, targetFault, totalForStop } from '#contracts/rules/target-bounds.ts';
import { algoSlots, filledSoFar, sellableAfterFees, worthAtStop } from './sizing.ts';

// The worked examples of the trading rules: XRPUSDT, fee 0.001.
const big = (text: string) => new Big(text);
const tick = big('0.0001');
const step = big('0.1');
const fee = big('0.001');
const limits = { minNotional: big('5'), minQuantity: step };
const pair = {
  baseCurrency: 'XRP',
  counterCurrency: 'USDT',
  baseQuantityStep: step,
  baseAmountDecimals: 4,
  counterAmountDecimals: 4,
  counterStepSize: tick,
  minCounterQuantity: big('5'),
};
const entry = (side: 'buy' | 'sell'): FilledEntry => ({ side, quantity: big('192.3'), counter: big('99.996') });
const earning = (counterEarning: boolean): EarningTerms => ({ counterEarning, fee, step });
/** As it is shown: down, so that no gain looks larger and no loss smaller. */
const shown = (amount: Big, decimals: number) => amount.round(decimals, amount.lt(0) ? 3 : 0).toFixed(decimals);

describe('rule 1: quantity from total', () => {
  it('100 at 0.5200 buys 192.3 for 99.996, 0.004 unspent', () => {
    const quantity = quantityForTotal(big('100'), big('0.5200'), step);
    const { cost } = entryReceipt({ side: 'buy', price: big('0.5200'), quantity }, pair);
    expect([quantity.toFixed(), cost.toFixed(), big('100').minus(cost).toFixed()]).toEqual([
      '192.3',
      '99.996',
      '0.004',
    ]);
  });

  it('6 USDT come to 5.98 after flooring: a least of 6 is missed, 11.6 = 6.032 is suggested', () => {
    const quantity = quantityForTotal(big('6'), big('0.52'), step);
    const receipt = entryReceipt({ side: 'buy', price: big('0.52'), quantity }, pair);
    expect([quantity.toFixed(), receipt.cost.toFixed()]).toEqual(['11.5', '5.98']);
    expect(entryFault(receipt, { ...pair, minCounterQuantity: big('6') })).toContain('6.032 USDT (11.6 XRP)');
  });
});

describe('rule 2: fees', () => {
  const bought = { quantity: big('192.3'), commission: big('0.1923'), commissionAsset: 'XRP' };

  it('a fee in the bought asset leaves 192.1 to sell and 0.0077 as dust', () => {
    const { sellable: left, dust } = sellableAfterFees([bought], 'XRP', step);
    expect(bought.quantity.minus(bought.commission).toFixed()).toBe('192.1077');
    expect([left.toFixed(), dust.toFixed()]).toEqual(['192.1', '0.0077']);
    expect(sellable(entry('buy'), earning(true)).toFixed()).toBe('192.1');
  });

  it('breaks even at 0.5211', () => {
    const { breakEven } = entryReceipt({ side: 'buy', price: big('0.5200'), quantity: big('192.3') }, pair);
    expect(breakEven?.toFixed()).toBe('0.5211');
  });

  it('a fee in BNB leaves all of it', () => {
    const fill = { ...bought, commission: big('0.00014423'), commissionAsset: 'BNB' };
    expect(sellableAfterFees([fill], 'XRP', step).sellable.toFixed()).toBe('192.3');
    expect(sellable(entry('buy'), { ...earning(true), fee: big('0') }).toFixed()).toBe('192.3');
  });

  it('a fee in BNB is taken off where BNB itself was bought', () => {
    const fill = { quantity: big('2.36'), commission: big('0.00236'), commissionAsset: 'BNB' };
    const { sellable: left, dust } = sellableAfterFees([fill], 'BNB', big('0.01'));
    expect([left.toFixed(), dust.toFixed()]).toEqual(['2.35', '0.00764']);
  });

  it('counts every fill by its own fee', () => {
    const parts = [bought, { ...bought, commissionAsset: 'BNB' }];
    expect(sellableAfterFees(parts, 'XRP', step).sellable.toFixed()).toBe('384.4');
    expect(sellableAfterFees([], 'XRP', step).sellable.toFixed()).toBe('0');
  });
});

describe('rule 3: legality', () => {
  it('an average of 0.5210 allows buys of 0.1042 to 0.6252 and sales of 0.4168 to 2.6050', () => {
    const percent = { bidDown: big('0.2'), bidUp: big('1.2'), askDown: big('0.8'), askUp: big('5') };
    const of = { average: big('0.5210'), percent, tick };
    const texts = (side: 'buy' | 'sell') => Object.values(priceRange(side, of)).map((price) => price.toFixed(4));
    expect(texts('buy')).toEqual(['0.1042', '0.6252']);
    expect(texts('sell')).toEqual(['0.4168', '2.6050']);
  });

  it('the deepest stop of a block of 5.98 USDT is 0.4386, 15.7% below its entry', () => {
    const left = sellable({ side: 'buy', quantity: big('11.5'), counter: big('5.98') }, earning(true));
    const stop = deepestStop(left, limits.minNotional, tick);
    expect([left.toFixed(), stop?.toFixed()]).toEqual(['11.4', '0.4386']);
    const below = big('0.52').minus(big('5').div(left)).div('0.52').times(100);
    expect(below.toFixed(1)).toBe('15.7');
    expect(deepestStop(big('0'), limits.minNotional, tick)).toBeNull();
  });

  it('a stop 20% below needs an entry of 6.26 USDT', () => {
    expect(totalForStop(big('0.8'), { minNotional: limits.minNotional, fee }).round(2, 3).toFixed()).toBe('6.26');
  });

  it('three ticks apart at 0.5230: a buy block 0.5233 and 0.5227, a sell block the other way round', () => {
    const texts = (side: 'buy' | 'sell') => {
      const { takeProfit, stopLoss } = nearestTargets(side, big('0.5230'), tick);
      return [takeProfit.toFixed(), stopLoss.toFixed()];
    };
    expect(texts('buy')).toEqual(['0.5233', '0.5227']);
    expect(texts('sell')).toEqual(['0.5227', '0.5233']);
  });

  it.each([
    ['buy', 'takeProfit', '0.5232', 'Min take profit is 0.5233'],
    ['buy', 'takeProfit', '0.5233', null],
    ['buy', 'stopLoss', '0.5228', 'Max stop loss is 0.5227'],
    ['buy', 'stopLoss', '0.5227', null],
    ['sell', 'takeProfit', '0.5228', 'Max take profit is 0.5227'],
    ['sell', 'takeProfit', '0.5227', null],
    ['sell', 'stopLoss', '0.5232', 'Min stop loss is 0.5233'],
    ['sell', 'stopLoss', '0.5233', null],
  ] as const)('%s block, %s of %s: %s', (...example) => {
    const [side, target, desired, hint] = example;
    expect(targetFault(target, big(desired), { side, market: big('0.5230'), tick })).toBe(hint);
  });
});

describe('rule 4: partial fills', () => {
  const fills = [
    { quantity: big('50.0'), price: big('0.5200') },
    { quantity: big('42.3'), price: big('0.5199') },
  ];

  it('50.0 at 0.5200 and 42.3 at 0.5199 are 92.3 at 0.519954, 47.99%', () => {
    const { quantity, average, percent } = filledSoFar(fills, big('192.3'));
    expect([quantity.toFixed(), shown(average, 6), shown(percent, 2)]).toEqual(['92.3', '0.519954', '47.99']);
    expect(filledSoFar([], big('192.3')).average.toFixed()).toBe('0');
  });

  it('its sellable part at a stop of 0.4940 is worth 45.55, and legal', () => {
    const parts = fills.map(({ quantity }) => ({
      quantity,
      commission: quantity.times(fee),
      commissionAsset: 'XRP',
    }));
    const { sellable: left } = sellableAfterFees(parts, 'XRP', step);
    const { worth, legal } = worthAtStop({ quantity: left, stopPrice: big('0.4940') }, limits);
    expect([left.toFixed(), worth.toFixed(2), legal]).toEqual(['92.2', '45.55', true]);
  });
});

describe('rule 5: what a block earns', () => {
  it.each([
    ['buy', true, '0.5460', '192.1', '4.7857'],
    ['buy', true, '0.4940', '192.1', '-5.1935'],
    ['buy', false, '0.5460', '183.4', '8.7077'],
    ['sell', true, '0.4940', '192.5', '4.8010'],
    ['sell', true, '0.5460', '192.5', '-5.2090'],
    ['sell', false, '0.4940', '202.2', '9.6978'],
    ['sell', false, '0.5460', '182.9', '-9.5829'],
  ] as const)('%s, counterEarning %s, target %s: %s traded, %s', (...example) => {
    const [side, counterEarning, price, quantity, profit] = example;
    const result = earned(entry(side), earning(counterEarning), big(price));
    expect([result.quantity.toFixed(), shown(result.profit, 4)]).toEqual([quantity, profit]);
  });

  it('as a percentage of what the entry cost, shown down: 4.78% in counter, 4.52% in base', () => {
    const percent = (counterEarning: boolean) =>
      shown(earned(entry('buy'), earning(counterEarning), big('0.5460')).percent, 2);
    expect([percent(true), percent(false)]).toEqual(['4.78', '4.52']);
  });

  it('a purchase that cannot bring its counter back sells all it can, and no more', () => {
    expect(earned(entry('buy'), earning(false), big('0.4940')).quantity.toFixed()).toBe('192.1');
  });
});

describe('rule 6: both targets at once', () => {
  const buy = { takeProfit: big('0.5460'), stopLoss: big('0.4940') };
  const sell = { takeProfit: big('0.4940'), stopLoss: big('0.5460') };

  it('base earning on a buy: the list holds 183.4, and 8.7 are left at the stop, too little to sell', () => {
    const plan = targetPlan(entry('buy'), earning(false), buy);
    expect([plan.quantity.toFixed(), plan.stopLossRest.toFixed(), plan.takeProfitRest.toFixed()]).toEqual([
      '183.4',
      '8.7',
      '0',
    ]);
    const { worth, legal } = worthAtStop({ quantity: plan.stopLossRest, stopPrice: buy.stopLoss }, limits);
    expect([worth.toFixed(2), legal]).toEqual(['4.30', false]);
  });

  it('base earning on a sale: the list holds 182.9, and 19.3 more are bought at the take profit for 9.54 left over', () => {
    const plan = targetPlan(entry('sell'), earning(false), sell);
    expect([plan.quantity.toFixed(), plan.takeProfitRest.toFixed()]).toEqual(['182.9', '19.3']);
    const proceeds = big('99.996').times(new Big(1).minus(fee));
    expect(shown(proceeds.minus(plan.quantity.times(sell.takeProfit)), 2)).toBe('9.54');
  });

  it('counter earning: one quantity for both, nothing left', () => {
    const plan = targetPlan(entry('buy'), earning(true), buy);
    expect([plan.quantity.toFixed(), plan.stopLossRest.toFixed(), plan.reserve.toFixed()]).toEqual(['192.1', '0', '0']);
  });

  it("a sell block's stop needs 5.209 USDT more than the sale brought in", () => {
    expect(targetPlan(entry('sell'), earning(true), sell).reserve.toFixed(3)).toBe('5.209');
  });

  it('a resting take profit with a stop takes one algo slot, one by trigger two', () => {
    const order = (type: 'limit-maker' | 'stop' | 'take-profit' | 'limit', symbol = 'XRPUSDT') =>
      ({ symbol, type, state: 'open' }) as const;
    expect(algoSlots([order('limit-maker'), order('stop'), order('limit')], 'XRPUSDT')).toBe(1);
    expect(algoSlots([order('take-profit'), order('stop'), order('stop', 'BTCUSDT')], 'XRPUSDT')).toBe(2);
    expect(algoSlots([{ ...order('stop'), state: 'filled' }], 'XRPUSDT')).toBe(0);
    expect(algoSlots([{ ...order('stop'), state: 'pending' }], 'XRPUSDT')).toBe(1);
  });
});
