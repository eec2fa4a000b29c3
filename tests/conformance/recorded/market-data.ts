import { expect, it } from 'vitest';
import { openRecorded, type RecordedMarket } from '../../factories/recorded-market.ts';

export function recordedMarketData(market: RecordedMarket): void {
  const { symbol } = market.terms;

  it('V-10 knows its pairs with steps and limits, whether they trade or not, and leaves out what cannot be read', async () => {
    const { exchange } = await openRecorded(market, []);
    expect(exchange.ready()).toBe(true);
    expect([...exchange.pairs().values()].map(({ status }) => status)).toEqual(['trading', 'trading', 'halted']);
    const pair = exchange.pairs().get(symbol);
    if (pair === undefined) throw new Error('no pair');
    expect(pair.symbol).toBe(`${pair.base}${pair.counter}`);
    const amounts = [pair.tick, pair.step, pair.minQuantity, pair.maxQuantity, pair.minNotional];
    expect(amounts.every((amount) => amount.gt(0))).toBe(true);
    expect(pair.lists.size).toBe(0);
  });

  it('gives candles oldest first', async () => {
    const { exchange } = await openRecorded(market, []);
    const candles = await exchange.candles({ symbol, interval: '1m', limit: 3 });
    if (candles.outcome !== 'ok') throw new Error('no candles');
    expect(candles.value.map(({ close }) => close.toFixed())).toEqual(['2.1038', '2.1041', '2.1043']);
    const times = candles.value.map(({ openTime, closeTime }) => closeTime - openTime);
    expect(times).toEqual([59_999, 59_999, 59_999]);
    expect(candles.value[0]?.openTime).toBe((candles.value[1]?.openTime ?? 0) - 60_000);
  });

  it('asks for candles from a start on, no more than are wanted', async () => {
    const { exchange, recorded } = await openRecorded(market, []);
    const startTime = 1_784_990_000_000 - (1_784_990_000_000 % 60_000);
    const endTime = startTime + 86_400_000;
    const candles = await exchange.candles({ symbol, interval: '1m', startTime, endTime, limit: 3 });
    expect(candles.outcome === 'ok' && candles.value).toHaveLength(3);
    const asked = recorded.seen.filter(({ path }) => /kline|candles/.test(path));
    expect(asked).toHaveLength(1);
    const [start = 0, end = 0] = ['start', 'end'].map((name) => Number(asked[0]?.query.get(name)));
    const unit = String(start).length === 13 ? 1 : 1000;
    expect(start * unit).toBe(startTime);
    expect(end * unit - startTime).toBeLessThan(market.candlesPerCall * 60_000);
  });

  it('gives minutes where seconds are asked for, from the one on that holds the start', async () => {
    const { exchange, recorded } = await openRecorded(market, []);
    const minute = 1_784_990_000_000 - (1_784_990_000_000 % 60_000);
    const of = { symbol, startTime: minute + 12_000, endTime: minute + 170_000, limit: 3 };
    const candles = await exchange.candles({ ...of, interval: '1s' });
    if (candles.outcome !== 'ok') throw new Error('no candles');
    expect(candles.value.every(({ openTime, closeTime }) => closeTime - openTime === 59_999)).toBe(true);
    const [start = ''] = recorded.seen.flatMap(({ query }) => query.get('start') ?? []);
    expect(Number(start) * (start.length === 13 ? 1 : 1000)).toBe(minute);
  });

  it('refuses candles of a pair that is not there, and of a length that is not', async () => {
    const { exchange } = await openRecorded(market, []);
    const refused = { outcome: 'rejected', sentence: expect.stringMatching(/\w+.*\.$/) };
    expect(await exchange.candles({ symbol: 'NOSUCHPAIR', interval: '1m' })).toMatchObject(refused);
    expect(await exchange.candles({ symbol, interval: '7m' })).toMatchObject(refused);
  });

  it('gives the last price of each pair', async () => {
    const { exchange } = await openRecorded(market, []);
    const prices = await exchange.lastPrices();
    if (prices.outcome !== 'ok') throw new Error('no prices');
    const trading = prices.value.filter((trade) => exchange.pairs().get(trade.symbol)?.status === 'trading');
    expect(trading.map((trade) => [trade.symbol, trade.price.toFixed()])).toEqual([
      [symbol, '2.1043'],
      [[...exchange.pairs().keys()][1], '84512.7'],
    ]);
  });
}
