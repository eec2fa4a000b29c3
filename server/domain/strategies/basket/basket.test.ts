import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#contracts/rules/time.ts';
import { big } from '../../../../tests/factories/worked-grids.ts';
import { runs } from '../../../../tests/setup/property-runs.ts';
import { type Basket, type BasketAsset, driftsOf, type Leg, rebalancing, totalOf } from './rebalance.ts';
import { justHolding, targetsFault, whyDue } from './when-due.ts';

type Terms = Record<'held' | 'price' | 'target' | 'step', string>;
const asset = (name: string, { held, price, target, step }: Terms): BasketAsset => ({
  name,
  held: big(held),
  price: big(price),
  target: big(target),
  step: big(step),
  tick: big('0.01'),
  minQuantity: big(step),
  minNotional: big(5),
});
const basket = (assets: BasketAsset[], held = '0', target = '0'): Basket => ({
  assets,
  counter: { held: big(held), target: big(target) },
  fee: big('0.001'),
});
const BTC = { held: '0.0045', price: '100000', target: '0.5', step: '0.00001' };
const BNB = { held: '0.55', price: '1000', target: '0.5', step: '0.001' };
const two = basket([asset('BTC', BTC), asset('BNB', BNB)]);
const three = basket(
  [
    asset('BTC', { ...BTC, held: '0.0062', price: '104250.5' }),
    asset('ETH', { held: '0.081', price: '3312.4', target: '0.3', step: '0.0001' }),
  ],
  '150',
  '0.2',
);
const quiet = basket([
  asset('BTC', { ...BTC, held: '0.005' }),
  asset('ETH', { held: '0.15', price: '3400', target: '0.5', step: '0.0001' }),
]);

const shown = ({ asset: name, quantity, worth, bringsIn }: Leg) => [
  name,
  quantity.toFixed(),
  worth.toFixed(),
  bringsIn.toFixed(),
];
const drifts = (of: Basket) =>
  driftsOf(of).map(({ name, weight, drift }) => [name, weight.toFixed(8), drift.toFixed(8)]);

describe('B-2 how far a basket is from its targets', () => {
  it('worked examples basket-two, basket-three and basket-quiet', () => {
    expect([two, three, quiet].map((of) => totalOf(of).toFixed())).toEqual(['1000', '1064.6575', '1010']);
    expect(drifts(two).slice(0, 2)).toEqual([
      ['BTC', '0.45000000', '-0.05000000'],
      ['BNB', '0.55000000', '0.05000000'],
    ]);
    expect(drifts(three)).toEqual([
      ['BTC', '0.60709956', '0.10709956'],
      ['ETH', '0.25201006', '-0.04798994'],
      ['', '0.14089038', '-0.05910962'],
    ]);
    expect(drifts(quiet).slice(0, 2)).toEqual([
      ['BTC', '0.49504950', '-0.00495050'],
      ['ETH', '0.50495050', '0.00495050'],
    ]);
  });

  it('of an empty basket is nothing', () => {
    expect(driftsOf(basket([asset('BTC', { ...BTC, held: '0' })]))).toEqual([]);
  });
});

describe('B-4 sales, then purchases of what came in', () => {
  it('worked examples basket-two and basket-three', () => {
    const [first, second] = [rebalancing(two), rebalancing(three)];
    expect([first.sells.map(shown), first.buys.map(shown), first.leftOut]).toEqual([
      [['BNB', '0.05', '50', '49.95']],
      [['BTC', '0.00049', '49', '0.00048951']],
      [],
    ]);
    expect([second.sells.map(shown), second.buys.map(shown)]).toEqual([
      [['BTC', '0.00109', '113.633045', '113.519411955']],
      [['ETH', '0.0152', '50.34848', '0.0151848']],
    ]);
    expect([first.sells[0]?.limit.toFixed(), first.buys[0]?.limit.toFixed()]).toEqual(['995', '100500']);
    expect(second.sells[0]?.limit.toFixed()).toBe('103729.25');
  });

  it('leaves out what is less than 1.05 times the least worth, and names it', () => {
    const at = (least: string) => rebalancing(basket(two.assets.map((each) => ({ ...each, minNotional: big(least) }))));
    expect(at('46.66').buys.map(({ asset: name }) => name)).toEqual(['BTC']);
    expect(at('46.67').leftOut).toEqual(['BTC']);
    expect(at('47.61').sells).toHaveLength(1);
    expect(at('47.62')).toMatchObject({ sells: [], buys: [], leftOut: ['BNB', 'BTC'] });
  });

  it('buys nothing from money that is the counter’s own share', () => {
    const short = basket([asset('BTC', { ...BTC, held: '0.004', target: '0.5' })], '400', '0.5');
    expect(rebalancing(short)).toMatchObject({ sells: [], buys: [] });
    const poor = basket([asset('BTC', { ...BTC, held: '0.001', target: '0.1' })], '400', '0.9');
    expect(rebalancing(poor)).toMatchObject({ sells: [{ asset: 'BTC' }], buys: [] });
  });

  it('never sells more than it has, nor locks more money than there is, whatever is held', () => {
    const part = fc.record({ held: fc.integer({ min: 0, max: 5000 }), price: fc.integer({ min: 1, max: 90_000 }) });
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 5 }), fc.integer({ min: 0, max: 9999 }), (parts, money) => {
        const target = big(1).div(parts.length).round(4, 0).toFixed();
        const assets = parts.map(({ held, price }, at) =>
          asset(`A${at}`, { held: big(held).div(100).toFixed(), price: `${price}`, target, step: '0.0001' }),
        );
        const whole = basket(assets, `${money}`);
        const { sells, buys } = rebalancing(whole);
        for (const { asset: name, quantity } of sells) {
          const held = assets.find((each) => each.name === name)?.held ?? big(0);
          expect(quantity.lte(held)).toBe(true);
        }
        const has = sells.reduce((sum, { bringsIn }) => sum.plus(bringsIn), big(money));
        const locks = buys.reduce((sum, { quantity, limit }) => sum.plus(quantity.times(limit)), big(0));
        expect(locks.lte(has)).toBe(true);
        expect(sells.some((sale) => buys.some((purchase) => purchase.asset === sale.asset))).toBe(false);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('B-1, B-2, B-3 when a basket is rebalanced', () => {
  const settings = { threshold: big('0.05'), every: HOUR };
  const drift = (by: string) => [{ name: 'BTC', weight: big('0.5'), drift: big(by) }];
  const why = (by: string, passed: number, changed: { every?: null; threshold?: null; isUndecided?: boolean } = {}) => {
    const { isUndecided = false, ...other } = changed;
    const facts = { drifts: drift(by), last: HOUR, isUndecided, now: HOUR + passed };
    return whyDue({ ...settings, ...other }, facts);
  };

  it('by threshold, by time, or by both', () => {
    expect([why('0.05', 10 * MINUTE), why('-0.05', 10 * MINUTE), why('0.0499', 10 * MINUTE)]).toEqual([
      'threshold',
      'threshold',
      null,
    ]);
    expect([why('0.005', HOUR), why('0.0049', HOUR), why('-0.005', HOUR - 1)]).toEqual(['time', null, null]);
    expect([why('0.3', HOUR - 1, { threshold: null }), why('0.3', HOUR, { threshold: null })]).toEqual([null, 'time']);
    expect(why('0.04', 24 * HOUR, { every: null })).toBeNull();
  });

  it('at most once in ten minutes, and not while an order is undecided', () => {
    expect([why('0.3', 10 * MINUTE - 1), why('0.3', 10 * MINUTE)]).toEqual([null, 'threshold']);
    expect(why('0.3', HOUR, { isUndecided: true })).toBeNull();
  });

  it('worked example basket-quiet: nothing is due below the threshold', () => {
    const drifted = { last: HOUR, isUndecided: false, now: 2 * HOUR };
    const due = (of: Basket) => whyDue({ threshold: big('0.01'), every: null }, { ...drifted, drifts: driftsOf(of) });
    expect([due(two), due(quiet)]).toEqual(['threshold', null]);
  });

  it('has targets that are whole percent, 2 or more, and add up to 100', () => {
    const fault = (...percents: number[]) => targetsFault(percents.map((percent, at) => ({ name: `A${at}`, percent })));
    expect([fault(50, 50), fault(98, 2), fault(...Array.from({ length: 10 }, () => 10))]).toEqual([null, null, null]);
    expect(fault(100)).toBe('A basket has 2 to 10 assets.');
    expect(fault(...Array.from({ length: 11 }, () => 10))).toBe('A basket has 2 to 10 assets.');
    expect([fault(99, 1), fault(50.5, 49.5)]).toEqual([
      'A1 needs a whole percentage of 2 or more.',
      'A0 needs a whole percentage of 2 or more.',
    ]);
    expect(fault(50, 49)).toBe('The targets must add up to 100%: they add up to 99%.');
    const twice = [
      { name: 'BTC', percent: 50 },
      { name: 'BTC', percent: 50 },
    ];
    expect(targetsFault(twice)).toBe('Each asset can be in the basket once.');
  });

  it('B-5 is compared with the first holdings at the prices of now', () => {
    expect(justHolding([{ held: big('0.5'), price: big(120) }], big(10)).toFixed()).toBe('70');
  });
});
