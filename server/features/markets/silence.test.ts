import { onTestFinished, expect, it } from 'vitest';
import { recordedCoinbase } from '../../../tests/factories/recorded-coinbase.ts';
import { openRecorded } from '../../../tests/factories/recorded-market.ts';
import { until } from '../../../tests/setup/until.ts';
import { localBus } from '../../runtime/bus/bus.ts';
import { createLog } from '../../lib/log.ts';
import { livePublisher } from '../../live/publish.ts';
import { createMarkets } from './index.ts';

const PRODUCTS = '/api/v3/brokerage/market/products';
const START = 1_700_000_000_000;

/** A stream with trades of BTC-USD, of BTC-USDC through the same book, and of EURC-USDC, but none of XRP-USD. */
async function world() {
  const { recorded, exchange } = await openRecorded(recordedCoinbase, ['books/one-not-carried'], { call: 500 });
  const bus = localBus((error) => {
    throw error;
  });
  let now = START;
  const markets = createMarkets({
    exchanges: new Map([['coinbase', exchange]]),
    live: livePublisher(bus),
    log: createLog('silent'),
    clock: () => now,
    readEvery: 20,
  });
  onTestFinished(markets.stop);
  const changed: string[] = [];
  markets.onDelayChange((_, symbol) => changed.push(symbol));
  await markets.start({ publishes: () => true });
  const read = async () => {
    const before = recorded.asked(`GET ${PRODUCTS}`);
    await until(() => expect(recorded.asked(`GET ${PRODUCTS}`)).toBeGreaterThan(before + 2));
  };
  const priceOf = (symbol: string) => markets.lastPrice('coinbase', symbol)?.price.toFixed();
  const reported = async (event: string, symbol: string, price: string) =>
    until(() => {
      recorded.emit(event);
      expect(priceOf(symbol)).toBe(price);
    });
  return {
    markets,
    changed,
    read,
    reported,
    priceOf,
    moveList: () => recorded.goOn(PRODUCTS),
    pass: (ms: number) => void (now += ms),
    since: (symbol: string) => markets.delayedSince('coinbase', symbol),
  };
}

it('L-01 a pair whose trades do not come while it is traded says so and since when, others do not', async () => {
  const { markets, changed, read, reported, priceOf, moveList, pass, since } = await world();
  await reported('trades', 'BTCUSDC', '68926.5');
  pass(30_000);
  await read();
  moveList();
  await read();
  expect(since('XRPUSD')).toBeNull();
  await reported('trades', 'BTCUSDC', '68926.5');
  pass(40_000);
  expect(since('XRPUSD')).toBe(START);
  expect(markets.lastPrice('coinbase', 'XRPUSD')).toMatchObject({ delayedSince: START });
  expect(['BTCUSD', 'BTCUSDC', 'EURCUSDC'].map(since)).toEqual([null, null, null]);
  await until(() => expect(priceOf('XRPUSD')).toBe('2.0511'));
  await until(() => expect(changed).toEqual(['XRPUSD']));
  await reported('xrp', 'XRPUSD', '2.0512');
  expect(since('XRPUSD')).toBeNull();
  await until(() => expect(changed).toEqual(['XRPUSD', 'XRPUSD']));
});

it('L-01 a pair without trades is quiet, not delayed', async () => {
  const { read, reported, pass, since } = await world();
  await reported('trades', 'BTCUSD', '68926.5');
  for (let minutes = 0; minutes < 3; minutes += 1) {
    pass(60_000);
    await read();
  }
  expect(['BTCUSD', 'BTCUSDC', 'EURCUSDC', 'XRPUSD'].map(since)).toEqual([null, null, null, null]);
});
