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
