import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Big } from 'big.js';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type PaperBench, openPaperExchange } from '../../../../../tests/factories/paper-exchange.ts';
import { createLog } from '../../../../lib/log.ts';
import { createPaperExchange } from '../../index.ts';
import { readRecording } from './recording.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recording-'));
});
afterAll(() => rm(folder, { recursive: true }));

const open: PaperBench[] = [];
const exchange = async (options: Parameters<typeof openPaperExchange>[0]) => {
  const bench = await openPaperExchange(options);
  open.push(bench);
  return bench;
};
afterEach(async () => {
  for (const bench of open.splice(0).toReversed()) await bench.close();
});

const tape = async (bench: PaperBench, symbol: string) =>
  (await bench.call<{ price: string; qty: string }[]>(`/api/v3/trades?symbol=${symbol}`)).body;

describe('a recording', () => {
  const record = async (name: string, lines: string[]) => {
    const file = join(folder, name);
    const text = lines.join('\n');
    await writeFile(file, name.endsWith('.gz') ? gzipSync(text) : text);
    return `replay:${file}`;
  };

  it('of trades is played at its own pace, and the other symbols are simulated', async () => {
    const prices = await record('XRPUSDT-trades-2026-10-01.csv', [
      'id,price,qty,quote_qty,time,is_buyer_maker,is_best_match',
      '1,0.5311,100,53.11,1790000000000,True,True',
      '2,0.5312,200,106.24,1790000000000,False,True',
      '3,0.5313,300,159.39,1790000000200000,False,True',
    ]);
    const bench = await exchange({ prices });
    const trades = await vi.waitFor(async () => {
      const shown = await tape(bench, 'XRPUSDT');
      expect(shown.length).toBeGreaterThanOrEqual(2);
      return shown;
    }, 20_000);
    expect(trades.slice(0, 2).map(({ price, qty }) => [price, qty])).toEqual([
      ['0.53110000', '100.00000000'],
      ['0.53120000', '200.00000000'],
    ]);
    await vi.waitFor(async () => expect((await tape(bench, 'BTCUSDT')).length).toBeGreaterThan(3), 20_000);
    expect((await tape(bench, 'XRPUSDT')).length).toBeLessThanOrEqual(3);
  });

  it('of candles passes through open, extremes and close', async () => {
    const prices = await record('DOGEUSDT-1s-2026-10.csv', [
      '1790000000000,0.12,0.125,0.119,0.124,400,1790000000399,48,4,200,24,0',
      '1790000000400,0.124,0.126,0.118,0.119,800,1790000000799,96,4,400,48,0',
    ]);
    const bench = await exchange({ prices });
    await vi.waitFor(async () => {
      expect((await tape(bench, 'DOGEUSDT')).map(({ price }) => Number(price))).toEqual([
        0.12, 0.119, 0.125, 0.124, 0.124, 0.126, 0.118, 0.119,
      ]);
    }, 20_000);
  });

  it('of aggregate trades has its times and sides where those have them', async () => {
    const prices = await record('XRPUSDT-aggTrades-2026-10-01.csv', [
      '11,0.5311,100,21,22,1790000000000,True,True',
      '12,0.5313,200,23,23,1790000000000,False,True',
    ]);
    const bench = await exchange({ prices });
    const trades = await vi.waitFor(async () => {
      const { body } = await bench.call<{ price: string; isBuyerMaker: boolean }[]>('/api/v3/trades?symbol=XRPUSDT');
      expect(body).toHaveLength(2);
      return body;
    }, 20_000);
    expect(trades.map(({ price, isBuyerMaker }) => [price, isBuyerMaker])).toEqual([
      ['0.53110000', true],
      ['0.53130000', false],
    ]);
  });

  it('of candles, gzipped and in microseconds, gives these very candles again', async () => {
    const recorded = 1_790_000_040_000;
    const volumes = ['1000', '0.7', '0', '333.3', '0.1'];
    const shapes = [
      ['0.5301', '0.5350', '0.5290', '0.5344'],
      ['0.5344', '0.5344', '0.5344', '0.5344'],
      ['0.5344', '0.5344', '0.5344', '0.5344'],
      ['0.5345', '0.5400', '0.5201', '0.5202'],
      ['0.5202', '0.5203', '0.5200', '0.5201'],
    ];
    const rows = shapes.map((shape, index) => {
      const from = recorded + index * 60_000;
      const tail = ['1', '4', '1', '1', '0'];
      return [`${from}000`, ...shape, volumes[index]!, `${from + 59_999}999`, ...tail].join(',');
    });
    const prices = await record('XRPUSDT-1m-2026-10.csv.gz', rows);
    const start = 1_795_000_020_000;
    // The last millisecond of a minute: all four trades of its candle are due.
    let now = start + 59_999;
    const bench = await exchange({ prices, clock: () => now });
    for (const [index, trades] of [4, 8, 8, 12, 16].entries()) {
      now = start + index * 60_000 + 59_999;
      await vi.waitFor(async () => expect(await tape(bench, 'XRPUSDT')).toHaveLength(trades), 20_000);
    }
    const query = `symbol=XRPUSDT&interval=1m&startTime=${start}&endTime=${now}`;
    const { body } = await bench.call<string[][]>(`/api/v3/klines?${query}`);
    expect(body.map((row) => row.slice(1, 6).map(Number))).toEqual(
      shapes.map((shape, index) => [...shape, volumes[index]!].map(Number)),
    );
  });

  it.each([
    ['not a candle', 'it is neither a trade nor a candle'],
    ['1790000000000,0.54,0.53,0.52,0.525,400,1790000000399,48,4,200,24,0', 'its prices are not within low and high'],
    ['1,0.5311,100,53.11,1790000000000,perhaps,True', 'it does not say whether the buyer was the maker'],
    ['1790000060000,0.5401,0.5402', 'it is neither a trade nor a candle'],
    ['1790000060000,0.5401,0.5401,0.5401,0.5401,400,x', 'it is neither a trade nor a candle'],
  ])('D-04 that cannot be read (%s) refuses the start, with the line and what is expected', async (line, reason) => {
    const first = '1790000000000,0.5401,0.5401,0.5401,0.5401,400,1790000000003,48,4,200,24,0';
    const prices = await record('XRPUSDT-1m.csv', [first, line]);
    const { database } = await exchange({});
    const options = { db: database.db, clock: Date.now, log: createLog('silent'), seed: 1, port: 0, control: false };
    const started = createPaperExchange({ ...options, prices }).start();
    await expect(started).rejects.toThrow(/^Line 2 of .*XRPUSDT-1m\.csv cannot be replayed; /);
    await expect(started).rejects.toThrow(reason);
    await expect(started).rejects.toThrow("Expected: candles as 'open time, open, high, low, close, volume'");
  });

  it('D-04 without a single trade refuses the start', async () => {
    const { database } = await exchange({});
    const options = { db: database.db, clock: Date.now, log: createLog('silent'), seed: 1, port: 0, control: false };
    const prices = await record('XRPUSDT-none.csv', ['time,open,high,low,close,volume', '']);
    await expect(createPaperExchange({ ...options, prices }).start()).rejects.toThrow(
      /in which there is no trade\. Expected/,
    );
  });

  const MINUTES = ['1790000040', '1790000100', '1790000160'];
  const candles = (time: (at: number) => string, tail: (at: number) => string) =>
    MINUTES.map((second) => `${time(Number(second))},0.5401,0.5410,0.5399,0.5405,400${tail(Number(second))}`);
  it.each([
    [
      'six columns in ms',
      candles(
        (at) => `${at}000`,
        () => '',
      ),
    ],
    ['six columns in seconds, with a header', ['time,open,high,low,close,volume', ...candles(String, () => '')]],
    [
      'six columns with dates',
      candles(
        (at) => new Date(at * 1000).toISOString().slice(0, 19).replace('T', ' '),
        () => '',
      ),
    ],
    [
      'seven columns with a close time',
      candles(
        (at) => `${at}000`,
        (at) => `,${at + 59}999`,
      ),
    ],
    [
      'seven columns with the quote volume',
      candles(
        (at) => `${at}000`,
        () => ',216.04',
      ),
    ],
    [
      'seven columns, quoted, in microseconds',
      candles(
        (at) => `"${at}000000"`,
        (at) => `,"${at + 59}999999"`,
      ),
    ],
  ])('D-04 of candles in %s is taken', async (_, lines) => {
    const prices = await record('XRPUSDT-1m-any.csv', lines);
    const found: { price: string; candle: number; time: number }[] = [];
    for await (const { price, candle, time } of readRecording(prices.slice('replay:'.length), new Big('0.1')))
      found.push({ price: price.toFixed(), candle, time });
    expect(found.slice(4, 8)).toEqual(
      ['0.5401', '0.5399', '0.541', '0.5405'].map((price, at) => ({
        price,
        candle: 60_000,
        time: 1_790_000_100_000 + at * 15_000,
      })),
    );
    expect(found).toHaveLength(12);
    expect(found.at(-1)?.candle).toBe(60_000);
  });

  it('in a zip archive is refused with a sentence', async () => {
    const { database } = await exchange({});
    const file = join(folder, 'XRPUSDT-1m-2026-10.zip');
    await writeFile(file, Buffer.from('PK\u{3}\u{4} and more', 'latin1'));
    const options = { db: database.db, clock: Date.now, log: createLog('silent'), seed: 1, port: 0, control: false };
    expect(() => createPaperExchange({ ...options, prices: `replay:${file}` })).toThrow(
      `PAPER_PRICES names ${file}, a zip archive; it can be replayed once unpacked, or as .csv.gz.`,
    );
  });
});

it('the public feed follows another exchange, and finds it again after a break', async () => {
  const source = await exchange({});
  await source.price('XRPUSDT', '0.5300');
  const follower = await exchange({ prices: 'binance', publicFeedUrl: source.urls().wsUrl });
  const follow = (price: string) =>
    vi.waitFor(async () => {
      await source.price('XRPUSDT', price);
      const { body } = await follower.call<{ price: string }>('/api/v3/ticker/price?symbol=XRPUSDT');
      expect(Number(body.price)).toBe(Number(price));
    }, 30_000);
  await follow('0.5501');
  await source.control('fault', { kind: 'cut-streams' });
  await follow('0.5502');
});

it.each([
  ['tea-leaves', "PAPER_PRICES is 'tea-leaves'; it can be 'simulated', 'binance' or 'replay:FILE'."],
  ['replay:/nowhere/XRPUSDT-1m.csv', 'PAPER_PRICES names /nowhere/XRPUSDT-1m.csv, and there is no such file.'],
])('%s is refused with a sentence', async (prices, sentence) => {
  const { database } = await exchange({});
  const options = { db: database.db, clock: Date.now, log: createLog('silent'), seed: 1, port: 0, control: false };
  expect(() => createPaperExchange({ ...options, prices })).toThrow(sentence);
});
