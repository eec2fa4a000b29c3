import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import type { EndingBot } from '#contracts/bot-endings.ts';
import type { BotEnding } from '#contracts/bot-stop.ts';
import { allChoices, endingFor } from './all-endings.ts';

const big = (text: string) => new Big(text);
const bot = (name: string, more: Partial<EndingBot>): EndingBot => ({
  botId: name,
  name,
  type: 'grid',
  baseCurrency: 'XRP',
  counterCurrency: 'USDT',
  marketPrice: big('0.505'),
  endings: null,
  runs: [],
  ...more,
});
/** grid-stop. */
const grid = bot('Grid', {
  endings: {
    keep: { base: big('475.6299'), counter: big('153.933006') },
    sell: { quantity: big('475.6'), counter: big('393.870828'), dust: big('0.0299'), result: big('-6.045492') },
    buyBack: null,
  },
});
const SALE = { quantity: big('400'), counter: big('410.788'), dust: big('0'), result: null };
const inverse = bot('Inverse', {
  type: 'inverse-grid',
  endings: {
    keep: { base: big('400'), counter: big('208.99') },
    sell: SALE,
    buyBack: { base: big('809.3'), left: big('0.03') },
  },
});
const basket = bot('Basket', {
  type: 'basket',
  baseCurrency: 'BTC',
  endings: {
    keep: { base: big('90'), counter: big('10') },
    sell: { quantity: big('90'), counter: big('99.91'), dust: big('0'), result: big('-0.09') },
    buyBack: null,
  },
  runs: [
    {
      given: { base: big('0'), counter: big('100') },
      parts: ['BTC', 'XRP', 'USDT'].map((asset, at) => ({
        asset,
        percent: 33,
        held: big(['0.001', '50', '10'][at] ?? '0'),
        price: null,
        worth: null,
        weight: null,
        drift: null,
        idle: null,
      })),
    },
  ],
});
const texts = (bots: EndingBot[]) =>
  allChoices(bots).map(({ ending, text }) => [ending, text.replaceAll('\u00a0', ' ')]);

describe('U-1 what all bots come to', () => {
  it('sums each currency, money last, and offers to buy back where one can', () => {
    expect(texts([grid, inverse, basket])).toEqual([
      ['keep', '925.6 XRP, 0.0010 BTC, and 372.92 USDT stay on your account.'],
      ['sell', 'about 904.56 USDT in all, with what they hold sold at market.'],
      [
        'buy-back',
        'about 1,334.9 XRP, 0.0010 BTC, and 163.96 USDT in all. Bots that began with coins buy them back at market, the others keep what they hold.',
      ],
    ]);
    expect(texts([grid]).map(([ending]) => ending)).toEqual(['keep', 'sell']);
    const money = { keep: { base: big('0'), counter: big('100') }, buyBack: null };
    const waits = bot('Waits', { endings: { ...money, sell: { ...SALE, counter: big('100') } } });
    expect(texts([waits])[0]).toEqual(['keep', '100.00 USDT stay on your account.']);
  });

  it('a bot that has no such ending, or no last price, keeps its coins', () => {
    const unknown = bot('Dark', {});
    const by = (of: EndingBot, ending: BotEnding) => endingFor(of, ending).ending;
    expect([by(grid, 'buy-back'), by(inverse, 'buy-back'), by(basket, 'sell'), by(unknown, 'sell')]).toEqual([
      'keep',
      'buy-back',
      'sell',
      'keep',
    ]);
    expect(texts([grid, unknown])).toEqual([
      [
        'keep',
        '475.6 XRP and 153.93 USDT stay on your account. Dark keeps its coins, which are not in the sum: their price is not known.',
      ],
      [
        'sell',
        'about 393.87 USDT in all, with what they hold sold at market. Dark keeps its coins, which are not in the sum: their price is not known.',
      ],
    ]);
    expect(texts([unknown])).toEqual([
      [
        'keep',
        'what they hold stays on your account. Dark keeps its coins, which are not in the sum: their price is not known.',
      ],
    ]);
  });
});
