import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { klinesCsv, zipOf } from '../../../../tests/factories/price-files.ts';
import { FLOW, GRID } from '../../../../tests/factories/bot-settings.ts';
import { trader } from '../../../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../../../tests/setup/site.ts';
import { until } from '../../../../tests/setup/until.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The last hour of 2024 and the first one of 2025: milliseconds, then microseconds. */
const FIRST = Date.UTC(2024, 11, 31, 23);

type Bar = [time: number, open: number, high: number, low: number, close: number];

/** Minutes that go up and down between 0.5 and 0.55. */
const bars = (count: number, from = FIRST): Bar[] =>
  Array.from({ length: count }, (_, at) => {
    const price = (step: number) => Math.round((0.525 + 0.025 * Math.sin(step / 9)) * 1e4) / 1e4;
    const [open, close] = [price(at), price(at + 1)];
    return [from + at * MINUTE, open, Math.max(open, close), Math.min(open, close), close];
  });

const NAME = 'XRPUSDT-1m-2024-12.zip';
const CSV = 'XRPUSDT-1m-2024-12.csv';

let site: TestSite;
let who: Awaited<ReturnType<typeof trader>>;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  who = await trader(site);
});

async function send(name: string, content: Buffer | string, checksum?: string) {
  const query = new URLSearchParams({ name, ...(checksum !== undefined && { checksum }) });
  const response = await site.app.request(`/api/backtests/files?${query.toString()}`, {
    method: 'PUT',
    headers: { cookie: who.cookie(), 'sec-fetch-site': 'same-origin', 'content-type': 'application/octet-stream' },
    body: typeof content === 'string' ? content : new Uint8Array(content),
  });
  const body = (await response.json()) as { error: string | null; file: Record<string, unknown> };
  return { status: response.status, ...body };
}
const kept = async () => (await who.get('/api/backtests/files')).body.content as { fileId: string; name: string }[];
const zipped = (csv: string) => zipOf({ name: CSV, content: Buffer.from(csv) });

describe('X-2 a file of data.binance.vision', () => {
  it('X-2: is read as zip, csv and gz, in both units of time, with its holes, and proven by its checksum', async () => {
    const all = bars(120).filter((_, at) => at !== 70);
    const file = zipped(klinesCsv(all));
    const { error, file: read } = await send(NAME, file, hash('sha256', file).toUpperCase());
    expect(error).toBeNull();
    expect(read).toMatchObject({
      name: NAME,
      symbol: 'XRPUSDT',
      kind: 'klines',
      interval: '1m',
      count: 119,
      holes: 1,
      from: FIRST,
      to: FIRST + 2 * HOUR,
      checksum: hash('sha256', file),
    });
    expect((await send(CSV, klinesCsv(all).replaceAll('\n', '\r\n'))).error).toBeNull();
    expect((await send(`${CSV}.gz`, gzipSync(klinesCsv(all)))).error).toBeNull();
    expect((await send(NAME, file)).error).toBeNull();
    expect((await kept()).map(({ name }) => name)).toEqual([CSV, `${CSV}.gz`, NAME]);
  });

  const broken = klinesCsv(bars(3)).split('\n');
  it.each<[string, string, () => Buffer | string, RegExp]>([
    [
      'cut off',
      NAME,
      () => zipped(klinesCsv(bars(60))).subarray(0, 300),
      /^This file is not whole\. Download it again\.$/,
    ],
    ['no zip', NAME, () => 'open_time,open', /^This file is not whole/],
    [
      'two entries',
      NAME,
      () => zipOf({ name: CSV, content: Buffer.from('a') }, { name: 'b', content: Buffer.from('b') }),
      /holds 2 files\. One is taken\.$/,
    ],
    [
      'a bomb',
      NAME,
      () => zipOf({ name: CSV, content: Buffer.alloc(8 * 1024 * 1024) }),
      /unpacks to far more|not a file of prices/,
    ],
    [
      'a bomb of lines',
      NAME,
      () => zipped('\n'.repeat(8 * 1024 * 1024)),
      /unpacks to far more than a file of prices holds/,
    ],
    ['damaged', `${CSV}.gz`, () => gzipSync(klinesCsv(bars(60))).fill(7, 100, 120), /^This file is not whole/],
    [
      'unsorted',
      CSV,
      () => broken.toReversed().join('\n'),
      /^XRPUSDT-1m-2024-12\.csv: Line 2, column 1: it is not later than the line before\.$/,
    ],
    [
      'mixed',
      CSV,
      () => klinesCsv([...bars(1), ...bars(1, FIRST + 90_000)]),
      /Line 2, column 1: its time does not begin a bar of this length\.$/,
    ],
    [
      'more bought than traded',
      CSV,
      () => broken.with(1, (broken[1] ?? '').replace(/0\.0,0$/, '1.0,0')).join('\n'),
      /Line 2, column 11: buyers took more than there was\.$/,
    ],
    [
      'a pair that is not known by its name',
      'xrpusdt-1m-2024-12.csv',
      () => klinesCsv(bars(3)),
      /^name: Keep the name of the file as it was downloaded/,
    ],
    ['no prices', CSV, () => broken.with(1, 'x,y').join('\n'), /Line 2: 2 columns instead of 12\.$/],
    ['empty', CSV, () => '', /holds no bars\.$/],
    [
      'klines by the name of trades',
      'XRPUSDT-aggTrades-2024-12.csv',
      () => klinesCsv(bars(3)),
      /^XRPUSDT-aggTrades-2024-12\.csv: Line 1: 12 columns instead of 8\.$/,
    ],
    ['no trades', 'XRPUSDT-trades-2024-12.csv', () => '', /holds no trades\.$/],
    ['another name', 'prices.csv', () => '1,2', /^name: Keep the name of the file as it was downloaded/],
    ['months', 'XRPUSDT-1mo-2024-12.zip', () => '1', /has bars of a length that is not run here\. Use 1m to 1d\.$/],
  ])('X-2: %s: one sentence, and nothing is kept', async (...[, name, content, sentence]) => {
    const { status, error } = await send(name, content());
    expect(error).toMatch(sentence);
    expect(status).toBe(/^[A-Z]/.test(name) ? 200 : 400);
    expect(await kept()).toEqual([]);
  });

  it('X-2: another checksum, and more than 64 MB, are refused', async () => {
    const file = zipped(klinesCsv(bars(3)));
    expect((await send(NAME, file, 'a'.repeat(64))).error).toMatch(/is not the file that its checksum is of\./);
    const large = await send(NAME, Buffer.alloc(64 * 1024 * 1024 + 1));
    expect([large.status, large.error]).toEqual([413, 'This is larger than the 64 MB that a file of prices may have.']);
    expect(await kept()).toEqual([]);
  });
});

describe('X-2 a run over files', () => {
  const settings = { ...GRID, low: 0.5, high: 0.55, steps: 10, invest: 400 };
  const bot = { type: 'grid', market: 'binance', symbolName: 'xrp_usdt', settings };
  const request = (data: string[], more = {}) => ({
    bot,
    data,
    from: FIRST,
    to: FIRST + 4 * HOUR,
    interval: '1m',
    ...more,
  });
  const fileId = async (name: string, content: string) => (await send(name, content)).file['fileId'] as string;

  it('X-2: joins them, names their holes, and the report carries their sum', async () => {
    const one = await fileId(CSV, klinesCsv(bars(60)));
    const two = await fileId('XRPUSDT-1m-2025-01-01.csv', klinesCsv(bars(60, FIRST + 50 * MINUTE).slice(20)));
    const { body } = await who.post('/api/backtests', request([two, one]));
    expect(body.error).toBeNull();
    const report = await until(
      async () => {
        const answer = (await who.get(`/api/backtests/${body.backtestId}`)).body;
        expect(answer.state).toBe('done');
        return answer.report;
      },
      { interval: 250 },
    );
    expect(report).toMatchObject({ bars: 100, checked: true });
    expect(report.data).toMatchObject({
      source: `${CSV}, XRPUSDT-1m-2025-01-01.csv`,
      holes: [{ from: FIRST + HOUR, to: FIRST + 70 * MINUTE }],
      holeCount: 1,
    });
    expect(report.booked.roundCount).toBeGreaterThan(2);
  });

  const hourBars: Bar[] = Array.from({ length: 4 }, (_, hour) => {
    const of = bars(240).slice(hour * 60, hour * 60 + 60);
    const high = Math.max(...of.map(([, , each]) => each)) + (hour === 1 ? 0.001 : 0);
    const low = Math.min(...of.map(([, , , each]) => each));
    return [FIRST + hour * HOUR, of[0]?.[1] ?? 0, high, low, of.at(-1)?.[4] ?? 0];
  });
  const fiveBars: Bar[] = bars(12).map(([, open, high, low, close], at) => [
    FIRST + at * 5 * MINUTE,
    open,
    high,
    low,
    close,
  ]);

  it('X-2, X-6: trades are run as they came, in bars of any length, and leave nothing open', async () => {
    const price = (step: number) => (0.525 + 0.025 * Math.sin(step / 9)).toFixed(4);
    const lines = Array.from({ length: 1200 }, (_, at) => {
      const time = FIRST + at * 3000;
      const stamp = time < Date.UTC(2025, 0, 1) ? `${time}` : `${time}000`;
      return `${at + 1},${price(at)},10000,${at + 1},${at + 1},${stamp},True,True`;
    });
    const { error, file } = await send('XRPUSDT-aggTrades-2024-12-31.csv.gz', gzipSync(lines.join('\n')));
    expect(error).toBeNull();
    expect(file).toMatchObject({ kind: 'aggTrades', interval: null, count: 1200, holes: 0, from: FIRST });
    const report = async (interval: string) => {
      const { body } = await who.post('/api/backtests', request([file['fileId'] as string], { interval }));
      expect(body.error).toBeNull();
      return until(
        async () => {
          const answer = (await who.get(`/api/backtests/${body.backtestId}`)).body;
          expect(answer.state).toBe('done');
          return answer.report;
        },
        { interval: 250 },
      );
    };
    const [minutes, quarters] = [await report('1m'), await report('15m')];
    expect([minutes.bars, quarters.bars]).toEqual([60, 4]);
    for (const { ambiguous, checked, booked, other } of [minutes, quarters]) {
      expect([ambiguous, checked]).toEqual([0, true]);
      expect(booked.roundCount).toBeGreaterThan(5);
      expect(other.total).toBe(booked.total);
    }
    expect(quarters.booked.deals).toBe(minutes.booked.deals);
  });

  it('X-2, PB-8: klines tell what buyers took; other files do not, and say so', async () => {
    const flow = { ...FLOW, interval: '5m', factor: 1.5, look: 3, entry: 'now', takeProfit: 1, stop: 1 };
    const smartMoney = { ...bot, type: 'smart-money', settings: flow };
    const finished = async (data: string[]) => {
      const { body } = await who.post('/api/backtests', request(data, { bot: smartMoney, from: FIRST + 2 * HOUR }));
      expect(body.error).toBeNull();
      return until(
        async () => {
          const answer = (await who.get(`/api/backtests/${body.backtestId}`)).body;
          expect(['done', 'failed']).toContain(answer.state);
          return answer;
        },
        { interval: 250 },
      );
    };
    // Every eighth bar of five minutes stands out, and buyers took it.
    const lines = klinesCsv(bars(240)).split('\n');
    const flowing = lines.map((each, at) => {
      const fields = each.split(',');
      const isLarge = Math.floor(at / 5) % 8 === 0;
      [fields[7], fields[10]] = isLarge ? ['9000.0', '8000.0'] : ['1000.0', '500.0'];
      return fields.join(',');
    });
    const told = await fileId(CSV, flowing.join('\n'));
    const { state, report } = await finished([told]);
    expect([state, report?.checked]).toEqual(['done', true]);
    expect(report.booked.deals).toBeGreaterThan(2);
    await site.database.sql`update backtest_files set flow = null where id = ${told}`;
    expect((await finished([told])).error).toBe(`${CSV} was added before what buyers took was kept. Add it again.`);
    const trades = Array.from({ length: 240 }, (_, at) => {
      const time = FIRST + at * MINUTE;
      return `${at + 1},0.52,10,${at + 1},${at + 1},${time < Date.UTC(2025, 0, 1) ? time : `${time}000`},True,True`;
    });
    const printed = await fileId('XRPUSDT-aggTrades-2024-12-31.csv', trades.join('\n'));
    expect((await finished([printed])).error).toBe(
      'Its signals go by what buyers took of bars of 5m: choose klines of 5m or shorter.',
    );
  });

  it('X-2: files that disagree, of another pair or length, or of another person, are refused with a sentence', async () => {
    const one = await fileId(CSV, klinesCsv(bars(60)));
    const odd = bars(60).map(([time, open, high, low, close]): Bar => [time, open, high + 0.001, low, close]);
    const two = await fileId('XRPUSDT-1m-2024-12-31.csv', klinesCsv(odd));
    const ada = await fileId('ADAUSDT-1m-2024-12.csv', klinesCsv(bars(9)));
    const refusal = async (data: string[], more = {}) =>
      (await who.post('/api/backtests', request(data, more))).body.error;
    expect(await refusal([one, two])).toBe(
      'XRPUSDT-1m-2024-12-31.csv and XRPUSDT-1m-2024-12.csv disagree about 2024-12-31 23:00 UTC.',
    );
    expect(await refusal([ada])).toBe('ADAUSDT-1m-2024-12.csv holds ADAUSDT, and the bot trades XRPUSDT.');
    const hours = await fileId('XRPUSDT-1h-2024-12.csv', klinesCsv(hourBars, { interval: HOUR }));
    expect(await refusal([hours])).toBe('XRPUSDT-1h-2024-12.csv has bars of 1h, and 1m was chosen.');
    const five = await fileId('XRPUSDT-5m-2024-12.csv', klinesCsv(fiveBars, { interval: 5 * MINUTE }));
    expect(await refusal([one, five], { interval: '1h' })).toBe(
      `${CSV} and XRPUSDT-5m-2024-12.csv have bars of two lengths. Choose those of one.`,
    );
    // Its second hour tells another high than its minutes.
    const long = await fileId('XRPUSDT-1m-2025-01.csv', klinesCsv(bars(240)));
    expect(await refusal([hours, long], { interval: '1h' })).toBe(
      'XRPUSDT-1h-2024-12.csv and XRPUSDT-1m-2025-01.csv disagree about 2025-01-01 00:00 UTC.',
    );
    expect(await refusal([one], { from: FIRST + HOUR })).toBe(
      'There are no prices of XRP/USDT in this time. Choose a later start.',
    );
    who = await trader(site);
    expect(await refusal([one])).toBe('One of these files is not here any more. Choose them again.');
  });
});
