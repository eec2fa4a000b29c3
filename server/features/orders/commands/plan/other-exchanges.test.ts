import { describe, expect, it } from 'vitest';
import { big, planOf, stopAt } from '../../../../../tests/factories/exit-plans.ts';
import type { ExchangePair } from '../../../../domain/market/pair.ts';
import { triggerFault } from '../../../../domain/position/entry-trigger.ts';
import { readPair as ofBybit } from '../../../../exchanges/bybit/bybit-market-data.ts';
import { readPair as ofCoinbase } from '../../../../exchanges/coinbase/coinbase-market-data.ts';
import { cutScene } from './plan-scene.ts';
import { shownPlan } from './preview-plan.ts';

const BYBIT = ofBybit({
  symbol: 'XRPUSDT',
  baseCoin: 'XRP',
  quoteCoin: 'USDT',
  status: 'Trading',
  lotSizeFilter: { basePrecision: '0.01', minOrderQty: '0.01', minOrderAmt: '5', maxOrderQty: '100000' },
  priceFilter: { tickSize: '0.0001' },
});
const COINBASE = ofCoinbase({
  product_id: 'XRP-USDT',
  base_currency_id: 'XRP',
  quote_currency_id: 'USDT',
  status: 'online',
  price_increment: '0.0001',
  base_increment: '0.01',
  base_min_size: '0.01',
  base_max_size: '100000',
  quote_min_size: '1',
});

/** No other order of the key rests on the pair. */
const NO_ORDERS = { select: () => ({ from: () => ({ where: () => Promise.resolve([]) }) }) };

async function planned(pair: ExchangePair, stop = stopAt('0.494')) {
  const plan = planOf('0.546 50, 0.56 30, 0.58 20', stop);
  const open = { side: 'buy', counterEarning: true, fee: big('0.001'), step: pair.step } as const;
  const moved = { base: big('192.1'), counter: big('-99.996') };
  const scene = await cutScene(
    // @ts-expect-error -- the one question that is asked of the database.
    { db: NO_ORDERS },
    { pair, open, moved, market: big('0.52'), average: big('0.52'), on: { userId: '', keyId: '', positionId: '' } },
    plan,
  );
  return shownPlan(plan, scene, []);
}

describe.each([
  ['Bybit', BYBIT],
  ['Coinbase', COINBASE],
])('N-1 EX-2 EX-5 what %s cannot hold is said before the press', (name, pair) => {
  it('targets with a stop are watched here, and the stop rests there for everything', async () => {
    if (!pair) throw new Error(`${name} has no such pair`);
    const { warnings, slices, protection } = await planned(pair);
    expect(warnings).toEqual([
      'The exchange does not hold targets 1 to 3 together with the stop: this server watches the price there. The stop rests on the exchange.',
    ]);
    expect(slices.map(({ takeProfit, stop }) => `${takeProfit} ${stop}`)).toEqual(Array(3).fill('server exchange'));
    expect(protection?.label).toBe('stop: exchange; targets 1 to 3: this server');
  });

  it('EX-7 EX-8 a stop that follows the price is moved by this server', async () => {
    if (!pair) throw new Error(`${name} has no such pair`);
    const { stop, protection } = await planned(pair, stopAt('0.494', { trailing: big('0.03') }));
    expect(stop?.movedBy).toBe('server');
    expect(protection?.away).toContain('it is not moved up.');
  });
});

it('EX-9 Coinbase holds no order that waits for a fall to buy; Bybit does', () => {
  const fault = (pair: ExchangePair | undefined, exchange: string) =>
    pair && triggerFault(big('0.5'), { side: 'buy', market: big('0.52'), limit: big('0.5025'), pair, exchange });
  expect(fault(COINBASE, 'coinbase')).toBe('coinbase holds no buy order that waits for a lower price.');
  expect(fault(BYBIT, 'bybit')).toBeNull();
});
