import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { type ErrorBody, buyLimit, paperBench, sellLimit } from '../../../../../tests/factories/paper-exchange.ts';

const paper = paperBench();
const read = async <Body = ErrorBody>(path: string) => (await paper.bench.call<Body>(`/api/v3/${path}`)).body;
type Levels = [string, string][];
interface Depth {
  bids: Levels;
  asks: Levels;
}

describe('the order book', () => {
  it('shows what accounts have on it among the levels of the market maker, best first', async () => {
    const book = () => read<Depth>('depth?symbol=XRPUSDT&limit=100');
    const sizeAt = (levels: Levels, at: string) => levels.find(([price]) => price === at)?.[1] ?? 'none';
    const more = (size: string, by: string) => new Big(size).plus(by).toFixed(8);
    const before = await book();
    await paper.ann.place(buyLimit('77.7', '0.5297'));
    await paper.ann.place(sellLimit('50', '0.5333'));
    await paper.ann.place(sellLimit('20', '0.9000'));
    await paper.ann.place({ side: 'SELL', type: 'STOP_LOSS', quantity: '100', stopPrice: '0.5299' });
    const after = await book();
    expect(after.bids.map(([price]) => price)).toEqual(before.bids.map(([price]) => price));
    expect(sizeAt(after.bids, '0.52970000')).toBe(more(sizeAt(before.bids, '0.52970000'), '77.7'));
    expect(sizeAt(after.asks, '0.53330000')).toBe(more(sizeAt(before.asks, '0.53330000'), '50'));
    const prices = after.asks.map(([price]) => price);
    expect(prices).toEqual(prices.toSorted((one, other) => new Big(one).cmp(other)));
    const whole = await read<Depth>('depth?symbol=XRPUSDT&limit=5000');
    expect(sizeAt(whole.asks, '0.90000000')).not.toBe('none');
    const ticker = await read<Record<string, string>>('ticker/bookTicker?symbol=XRPUSDT');
    expect([[ticker.bidPrice, ticker.bidQty]]).toEqual(after.bids.slice(0, 1));
  });

  it('is asked for one symbol at a time', async () => {
    expect(await read('depth')).toMatchObject({ code: -1102 });
    expect(await read('depth?symbol=NOPE')).toEqual({ code: -1121, msg: 'Invalid symbol.' });
    expect(await read('depth?symbol=XRPUSDT&symbolStatus=HALT')).toMatchObject({ code: -1220 });
  });
});

describe('windows of trading', () => {
  const MINI = [
    'symbol',
    'openPrice',
    'highPrice',
    'lowPrice',
    'lastPrice',
    'volume',
    'quoteVolume',
    'openTime',
    'closeTime',
    'firstId',
    'lastId',
    'count',
  ];
  const FULL = ['symbol', 'priceChange', 'priceChangePercent', 'weightedAvgPrice', ...MINI.slice(1)];
  type Window = Record<'openPrice' | 'highPrice' | 'lowPrice' | 'lastPrice' | 'volume', string> &
    Record<'openTime' | 'closeTime', number>;

  it.each(['1m', '59m', '23h', '1d', '7d'])('of %s, from a full minute on', async (windowSize) => {
    await paper.bench.price('XRPUSDT', '0.5400');
    const window = await read<Window>(`ticker?symbol=XRPUSDT&windowSize=${windowSize}`);
    expect(Object.keys(window)).toEqual(FULL);
    expect(window.openTime % 60_000).toBe(0);
    const units = { m: 60_000, h: 3_600_000, d: 86_400_000 }[windowSize.slice(-1)] ?? 0;
    const excess = window.closeTime - window.openTime - Number.parseInt(windowSize, 10) * units;
    expect(excess >= 0 && excess < 60_000).toBe(true);
    expect(window.lastPrice).toBe('0.54000000');
    expect(new Big(window.highPrice).gte('0.54')).toBe(true);
    expect(new Big(window.lowPrice).lte('0.53')).toBe(true);
  });

  it('grow with the window', async () => {
    const volumes = await Promise.all(
      ['1m', '1h', '1d', '7d'].map(async (size) => read<Window>(`ticker?symbol=BTCUSDT&windowSize=${size}&type=MINI`)),
    );
    expect(Object.keys(volumes[0] ?? {})).toEqual(MINI);
    const sizes = volumes.map(({ volume }) => Number(volume));
    expect(sizes).toEqual(sizes.toSorted((one, other) => one - other));
    expect(sizes[3]).toBeGreaterThan(sizes[1] ?? Number.POSITIVE_INFINITY);
  });

  it('count all that was traded in them, once', async () => {
    const week = await read<Window>('ticker?symbol=XRPUSDT&windowSize=7d');
    const hours = await read<string[][]>(`klines?symbol=XRPUSDT&interval=1h&startTime=${week.openTime}&limit=1000`);
    const volume = hours.reduce((sum, hour) => sum.plus(hour[5] ?? 0), new Big(0));
    expect(week.volume).toBe(volume.toFixed(8));
  });

  it('of the trading day, in any time zone', async () => {
    const utc = await read<Window>('ticker/tradingDay?symbol=XRPUSDT');
    expect([utc.openTime % 86_400_000, utc.closeTime - utc.openTime]).toEqual([0, 86_399_999]);
    const east = await read<Window>('ticker/tradingDay?symbol=XRPUSDT&timeZone=05:45');
    expect((east.openTime + 20_700_000) % 86_400_000).toBe(0);
    const [first] = await read<Window[]>('ticker/tradingDay?symbols=["XRPUSDT","BTCUSDT"]&timeZone=-1:00&type=MINI');
    expect(Object.keys(first ?? {})).toEqual(MINI);
  });

  it('refuse what is no window', async () => {
    expect(await read('ticker')).toEqual({
      code: -1102,
      msg: "Param 'symbol' or 'symbols' must be sent, but both were empty/null!",
    });
    for (const size of ['60m', '24h', '8d', '1d2h']) {
      expect(await read(`ticker?symbol=XRPUSDT&windowSize=${size}`)).toMatchObject({ code: -1130 });
    }
    expect(await read('ticker/tradingDay?symbol=XRPUSDT&timeZone=15')).toMatchObject({ code: -1130 });
    expect(await read('ticker?symbol=XRPUSDT&type=HALF')).toMatchObject({ code: -1139 });
  });
});

describe('other market data', () => {
  it('old trades, from an id on', async () => {
    for (const price of ['0.5301', '0.5302', '0.5303']) await paper.bench.price('XRPUSDT', price);
    const latest = await read<{ id: number; price: string }[]>('trades?symbol=XRPUSDT&limit=3');
    expect(latest.map(({ price }) => price)).toEqual(['0.53010000', '0.53020000', '0.53030000']);
    expect(await read(`historicalTrades?symbol=XRPUSDT&fromId=${latest[1]?.id}&limit=1`)).toEqual([latest[1]]);
    expect(await read('historicalTrades?symbol=XRPUSDT&limit=3')).toEqual(latest);
  });

  it('no reference price, no execution rules', async () => {
    const none = { code: -2043, msg: "This symbol doesn't have a reference price." };
    expect(await read('referencePrice?symbol=XRPUSDT')).toEqual(none);
    expect(await read('referencePrice/calculation?symbol=XRPUSDT')).toEqual(none);
    expect(await read('executionRules?symbol=XRPUSDT')).toEqual({ symbolRules: [] });
  });
});
