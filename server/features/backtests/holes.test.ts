import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GRID } from '../../../tests/factories/bot-settings.ts';
import { klinesCsv } from '../../../tests/factories/price-files.ts';
import { trader } from '../../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FIRST = Date.UTC(2024, 10, 5);

const price = (step: number) => Math.round((0.525 + 0.025 * Math.sin(step / 9)) * 1e4) / 1e4;
/** Minutes that go up and down between 0.5 and 0.55. */
const minutes = (count: number, from = FIRST) =>
  Array.from({ length: count }, (_, at) => {
    const [open, close] = [price(at), price(at + 1)];
    return [from + at * MINUTE, open, Math.max(open, close), Math.min(open, close), close] as const;
  });

let site: TestSite;
let who: Awaited<ReturnType<typeof trader>>;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  who = await trader(site);
});

async function send(name: string, content: string): Promise<string> {
  const response = await site.app.request(`/api/backtests/files?name=${name}`, {
    method: 'PUT',
    headers: { cookie: who.cookie(), 'sec-fetch-site': 'same-origin', 'content-type': 'application/octet-stream' },
    body: content,
  });
  const body = (await response.json()) as { error: string | null; file: { fileId: string } };
  expect(body.error).toBeNull();
  return body.file.fileId;
}

async function run(data: string[], more: { interval: string; from?: number; to?: number }) {
  const settings = { ...GRID, low: 0.5, high: 0.55, steps: 10, invest: 400 };
  const bot = { type: 'grid', market: 'binance', symbolName: 'xrp_usdt', settings };
  const { body } = await who.post('/api/backtests', { bot, data, from: FIRST, to: FIRST + 9 * DAY, ...more });
  expect(body.error).toBeNull();
  return until(
    async () => {
      const { state, report } = (await who.get(`/api/backtests/${body.backtestId}`)).body;
      expect(state).toBe('done');
      return report;
    },
    { interval: 250 },
  );
}

describe('X-2 the holes of a run over files', () => {
  it('X-2: minutes that are missing inside an hour are named as a hole', async () => {
    const all = minutes(240).filter((_, at) => at < 70 || at >= 90);
    const report = await run([await send('XRPUSDT-1m-2024-11.csv', klinesCsv(all))], { interval: '1h' });
    expect([report.bars, report.checked]).toEqual([4, true]);
    expect(report.data).toMatchObject({
      holes: [{ from: FIRST + 70 * MINUTE, to: FIRST + 90 * MINUTE }],
      holeCount: 1,
    });
  });

  it('X-2: an hour of which a file has only the end or the beginning is no bar', async () => {
    const all = minutes(240, FIRST + 30 * MINUTE);
    const report = await run([await send('XRPUSDT-1m-2024-11.csv', klinesCsv(all))], { interval: '1h' });
    expect(report.bars).toBe(3);
    expect(report.data).toMatchObject({ from: FIRST + HOUR, to: FIRST + 4 * HOUR, holes: [], holeCount: 0 });
  });

  it('X-2, X-6: the last hour is run by its minutes although the time that was chosen ends in it', async () => {
    const data = [await send('XRPUSDT-1m-2024-11.csv', klinesCsv(minutes(240)))];
    const [cut, whole] = [
      await run(data, { interval: '1h', to: FIRST + 3 * HOUR + 10 * MINUTE }),
      await run(data, { interval: '1h', to: FIRST + 4 * HOUR }),
    ];
    expect(cut.data.to).toBe(FIRST + 4 * HOUR);
    expect([cut.booked, cut.ambiguous, cut.data.checksum]).toEqual([whole.booked, 0, whole.data.checksum]);
  });

  it('X-2: trades of days that do not follow each other leave a hole', async () => {
    const trades = (from: number, id: number) =>
      Array.from({ length: 600 }, (_, at) => {
        const time = from + at * MINUTE;
        return `${id + at},${price(at).toFixed(4)},10000,${id + at},${id + at},${time},True,True`;
      }).join('\n');
    const data = [
      await send('XRPUSDT-aggTrades-2024-11-05.csv', trades(FIRST, 1)),
      await send('XRPUSDT-aggTrades-2024-11-07.csv', trades(FIRST + 2 * DAY, 90_000)),
    ];
    const report = await run(data, { interval: '1h' });
    expect(report.bars).toBe(20);
    expect(report.data).toMatchObject({
      holes: [{ from: FIRST + 599 * MINUTE, to: FIRST + 2 * DAY }],
      holeCount: 1,
    });
  });

  it('X-2: a minute of which trades are missing does not disagree with its candle, which tells it alone', async () => {
    const all = minutes(240);
    // Four trades a minute, of which a row is missing in the middle of a minute.
    const lines = all.flatMap(([time, open, high, low, close], minute) =>
      [open, low, high, close].map(
        (traded, at) =>
          `${minute * 4 + at + 1},${traded.toFixed(4)},250000,${minute * 4 + at + 1},${minute * 4 + at + 1},${time + at * 9000},True,True`,
      ),
    );
    const holed = lines.filter((_, at) => at < 401 || at >= 431);
    const data = [
      await send('XRPUSDT-1m-2024-11.csv', klinesCsv(all)),
      await send('XRPUSDT-aggTrades-2024-11.csv', holed.join('\n')),
    ];
    const report = await run(data, { interval: '1m' });
    expect([report.bars, report.data.holeCount]).toEqual([240, 0]);
  });
});
