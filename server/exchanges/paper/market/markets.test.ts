import { Big } from 'big.js';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ErrorBody, type PaperBench, openPaperExchange } from '../../../../tests/factories/paper-exchange.ts';
import { until } from '../../../../tests/setup/until.ts';

let bench: PaperBench;
beforeAll(async () => {
  bench = await openPaperExchange();
});
afterAll(() => bench.close());
const get = async <Body>(path: string, of = bench) => (await of.call<Body>(`/api/v3/${path}`)).body;

interface SymbolInfo {
  symbol: string;
  filters: Record<string, string>[];
}
type Kline = [number, string, string, string, string, string, number, string, number, string, string, string];

describe('exchangeInfo', () => {
  it('shows the steps and limits that orders are held to', async () => {
    const { symbols } = await get<{ symbols: SymbolInfo[] }>('exchangeInfo?symbol=XRPUSDT');
    expect(symbols).toHaveLength(1);
    expect(symbols[0]?.filters).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ filterType: 'PRICE_FILTER', tickSize: '0.00010000' }),
        expect.objectContaining({ filterType: 'LOT_SIZE', stepSize: '0.10000000', minQty: '0.10000000' }),
        expect.objectContaining({ filterType: 'NOTIONAL', minNotional: '5.00000000' }),
        {
          filterType: 'PERCENT_PRICE_BY_SIDE',
          bidMultiplierUp: '1.2',
          bidMultiplierDown: '0.2',
          askMultiplierUp: '5',
          askMultiplierDown: '0.8',
          avgPriceMins: 5,
        },
        { filterType: 'MAX_NUM_ORDERS', maxNumOrders: 200 },
      ]),
    );
  });

  it('takes one symbol, several, a permission, and refuses the unknown', async () => {
    const names = async (query: string) =>
      (await get<{ symbols: SymbolInfo[] }>(`exchangeInfo?${query}`)).symbols.map((info) => info.symbol);
    expect((await names('')).slice(0, 5)).toEqual(['XRPUSDT', 'BTCUSDT', 'ETHUSDT', 'BNBUSDT', 'DOGEUSDT']);
    expect(await names('symbols=%5B%22BTCUSDT%22,%22XRPUSDT%22%5D')).toEqual(['BTCUSDT', 'XRPUSDT']);
    expect(await names('permissions=%5B%22MARGIN%22%5D')).toEqual([]);
    expect(await names('permissions=SPOT')).toHaveLength(64);
    expect(await get('exchangeInfo?symbol=XRPEUR')).toEqual({ code: -1121, msg: 'Invalid symbol.' });
    expect(await get<ErrorBody>('exchangeInfo?symbol=xrpusdt')).toMatchObject({ code: -1100 });
    expect(await get<ErrorBody>('exchangeInfo?symbol=XRPUSDT&permissions=SPOT')).toMatchObject({ code: -1128 });
  });
});

describe('prices and books', () => {
  it('show one symbol, several or all, and weigh what they cost', async () => {
    await bench.price('XRPUSDT', '0.5300');
    expect(await get('ticker/price?symbol=XRPUSDT')).toEqual({ symbol: 'XRPUSDT', price: '0.53000000' });
    expect(await get('ticker/price?symbols=%5B%22XRPUSDT%22%5D')).toEqual([{ symbol: 'XRPUSDT', price: '0.53000000' }]);
    expect(await get<unknown[]>('ticker/price')).toHaveLength(64);
    const used = async (path: string) =>
      Number((await bench.call(`/api/v3/${path}`)).headers.get('x-mbx-used-weight-1m'));
    // When a minute ends in between, the count begins again.
    await until(async () => expect((await used('ping')) - (await used('ticker/24hr'))).toBe(-80));
    expect(await get('avgPrice?symbol=XRPUSDT')).toEqual({
      mins: 5,
      price: '0.53000000',
      closeTime: expect.any(Number),
    });
    expect(await get('ticker/bookTicker?symbol=XRPUSDT')).toMatchObject({
      bidPrice: '0.52990000',
      askPrice: '0.53010000',
    });
    const depth = await get<{ bids: string[][]; asks: string[][] }>('depth?symbol=XRPUSDT&limit=3');
    expect(depth.bids.map(([price]) => price)).toEqual(['0.52990000', '0.52980000', '0.52970000']);
    expect(depth.asks.map(([price]) => price)).toEqual(['0.53010000', '0.53020000', '0.53030000']);
    expect((await get<{ price: string }[]>('trades?symbol=XRPUSDT&limit=1')).map((trade) => trade.price)).toEqual([
      '0.53000000',
    ]);
  });

  it('the day’s ticker has its 21 fields', async () => {
    const ticker = await get<Record<string, unknown>>('ticker/24hr?symbol=BTCUSDT');
    expect(Object.keys(ticker)).toHaveLength(21);
    expect(new Big(ticker.highPrice as string).gte(ticker.lowPrice as string)).toBe(true);
    const mini = await get<Record<string, unknown>>('ticker/24hr?symbol=BTCUSDT&type=MINI');
    expect(Object.keys(mini)).toHaveLength(12);
  });

  it('gone are the listen keys', async () => {
    const { status, body } = await bench.call<string>('/api/v3/userDataStream', { method: 'POST' });
    expect([status, body.includes('410 Gone')]).toEqual([410, true]);
  });
});

describe('candles', () => {
  const klines = (query: string) => get<Kline[]>(`klines?${query}`);

  it('join without a hole, backwards for a day by the minute and a month by the hour', async () => {
    const { serverTime } = await get<{ serverTime: number }>('time');
    for (const [interval, length, limit] of [
      ['1s', 1000, 1000],
      ['1m', 60_000, 1000],
      ['15m', 900_000, 90],
      ['1h', 3_600_000, 700],
      ['1d', 86_400_000, 28],
    ] as const) {
      const rows = await klines(`symbol=ETHUSDT&interval=${interval}&limit=${limit}`);
      expect(rows).toHaveLength(limit);
      const times = rows.map(([openTime]) => openTime);
      expect(times.every((time, index) => index === 0 || time - (times[index - 1] ?? 0) === length)).toBe(true);
      expect(
        rows.every(([, open, high, low, close]) =>
          [open, close].every((at) => new Big(high).gte(at) && new Big(low).lte(at)),
        ),
      ).toBe(true);
      expect(serverTime - (times.at(-1) ?? 0)).toBeLessThan(length + 1000);
    }
  });

  it('come from trades: a price that was set is the high of its second and its minute', async () => {
    await bench.price('XRPUSDT', '0.5300');
    await bench.price('XRPUSDT', '0.6000');
    const { time } = (await get<{ time: number }[]>('trades?symbol=XRPUSDT&limit=1'))[0] ?? { time: 0 };
    await bench.price('XRPUSDT', '0.5300');
    for (const interval of ['1s', '1m', '1d']) {
      const [row] = await klines(`symbol=XRPUSDT&interval=${interval}&endTime=${time}&limit=1`);
      expect(row?.[2]).toBe('0.60000000');
    }
  });

  it('are bounded by start, end and limit', async () => {
    const end = Math.floor(Date.now() / 60_000) * 60_000 - 60 * 60_000;
    const from = await klines(`symbol=ETHUSDT&interval=1m&startTime=${end - 600_000}&endTime=${end}`);
    expect(from.map(([time]) => time)).toEqual(
      Array.from({ length: 11 }, (_, index) => end - 600_000 + index * 60_000),
    );
    const first = await klines(`symbol=ETHUSDT&interval=1m&startTime=${end - 600_000}&limit=2`);
    expect(first).toEqual(from.slice(0, 2));
    for (const interval of ['1s', '1m', '1h', '1d', '1w', '1M']) {
      const [oldest, next] = await klines(`symbol=ETHUSDT&interval=${interval}&startTime=0&limit=2`);
      expect(oldest?.[0]).toBeGreaterThan(end - 70 * 86_400_000);
      expect(next?.[0]).toBe(oldest![6] + 1);
    }
    const last = await klines(`symbol=ETHUSDT&interval=1m&endTime=${end}&limit=2`);
    expect(last).toEqual(from.slice(-2));
    expect(await get('klines?symbol=ETHUSDT&interval=7m')).toEqual({ code: -1120, msg: 'Invalid interval.' });
  });
});

describe('the simulation', () => {
  let own: PaperBench;
  afterEach(() => own.close());
  const prices = (of: PaperBench, count: number) =>
    vi.waitFor(async () => {
      const trades = await get<{ price: string }[]>('trades?symbol=BTCUSDT&limit=1000', of);
      if (trades.length < count) throw new Error('not yet');
      return trades.slice(0, count).map((trade) => trade.price);
    }, 30_000);

  it('moves by itself, the same way for the same seed, another way for another', async () => {
    own = await openPaperExchange({ seed: 5 });
    const other = await openPaperExchange({ seed: 5 });
    const third = await openPaperExchange({ seed: 6 });
    const [one, two, three] = await Promise.all([prices(own, 12), prices(other, 12), prices(third, 12)]);
    expect(new Set(one).size).toBeGreaterThan(3);
    expect(two).toEqual(one);
    expect(three).not.toEqual(one);
    await Promise.all([other.close(), third.close()]);
  });

  it('goes on after a restart from where it stood', async () => {
    own = await openPaperExchange();
    await prices(own, 8);
    await own.restart();
    const [mark] = await own.database.sql<{ price: string }[]>`select price from paper.prices where symbol = 'BTCUSDT'`;
    const { price } = await get<{ price: string }>('ticker/price?symbol=BTCUSDT', own);
    expect(
      new Big(price)
        .minus(mark?.price ?? 0)
        .abs()
        .lt(100),
    ).toBe(true);
    expect(price).not.toBe('64250.00000000');
  });
});

describe('after a time down', () => {
  it('the candles of that time are flat at the price there was', async () => {
    let now = Date.now();
    const own = await openPaperExchange({ clock: () => now });
    await own.price('XRPUSDT', '0.5432');
    now += 3 * 3_600_000;
    await own.restart();
    const startTime = now - 3 * 3_600_000 + 60_000;
    const rows = await get<Kline[]>(`klines?symbol=XRPUSDT&interval=1m&startTime=${startTime}`, own);
    expect(rows.length).toBeGreaterThanOrEqual(178);
    expect(new Set(rows.flatMap(([, open, high, low, close]) => [open, high, low, close]))).toEqual(
      new Set(['0.54320000']),
    );
    const before = await get<Kline[]>(
      `klines?symbol=XRPUSDT&interval=1m&endTime=${startTime - 3_600_000}&limit=60`,
      own,
    );
    expect(new Set(before.map(([, open]) => open)).size).toBeGreaterThan(5);
    await own.close();
  });
});
