import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import type { BotPreview, PreviewLevel } from '#contracts/bot-preview.ts';
import type { Pair } from '#contracts/markets.ts';
import { breakEven, needsText, receiptRows } from './receipt-rows.ts';

const big = (text: string) => new Big(text);
const pair = { baseCurrency: 'XRP', counterCurrency: 'USDT', baseRound: 1, counterRound: 4 } as Pair;
const levelOf = (buys: string, sells: string): PreviewLevel => ({
  number: 1,
  buyPrice: big('0.48'),
  sellPrice: big('0.49'),
  startsBy: 'buy',
  buys: big(buys),
  sells: big(sells),
  amount: big('50.4'),
  percent: big('1.8'),
});
/** grid-arithmetic and grid-worst. */
const plan = {
  lines: [],
  levels: Array.from({ length: 8 }, (_, at) => levelOf(String(105 - at * 2), String(104 - at * 2))),
  amountPerLevel: big('50.44'),
  atStart: { side: 'buy', quantity: big('377.2'), price: big('0.5256'), counter: big('198.25632') },
  needs: { base: big('0'), counter: big('399.91632') },
  left: big('0.08368'),
  narrowest: { buyPrice: big('0.55'), sellPrice: big('0.56'), percent: big('1.6145') },
  widest: { buyPrice: big('0.48'), sellPrice: big('0.49'), percent: big('1.8792') },
  worst: { price: big('0.48'), value: big('377.308016'), change: big('-22.608304'), percent: big('-5.6532') },
} as NonNullable<BotPreview['plan']>;
const rows = (change: Partial<typeof plan> = {}, hasStop = false) =>
  Object.fromEntries(
    receiptRows({ plan: { ...plan, ...change }, fee: big('0.001') }, pair, hasStop).map(({ label, text }) => [
      label,
      text.replaceAll('\u00a0', ' '),
    ]),
  );

describe('the receipt of a bot', () => {
  it('R-6, C-22 says what is bought, kept, earned and lost at worst', () => {
    expect(rows()).toEqual({
      'Buys now': '377.2 XRP for at most 198.26 USDT (0.5256 or better)',
      'Keeps for its orders': '201.66 USDT',
      Levels: '8 levels, 50.44 USDT each',
      'A round earns': '+1.61% to +1.87% after fees',
      'Break-even': 'a step of 0.21% pays both fees',
      'At the lowest line, 0.4800': 'worth 377.30 USDT, −22.61 USDT (−5.66%)',
      'Not used': '0.08 USDT',
    });
  });

  it('PB-11 says what a deal earns, however many of its orders fill, and where it is worst', () => {
    const deal = (hasStop: boolean) =>
      receiptRows({ plan, fee: big('0.001'), kind: 'ladder' }, pair, hasStop).map(({ label, text }) => [label, text]);
    expect(deal(true).map(([label]) => label)).toEqual([
      'Buys now',
      'Keeps for its orders',
      'Orders of a deal',
      'A deal earns',
      'At the stop, 0.4800',
      'Not used',
    ]);
    expect(deal(false)).toContainEqual(['Orders of a deal', '8: the first, and 7 below it']);
    expect(deal(false).map(([label]) => label)).toContain('At the last addition, 0.4800');
  });

  it('PB-8 says what a deal spends, what it earns where it has a take profit, and all of them at their stops', () => {
    const signals = (change: Partial<typeof plan>, hasStop: boolean) =>
      receiptRows(
        { plan: { ...plan, atStart: null, left: big('0'), ...change }, fee: big('0.001'), kind: 'signals' },
        pair,
        hasStop,
      ).map(({ label, text }) => [label, text.replaceAll('\u00a0', ' ')]);
    expect(signals({}, true)).toEqual([
      ['At the start', 'Nothing is bought or sold'],
      ['Keeps for its orders', '399.91 USDT'],
      ['A deal', '50.44 USDT, as soon as there is a signal'],
      ['A deal earns', '+1.61% to +1.87% after fees'],
      ['Every deal at its stop, 0.4800', 'worth 377.30 USDT, −22.61 USDT (−5.66%)'],
    ]);
    const none = { ...plan.narrowest, percent: big('0') };
    const bare = signals({ narrowest: none, widest: none, worst: { ...plan.worst, price: big('0') } }, false);
    expect(bare.map(([label]) => label)).toEqual(['At the start', 'Keeps for its orders', 'A deal', 'Without a stop']);
  });

  it('T-3 says what is sold at the start, and at least for how much', () => {
    const atStart = { side: 'sell', quantity: big('400'), price: big('0.5204'), counter: big('208.16') } as const;
    const inverse = rows({ atStart, needs: { base: big('800'), counter: big('0') }, amountPerLevel: big('100') }, true);
    expect(inverse).toMatchObject({
      'Sells now': '400.0 XRP for at least 208.16 USDT (0.5204 or better)',
      'Keeps for its orders': '400.00 XRP',
      Levels: '8 levels, 100.00 XRP each',
    });
    expect(Object.keys(inverse)).toContain('At the stop, 0.4800');
  });

  it('C-20, R-6 levels of the same coins are named by coins, with money that waits too', () => {
    const levels = ['113.8', '102.6'].map((buys) => levelOf(buys, '100.2'));
    expect(rows({ levels, amountPerLevel: big('100.2') }).Levels).toBe('2 levels, 100.20 XRP each');
  });

  it('says when nothing is traded at once, and nothing of money that is all used', () => {
    expect(rows({ atStart: null, left: big('0') })).toMatchObject({ 'At the start': 'Nothing is bought or sold' });
    expect(Object.keys(rows({ left: big('0') }))).not.toContain('Not used');
    expect(rows({ widest: plan.narrowest })['A round earns']).toBe('+1.61% after fees');
  });

  it('U-3 the button never names less than is taken', () => {
    const text = (base: string, counter: string) =>
      needsText({ ...plan, needs: { base: big(base), counter: big(counter) } }, pair).replaceAll('\u00a0', ' ');
    expect(text('0', '399.91632')).toBe('399.92 USDT');
    expect(text('800', '0')).toBe('800 XRP');
    expect(text('200', '300')).toBe('300.00 USDT and 200 XRP');
  });

  it('R-7 a step pays its fees from where K²·s/b is 1', () => {
    expect(breakEven(big('0.001')).toFixed(4)).toBe('0.2003');
    expect(breakEven(big('0')).toFixed(4)).toBe('0.0000');
  });
});
