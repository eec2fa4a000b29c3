import { Big } from 'big.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY } from '#contracts/rules/time.ts';
import { XRP } from '../../../tests/factories/block-sketch.ts';
import { testDatabase } from '../../../tests/setup/database.ts';
import type { Exchange } from '../../exchanges/exchange.ts';
import type { ExchangePair, PairStatus } from '../../domain/market/pair.ts';
import { localBus } from '../../runtime/bus/bus.ts';
import { createLog } from '../../lib/log.ts';
import { livePublisher } from '../../live/publish.ts';
import { createHalts, createMarkets } from './index.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const log = createLog('silent');

/** An exchange with three pairs; `turn` changes the status of one. */
function listing(start: Record<string, PairStatus>) {
  const pairs = new Map<string, ExchangePair>();
  const listeners = new Set<(changed: readonly ExchangePair[]) => void>();
  const turn = (base: string, status: PairStatus) => {
    const pair = { ...XRP, base, symbol: `${base}USDT`, status };
    pairs.set(pair.symbol, pair);
    for (const listener of listeners) listener([pair]);
  };
  for (const [base, status] of Object.entries(start)) turn(base, status);
  const exchange = {
    pairs: () => pairs,
    renewPair: async () => {},
    watchPairs: (listener: (changed: readonly ExchangePair[]) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    watchTrades: () => () => {},
    lastPrices: async () => ({
      outcome: 'ok' as const,
      value: [...pairs.keys()].map((symbol) => ({ symbol, price: new Big(2), time: 1 })),
    }),
  };
  return { turn, exchanges: new Map([['binance' as const, exchange as unknown as Exchange]]) };
}

/** A site on this exchange. */
async function open({ exchanges }: ReturnType<typeof listing>, at: { now: number }) {
  const changes: string[] = [];
  const clock = () => at.now;
  const onChange = (_: string, { symbol, status }: ExchangePair) => changes.push(`${symbol} ${status}`);
  const halts = createHalts({ db: database.db, clock, log, exchanges, onChange });
  const live = livePublisher(localBus(() => {}));
  const markets = createMarkets({ exchanges, live, log, clock, halts });
  await halts.start();
  await markets.start({ publishes: null });
  return {
    halts,
    markets,
    changes,
    names: () => markets.pairs('binance').map(({ name }) => name),
    close: async () => {
      markets.stop();
      await halts.stop();
    },
  };
}

it('V-10 keeps since when a pair is halted, over a restart; one that never traded here is not offered', async () => {
  const at = { now: 1000 * DAY };
  const listed = listing({ XRP: 'trading', ADA: 'trading', OLD: 'halted' });
  const first = await open(listed, at);
  expect(first.names()).toEqual(['ada_usdt', 'xrp_usdt']);
  expect(['XRPUSDT', 'OLDUSDT'].map((symbol) => first.markets.lastPrice('binance', symbol)?.price.toFixed())).toEqual([
    '2',
    undefined,
  ]);
  at.now += 5000;
  listed.turn('XRP', 'halted');
  const since = at.now;
  expect(first.halts.since('binance', 'XRPUSDT')).toBe(since);
  expect(first.markets.findPair('binance', 'xrp_usdt')).toMatchObject({ status: 'halted', haltedSince: since });
  await first.close();

  at.now += DAY;
  listed.turn('ADA', 'cancel-only');
  const second = await open(listed, at);
  expect(second.markets.findPair('binance', 'xrp_usdt')).toMatchObject({ haltedSince: since });
  // Halted while no site ran: the time of the first observation counts.
  expect(second.markets.findPair('binance', 'ada_usdt')).toMatchObject({ status: 'cancel-only', haltedSince: at.now });
  expect(second.names()).toEqual(['ada_usdt', 'xrp_usdt']);
  listed.turn('XRP', 'cancel-only');
  expect(second.halts.since('binance', 'XRPUSDT')).toBe(since);
  listed.turn('XRP', 'trading');
  expect(second.markets.findPair('binance', 'xrp_usdt')).toMatchObject({ status: 'trading', haltedSince: null });
  expect(second.changes).toEqual(['XRPUSDT cancel-only', 'XRPUSDT trading']);
  await second.close();

  at.now += 31 * DAY;
  const third = await open(listed, at);
  expect(third.names()).toEqual(['xrp_usdt']);
  expect(third.markets.findPair('binance', 'old_usdt')).toMatchObject({ status: 'halted', haltedSince: null });
  expect(third.markets.findPair('binance', 'ada_usdt')?.status).toBe('cancel-only');
  await third.close();
});
