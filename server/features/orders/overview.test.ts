import { expect, it, vi } from 'vitest';
import {
  filledEntry,
  IN_TIME,
  setTargets,
  XRP_PAIR,
  xrpDeals,
  type DealTrader,
} from '../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();
/** Several deals, each with its fills. */
const SLOW = 120_000;

interface Planned {
  blockId: string;
  stopLossPrice: number | null;
  error: string | null;
  result: number | null;
  parts: number;
}
const plan = async (who: DealTrader, blockIds: string[], of: { percent?: number; from?: string } = {}) =>
  (await who.post('/api/blocks/stops/preview', { percent: 5, from: 'entry', ...of, blockIds })).body.stops as Planned[];
const setStops = async (who: DealTrader, stops: { blockId: string; stopLossPrice: number }[]) =>
  (await who.post('/api/blocks/stops', { stops })).body.outcomes as { blockId: string; error: string | null }[];
const open = async (who: DealTrader) =>
  (await who.get('/api/overview/blocks')).body.blocks as {
    orders: Record<string, unknown>[];
    active: boolean;
    price: number;
    counterUsdt: number;
  }[];

it('lists open blocks of all pairs and keys, and none of others', async () => {
  const who = await deals.group({ main: '1000', copies: ['1000'] });
  const first = await filledEntry(deals, who);
  const second = await filledEntry(deals, who, { counterQuantity: 50, counterEarning: false });
  const blocks = await open(who);
  expect(blocks.map(({ orders: [main] }) => main?.['blockId'])).toEqual([second, first]);
  expect(blocks[0]).toMatchObject({ active: true, price: 0.52, counterUsdt: 1 });
  expect(blocks[0]?.orders.map(({ connectorName }) => connectorName)).toEqual(['Paper', 'Copy 1']);
  expect((await open(await deals.trader())).length).toBe(0);
});

it(
  'plans a stop for each block by the rules that it is set by, sets what was shown, and once',
  { timeout: SLOW },
  async () => {
    const who = await deals.trader();
    const bare = await filledEntry(deals, who);
    const other = await filledEntry(deals, who, { counterQuantity: 60 });
    const targeted = await filledEntry(deals, who, { counterQuantity: 70 });
    await setTargets(who, targeted, { takeProfitPrice: 0.546 });
    const resting = (
      await who.post('/api/markets/spot/first/buy', {
        ...XRP_PAIR,
        price: 0.4,
        counterQuantity: 20,
        counterEarning: true,
      })
    ).body.orderBlock.blockId as string;

    const planned = await plan(who, [bare, other, targeted, resting]);
    const of = (blockId: string) => planned.find((stop) => stop.blockId === blockId);
    expect(of(bare)).toMatchObject({ stopLossPrice: 0.494, error: null, parts: 1 });
    // 5 % of 100 USDT, the fee of both trades on top.
    expect(of(bare)?.result).toBeLessThan(-5);
    expect(of(bare)?.result).toBeGreaterThan(-5.3);
    expect(of(targeted)).toMatchObject({
      stopLossPrice: null,
      result: null,
      error: expect.stringMatching(/targets already/),
    });
    expect(of(resting)).toMatchObject({ stopLossPrice: null, error: expect.stringMatching(/holds nothing yet/) });
    expect((await plan(who, [bare], { percent: 0.1 }))[0]).toMatchObject({ stopLossPrice: 0.5195, error: null });
    await deals.price('0.49');
    expect((await plan(who, [bare]))[0]).toMatchObject({
      stopLossPrice: null,
      error: expect.stringMatching(/^Max stop loss is/),
    });
    expect((await plan(who, [bare], { from: 'market' }))[0]).toMatchObject({ stopLossPrice: 0.4655, error: null });
    expect((await plan(await deals.trader(), [bare])).length).toBe(0);

    const stops = [bare, other, targeted].map((blockId) => ({ blockId, stopLossPrice: 0.4655 }));
    const done = await setStops(who, stops);
    expect(done).toMatchObject([
      { blockId: bare, error: null },
      { blockId: other, error: null },
      { blockId: targeted, error: expect.stringMatching(/targets already/) },
    ]);
    const stopsSent = async () => (await deals.sent(who)).filter(({ type }) => type.startsWith('STOP_LOSS')).length;
    expect(await stopsSent()).toBe(2);
    // The answer was lost, and the button is pressed again.
    expect((await setStops(who, stops)).map(({ error }) => error === null)).toEqual([true, true, false]);
    expect(await stopsSent()).toBe(2);
  },
);

it('refuses a loss out of bounds and what is not there', async () => {
  const who = await deals.trader();
  const blockId = await filledEntry(deals, who);
  for (const percent of [0.09, 91, -5])
    expect((await who.post('/api/blocks/stops/preview', { percent, from: 'entry', blockIds: [blockId] })).status).toBe(
      400,
    );
  const stranger = await deals.trader();
  const foreign = await stranger.post('/api/blocks/stops', { stops: [{ blockId, stopLossPrice: 0.4 }] });
  expect([foreign.status, foreign.body]).toEqual([404, { error: 'This order is not among your open orders.' }]);
  await vi.waitFor(async () => expect(await deals.rows(who, 'buy')).toMatchObject([{ protection: 'none' }]), IN_TIME);
});
