import { describe, expect, it } from 'vitest';
import { big, market, rules } from '../../../../tests/factories/worked-grids.ts';
import {
  additionsOf,
  type AveragingSettings,
  boughtBy,
  ladderFault,
  ladderOf,
  reservedFor,
  resultAt,
  stopOf,
  takeProfitOf,
} from './addition-ladder.ts';

const SETTINGS: AveragingSettings = {
  baseOrder: big(20),
  addition: big(20),
  additions: 5,
  deviation: big('0.015'),
  deviationFactor: big('1.3'),
  amountFactor: big('1.4'),
  takeProfit: big('0.015'),
  stop: big('0.05'),
};

/** Deviation in percent, price, amount, quantity; then spent, net, average, break-even, take profit, its result, the bounce. */
const ROWS = [
  [
    '0.000000',
    '0.523',
    '20.0000',
    '38.2',
    '19.9786',
    '38.1618',
    '0.52352352',
    '0.5249',
    '0.5328',
    '0.30078032',
    '1.87',
  ],
  [
    '1.500000',
    '0.5151',
    '20.0000',
    '38.8',
    '39.96448',
    '76.923',
    '0.51953876',
    '0.5203',
    '0.5281',
    '0.60579911',
    '2.52',
  ],
  [
    '3.450000',
    '0.5049',
    '28.0000',
    '55.4',
    '67.93594',
    '132.2676',
    '0.51362495',
    '0.5145',
    '0.5222',
    '1.02986516',
    '3.42',
  ],
  [
    '5.985000',
    '0.4916',
    '39.2000',
    '79.7',
    '107.11646',
    '211.8879',
    '0.50553363',
    '0.5063',
    '0.5139',
    '1.61871598',
    '4.53',
  ],
  [
    '9.280500',
    '0.4744',
    '54.8800',
    '115.6',
    '161.9571',
    '327.3723',
    '0.49471840',
    '0.4954',
    '0.5028',
    '2.44477356',
    '5.98',
  ],
  [
    '13.564650',
    '0.452',
    '76.8320',
    '169.9',
    '238.7519',
    '497.1024',
    '0.48028716',
    '0.4808',
    '0.488',
    '3.5903152',
    '7.96',
  ],
];

describe('PB-11 a base order and its additions', () => {
  const ladder = ladderOf(SETTINGS, market, rules);

  it('worked example dca-ladder: each row is how the deal is when that order has filled', () => {
    const rows = ladder.map((order, at) => {
      const bought = boughtBy(ladder.slice(0, at + 1), rules);
      const profit = takeProfitOf(bought, SETTINGS.takeProfit, rules);
      return [
        order.deviation.times(100).toFixed(6),
        order.price.toFixed(),
        order.amount.toFixed(4),
        order.quantity.toFixed(),
        bought.spent.toFixed(),
        bought.net.toFixed(),
        bought.spent.div(bought.net).toFixed(8),
        takeProfitOf(bought, big(0), rules)?.toFixed(),
        profit?.toFixed(),
        profit && resultAt(bought, profit, rules).toFixed(),
        profit?.div(order.price).minus(1).times(100).round(2, 0).toFixed(2),
      ];
    });
    expect(rows).toEqual(ROWS);
  });

  it('keeps the money for all of them, and stops below the last', () => {
    expect(reservedFor(ladder).toFixed()).toBe('238.7519');
    const stop = stopOf(ladder, SETTINGS, rules);
    expect(stop?.toFixed()).toBe('0.4294');
    expect(stop && resultAt(boughtBy(ladder, rules), stop, rules).toFixed()).toBe('-25.51061474');
    expect(stopOf(ladder, { ...SETTINGS, stop: null }, rules)).toBeNull();
  });

  it('additions follow what the base order really filled at', () => {
    const [first] = additionsOf(SETTINGS, big('0.53'), rules);
    expect([first?.price.toFixed(), first?.quantity.toFixed()]).toEqual(['0.522', '38.3']);
  });

  it('nothing that can be sold has no take profit', () => {
    const one = boughtBy([{ price: market, quantity: big('0.1') }], rules);
    expect(takeProfitOf(one, SETTINGS.takeProfit, rules)).toBeNull();
  });

  it('names the first addition that is too small, and a ladder that is too deep', () => {
    const fault = (changed: Partial<AveragingSettings>, least = '5') =>
      ladderFault({ ...SETTINGS, ...changed }, market, { ...rules, minNotional: big(least) });
    expect(fault({})).toBeNull();
    expect(fault({ baseOrder: big(5) })).toBe(
      'The first order would be worth 4.9685; it can be sold at its stop from 6.1714 on. Use a larger amount.',
    );
    expect(ladderFault(SETTINGS, market, { ...rules, minQuantity: big('38.3') })).toBe(
      'The first order would be worth 19.9786; it can be sold at its stop from 20.0832 on. Use a larger amount.',
    );
    expect(ladderFault(SETTINGS, market, { ...rules, minQuantity: big('38.5') })).toContain('The first order');
    expect(ladderFault({ ...SETTINGS, baseOrder: big(25) }, market, { ...rules, minQuantity: big('38.9') })).toBe(
      'Addition 1 would be worth 19.98588; the exchange takes 20.03739 and more. Use a larger amount.',
    );
    expect(fault({ addition: big('5.1'), amountFactor: big(1) }, '5.07')).toBe(
      'Addition 3 would be worth 5.06348; the exchange takes 5.07 and more. Use a larger amount.',
    );
    expect(fault({ deviation: big('0.15'), deviationFactor: big(1), additions: 6 })).toBe(
      'The last addition would be 90% below the first order; it must be less than 90%.',
    );
    expect(fault({ deviation: big('0.1499'), deviationFactor: big(1), additions: 6, stop: null })).toBeNull();
    expect(fault({ stop: null })).toBeNull();
    expect(fault({ stop: big('0.00001') })).toBeNull();
    expect(fault({ stop: big('-0.01') })).toBe('The stop must be below the last addition.');
  });

  it('a worth of exactly the minimum is taken', () => {
    const fault = (least: string, settings: Partial<AveragingSettings>) =>
      ladderFault({ ...SETTINGS, ...settings }, market, { ...rules, minNotional: big(least) });
    const addition = { additions: 1, baseOrder: big(40) };
    expect(fault('19.98588', addition)).toBeNull();
    expect(fault('19.98589', addition)).toContain('Addition 1');
    // Of the first order what is left of it after the fee counts, 38.1 of 38.2.
    const alone = { additions: 0, stop: null };
    expect(fault('19.9263', alone)).toBeNull();
    expect(fault('19.9264', alone)).toContain('The first order');
  });

  it('R-8: a first order that could not be sold again is refused, with the least that can be', () => {
    const least = { ...rules, minQuantity: big(120) };
    const fault = (base: string, of: Partial<AveragingSettings> = { stop: null }) =>
      ladderFault({ ...SETTINGS, addition: big(70), ...of, baseOrder: big(base) }, big('0.52'), least);
    const from = 'it can be sold again from 62.504 on. Use a larger amount.';
    expect(fault('60')).toBe(`The first order would be worth 59.956; ${from}`);
    // 120 are bought, of which 119.8 can be sold.
    expect(fault('62.4')).toBe(`The first order would be worth 62.4; ${from}`);
    expect(fault('62.503')).toBe(`The first order would be worth 62.452; ${from}`);
    expect(fault('62.504')).toBeNull();
    // Without a fee all of it can be.
    const free = { ...least, fee: big(0) };
    const alone = { ...SETTINGS, additions: 0, stop: null };
    expect(ladderFault({ ...alone, baseOrder: big('62.4') }, big('0.52'), free)).toBeNull();
  });

  it('R-8: a first order is enough to be sold at its stop, where that is worth least', () => {
    const fault = (base: string) => ladderFault({ ...SETTINGS, baseOrder: big(base) }, market, rules);
    expect(fault('6.1713')).toBe(
      'The first order would be worth 6.1191; it can be sold at its stop from 6.1714 on. Use a larger amount.',
    );
    expect(fault('6.1714')).toBeNull();
  });
});
