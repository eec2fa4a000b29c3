import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import type { BotRun } from '#contracts/bot-run.ts';
import type { BotEndings } from '#contracts/bots.ts';
import { endingChoices } from './endings.ts';

const big = (text: string) => new Big(text);
/** grid-stop. */
const ENDINGS: BotEndings = {
  keep: { base: big('475.6299'), counter: big('153.933006') },
  sell: { quantity: big('475.6'), counter: big('393.870828'), dust: big('0.0299'), result: big('-6.045492') },
  buyBack: null,
};
const run = (base: string, counter: string) => ({ given: { base: big(base), counter: big(counter) } }) as BotRun;
const bot = (runs: BotRun[] = [run('0', '399.91632')]) => ({
  baseCurrency: 'XRP',
  counterCurrency: 'USDT',
  marketPrice: big('0.505'),
  runs,
});
const texts = (endings: BotEndings, of = bot()) =>
  endingChoices(endings, of).map(({ ending, text }) => [ending, text.replaceAll('\u00a0', ' ')]);

describe('U-6, U-13 each way of stopping', () => {
  it('grid-stop says what it comes to', () => {
    expect(texts(ENDINGS)).toEqual([
      ['keep', '475.6 XRP (240.19 USDT) and 153.93 USDT stay on your account.'],
      [
        'sell',
        'about 239.93 USDT for them at market, 393.87 USDT in all. Result −6.05 (−1.52%). 0.029 XRP (0.01 USDT) stay: too little for an order.',
      ],
    ]);
  });

  it('says no result where that is not known: coins were given, or several keys', () => {
    for (const runs of [[run('0', '399'), run('0', '100')], [run('0', '0')], []])
      expect(texts(ENDINGS, bot(runs)).join()).not.toContain('Result');
    expect(texts({ ...ENDINGS, sell: { ...ENDINGS.sell, result: null } }).join()).not.toContain('Result');
    expect(texts({ ...ENDINGS, sell: { ...ENDINGS.sell, result: big('1') } }).join()).toContain(
      'Result +1.00 (+0.25%)',
    );
  });

  it('offers to buy back where it started with coins', () => {
    const none = { quantity: big('0'), counter: big('208.99'), dust: big('0'), result: null };
    const keep = { base: big('0'), counter: big('208.99') };
    expect(texts({ keep, sell: none, buyBack: { base: big('399.2'), left: big('0.03') } })).toEqual([
      ['keep', '208.99 USDT stay on your account.'],
      ['sell', 'there is nothing to sell.'],
      ['buy-back', 'about 399.2 XRP in all, bought at market. About 0.03 USDT are left.'],
    ]);
    const [, , last] = texts({ keep, sell: none, buyBack: { base: big('399.2'), left: big('0') } });
    expect(last?.[1]).not.toContain('left');
  });
});
