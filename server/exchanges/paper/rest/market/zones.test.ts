import { expect, it } from 'vitest';
import { type ErrorBody, paperBench } from '../../../../../tests/factories/paper-exchange.ts';
import { openSocket } from '../../../../../tests/factories/paper-socket.ts';

const paper = paperBench();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Row = [
  open: number,
  o: string,
  h: string,
  l: string,
  c: string,
  volume: string,
  close: number,
  ...rest: unknown[],
];
const klines = async (query: string) =>
  (await paper.bench.call<Row[] & ErrorBody>(`/api/v3/klines?symbol=XRPUSDT&${query}`)).body;

it.each([
  ['0', 0],
  ['8', 8 * HOUR],
  ['+08:00', 8 * HOUR],
  ['-1:30', -1.5 * HOUR],
  ['05:45', 5.75 * HOUR],
  ['14:00', 14 * HOUR],
])('P klines open their days in the time zone %s', async (timeZone, offset) => {
  const days = await klines(`interval=1d&limit=3&timeZone=${encodeURIComponent(timeZone)}`);
  expect(days).toHaveLength(3);
  for (const [open, , , , , , close] of days) {
    expect((open + offset) % DAY).toBe(0);
    expect(close).toBe(open + DAY - 1);
  }
  const hours = await klines(`interval=1h&limit=3&timeZone=${encodeURIComponent(timeZone)}`);
  for (const [open] of hours) expect((open + offset) % HOUR).toBe(0);
  const months = await klines(`interval=1M&limit=2&timeZone=${encodeURIComponent(timeZone)}`);
  for (const [open] of months) expect(new Date(open + offset).toISOString()).toMatch(/-01T00:00:00\.000Z$/);
});

it('P a day of another time zone is the sum of its hours', async () => {
  const [day] = await klines('interval=1d&limit=2&timeZone=8');
  if (!day) throw new Error('no day');
  const hours = await klines(`interval=1h&startTime=${day[0]}&endTime=${day[6]}`);
  expect(hours).toHaveLength(24);
  expect([day[1], day[4]]).toEqual([hours[0]?.[1], hours.at(-1)?.[4]]);
  expect(Number(day[2])).toBe(Math.max(...hours.map((hour) => Number(hour[2]))));
  const volume = hours.reduce((sum, hour) => sum + Number(hour[5]), 0);
  expect(Number(day[5])).toBeCloseTo(volume, 5);
});

it.each(['15', '-12:01', 'Berlin', '1:75'])('P klines refuse the time zone %s', async (timeZone) => {
  expect(await klines(`interval=1d&timeZone=${encodeURIComponent(timeZone)}`)).toMatchObject({ code: -1130 });
});

it.each(['1h', '4h', '1d'])(
  'P rollingWindowTicker of %s shows a symbol that trades, and all of them',
  async (window) => {
    const one = await openSocket(`${paper.bench.urls().wsUrl}/ws/xrpusdt@ticker_${window}`);
    const all = await openSocket(`${paper.bench.urls().wsUrl}/ws/!ticker_${window}@arr`);
    await paper.bench.price('XRPUSDT', '0.5400');
    const event = await one.until(({ c }) => c === '0.54000000');
    const amount = expect.stringMatching(/^-?\d+\.\d{8}$/);
    const time = expect.any(Number);
    expect(event).toEqual({
      e: `${window}Ticker`,
      E: time,
      s: 'XRPUSDT',
      p: amount,
      P: expect.stringMatching(/^-?\d+\.\d{3}$/),
      o: amount,
      h: amount,
      l: amount,
      c: '0.54000000',
      w: amount,
      v: amount,
      q: amount,
      O: time,
      C: time,
      F: time,
      L: time,
      n: time,
    });
    const rows = (await all.until((message) => Array.isArray(message))) as unknown as { e: string }[];
    expect(rows.every(({ e }) => e === `${window}Ticker`)).toBe(true);
    one.socket.close();
    all.socket.close();
  },
);
