import { Big } from 'big.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Side } from '#contracts/symbol.ts';
import { closingQuantity, copyLeast, copySize, type CopyTerms, type Deal, type PairRules } from './copy-size.ts';

const big = (text: string | number) => new Big(text);
/** Parses an amount out of a sentence. */
const read = (said: string) => big(said.replaceAll(',', ''));
/** The example pair of the trading rules. */
const XRP: PairRules = {
  base: 'XRP',
  counter: 'USDT',
  step: big('0.1'),
  minQuantity: big('0.1'),
  maxQuantity: big('900000'),
  minNotional: big(5),
};
const buy: Deal = { section: 'buy', price: big('0.52'), quantity: big('192.3') };
const terms = (of: Partial<Record<keyof CopyTerms, string>>): CopyTerms => ({
  mainFree: of.mainFree === undefined ? null : big(of.mainFree),
  free: of.free === undefined ? null : big(of.free),
  multiplier: big(of.multiplier ?? 1),
  ceiling: of.ceiling === undefined ? null : big(of.ceiling),
  fixed: of.fixed === undefined ? null : big(of.fixed),
  counterUsdt: of.counterUsdt === 'unknown' ? null : big(of.counterUsdt ?? 1),
});
const sized = (of: Partial<Record<keyof CopyTerms, string>>, deal = buy, rules = XRP) =>
  copySize(deal, rules, terms(of));

describe('rule 7, by balance ratio', () => {
  it('99.996 of 1000 becomes 31.98 of 320', () => {
    const { quantity, skip } = sized({ mainFree: '1000', free: '320' });
    expect([quantity.toFixed(), quantity.times(buy.price).toFixed(), skip]).toEqual(['61.5', '31.98', null]);
  });

  it('1.89 of 123 is skipped, and the sentence says from how much on it would be copied', () => {
    const deal = { ...buy, quantity: big('192.4'), price: big('100').div('192.4').round(8, 0) };
    const { quantity, skip } = sized({ mainFree: '6500', free: '123' }, deal);
    expect(quantity.toFixed()).toBe('0');
    expect(skip).toEqual({
      code: 'BELOW_MIN',
      sentence: '1.89 USDT is under the 5 USDT minimum. This key needs 341.26 USDT free.',
    });
  });

  it('the smallest eligible follower has 52.51', () => {
    expect(sized({ mainFree: '1000', free: '40' }).skip?.sentence).toBe(
      '3.99 USDT is under the 5 USDT minimum. This key needs 52.51 USDT free.',
    );
    expect(sized({ mainFree: '1000', free: '52.51' }).skip).toBeNull();
  });

  it('takes the multiplier, but never more than is free', () => {
    expect(sized({ mainFree: '1000', free: '320', multiplier: '2' }).quantity.toFixed()).toBe('123');
    expect(sized({ mainFree: '1000', free: '320', multiplier: '100' }).quantity.toFixed()).toBe('615.3');
  });

  it('a sale is sized by the base that is free', () => {
    const sale: Deal = { ...buy, section: 'sell', quantity: big('100') };
    expect(sized({ mainFree: '1000', free: '333' }, sale).quantity.toFixed()).toBe('33.3');
    expect(sized({ mainFree: '1000', free: '40' }, sale).skip?.sentence).toBe(
      '2.08 USDT is under the 5 USDT minimum. This key needs 100.97 XRP free.',
    );
  });

  it('a ceiling is in USDT, for a sale its worth at the price', () => {
    expect(sized({ mainFree: '1000', free: '1000', ceiling: '20' }).quantity.toFixed()).toBe('38.4');
    const sale: Deal = { ...buy, section: 'sell' };
    expect(sized({ mainFree: '1000', free: '1000', ceiling: '20' }, sale).quantity.toFixed()).toBe('38.4');
  });

  it('is no larger than what the exchange takes at once', () => {
    const rules = { ...XRP, maxQuantity: big('50.05') };
    expect(sized({ mainFree: '1000', free: '320' }, buy, rules).quantity.toFixed()).toBe('50');
  });
});

describe('a skip says why', () => {
  it.each([
    [{ free: '5' }, 'MAIN_BALANCE_UNKNOWN', "The main key's free USDT is not known right now."],
    [{ mainFree: '5' }, 'BALANCE_UNKNOWN', "This key's free USDT is not known right now."],
    [{ mainFree: '0', free: '5' }, 'NO_BALANCE', 'The main key has no free USDT to size this copy by.'],
    [{ mainFree: '5', free: '0' }, 'NO_BALANCE', 'No USDT is free on this key. This key needs 5.05 USDT free.'],
    [
      { mainFree: '1000', free: '320', ceiling: '5' },
      'CEILING_BELOW_MIN',
      "This key's ceiling of 5 USDT is under the 5.05 USDT minimum.",
    ],
    [
      { mainFree: '1000', free: '50.3' },
      'BELOW_MIN',
      '4.99 USDT is under the 5 USDT minimum. This key needs 52.51 USDT free.',
    ],
  ])('%j: %s', (of, code, sentence) => {
    expect(sized(of).skip).toEqual({ code, sentence });
  });

  it('the least may be a quantity, and small amounts are said with the decimals they need', () => {
    const rules = { ...XRP, base: 'BTC', step: big('0.00001'), minQuantity: big('0.001'), minNotional: big(1) };
    const deal: Deal = { section: 'sell', price: big(60_000), quantity: big('0.01') };
    expect(sized({ mainFree: '1', free: '0.05' }, deal, rules).skip?.sentence).toBe(
      '0.0005 BTC is under the 0.001 BTC minimum. This key needs 0.1 BTC free.',
    );
  });
});

describe('V-04 amounts of a copy rule are USDT', () => {
  /** One ETH is worth 0.05 BTC, one BTC 60,000 USDT. */
  const ETHBTC: PairRules = {
    base: 'ETH',
    counter: 'BTC',
    step: big('0.0001'),
    minQuantity: big('0.0001'),
    maxQuantity: big('9000'),
    minNotional: big('0.0001'),
  };
  const deal: Deal = { section: 'buy', price: big('0.05'), quantity: big('2') };
  const free = { mainFree: '10', free: '10', counterUsdt: '60000' };
  const of = (rule: Partial<Record<keyof CopyTerms, string>>, section: Side = 'buy') =>
    sized({ ...free, ...rule }, { ...deal, section }, ETHBTC);

  it('V-04 a copy ceiling is USDT: 25 let 0.0083 ETH through at 3,000 USDT, not 2', () => {
    expect(of({ ceiling: '25' }).quantity.toFixed()).toBe('0.0083');
    expect(of({ ceiling: '25' }, 'sell').quantity.toFixed()).toBe('0.0083');
    expect(of({}).quantity.toFixed()).toBe('2');
  });

  it('V-04 a fixed amount is USDT', () => {
    expect(of({ fixed: '15' }).quantity.toFixed()).toBe('0.005');
    expect(of({ fixed: '15' }, 'sell').quantity.toFixed()).toBe('0.005');
    expect(of({ fixed: '15', ceiling: '9' }).quantity.toFixed()).toBe('0.003');
  });

  it('V-04 what is too small is said in USDT, and the least that works is USDT', () => {
    expect(of({ fixed: '5' }).skip?.sentence).toBe(
      "0.0000833 BTC is under the 0.0001 BTC minimum. Set this key's fixed amount to 6 USDT or more.",
    );
    expect(of({ ceiling: '5' }).skip?.sentence).toBe("This key's ceiling of 5 USDT is under the 6 USDT minimum.");
    expect(copyLeast(deal, ETHBTC, terms({ ...free, fixed: '15' })).least?.toFixed()).toBe('6');
    expect(copyLeast(deal, ETHBTC, terms({ ...free, ceiling: '5' }))).toEqual({ least: null, leastDeal: null });
  });

  it.each([{ ceiling: '25' }, { fixed: '15' }])('V-04 without a price %j is skipped and says why', (rule) => {
    expect(of({ ...rule, counterUsdt: 'unknown' }).skip).toEqual({
      code: 'PRICE_UNKNOWN',
      sentence: "The price of BTC in USDT is not known, and this key's rule is in USDT.",
    });
    const unknown = terms({ ...free, ...rule, counterUsdt: 'unknown' });
    expect(copyLeast(deal, ETHBTC, unknown)).toEqual({ least: null, leastDeal: null });
  });

  it('V-04 a rule without amounts needs no price', () => {
    expect(of({ counterUsdt: 'unknown' }).skip).toBeNull();
  });

  it('Q a ceiling that is just the smallest order is enough', () => {
    expect(sized({ mainFree: '1000', free: '1000', ceiling: '5.044' }).quantity.toFixed()).toBe('9.7');
    expect(sized({ mainFree: '1000', free: '1000', ceiling: '5.0439' }).skip?.code).toBe('CEILING_BELOW_MIN');
    expect(copyLeast(buy, XRP, terms({ mainFree: '1000', free: '1000', ceiling: '5.044' })).least).not.toBeNull();
  });
});

describe('the least that works', () => {
  const leastOf = (of: Partial<Record<keyof CopyTerms, string>>) => {
    const { least, leastDeal } = copyLeast(buy, XRP, terms(of));
    return [least?.toFixed(3) ?? null, leastDeal?.toFixed(3) ?? null];
  };
  it.each([
    [{ mainFree: '1000', free: '320' }, ['52.502', '15.808']],
    [{ mainFree: '1000', free: '320', multiplier: '100' }, ['5.044', '5.044']],
    [{ mainFree: '1000', free: '5' }, ['52.502', null]],
    [{ mainFree: '1000', free: '6', multiplier: '0.5' }, ['105.004', null]],
    [{ mainFree: '1000', free: '320', ceiling: '5' }, [null, null]],
    [{ mainFree: '1000' }, ['52.502', null]],
    [{ mainFree: '0', free: '320' }, [null, null]],
    [{ free: '320' }, [null, null]],
    [{ mainFree: '1000', free: '320', fixed: '26' }, ['5.044', '5.044']],
    [{ free: '320', fixed: '26' }, ['5.044', '5.044']],
    [{ mainFree: '1000', free: '320', fixed: '4' }, ['5.044', null]],
    [{ mainFree: '1000', free: '3', fixed: '26' }, ['5.044', null]],
  ])('%j: free here and dealt there %j', (of, amounts) => expect(leastOf(of)).toEqual(amounts));

  it('a fixed amount that is large enough asks for what is free', () => {
    expect(sized({ mainFree: '1000', free: '3', fixed: '26' }).skip?.sentence).toBe(
      '3 USDT is under the 5 USDT minimum. This key needs 5.05 USDT free.',
    );
  });
});

it('closing copies the part that the main key closed', () => {
  const of = { held: big('61.4'), mainSold: big('57.6'), mainHeld: big('192.1') };
  expect(closingQuantity(XRP.step, of).toFixed()).toBe('18.4');
  expect(closingQuantity(XRP.step, { ...of, mainSold: of.mainHeld }).toFixed()).toBe('61.4');
});

describe('whatever the numbers', () => {
  const amount = (most: number, decimals: number) =>
    fc.integer({ min: 1, max: most }).map((units) => big(units).times(`1e-${decimals}`));
  const world = fc.record({
    section: fc.constantFrom<Side>('buy', 'sell'),
    price: amount(10_000_000, 4),
    quantity: amount(1_000_000, 1),
    mainFree: amount(1_000_000_000, 8),
    free: amount(1_000_000_000, 8),
    multiplier: amount(10_000, 2),
    ceiling: fc.option(amount(100_000, 2)),
    fixed: fc.option(amount(100_000, 2)),
    counterUsdt: amount(10_000_000, 2),
    step: fc.constantFrom('0.1', '0.00001', '1', '10').map(big),
    minQuantity: amount(10_000, 3),
  });
  type Drawn = typeof world extends fc.Arbitrary<infer One> ? One : never;
  const answered = ({ section, price, quantity, step, minQuantity, ...key }: Drawn) => {
    const rules = { ...XRP, step, minQuantity };
    return { rules, deal: { section, price, quantity }, key, ...copySize({ section, price, quantity }, rules, key) };
  };

  it('a copy stays within its ceiling and balance, on the step, above the least, and by the ratio', () => {
    fc.assert(
      fc.property(world, (drawn) => {
        const { quantity, skip, deal, key, rules } = answered(drawn);
        const worth = quantity.times(deal.price);
        expect((deal.section === 'buy' ? worth : quantity).lte(key.free)).toBe(true);
        const usdt = worth.times(key.counterUsdt);
        expect(key.ceiling === null || usdt.lte(key.ceiling)).toBe(true);
        expect(quantity.mod(rules.step).toFixed()).toBe('0');
        const share = deal.quantity.times(drawn.free).times(drawn.multiplier);
        expect(key.fixed ? usdt.lte(key.fixed) : quantity.times(drawn.mainFree).lte(share)).toBe(true);
        const isLegal = worth.gte(rules.minNotional) && quantity.gte(rules.minQuantity);
        expect(skip === null ? isLegal : quantity.eq(0)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('the least deal of the main key is copied, one step less is not or is too small itself', () => {
    fc.assert(
      fc.property(world, (drawn) => {
        const { deal, rules, key } = answered(drawn);
        const quantity = copyLeast(deal, rules, key).leastDeal?.div(deal.price).round(5);
        if (!quantity) return;
        const dealt = (of: Big) => copySize({ ...deal, quantity: of }, rules, key).skip;
        expect(dealt(quantity)).toBeNull();
        const less = quantity.minus(rules.step);
        const isLegal = less.times(deal.price).gte(rules.minNotional) && less.gte(rules.minQuantity);
        if (isLegal) expect(dealt(less)).not.toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });

  it('a fixed amount that the sentence names is not skipped where as much is free', () => {
    fc.assert(
      fc.property(world, (drawn) => {
        const { skip, deal, rules, key } = answered(drawn);
        const named = key.fixed && /fixed amount to ([\d.,]+) USDT/.exec(skip?.sentence ?? '')?.[1];
        if (named)
          expect(copySize(deal, rules, { ...key, fixed: read(named), free: big(1e15), ceiling: null }).skip).toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });

  it('a key with as much free as the sentence names is not skipped', () => {
    fc.assert(
      fc.property(world, (drawn) => {
        const { skip, deal, rules, key } = answered({ ...drawn, fixed: null });
        const named = skip?.code === 'BELOW_MIN' ? /needs ([\d.,]+) /.exec(skip.sentence)?.[1] : undefined;
        if (named !== undefined) expect(copySize(deal, rules, { ...key, free: read(named) }).skip).toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });
});
