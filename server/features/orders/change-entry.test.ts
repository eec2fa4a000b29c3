import { describe, expect, it, vi } from 'vitest';
import type { Copiers } from '../../../tests/factories/copiers.ts';
import {
  type DealTrader,
  IN_TIME,
  type Row,
  setTargets,
  XRP_PAIR,
  xrpDeals,
} from '../../../tests/factories/xrp-deals.ts';
import { shiftedClock } from '../../../tests/setup/shifted-clock.ts';

const { clock, pass } = shiftedClock();
const deals = xrpDeals(clock);

interface Answer {
  error: string | null;
  orderBlocks: Row[];
  failed: Row[];
}
const change = async (who: Pick<DealTrader, 'send'>, blockId: string, json: Row) => {
  const { status, body } = await who.send('PUT', '/api/markets/spot/first/', {
    json: { ...XRP_PAIR, blockId, ...json },
  });
  return { status, body: body as Answer & { issues?: { message: string }[] } };
};

/** An entry of 200 XRP that rests at 0.5, below the market. */
async function waiting(who: Pick<DealTrader, 'buy'>, order: Row = {}): Promise<string> {
  const { body } = await who.buy({ price: 0.5, counterQuantity: 100, ...order });
  expect(body.error).toBeNull();
  return body.orderBlock.blockId;
}
const entries = async (paperKey: string) => {
  const found = await deals.site().database.sql<{ line: string }[]>`
    select concat_ws(' ', trim_scale(quantity), trim_scale(price), status) as line from paper.orders
    where api_key = ${paperKey} and side = 'BUY' order by order_id`;
  return found.map(({ line }) => line);
};
const story = async (who: Pick<DealTrader, 'get'>, blockId: string): Promise<string[]> => {
  const { body } = await who.get(`/api/blocks/${blockId}/events`);
  return (body.events as { text: string }[]).map(({ text }) => text);
};

describe('changing an entry that waits', () => {
  it('cancels it, and places it once at the new price and for the new amount', async () => {
    const who = await deals.trader();
    const blockId = await waiting(who);
    const { body } = await change(who, blockId, { price: 0.49, quantity: 150 });
    expect(body).toMatchObject({ error: null, failed: [] });
    expect(body.orderBlocks).toMatchObject([{ status: 'placed', firstPlacedPrice: 0.49, firstPlacedQuantity: 150 }]);
    expect(await entries(who.paperKey)).toEqual(['200 0.5 CANCELED', '150 0.49 NEW']);
    expect(await story(who, blockId)).toContain(
      'You changed the price from 0.5000 to 0.4900 and the amount from 200 XRP to 150 XRP.',
    );
    expect((await change(who, blockId, { price: 0.49 })).body.error).toBeNull();
    expect(await entries(who.paperKey)).toHaveLength(2);
    await deals.price('0.49');
    await deals.shows(who, { status: 'filled', firstFilledQuantity: 150, filledQuantity: 100 });
  });

  it('keeps what has filled: only the rest is placed anew, and all of it counts', async () => {
    const who = await deals.trader();
    const blockId = await waiting(who);
    await deals.control('liquidity', { symbol: 'XRPUSDT', maxPerTick: '50' });
    await deals.price('0.5');
    await deals.shows(who, { status: 'partly-filled', firstFilledQuantity: 50 });
    await deals.control('liquidity', { symbol: 'XRPUSDT', maxPerTick: null });
    await deals.price('0.52');
    expect((await change(who, blockId, { price: 0.49, quantity: 50 })).body.error).toBe(
      '50 XRP of this order are filled already: enter more than that.',
    );
    expect((await change(who, blockId, { price: 0.49, quantity: 55 })).body.error).toBe(
      '50 XRP are filled already, and the rest of 5 XRP is under the minimum of 5 USDT.',
    );
    const { body } = await change(who, blockId, { price: 0.49 });
    expect(body.orderBlocks).toMatchObject([{ status: 'partly-filled', firstFilledQuantity: 50, filledQuantity: 25 }]);
    expect(await entries(who.paperKey)).toEqual(['200 0.5 CANCELED', '150 0.49 NEW']);
    await deals.price('0.49');
    const row = await deals.shows(who, { status: 'filled', firstFilledQuantity: 200 });
    expect(row['firstFilledCounterQuantity']).toBeCloseTo(50 * 0.5 + 150 * 0.49, 8);
  });

  it('takes targets along that wait with it, which can be changed and taken off as well', async () => {
    const who = await deals.trader();
    const blockId = await waiting(who, { takeProfitPrice: 0.546, stopLossPrice: 0.45 });
    await deals.shows(who, { protection: 'exchange' });
    expect((await change(who, blockId, { price: 0.49 })).body.error).toBeNull();
    const resting = async () => {
      const found = await deals.site().database.sql<{ line: string }[]>`
        select concat_ws(' ', type, trim_scale(greatest(price, stop_price)), status) as line from paper.orders
        where api_key = ${who.paperKey} and status in ('NEW', 'PENDING_NEW') order by type`;
      return found.map(({ line }) => line);
    };
    expect(await resting()).toEqual(['LIMIT 0.49 NEW', 'LIMIT_MAKER 0.546 PENDING_NEW', 'STOP_LOSS 0.45 PENDING_NEW']);
    const put = (json: Row) => who.send('PUT', '/api/markets/spot/third', { json: { ...XRP_PAIR, blockId, ...json } });
    expect((await put({ takeProfitPrice: 0.56 })).body.errorMessage).toBeNull();
    expect(await resting()).toEqual(['LIMIT 0.49 NEW', 'LIMIT_MAKER 0.56 PENDING_NEW', 'STOP_LOSS 0.45 PENDING_NEW']);
    expect((await change(who, blockId, { price: 0.45 })).body.error).toBe('Max stop loss is 0.4497');
    const off = await who.send('DELETE', '/api/markets/spot/third', { json: { ...XRP_PAIR, blockId } });
    expect(off.body.errorMessage).toBeNull();
    expect(await resting()).toEqual(['LIMIT 0.49 NEW']);
    await deals.shows(who, { status: 'placed', protection: 'none' });
    expect((await setTargets(who, blockId, { stopLossPrice: 0.44 })).body.errorMessage).toBeNull();
    await deals.shows(who, { status: 'placed', protection: 'none', secondStopLossPlacedPrice: 0.44 });
    await deals.price('0.49');
    await deals.shows(who, { status: 'targets-placed', protection: 'exchange' });
    expect((await deals.sent(who)).filter(({ status }) => status === 'NEW')).toHaveLength(1);
  });

  it('refuses what no order may be, in the words of the form, and nothing changes', async () => {
    const who = await deals.trader();
    const blockId = await waiting(who);
    for (const bad of [-0.5, 0, 1e13, '0.5', true]) {
      for (const field of ['price', 'quantity']) {
        const { status, body } = await change(who, blockId, { price: 0.49, [field]: bad });
        expect([status, body.issues?.[0]?.message], `${field} ${bad}`).toEqual([
          400,
          expect.stringMatching(/^[A-Z].* .*\.$/),
        ]);
      }
    }
    for (const [json, sentence] of [
      [{ price: 1e-7 }, 'The price is below the smallest step of 0.0001 USDT.'],
      [
        { price: 0.5, quantity: 1 },
        'Total value of the order should be more than 6USDT. Smallest order here: 5 USDT (10 XRP).',
      ],
      [{ price: 0.5, quantity: 1e8 }, 'The largest quantity of an order is 9,222,449 XRP.'],
      [{ price: 0.05 }, 'The price is more than 80% below the market. Nearest accepted: 0.1040.'],
      [{ price: 0.5, quantity: 40_000 }, /^Not enough USDT: 19,900 more needed, \d/],
    ] as const)
      expect((await change(who, blockId, json)).body.error, JSON.stringify(json)).toEqual(
        typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
      );
    expect(await entries(who.paperKey)).toEqual(['200 0.5 NEW']);
    expect((await change(who, who.keyUid, { price: 0.49 })).status).toBe(404);
    const stranger = await deals.trader();
    expect((await change(stranger, blockId, { price: 0.49 })).status).toBe(404);
    await deals.price('0.5');
    await deals.shows(who, { status: 'filled' });
    expect((await change(who, blockId, { price: 0.49 })).body.error).toBe(
      'This entry is no longer waiting: it cannot be changed.',
    );
  });

  it('counts against the limits of the account only by what it orders more', async () => {
    const who = await deals.trader();
    const blockId = await waiting(who);
    const limits = (json: Row) =>
      who.send('PUT', '/api/user/limits', { json: { perOrder: 150, perDay: 120, thinMarkets: false, ...json } });
    await limits({});
    expect((await change(who, blockId, { price: 0.5, quantity: 250 })).body.error).toMatch(
      /^With this order you would have ordered 125 USDT in 24 hours/,
    );
    expect((await change(who, blockId, { price: 0.5, quantity: 240 })).body.error).toBeNull();
    expect((await who.get('/api/user/limits')).body.usedToday).toBe(120);
    await limits({ perDay: 1 });
    expect((await change(who, blockId, { price: 0.49, quantity: 200 })).body.error).toBeNull();
  });

  it('places nothing besides an order that the exchange did not cancel, and asks again', async () => {
    const who = await deals.trader();
    const blockId = await waiting(who);
    await deals.control('fault', { kind: 'reject', code: -1013, path: 'DELETE /api/v3/order', times: 1 });
    const { body } = await change(who, blockId, { price: 0.49 });
    expect(body.error).not.toBeNull();
    expect(await entries(who.paperKey)).toEqual(['200 0.5 NEW']);
    await vi.waitFor(
      async () => expect(await entries(who.paperKey)).toEqual(['200 0.5 CANCELED', '200 0.49 NEW']),
      IN_TIME,
    );
    await deals.shows(who, { status: 'placed', statusReason: null, firstPlacedPrice: 0.49 });
  });

  it('sends an order again that never arrived, and one that did only once', async () => {
    for (const kind of ['drop-before', 'drop-after'] as const) {
      const who = await deals.trader();
      const blockId = await waiting(who);
      await deals.control('fault', { kind, path: 'POST /api/v3/order', times: 1 });
      await change(who, blockId, { price: 0.49 });
      pass(20_000);
      await vi.waitFor(
        async () => expect(await entries(who.paperKey), kind).toEqual(['200 0.5 CANCELED', '200 0.49 NEW']),
        IN_TIME,
      );
      await deals.shows(who, { status: 'placed', firstPlacedPrice: 0.49 });
    }
  });
});

describe('copies of an entry that is changed', () => {
  const prices = async (who: Copiers) => Promise.all(who.copies.map(({ paperKey }) => entries(paperKey)));

  it('follow by their own amounts, and one that would be too small stays as it is and says so', async () => {
    const who = await deals.group({ main: '1000', copies: ['500', '60'] });
    const blockId = await waiting(who);
    await vi.waitFor(async () => expect(await prices(who)).toEqual([['100 0.5 NEW'], ['12 0.5 NEW']]), IN_TIME);
    const { body } = await change(who, blockId, { price: 0.49, quantity: 150 });
    expect(body.error).toBeNull();
    await vi.waitFor(
      async () => expect(await prices(who)).toEqual([['100 0.5 CANCELED', '75 0.49 NEW'], ['12 0.5 NEW']]),
      IN_TIME,
    );
    const [, large, small] = await who.rows('buy', blockId);
    expect(large).toMatchObject({ status: 'placed', firstPlacedPrice: 0.49, statusReason: null });
    expect(small?.['statusReason']).toBe(
      "The main key's order was changed, not this one: 4.41 USDT would be under the minimum of 5 USDT.",
    );
  });

  it('never cost more than their ceiling and what they have free', async () => {
    const who = await deals.group({ main: '1000', copies: ['500', '500'] });
    const [capped, poor] = who.copies;
    const size = { mainUid: who.keyUid, updateUid: capped?.uid, multiplier: 1, ceiling: 55 };
    expect((await who.send('PUT', '/api/key/group/copy', { json: size })).status).toBe(200);
    const blockId = await waiting(who);
    await vi.waitFor(async () => expect(await prices(who)).toEqual([['100 0.5 NEW'], ['100 0.5 NEW']]), IN_TIME);
    await deals.control('balance', { key: poor?.paperKey, asset: 'USDT', free: '10' });
    await vi.waitFor(
      () =>
        expect(
          deals
            .site()
            .deps.keys.balances.of(who.userId, poor?.uid ?? '')
            ?.free.get('USDT')
            ?.toNumber(),
        ).toBe(10),
      IN_TIME,
    );
    expect((await change(who, blockId, { price: 0.5, quantity: 400 })).body.error).toBeNull();
    await vi.waitFor(
      async () =>
        expect(await prices(who)).toEqual([
          ['100 0.5 CANCELED', '110 0.5 NEW'],
          ['100 0.5 CANCELED', '120 0.5 NEW'],
        ]),
      IN_TIME,
    );
  });
});
