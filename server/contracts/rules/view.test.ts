import { describe, expect, it } from 'vitest';
import { DEFAULT_VIEW, isPairName, readView } from './view.ts';

const read = (search: string) => readView(new URLSearchParams(search));

describe('the address of the markets page', () => {
  it('has the defaults of the spec', () => {
    expect(read('')).toEqual({ market: 'binance', symbolName: 'xrp_usdt', counterEarning: true, section: 'buy' });
  });

  it('takes names in any case, and pairs with other separators', () => {
    expect(read('market=%20BYBIT&symbolName=BTC/USDT&section=SELL&counterEarning=FALSE')).toEqual({
      market: 'bybit',
      symbolName: 'btc_usdt',
      section: 'sell',
      counterEarning: false,
    });
    expect(read('symbolName=btc-usdt').symbolName).toBe('btc_usdt');
  });

  it.each(['market=mtgox', 'symbolName=', 'section=nowhere', 'counterEarning=maybe'])(
    'falls back where %s makes no sense',
    (search) => expect(read(search)).toEqual(DEFAULT_VIEW),
  );

  it('keeps a pair that it does not know, for the server to refuse', () => {
    expect(read('symbolName=abc_xyz').symbolName).toBe('abc_xyz');
    const names = ['xrpusdt', 'xrp_usdt', '<script>', 'a_b_c', 'x', '', '_usdt', 'xrp_', 'x'.repeat(21), 'XRP'];
    expect(names.filter(isPairName)).toEqual(['xrpusdt', 'xrp_usdt', 'x']);
  });
});
