import { afterAll, beforeAll, expect, it } from 'vitest';
import { person } from '../../../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../../../tests/setup/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());

interface Point {
  at: number;
  price: number;
}
const PAIR = { market: 'BINANCE', symbol: 'XRP_USDT' };

it('U-10 the preview of a price level says how often it would have fired in seven days, and draws the level', async () => {
  const ada = await person(site);
  const previewOf = async (price: number) =>
    (await ada.post('/api/alert/preview', { ...PAIR, price, type: 'PRICE_REACHES' })).body;
  const never = await previewOf(1_000);
  expect(never).toMatchObject({ error: null, fired: [] });
  const closes: Point[] = never.closes;
  expect(closes.length).toBeGreaterThan(100);
  const prices = closes.map(({ price }) => price).toSorted((one, other) => one - other);
  const middle = prices[Math.floor(prices.length / 2)] ?? NaN;
  const { error, fired, lines } = await previewOf(middle);
  expect(error).toBeNull();
  expect(fired.length).toBeGreaterThan(0);
  expect(fired[0].price).toBe(middle);
  expect(lines).toEqual([
    [
      { at: expect.any(Number), price: middle },
      { at: expect.any(Number), price: middle },
    ],
  ]);
  expect(fired.every(({ at }: Point) => at >= lines[0][0].at && at <= lines[0][1].at)).toBe(true);
});

it('U-10 the preview of a condition draws its line where that is a price', async () => {
  const ada = await person(site);
  const linesOf = async (condition: object): Promise<Point[][]> =>
    (await ada.post('/api/alert/preview', { ...PAIR, condition })).body.lines;
  const crosses = { direction: 'either', interval: '1h' };
  const [average] = await linesOf({ kind: 'price-ema', length: 21, ...crosses });
  expect(average?.length).toBeGreaterThan(100);
  expect(await linesOf({ kind: 'rsi', length: 14, level: 30, ...crosses })).toEqual([]);
});

it('U-10 a preview is either of a price with its type or of a condition', async () => {
  const ada = await person(site);
  const condition = { kind: 'percent-move', direction: 'up', percent: 3, window: '1h' };
  for (const asked of [{}, { price: 0.5 }, { price: 0.5, type: 'PRICE_REACHES', condition }])
    expect((await ada.post('/api/alert/preview', { ...PAIR, ...asked })).status).toBe(400);
});
