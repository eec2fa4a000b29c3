import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import type { Pair } from '#contracts/markets.ts';
import {
  type AlertDraft,
  findPair,
  newDraft,
  priceDecimals,
  proposedType,
  readDraft,
  suggestedPairs,
  waitsNote,
} from './new-alert.ts';

const known = (base: string, counter: string, counterRound: number): Partial<Pair> => ({
  name: `${base}_${counter}`,
  simpleName: `${base}${counter}`.toUpperCase(),
  baseCurrency: base.toUpperCase(),
  counterCurrency: counter.toUpperCase(),
  counterRound,
});
const pairs = [
  known('xrp', 'btc', 8),
  known('xrp', 'usdt', 4),
  known('eth', 'btc', 6),
  known('btc', 'usdt', 2),
] as Pair[];
const draft: AlertDraft = {
  market: 'binance',
  condition: null,
  calls: null,
  pair: 'XRP/USDT',
  type: 'PRICE_RISES_ABOVE',
  informing: 'ONLY_ONCE',
  price: '0.53',
  comment: '',
  favorite: false,
  sendToTelegram: false,
};

describe('a new alert', () => {
  it.each(['XRP/USDT', 'xrp_usdt', 'xrp-usdt', 'XRPUSDT', ' xrp usdt '])('accepts the pair typed as %s', (pair) => {
    expect(readDraft({ ...draft, pair }, pairs)).toMatchObject({ alert: { symbol: 'xrp_usdt', active: true } });
  });

  it.each([
    ['xrp', 'xrp_usdt'],
    [' Xrp ', 'xrp_usdt'],
    ['eth', 'eth_btc'],
    ['xrpbtc', 'xrp_btc'],
  ])('G-02 finds the pair of a coin typed as %s', (pair, symbol) => {
    expect(readDraft({ ...draft, pair }, pairs)).toMatchObject({ alert: { symbol } });
  });

  it('G-02 keeps a price of four decimals while its pair is still being typed', () => {
    expect(priceDecimals(findPair(pairs, 'xr'))).toBe(8);
    expect(priceDecimals(findPair(pairs, 'xrp'))).toBe(4);
  });

  it.each([
    [{ price: '0.5055', pair: 'btc' }, { price: 'This price may have 2 decimals at most.' }],
    [{ pair: 'XRP/USDX' }, { pair: 'Coin pair incorrect. Choose again' }],
    [{ pair: '' }, { pair: 'Coin pair incorrect. Choose again' }],
    [{ type: '' }, { type: 'Choose alert type' }],
    [{ informing: '' }, { informing: 'Choose frequency' }],
    [{ price: '' }, { price: 'Enter a price.' }],
    [{ price: '0.000' }, { price: 'Enter a price.' }],
  ] as [Partial<AlertDraft>, object][])('with %o says %o', (change, faults) => {
    expect(readDraft({ ...draft, ...change }, pairs)).toEqual({ faults });
  });
});

describe('a level that the price has already crossed', () => {
  const note = (type: AlertDraft['type'], now: string) => waitsNote({ type, price: '0.53' }, new Big(now));

  it('waits for the next crossing, and shows it', () => {
    expect(note('PRICE_RISES_ABOVE', '0.54')).toMatch(/already above.*waits for the next crossing/);
    expect(note('PRICE_DROPS_BELOW', '0.52')).toMatch(/already below.*waits for the next crossing/);
  });

  it('is written with its thousands apart', () => {
    const far = (type: AlertDraft['type']) => waitsNote({ type, price: '64000' }, new Big('64000'));
    expect(far('PRICE_RISES_ABOVE')).toBe(
      'The price is at 64,000, already above. The alert waits for the next crossing: down, then up through 64,000.',
    );
    expect(far('PRICE_DROPS_BELOW')).toMatch(/^The price is at 64,000, .* down through 64,000\.$/);
  });

  it('is not reported otherwise', () => {
    expect(note('PRICE_RISES_ABOVE', '0.52')).toBeNull();
    expect(note('PRICE_DROPS_BELOW', '0.54')).toBeNull();
    expect(note('PRICE_REACHES', '0.54')).toBeNull();
    expect(waitsNote({ type: 'PRICE_RISES_ABOVE', price: '' }, new Big('1'))).toBeNull();
    expect(waitsNote({ type: 'PRICE_RISES_ABOVE', price: '1' }, undefined)).toBeNull();
  });
});

describe('the type of a new alert', () => {
  it.each([
    ['0.53', '0.5', 'PRICE_RISES_ABOVE'],
    ['0.53', '0.6', 'PRICE_DROPS_BELOW'],
    ['0.53', '0.53', 'PRICE_REACHES'],
    ['0.53', undefined, 'PRICE_REACHES'],
    ['', '0.5', ''],
    ['0.', '0.5', ''],
  ])('at %s, with the market at %s, is %s until one is chosen', (price, now, type) => {
    expect(proposedType(price, now ? new Big(now) : undefined)).toBe(type);
  });

  it('is left open by a new form, which fires once', () => {
    const begin = (level?: Big) => newDraft({ market: 'binance', pairName: 'xrp_usdt', level }, 0);
    expect(begin()).toMatchObject({ pair: 'XRP/USDT', price: '', type: '', informing: 'ONLY_ONCE' });
    expect(begin(new Big('0.53'))).toMatchObject({ price: '0.53', type: '' });
  });
});

describe('suggested pairs', () => {
  const names = (typed: string) => suggestedPairs(pairs, typed).map(({ name }) => name);

  it('are all while nothing is typed, USDT pairs first', () => {
    expect(names('')).toEqual(['xrp_usdt', 'btc_usdt', 'xrp_btc', 'eth_btc']);
  });

  it('begin with those that start with the text', () => {
    expect(names('btc')).toEqual(['btc_usdt', 'xrp_btc', 'eth_btc']);
    expect(names('xrp/')).toEqual(['xrp_usdt', 'xrp_btc']);
    expect(names('xyz')).toEqual([]);
  });
});
