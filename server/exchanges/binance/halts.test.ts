import { expect, it, onTestFinished } from 'vitest';
import { openPaperExchange } from '../../../tests/factories/paper-exchange.ts';
import { scriptedBinance } from '../../../tests/factories/scripted-binance.ts';
import { until } from '../../../tests/setup/until.ts';
import { createLog } from '../../lib/log.ts';
import type { ExchangePair } from '../../domain/market/pair.ts';
import { terms } from '../../../tests/factories/scripted-binance.ts';
import { createBinance } from './index.ts';
import { BINANCE_TIMINGS, type BinanceTimings } from './binance-timings.ts';

const symbol = 'XRPUSDT';

/** An exchange on which pairs can be halted, and the adapter before it. */
async function halting(timings: Partial<BinanceTimings>) {
  const bench = await openPaperExchange();
  await bench.price(symbol, '0.5300');
  const key = await bench.trader();
  const binance = createBinance({ ...bench.urls(), clock: Date.now, log: createLog('silent'), timings });
  onTestFinished(async () => {
    await binance.stop();
    await bench.close();
  });
  await binance.start();
  const statuses: string[] = [];
  binance.watchPairs((changed: readonly ExchangePair[]) =>
    statuses.push(...changed.map((pair) => `${pair.symbol} ${pair.status}`)),
  );
  return {
    bench,
    binance,
    statuses,
    credentials: { apiKey: key.key, secret: key.secret },
    set: (status: string) => bench.control('pair', { symbol, status }),
    status: () => binance.pairs().get(symbol)?.status,
  };
}

it('V-10 a halt and its end are noticed within a minute, and told', async () => {
  expect(BINANCE_TIMINGS.status * 3).toBeLessThanOrEqual(60_000);
  const { set, status, statuses } = await halting({ status: 30 });
  expect(status()).toBe('trading');
  await set('BREAK');
  await until(() => expect(status()).toBe('halted'));
  await set('CANCEL_ONLY');
  await set('TRADING');
  await until(() => expect(status()).toBe('trading'));
  expect(statuses).toEqual([`${symbol} halted`, `${symbol} trading`]);
});

it('V-10 a pair that was halted at the start is known, and trades with its stream when it trades again', async () => {
  const { bench, binance, set, status } = await halting({ status: 30 });
  await set('HALT');
  const late = createBinance({ ...bench.urls(), clock: Date.now, log: createLog('silent'), timings: { status: 30 } });
  onTestFinished(() => late.stop());
  await late.start();
  expect(late.pairs().get(symbol)).toMatchObject({ status: 'halted', base: 'XRP' });
  const prices: string[] = [];
  const stop = late.watchTrades((event) => {
    if (event.kind === 'trade' && event.trade.symbol === symbol) prices.push(event.trade.price.toFixed());
  });
  onTestFinished(stop);
  await set('TRADING');
  await until(() => expect(late.pairs().get(symbol)?.status).toBe('trading'));
  await until(async () => {
    await bench.price(symbol, '0.5310');
    expect(prices).toContain('0.531');
  });
  expect([status(), binance.ready()]).toEqual(['trading', true]);
});

it.each([
  ['HALT', 'halted', 'XRP/USDT is not traded on Binance at the moment.'],
  ['CANCEL_ONLY', 'cancel-only', 'Binance takes no orders for XRP/USDT at the moment. Orders there can be canceled.'],
] as const)('V-10 an order that is refused for %s tells it at once', async (shown, known, sentence) => {
  const { binance, set, status, credentials } = await halting({});
  await set(shown);
  const placed = await binance.place(credentials, terms);
  expect(placed).toMatchObject({ outcome: 'rejected', sentence });
  expect(status()).toBe(known);
});

it('V-10 where an exchange does not tell what trades, a halted pair that was asked for is read again', async () => {
  const { binance, exchange } = await scriptedBinance({ status: 20 });
  let status = 'BREAK';
  exchange.on('GET /api/v3/exchangeInfo', () => ({
    body: { rateLimits: [], symbols: [{ ...exchange.symbol, status }] },
  }));
  exchange.on('GET /api/v3/ticker/price', () => ({
    status: 400,
    body: { code: -1104, msg: 'Not all sent parameters were read.' },
  }));
  await binance.start();
  await binance.renewPair(symbol);
  const asked = exchange.asked('GET /api/v3/exchangeInfo');
  await until(() => expect(exchange.asked('GET /api/v3/exchangeInfo')).toBeGreaterThan(asked + 1));
  expect(binance.pairs().get(symbol)?.status).toBe('halted');
  status = 'TRADING';
  await until(() => expect(binance.pairs().get(symbol)?.status).toBe('trading'));
});

it('V-10 a cancel that is refused for a halt is a refusal, and tells of the halt', async () => {
  const { bench, binance, status, credentials } = await halting({});
  await bench.price(symbol, '0.6000');
  const placed = await binance.place(credentials, terms);
  expect(placed.outcome).toBe('accepted');
  await bench.control('pair', { symbol, status: 'BREAK', cancels: false });
  const canceled = await binance.cancel(credentials, { symbol, clientOrderId: terms.clientOrderId });
  expect(canceled).toMatchObject({
    outcome: 'rejected',
    sentence: 'XRP/USDT is not traded on Binance at the moment: its orders cannot be canceled.',
  });
  expect(status()).toBe('halted');
});
