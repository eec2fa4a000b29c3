import { describe, expect, it, vi } from 'vitest';
import { person, trader } from '../../../tests/factories/visitor.ts';
import { paperSite } from '../../../tests/setup/paper-site.ts';
import { shiftedClock } from '../../../tests/setup/shifted-clock.ts';

const { clock, pass } = shiftedClock();
const { site, control } = await paperSite({ anew: true, clock });

const only = (body: { content: Record<string, unknown[]> }) =>
  Object.values(body.content).flat()[0] as Record<string, unknown>;
const inTime = { timeout: 40_000, interval: 100 };

describe('an entry', () => {
  it('rests when the market is elsewhere, fills when the price comes, by the stream', async () => {
    const who = await trader(site);
    const { body } = await who.buy({ price: 0.5 });
    expect(body).toMatchObject({
      error: null,
      connectorName: 'Paper',
      orderBlock: { section: 'buy', status: 'placed' },
    });
    await control('price', { symbol: 'XRPUSDT', price: '0.4999' });
    await vi.waitFor(async () => expect(only(await who.rows()).status).toBe('filled'), inTime);
  });

  it('sells as well, and is listed under its side and earn side only', async () => {
    const who = await trader(site);
    const order = { market: 'BINANCE', symbolName: 'XRP/USDT', price: 0.6, counterQuantity: 60, counterEarning: false };
    expect((await who.post('/api/markets/spot/first/sell', order)).body.error).toBeNull();
    expect((await who.rows('sell')).content).toEqual({});
    const list = await who.get(
      '/api/markets/spot/list?market=binance&symbolName=XRP-USDT&counterEarning=false&section=sell',
    );
    expect(only(list.body)).toMatchObject({ section: 'sell', firstPlacedQuantity: 100, counterEarning: false });
  });

  it('is removed while unfilled; removed twice says so', async () => {
    const who = await trader(site);
    const { blockId } = (await who.buy({ price: 0.5 })).body.orderBlock;
    const remove = () =>
      who.send('DELETE', '/api/markets/spot/first/', { json: { market: 'binance', symbolName: 'xrp_usdt', blockId } });
    expect((await remove()).body).toEqual({ error: null });
    expect((await who.rows()).content).toEqual({});
    expect((await remove()).status).toBe(404);
  });

  it('partly filled and removed: what was filled stays as a filled entry', async () => {
    const who = await trader(site);
    await control('liquidity', { symbol: 'XRPUSDT', maxPerTick: '50' });
    const { blockId } = (await who.buy({ price: 0.5 })).body.orderBlock;
    await control('price', { symbol: 'XRPUSDT', price: '0.4999' });
    await vi.waitFor(
      async () => expect(only(await who.rows())).toMatchObject({ status: 'partly-filled', firstFilledQuantity: 50 }),
      inTime,
    );
    const removed = await who.send('DELETE', '/api/markets/spot/first/', {
      json: { market: 'binance', symbolName: 'xrp_usdt', blockId },
    });
    expect(removed.body).toEqual({ error: null });
    expect(only(await who.rows())).toMatchObject({ status: 'filled', firstFilledQuantity: 50 });
  });

  it('belongs to its owner alone', async () => {
    const [one, other] = [await trader(site), await trader(site)];
    const { blockId } = (await one.buy({ price: 0.5 })).body.orderBlock;
    const theirs = await other.send('DELETE', '/api/markets/spot/first/', {
      json: { market: 'binance', symbolName: 'xrp_usdt', blockId },
    });
    expect(theirs.status).toBe(404);
    expect((await other.rows()).content).toEqual({});
    expect(only(await one.rows()).status).toBe('placed');
  });
});

describe('a refused entry', () => {
  it.each([
    [{ counterQuantity: 4 }, 'Total value of the order should be more than 6USDT'],
    [{ price: 0.05 }, 'Request falls outside the acceptable price range based on the average of previous trades'],
    [{ counterQuantity: 1e9 }, 'quantity'],
    [{ symbolName: 'foo_bar' }, 'does not trade FOO/BAR'],
  ])('%j says why, with 200 and the error field', async (order, sentence) => {
    const { status, body } = await (await trader(site)).buy(order);
    expect(status).toBe(200);
    expect(body.error).toContain(sentence);
    expect(body.orderBlock).toBeNull();
  });

  it('leaves no open row', async () => {
    const who = await trader(site);
    const { body } = await who.buy({ counterQuantity: 20_000, price: 0.51 });
    expect(body.error).toMatch(/balance/i);
    expect((await who.rows()).content).toEqual({});
  });

  it('with its targets, for want of money: it is not said to have been spent', async () => {
    const who = await trader(site);
    for (let tick = 0; tick < 8; tick += 1) {
      const targets = { takeProfitPrice: 0.56, stopLossPrice: 0.45 };
      const { body } = await who.buy({ price: 0.5 + tick / 10_000, counterQuantity: 20_000, ...targets });
      expect(body.error).toMatch(/balance/i);
    }
    const found = await site.database.sql`select interference from positions where key_id = ${who.keyUid}`;
    expect(found.map(({ interference }) => interference)).toEqual(Array.from({ length: 8 }, () => null));
  });

  it('with its targets, because the exchange asks to wait: is reported as refused, and placed once asked again', async () => {
    const who = await trader(site);
    await control('fault', {
      kind: 'reject',
      code: -1003,
      ms: 1000,
      times: 8,
      path: '/api/v3/orderList',
      key: who.paperKey,
    });
    let tick = 0;
    const buy = async () =>
      (await who.buy({ price: 0.5 + (tick += 1) / 10_000, takeProfitPrice: 0.56, stopLossPrice: 0.45 })).body;
    const reported = await Promise.all(Array.from({ length: 8 }, buy));
    const refused = { error: expect.stringMatching(/takes no more requests/), orderBlock: null };
    expect(reported).toMatchObject(reported.map(() => refused));
    expect((await who.rows()).content).toEqual({});
    await control('fault', { kind: 'reject', times: 0 });
    await vi.waitFor(async () => expect((await buy()).error).toBeNull(), inTime);
  });

  it('without a key names the next step', async () => {
    const who = await person(site);
    const order = {
      market: 'binance',
      symbolName: 'xrp_usdt',
      price: 0.52,
      counterQuantity: 100,
      counterEarning: true,
    };
    expect((await who.post('/api/markets/spot/first/buy', order)).body.error).toContain('Add an API key first');
  });
});

/** What stands next to the only order call of a person. */
const kept = async (userId: string): Promise<unknown> =>
  (await site.database.sql`select answer from order_requests where user_id = ${userId}`)[0]?.['answer'];

describe('M-06: the same order again', () => {
  it('with its Idempotency-Key is placed once and answered alike; 25 presses at once are one order', async () => {
    const who = await trader(site);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answers = await Promise.all(Array.from({ length: 25 }, () => who.buy({ price: 0.5 }, headers)));
    expect(
      answers
        .map(({ status, text }) => (status === 200 || status === 409 ? status : text))
        .filter((status) => typeof status === 'string'),
    ).toEqual([]);
    const again = await vi.waitUntil(async () => {
      const answer = await who.buy({ price: 0.5 }, headers);
      return answer.status === 200 && answer;
    }, inTime);
    expect(again.body.orderBlock.blockId).toBe(answers.find(({ status }) => status === 200)?.body.orderBlock.blockId);
    expect(Object.keys((await who.rows()).content)).toHaveLength(1);
    expect((await who.buy({ price: 0.49 }, headers)).status).toBe(422);
  });

  it('is answered by what became of it where a crash cut the first answer off, and placed at once where none was written', async () => {
    const who = await trader(site);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const { orderBlock } = (await who.buy({ price: 0.5 }, headers)).body;
    await vi.waitFor(async () => expect(await kept(orderBlock.userId)).toHaveProperty('answered'), inTime);
    const { sql } = site.database;
    await sql`update order_requests set answer = jsonb_build_object('block', ${orderBlock.blockId}::text)
      where user_id = ${orderBlock.userId}`;
    expect((await who.buy({ price: 0.5 }, headers)).body.orderBlock.blockId).toBe(orderBlock.blockId);
    await vi.waitFor(async () => expect(await kept(orderBlock.userId)).toHaveProperty('answered'), inTime);
    await sql`delete from order_requests where user_id = ${orderBlock.userId}`;
    const again = (await who.buy({ price: 0.5 }, headers)).body;
    expect(again).toMatchObject({ error: null, orderBlock: { status: 'placed' } });
    expect(again.orderBlock.blockId).not.toBe(orderBlock.blockId);
    expect(Object.keys((await who.rows()).content)).toHaveLength(2);
  });

  it('pressed twice, an order that uses up the day is no second one', async () => {
    const who = await trader(site);
    await who.send('PUT', '/api/user/limits', { json: { perOrder: 100, perDay: 100, thinMarkets: false } });
    const answers = await Promise.all(Array.from({ length: 6 }, () => who.buy({ price: 0.5 })));
    for (const { status, body } of answers) expect([200, 409], JSON.stringify(body)).toContain(status);
    expect(answers.map(({ status, body }) => (status === 200 ? body.error : null))).toEqual(answers.map(() => null));
  });

  it('without one, the same body within 3 s is the same order', async () => {
    const who = await trader(site);
    await Promise.all([who.buy({ price: 0.5 }), who.buy({ price: 0.5 })]);
    expect(Object.keys((await who.rows()).content)).toHaveLength(1);
  });
});

describe('F-04: the answer is lost after the order was accepted', () => {
  it('answers 502, keeps the row and finds the order again, once', async () => {
    const who = await trader(site);
    await control('fault', { kind: 'drop-after', times: 1, path: 'POST /api/v3/order', key: who.paperKey });
    const { status, body } = await who.buy({ price: 0.5 });
    expect(status).toBe(502);
    expect(body.error).toContain('being looked up');
    expect(Object.keys((await who.rows()).content)).toHaveLength(1);
    await vi.waitFor(async () => expect(only(await who.rows()).status).toBe('placed'), inTime);
    const onExchange = await site.database.sql`select order_id from paper.orders where api_key = ${who.paperKey}`;
    expect(onExchange).toHaveLength(1);
  });
});

describe('F-05: the answer is lost and the order never arrived', () => {
  it('is looked up until its absence is final, then says that it was not placed', async () => {
    const who = await trader(site);
    await control('fault', { kind: 'drop-before', times: 1, path: 'POST /api/v3/order', key: who.paperKey });
    const headers = { 'idempotency-key': crypto.randomUUID() };
    expect((await who.buy({ price: 0.5 }, headers)).status).toBe(502);
    expect(only(await who.rows()).status).toBe('unconfirmed');
    await vi.waitFor(async () => expect((await who.buy({ price: 0.5 }, headers)).status).toBe(502), inTime);
    expect(Object.keys((await who.rows()).content)).toHaveLength(1);
    pass(20_000);
    await vi.waitFor(async () => expect((await who.rows()).content).toEqual({}), inTime);
    const onExchange = await site.database.sql`select order_id from paper.orders where api_key = ${who.paperKey}`;
    expect(onExchange).toHaveLength(0);
    const again = await who.buy({ price: 0.5 }, headers);
    expect(again.body.orderBlock?.status).toBe('placed');
    await vi.waitFor(async () => expect((await who.buy({ price: 0.5 }, headers)).body).toEqual(again.body), inTime);
  });
});
