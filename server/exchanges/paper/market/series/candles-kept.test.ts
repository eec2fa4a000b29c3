import { Big } from 'big.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type PaperBench, openPaperExchange } from '../../../../../tests/factories/paper-exchange.ts';
import { createLog } from '../../../../lib/log.ts';
import { createPaperExchange } from '../../index.ts';

type Kline = [number, string, string, string, string, string, number, string, number, string, string, string];
interface Trade {
  price: string;
  qty: string;
  time: number;
  isBuyerMaker: boolean;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MIDNIGHT = Math.floor(1_790_000_000_000 / DAY) * DAY;
/** The clock of the exchange: it moves when a test says so, and what is traded meanwhile falls into one minute. */
let now = MIDNIGHT + 23.6 * HOUR;
const clock = () => now;

let bench: PaperBench;
beforeAll(async () => {
  bench = await openPaperExchange({ clock });
});
afterAll(() => bench.close());

const get = async <Body>(path: string): Promise<Body> => (await bench.call<Body>(`/api/v3/${path}`)).body;
const klines = (query: string) => get<Kline[]>(`klines?${query}`);
const trades = (symbol: string) => get<Trade[]>(`trades?symbol=${symbol}&limit=1000`);
const minuteNow = () => Math.floor(now / MINUTE) * MINUTE;

/** A minute with trades of the simulation in BTC and prices set in XRP; then the clock goes on to the next. */
async function tradeForAMinute(): Promise<void> {
  const inMinute = async () => (await trades('BTCUSDT')).filter(({ time }) => time >= minuteNow());
  await vi.waitFor(async () => expect((await inMinute()).length).toBeGreaterThan(2), { timeout: 30_000, interval: 50 });
  for (const price of ['0.5301', '0.5377', '0.5299', '0.5310']) await bench.price('XRPUSDT', price);
  now += MINUTE;
}

/** A candle's figures without its times: open to close, volumes, count, what takers bought. */
const figures = (rows: readonly Kline[]) => {
  const sum = (column: number) => rows.reduce((total, row) => total.plus(row[column]!), new Big(0)).toFixed(8);
  const prices = (column: number) => rows.map((row) => new Big(row[column]!)).toSorted((one, other) => one.cmp(other));
  return {
    open: rows[0]?.[1],
    high: prices(2).at(-1)?.toFixed(8),
    low: prices(3)[0]?.toFixed(8),
    close: rows.at(-1)?.[4],
    sums: [5, 9, 8].map(sum),
  };
};

it('a candle is the fold of the trades of its minute', async () => {
  await tradeForAMinute();
  const startTime = minuteNow() - MINUTE;
  for (const symbol of ['BTCUSDT', 'XRPUSDT']) {
    const [row] = await klines(`symbol=${symbol}&interval=1m&startTime=${startTime}&limit=1`);
    const reported = (await trades(symbol)).filter(({ time }) => time >= startTime && time < startTime + MINUTE);
    const taken = reported.filter(({ isBuyerMaker }) => !isBuyerMaker);
    const sum = (of: Trade[], worth: (trade: Trade) => Big) =>
      of.reduce((total, trade) => total.plus(worth(trade)), new Big(0)).toFixed(8, 0);
    const prices = reported.map(({ price }) => price).toSorted((one, other) => new Big(one).cmp(other));
    expect(row).toEqual([
      startTime,
      reported[0]?.price,
      prices.at(-1),
      prices[0],
      reported.at(-1)?.price,
      sum(reported, ({ qty }) => new Big(qty)),
      startTime + MINUTE - 1,
      sum(reported, ({ qty, price }) => new Big(qty).times(price)),
      reported.length,
      sum(taken, ({ qty }) => new Big(qty)),
      sum(taken, ({ qty, price }) => new Big(qty).times(price)),
      '0',
    ]);
  }
});

it('minutes add up to longer candles, those of the synthetic history too', async () => {
  await tradeForAMinute();
  const midnight = Math.floor(now / DAY) * DAY;
  const [first, second] = await Promise.all([
    klines(`symbol=BTCUSDT&interval=1m&startTime=${midnight}&limit=1000`),
    klines(`symbol=BTCUSDT&interval=1m&startTime=${midnight + 1000 * MINUTE}&endTime=${minuteNow() - 1}&limit=1000`),
  ]);
  const minutes = [...first, ...second];
  expect(minutes.length).toBe((minuteNow() - midnight) / MINUTE);
  for (const [interval, length] of [
    ['5m', 5],
    ['15m', 15],
    ['1h', 60],
    ['4h', 240],
  ] as const) {
    const rows = await klines(`symbol=BTCUSDT&interval=${interval}&startTime=${midnight}&limit=1000`);
    expect(rows.length).toBeGreaterThanOrEqual(5);
    for (const row of rows) {
      const [openTime, , , , , , closeTime] = row;
      if (closeTime >= minuteNow()) continue;
      const parts = minutes.slice((openTime - midnight) / MINUTE, (openTime - midnight) / MINUTE + length);
      expect(figures(parts)).toEqual(figures([row]));
    }
  }
  now += 30 * MINUTE;
  await bench.price('BTCUSDT', '64000.00');
  const [day] = await klines(`symbol=BTCUSDT&interval=1d&startTime=${midnight}&limit=1`);
  const hours = await klines(`symbol=BTCUSDT&interval=1h&startTime=${midnight}&endTime=${midnight + DAY - 1}`);
  expect(hours).toHaveLength(24);
  expect(figures(hours)).toEqual(figures([day!]));
  await bench.control('reset');
});

describe('after a restart', () => {
  /** Closed candles, and those of the synthetic history, as texts. */
  const reported = async (until: number) => {
    const queries = ['BTCUSDT', 'XRPUSDT', 'ETHBTC'].flatMap((symbol) =>
      [
        ['1m', MINUTE, 1000],
        ['5m', 5 * MINUTE, 400],
        ['1h', HOUR, 800],
        ['1d', DAY, 25],
      ].map(
        ([interval, length, limit]) =>
          `symbol=${symbol}&interval=${interval}&endTime=${Math.floor(until / Number(length)) * Number(length) - 1}&limit=${limit}`,
      ),
    );
    return Promise.all(queries.map(async (query) => JSON.stringify(await klines(query))));
  };

  it('every candle is as it was before, and the time down is flat', async () => {
    await tradeForAMinute();
    await tradeForAMinute();
    const until = minuteNow();
    const before = await reported(until);
    now += 10 * MINUTE;
    await bench.restart();
    expect(await reported(until)).toEqual(before);
    const quiet = await klines(`symbol=XRPUSDT&interval=1m&startTime=${until + MINUTE}&endTime=${now - 2 * MINUTE}`);
    expect(quiet).toHaveLength(8);
    expect(new Set(quiet.flatMap((row) => row.slice(1, 5)))).toEqual(new Set(['0.53100000']));
    expect(new Set(quiet.map((row) => row[8]))).toEqual(new Set([0]));
  });

  it('so they are once they are stored in blocks', async () => {
    const until = minuteNow();
    const before = await reported(until);
    now += 50 * HOUR;
    await bench.restart();
    await vi.waitFor(
      async () => {
        const rows = await bench.database.sql<{ length: number }[]>`
          select distinct length from paper.candle_blocks where symbol = 'BTCUSDT' order by length`;
        expect(rows.map(({ length }) => length)).toEqual([MINUTE, HOUR]);
      },
      { timeout: 30_000, interval: 50 },
    );
    await bench.restart();
    expect(await reported(until)).toEqual(before);
  });

  it('and after days without the exchange there is no hole', async () => {
    now += 4 * DAY;
    await bench.restart();
    await tradeForAMinute();
    now += 2 * DAY;
    await bench.restart();
    const rows = await klines(`symbol=XRPUSDT&interval=1m&startTime=${now - 2 * DAY - 500 * MINUTE}&limit=1000`);
    expect(rows).toHaveLength(1000);
    expect(rows.every(([time], index) => index === 0 || time - rows[index - 1]![0] === MINUTE)).toBe(true);
    expect(new Set(rows.filter((row) => row[8] === 0).flatMap((row) => row.slice(1, 5)))).toEqual(
      new Set(['0.53100000']),
    );
  });

  it('without a farewell: what was stored some seconds ago stands', async () => {
    await tradeForAMinute();
    const until = minuteNow();
    const before = await reported(until);
    const count = (JSON.parse(before[0]!) as Kline[]).at(-1)?.[8];
    await vi.waitFor(
      async () => {
        const stored = await bench.database.sql<{ count: number }[]>`
          select count from paper.candles where symbol = 'BTCUSDT' and length = ${MINUTE} and open_time = ${until - MINUTE}`;
        expect(stored[0]?.count).toBe(count);
      },
      { timeout: 30_000, interval: 50 },
    );
    const { db } = bench.database;
    const log = createLog('silent');
    const heir = createPaperExchange({ db, clock, log, seed: 1, prices: 'simulated', port: 0, control: false });
    const { restUrl } = await heir.start();
    const answers = await reported(until);
    const asked = async (query: string) => JSON.stringify(await (await fetch(`${restUrl}/api/v3/${query}`)).json());
    const query = `klines?symbol=BTCUSDT&interval=1m&endTime=${until - 1}&limit=1000`;
    expect(await asked(query)).toBe(answers[0]);
    await heir.stop();
  });
});
