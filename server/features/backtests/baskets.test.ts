import { afterAll, beforeAll, expect, it } from 'vitest';
import { klinesCsv } from '../../../tests/factories/price-files.ts';
import { trader } from '../../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

let site: TestSite;
let who: Awaited<ReturnType<typeof trader>>;
beforeAll(async () => {
  site = await testSite();
  who = await trader(site);
});
afterAll(() => site.close());

const start = async (request: Record<string, unknown>) => (await who.post('/api/backtests', request)).body;
const ended = (backtestId: string) =>
  until(
    async () => {
      const { body } = await who.get(`/api/backtests/${backtestId}`);
      expect(['done', 'failed', 'stopped']).toContain(body.state);
      return body;
    },
    { interval: 250 },
  );

const ASSETS = [
  { asset: 'BTC', percent: 40 },
  { asset: 'XRP', percent: 40 },
  { asset: 'USDT', percent: 20 },
];
const basket = (settings: object = {}, more: object = {}) => ({
  type: 'basket',
  market: 'binance',
  symbolName: 'btc_usdt',
  ...more,
  settings: { assets: ASSETS, invest: 1000, threshold: 1, every: null, ...settings },
});
const past = () => {
  const to = Math.floor(Date.now() / DAY) * DAY;
  return { from: to - 20 * DAY, to, interval: '1h' };
};

it('X-1, X-3, X-8, B-1: several pairs are run on one clock, and the same request gives the same bytes', async () => {
  const request = { ...past(), bot: basket() };
  const { error, backtestId } = await start(request);
  expect(error).toBeNull();
  const { state, report, symbolName } = await ended(backtestId);
  expect([state, symbolName]).toEqual(['done', 'btc_usdt']);
  expect(report).toMatchObject({
    checked: true,
    bars: 480,
    currency: 'USDT',
    lines: [],
    given: { base: 0, counter: 1000 },
  });
  expect(report.basket.assets.map(({ asset, percent }: Record<string, unknown>) => [asset, percent])).toEqual([
    ['BTC', 40],
    ['XRP', 40],
    ['USDT', 20],
  ]);
  expect(report.basket.rebalancings).toBeGreaterThan(1);
  const worth = report.basket.assets.reduce((sum: number, part: { worth: number }) => sum + part.worth, 0);
  expect(worth).toBeCloseTo(1000 + report.booked.total, 6);
  const again = await ended((await start(request)).backtestId);
  expect(JSON.stringify(again.report)).toBe(JSON.stringify(report));
  const csv = (await who.get(`/api/backtests/${backtestId}/deals.csv`)).text.split('\r\n');
  expect(csv).toHaveLength(report.booked.deals + 2);
  expect(csv[0]).toBe('time,rebalancing,asset,side,price,quantity,base,counter');
});

it('X-13: the form shows its last thirty days', async () => {
  const { body } = await who.post('/api/backtests/preview', { bot: basket() });
  expect([body.error, body.report?.data.interval, body.report?.basket.assets.length]).toEqual([null, '1h', 3]);
});

it.each<[object, object, RegExp]>([
  [{ assets: ASSETS.slice(0, 2) }, {}, /^The targets must add up to 100%: they add up to 80%\.$/],
  [{ assets: [...ASSETS.slice(0, 2), { asset: 'ABC', percent: 20 }] }, {}, /^The exchange does not trade ABC\/USDT\./],
  [{ threshold: null }, {}, /^Enter a threshold, a time, or both\.$/],
  [{ invest: 5 }, {}, /^At its first prices: 40% of it is too little for an order of BTC\. Invest [\d.]+ or more\.$/],
  [{}, { stop: { below: 1 } }, /^A basket stops by a total loss or at a time\.$/],
])('B-1, B-4, B-6: %o %o is refused with a sentence', async (settings, more, sentence) => {
  const bot = basket(settings, more);
  expect((await start({ ...past(), bot })).error).toMatch(sentence);
  expect((await who.post('/api/backtests/preview', { bot })).body.error).toMatch(sentence);
});

it('X-2, X-7, X-10: the bars of all its pairs count, and its settings are not searched', async () => {
  const { to } = past();
  const bot = basket();
  expect((await start({ bot, interval: '1m', from: to - 400 * DAY, to })).error).toBe(
    'This time has 1,152,000 bars of 2 pairs; 1,100,000 are run at most. Use longer bars, or a shorter time.',
  );
  const search = [{ field: 'low', from: 1, to: 2, values: 2 }];
  expect((await start({ ...past(), bot, search })).error).toBe('The settings of a basket are not searched.');
});
/** Minutes that rise or fall evenly from one price to another. */
const minutes = (count: number, first: number, [from, to]: [number, number]) =>
  Array.from({ length: count }, (_, at) => {
    const price = (step: number) => Math.round((from + ((to - from) * step) / count) * 1e4) / 1e4;
    const [open, close] = [price(at), price(at + 1)];
    return [first + at * MINUTE, open, Math.max(open, close), Math.min(open, close), close] as const;
  });

it('X-2: files of each of its pairs are put on one clock; nothing is done where one of them has a hole', async () => {
  const first = Date.UTC(2024, 11, 31, 23);
  const send = async (name: string, content: string) => {
    const response = await site.app.request(`/api/backtests/files?name=${name}`, {
      method: 'PUT',
      headers: { cookie: who.cookie(), 'sec-fetch-site': 'same-origin', 'content-type': 'application/octet-stream' },
      body: content,
    });
    const { error, file } = (await response.json()) as { error: string | null; file: { fileId: string } };
    expect(error).toBeNull();
    return file.fileId;
  };
  const rising = minutes(120, first, [0.5, 0.8]);
  const xrp = await send('XRPUSDT-1m-2024-12.csv', klinesCsv(rising.filter((_, at) => at < 60 || at >= 90)));
  const ada = await send('ADAUSDT-1m-2024-12.csv', klinesCsv(minutes(120, first, [0.7, 0.7])));
  const assets = [
    { asset: 'XRP', percent: 50 },
    { asset: 'ADA', percent: 50 },
  ];
  const bot = { ...basket({ assets, threshold: 5 }), symbolName: 'xrp_usdt' };
  const request = { bot, from: first, to: first + DAY, interval: '1m' };
  expect((await start({ ...request, data: [xrp] })).error).toBe(
    'None of these files holds ADAUSDT. Choose one that does.',
  );
  const { report } = await ended((await start({ ...request, data: [xrp, ada] })).backtestId);
  expect(report).toMatchObject({ bars: 90, checked: true, ambiguous: 0 });
  expect(report.data).toMatchObject({
    source: 'XRPUSDT-1m-2024-12.csv, ADAUSDT-1m-2024-12.csv',
    holes: [{ from: first + 60 * MINUTE, to: first + 90 * MINUTE }],
  });
  const { rebalancings } = report.basket;
  expect(rebalancings).toBeGreaterThan(1);
  expect(report.booked.total).toBeGreaterThan(0);
  // longer bars of the same minutes are read by these.
  const quarters = await ended((await start({ ...request, interval: '15m', data: [xrp, ada] })).backtestId);
  expect(quarters.report).toMatchObject({ bars: 6, ambiguous: 0 });
  expect(quarters.report.booked.total).toBe(report.booked.total);
});
