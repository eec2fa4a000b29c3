import { expect, it } from 'vitest';
import { big, rules } from '../../../../tests/factories/worked-grids.ts';
import { dealOfSignal, type SignalledRun } from './deal-of-signal.ts';

const SETTINGS = {
  deals: {
    amount: { by: 'share', share: big(1) },
    reinvest: true,
    entry: 'now',
    validFor: 60_000,
    takeProfit: null,
    stop: big('0.05'),
    trailing: null,
  },
  limits: { places: 1, coolDown: 0, perDay: 10, dailyLoss: big('0.5') },
  repeat: true,
} as const;
const NOTHING = { base: big(0), counter: big(0) };
const run = (counter: string): SignalledRun => ({
  deals: [],
  given: big(100),
  owned: { base: big(0), counter: big(counter) },
  open: NOTHING,
  locked: big(0),
  currency: 'USDT',
});
const at = { signal: { at: 1000, price: big('0.52') }, last: big('0.52'), now: 1000, rules };
const opens = (counter: string, deals: Partial<(typeof SETTINGS)['deals'] | { amount: unknown }> = {}) =>
  dealOfSignal({ ...SETTINGS, deals: { ...SETTINGS.deals, ...deals } as typeof SETTINGS.deals }, run(counter), at);

it('C-4, PB-5: an entry at once is sized by the market, and never larger than what is free pays at its limit', () => {
  // 192.3 at the market; at 0.5226 they would cost 100.50.
  expect(opens('100')).toMatchObject({ do: 'open', price: big('0.5226'), quantity: big('191.3') });
  const half = { amount: { by: 'fixed', amount: big(50) } } as const;
  expect(opens('100', half)).toMatchObject({ do: 'open', quantity: big('96.1') });
  expect(opens('50', half)).toMatchObject({ do: 'open', quantity: big('95.6') });
  expect(opens('100', { entry: 'limit' } as object)).toMatchObject({ price: big('0.52'), quantity: big('192.3') });
});

it('PB-3, PB-4: a second deal takes the free money while the first one is in profit', () => {
  const half = { ...SETTINGS.deals, amount: { by: 'share', share: big('0.5') } } as const;
  const limits = { ...SETTINGS.limits, places: 2 };
  const first = { openedAt: 500, endedAt: null, base: null, counter: null };
  const bought = { base: big('96.1'), counter: big('-50') };
  const held: SignalledRun = {
    ...run('50'),
    deals: [first],
    owned: { base: big('96.1'), counter: big(50) },
    open: bought,
  };
  const second = (signal: string) =>
    dealOfSignal({ ...SETTINGS, deals: { ...half, entry: 'limit' }, limits }, held, {
      ...at,
      signal: { at: 1000, price: big(signal) },
      last: big(signal),
    });
  // The bot owns 101.41, of which 50 are free.
  expect(second('0.535')).toMatchObject({ do: 'open', quantity: big('93.4') });
  // It owns 98.05.
  expect(second('0.5')).toMatchObject({ do: 'open', quantity: big('98') });
});

it('PB-4: with too little for a deal the sentence names the free money and what would be accepted', () => {
  const small = { amount: { by: 'fixed', amount: big(50) } } as const;
  expect(opens('49.99', small)).toEqual({
    do: 'lack',
    text: 'It has 49.99 USDT free, too little for a deal. Copy it to start another with a smaller amount for each.',
  });
  expect(opens('0')).toEqual({
    do: 'lack',
    text: 'It has 0.00 USDT free, too little for a deal. Copy it to start another with more.',
  });
});

it('R-8, PB-4: where the price has risen above what the amount pays for, the sentence says what the pair takes', () => {
  const least = { ...rules, minQuantity: big(120) };
  const fixed = { ...SETTINGS.deals, amount: { by: 'fixed', amount: big(63) }, entry: 'limit' } as const;
  const made = (price: string) =>
    dealOfSignal({ ...SETTINGS, deals: fixed }, run('1000'), {
      ...at,
      signal: { at: 1000, price: big(price) },
      last: big(price),
      rules: least,
    });
  expect(made('0.523')).toMatchObject({ do: 'open', quantity: big('120.4') });
  expect(made('0.53')).toEqual({
    do: 'lack',
    text: 'A deal would be worth 62.964 USDT; the exchange takes 63.6 and more at 0.5300. Copy it to start another with a larger amount for each.',
  });
  expect(opens('4')).toEqual({
    do: 'lack',
    text: 'A deal would be worth 3.97176 USDT; the exchange takes 5 and more at 0.5226. Copy it to start another with more.',
  });
});
