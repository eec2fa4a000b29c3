import { expect, it } from 'vitest';
import { MINUTE } from '#contracts/rules/time.ts';
import { scriptedBinance } from '../../../tests/factories/scripted-binance.ts';

const TRADES = 'GET /api/v3/aggTrades';
const wireTrade = (a: number, T: number) => ({ a, p: '0.52000000', q: '1.0', f: a, l: a, T, m: true, M: true });

it('pages on through the trades of a time that fill more than one answer, to its end', async () => {
  const { exchange, binance } = await scriptedBinance();
  // Two a millisecond: the second page goes on beyond the time that was asked for.
  exchange.on(TRADES, ({ params }) => {
    const from = Number(params.get('fromId') ?? 7);
    return {
      body: Array.from({ length: 1_000 }, (_, index) => wireTrade(from + index, Math.floor((from + index) / 2))),
    };
  });
  const read = await binance.trades?.({ symbol: 'XRPUSDT', startTime: 3, endTime: 700 });
  const trades = read?.outcome === 'ok' ? read.value : [];
  expect(trades).toHaveLength(1_395);
  expect(trades.at(-1)).toMatchObject({ symbol: 'XRPUSDT', time: 700 });
  const asked = exchange.seen.filter(({ path }) => TRADES.endsWith(path)).map(({ query }) => query);
  expect(asked).toEqual(['symbol=XRPUSDT&startTime=3&endTime=700&limit=1000', 'symbol=XRPUSDT&fromId=1007&limit=1000']);
});

it('N-1 a candle says what was traded in it, also in counter currency and by takers, and a pair whether it takes pegged orders', async () => {
  const { exchange, binance } = await scriptedBinance();
  await binance.start();
  const row = [60_000, '0.52', '0.53', '0.51', '0.525', '1000.5', 119_999, '522.76', 42, '600.1', '313.5', '0'];
  exchange.on('GET /api/v3/klines', () => ({ body: [row] }));
  const read = await binance.candles({ symbol: 'XRPUSDT', interval: '1m' });
  expect(JSON.parse(JSON.stringify(read))).toMatchObject({
    value: [
      {
        closeTime: 119_999,
        volume: '1000.5',
        quoteVolume: '522.76',
        trades: 42,
        takerBase: '600.1',
        takerQuote: '313.5',
      },
    ],
  });
  expect(binance.pairs().get('XRPUSDT')).toMatchObject({
    status: 'trading',
    trailing: { above: { min: expect.any(Number) }, below: { max: expect.any(Number) } },
    pegged: false,
    lists: new Set(['oco', 'oto', 'opo']),
  });
});

it('a price that is traded while the list of prices is on its way is newer than the list', async () => {
  let now = Date.now();
  const { exchange, binance } = await scriptedBinance({}, { clock: () => now });
  await binance.start();
  const asked = now;
  exchange.on('GET /api/v3/ticker/price', () => {
    now += MINUTE;
    return { body: [{ symbol: 'XRPUSDT', price: '0.52000000' }] };
  });
  const read = await binance.lastPrices();
  const [listed] = read.outcome === 'ok' ? read.value : [];
  expect(listed).toMatchObject({ symbol: 'XRPUSDT' });
  expect(listed?.time).toBeLessThan(asked + MINUTE);
});
