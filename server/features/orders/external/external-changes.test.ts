import { describe, expect, it, vi } from 'vitest';
import {
  type DealTrader,
  filledEntry,
  IN_TIME,
  type Row,
  setTargets,
  XRP_PAIR,
  xrpDeals,
} from '../../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();
const { control, price, shows, sent, byHand, rows } = deals;
const XRP = { symbol: 'XRPUSDT' };

/** An order at market with the same key, past the site. */
const byMarket = async (who: DealTrader, side: 'BUY' | 'SELL', quantity: string) => {
  const answer = await byHand(who).post('/api/v3/order', { ...XRP, side, type: 'MARKET', quantity });
  expect(answer.status).toBe(200);
};
const close = (who: DealTrader, blockId: string) =>
  who.send('PUT', '/api/markets/spot/second/close/', { json: { ...XRP_PAIR, blockId } });
const settle = (who: DealTrader, blockId: string, choice: string) =>
  who.post('/api/markets/spot/interference', { blockId, uid: who.keyUid, choice });
const reported = async (who: DealTrader, blockId: string): Promise<string[]> => {
  const { body } = await who.get(`/api/blocks/${blockId}/events`);
  const events = body.events as { kind: string; text: string }[];
  return events.filter(({ kind }) => kind === 'interference').map(({ text }) => text);
};
const sold = async (who: DealTrader) =>
  (await sent(who)).flatMap(({ side, quantity }) => (side === 'SELL' ? [quantity] : []));
const SPENT = { interference: 'balance-spent', profitValue: null, profitPercent: null, books: null };
/** So long a false alarm would take to come, and more. */
const A_WHILE = 5000;
const stays = async (who: DealTrader, like: Row): Promise<void> => {
  const until = Date.now() + A_WHILE;
  while (Date.now() < until) {
    for (const row of await rows(who, 'buy')) expect(row).toMatchObject(like);
    await new Promise((done) => setTimeout(done, 250));
  }
};

describe("V-07 a block's coins sold on the exchange", () => {
  it('V-07 where the account has others: its owner is asked, no profit is shown, and Close sells none of the others', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await byMarket(who, 'SELL', '192.1');
    await price('0.546');
    await shows(who, SPENT);
    expect(await reported(who, blockId)).toEqual([expect.stringMatching(/192\.1 XRP .*sold on the exchange directly/)]);
    expect((await close(who, blockId)).body.error).toMatch(/adopt|release/i);
    expect((await settle(who, blockId, 'adopt')).body.error).toBeNull();
    await shows(who, { blockId, open: false, profitValue: null }, { section: 'history' });
    expect(await sold(who)).toEqual(['192.1']);
  });

  it('V-07 a part of them: what is left goes on, and Close sells no more than that', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await byMarket(who, 'SELL', '100');
    await shows(who, SPENT);
    expect((await settle(who, blockId, 'adopt')).body.orderBlock).toMatchObject({
      interference: null,
      status: 'filled',
    });
    expect((await close(who, blockId)).body).toMatchObject({ error: null, failed: [] });
    await shows(who, { blockId, status: 'closed' }, { section: 'history' });
    expect(await sold(who)).toEqual(['100', '92.1']);
  });

  it('V-07 they were others: kept, the block is as before', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await byMarket(who, 'SELL', '192.1');
    await shows(who, SPENT);
    expect((await settle(who, blockId, 'keep')).body).toMatchObject({
      error: null,
      orderBlock: { interference: null, status: 'filled', profitValue: -0.203892 },
    });
    expect((await close(who, blockId)).body).toMatchObject({ error: null, failed: [] });
    expect(await sold(who)).toEqual(['192.1', '192.1']);
  });

  it('V-07 of two blocks the one that held as much is asked about, the other is as before', async () => {
    const who = await deals.trader();
    const one = await filledEntry(deals, who, { counterQuantity: 100 });
    const other = await filledEntry(deals, who, { counterQuantity: 50 });
    await control('balance', { key: who.paperKey, asset: 'XRP', free: '288.1' });
    await byMarket(who, 'SELL', '96');
    await vi.waitFor(async () => {
      const found = new Map((await rows(who, 'buy')).map((row) => [row['blockId'], row['interference']]));
      expect(found.get(other)).toBe('balance-spent');
    }, IN_TIME);
    await stays(who, {});
    expect((await rows(who, 'buy')).find(({ blockId }) => blockId === one)).toMatchObject({ interference: null });
  });

  it('V-07 withdrawn or sent away: the balance alone shows it', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await control('balance', { key: who.paperKey, asset: 'XRP', free: '50' });
    await shows(who, SPENT);
    expect((await settle(who, blockId, 'keep')).body.error).toMatch(/less/);
    expect((await settle(who, blockId, 'adopt')).body.orderBlock).toMatchObject({ interference: null });
    expect((await close(who, blockId)).body).toMatchObject({ error: null, failed: [] });
    await shows(who, { blockId, status: 'closed' }, { section: 'history' });
    expect(await sold(who)).toEqual(['50']);
  });

  it('V-07 a sale bought back by hand asks as well', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who, { side: 'sell' });
    await byMarket(who, 'BUY', '192.5');
    await shows(who, SPENT, { section: 'sell' });
    expect((await settle(who, blockId, 'adopt')).body.error).toBeNull();
    await shows(who, { blockId, open: false }, { section: 'history' });
  });
});

describe('V-07 no alarm where nothing was done by hand', () => {
  it('V-07 the balance comes before the reports of our own orders', async () => {
    const who = await deals.trader();
    await control('balance', { key: who.paperKey, asset: 'XRP', free: '0' });
    const first = await filledEntry(deals, who, { counterQuantity: 100 });
    const second = await filledEntry(deals, who, { counterQuantity: 60 });
    await setTargets(who, second, { takeProfitPrice: 0.546 });
    await control('fault', { kind: 'reports', mode: 'delayed', ms: 3000, times: 20, key: who.paperKey });
    await price('0.546');
    await close(who, first);
    await stays(who, { interference: null });
    await vi.waitFor(async () => {
      const ended = new Set((await rows(who, 'history')).map(({ status }) => status));
      expect(ended).toEqual(new Set(['closed', 'take-profit-filled']));
    }, IN_TIME);
  });

  it('V-07 several blocks share one asset, fees are paid in what is held, dust is left', async () => {
    const who = await deals.trader();
    await control('balance', { key: who.paperKey, asset: 'XRP', free: '0' });
    await filledEntry(deals, who, { counterQuantity: 100 });
    const blockId = await filledEntry(deals, who, { counterQuantity: 60 });
    await filledEntry(deals, who, { counterQuantity: 30 });
    await close(who, blockId);
    await stays(who, { interference: null });
    expect(await rows(who, 'buy')).toHaveLength(2);
  });
});

describe('V-07 Close sells no more than what can still be there', () => {
  it('V-07 before its owner was asked: what is there is sold, then its owner is asked about the rest', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await control('balance', { key: who.paperKey, asset: 'XRP', free: '100' });
    await close(who, blockId);
    await shows(who, { blockId, ...SPENT });
    expect(await sold(who)).toEqual(['100']);
    expect((await settle(who, blockId, 'adopt')).body.error).toBeNull();
    await shows(who, { blockId, status: 'closed', profitValue: null }, { section: 'history' });
    expect(await sold(who)).toEqual(['100']);
  });

  it('V-07 of two blocks each sells its share, however often it is tried', async () => {
    const who = await deals.trader();
    const one = await filledEntry(deals, who, { counterQuantity: 100 });
    const other = await filledEntry(deals, who, { counterQuantity: 101 });
    await control('balance', { key: who.paperKey, asset: 'XRP', free: '192' });
    await close(who, one);
    await vi.waitFor(async () => {
      const found = new Map((await rows(who, 'buy')).map((row) => [row['blockId'], row['interference']]));
      expect(found.get(one)).toBe('balance-spent');
    }, IN_TIME);
    expect(await sold(who)).toEqual(['96']);
    expect((await settle(who, one, 'adopt')).body.error).toBeNull();
    expect(await sold(who)).toEqual(['96']);
    await close(who, other);
    await vi.waitFor(async () => expect(await sold(who)).toEqual(['96', '96']), IN_TIME);
  });
});
