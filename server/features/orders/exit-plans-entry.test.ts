import { describe, expect, it, vi } from 'vitest';
import { laterEngine } from '../../../tests/factories/later-engine.ts';
import { type DealTrader, IN_TIME, type Row, XRP_PAIR, xrpDeals } from '../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();
const later = laterEngine(deals);
const [MINUTE, HOUR] = [60_000, 3_600_000];

const THREE = {
  takeProfits: [
    { price: 0.546, share: 0.5 },
    { price: 0.56, share: 0.3 },
    { price: 0.58, share: 0.2 },
  ],
  stopLoss: { price: 0.494 },
};
const ORDER = { ...XRP_PAIR, price: 0.52, counterQuantity: 100, counterEarning: true };
const SLICES = ['96 at 0.546', '96 stop 0.494', '57.6 at 0.56', '57.6 stop 0.494', '38.5 at 0.58', '38.5 stop 0.494'];

const place = async (who: DealTrader, more: Row, side = 'buy'): Promise<Row> =>
  (await who.post(`/api/markets/spot/first/${side}`, { ...ORDER, ...more })).body;
const preview = async (who: DealTrader, more: Row, side = 'buy'): Promise<Row> =>
  (await who.post(`/api/markets/spot/preview/${side}`, { ...ORDER, ...more })).body;

interface Resting {
  side: string;
  type: string;
  quantity: string;
  price: string;
  stopPrice: string;
}
/** What rests on the exchange or waits there for the entry, straight from its books. */
const rests = (who: Pick<DealTrader, 'paperKey'>, like: readonly string[]) =>
  vi.waitFor(async () => {
    const orders = await deals.site().database.sql<Resting[]>`
      select side, type, trim_scale(quantity)::text as quantity, trim_scale(price)::text as price,
        trim_scale(stop_price)::text as "stopPrice"
      from paper.orders where api_key = ${who.paperKey} and status in ('NEW', 'PARTIALLY_FILLED', 'PENDING_NEW')`;
    const brief = orders.map(({ side, type, quantity, price, stopPrice }) => {
      const size = side === 'BUY' ? `buy ${quantity}` : quantity;
      return type === 'STOP_LOSS' ? `${size} stop ${stopPrice}` : `${size} at ${price}`;
    });
    expect(brief.toSorted()).toEqual([...like].toSorted());
  }, IN_TIME);

describe('EX-14 a plan that comes with the entry', () => {
  it('EX-4 shows its slices, who holds them and both results before the press', async () => {
    const who = await deals.trader();
    const body = await preview(who, THREE);
    expect(body).toMatchObject({
      error: null,
      receipts: [{ takeProfit: null, stopLoss: { price: 0.494 } }],
      planned: {
        errorMessage: null,
        warnings: [],
        slices: [
          { targets: [1], price: 0.546, quantity: 96, takeProfit: 'exchange', stop: 'exchange' },
          { targets: [2], price: 0.56, quantity: 57.6 },
          { targets: [3], price: 0.58, quantity: 38.5 },
        ],
        protection: {
          label: 'exchange',
          away: 'If this server is away, the stop at 0.4940 still holds. Until the entry has filled, all of it goes out at the first target or the stop.',
        },
        results: { atTargets: 6.898998, atStop: -5.1934974 },
      },
    });
    expect(await preview(who, { takeProfitPrice: 0.546 })).not.toHaveProperty('planned');
  });

  it('waits as one list with the first target and the stop for everything, and is sliced once it has filled', async () => {
    const who = await deals.trader();
    await deals.price('0.53');
    const { error } = await place(who, {
      ...THREE,
      stopLoss: { price: 0.494, after: { to: 'break-even', target: 1 } },
    });
    expect(error).toBeNull();
    await rests(who, ['buy 192.3 at 0.52', '0 at 0.546', '0 stop 0.494']);
    await deals.shows(who, {
      status: 'placed',
      plan: {
        takeProfits: [{ share: 0.5, isFilled: false }, { price: 0.56 }, { price: 0.58 }],
        stopLoss: { at: 0.494, after: { to: 'break-even', target: 1 } },
        parts: [],
        label: 'its first target and its stop go out with the entry',
      },
    });
    await deals.price('0.52');
    await rests(who, SLICES);
    await deals.price('0.546');
    await rests(who, ['57.6 at 0.56', '57.6 stop 0.5211', '38.5 at 0.58', '38.5 stop 0.5211']);
  });

  it('is another one before the fill, with the same entry', async () => {
    const who = await deals.trader();
    await deals.price('0.53');
    const { orderBlock } = await place(who, THREE);
    const { blockId } = orderBlock as { blockId: string };
    const takeProfits = [
      { price: 0.55, share: 0.5 },
      { price: 0.57, share: 0.5 },
    ];
    const set = { ...XRP_PAIR, blockId, takeProfits, stopLoss: { price: 0.5 } };
    const { body } = await who.post('/api/markets/spot/plan', set);
    expect(body).toMatchObject({ errorMessage: null, slices: [{ quantity: 96 }, { quantity: 96.1 }] });
    await rests(who, ['buy 192.3 at 0.52', '0 at 0.55', '0 stop 0.5']);
    await deals.price('0.52');
    await rests(who, ['96 at 0.55', '96 stop 0.5', '96.1 at 0.57', '96.1 stop 0.5']);
  });

  it('of a sale is sliced as well; EX-3 its reserve is for all slices together', async () => {
    const who = await deals.trader();
    const plan = {
      takeProfits: [
        { price: 0.5, share: 0.5 },
        { price: 0.48, share: 0.5 },
      ],
      stopLoss: { price: 0.55 },
    };
    const body = await preview(who, plan, 'sell');
    expect(body).toMatchObject({
      error: null,
      planned: {
        slices: [{ targets: [1] }, { targets: [2] }],
        protection: {
          away: expect.stringContaining('if this server is away then, there is no stop until it is back.'),
        },
      },
    });
    const [receipt] = body['receipts'] as { stopLoss: { quantity: number }; reserve: number }[];
    const { slices } = body['planned'] as { slices: { quantity: number }[] };
    const all = slices.reduce((sum, { quantity }) => sum + quantity, 0);
    expect(receipt?.stopLoss.quantity).toBeCloseTo(all, 8);
    expect(receipt?.reserve).toBeCloseTo(all * 0.55 - 192.3 * 0.52 * 0.999, 6);
    expect((await place(who, plan, 'sell'))['error']).toBeNull();
    await rests(
      who,
      slices.flatMap(({ quantity }, at) => [
        `buy ${quantity} at 0.${at === 0 ? '5' : '48'}`,
        `buy ${quantity} stop 0.55`,
      ]),
    );
  });

  it('is put back as the first target and the stop for everything where the exchange refuses the first slice', async () => {
    const who = await deals.trader();
    await deals.price('0.53');
    expect((await place(who, THREE))['error']).toBeNull();
    await deals.control('fault', { kind: 'reject', code: -1013, times: 1, key: who.paperKey });
    await deals.price('0.52');
    await rests(who, ['192.1 at 0.546', '192.1 stop 0.494']);
    await deals.shows(who, { protection: 'exchange', statusReason: expect.any(String) });
  });

  it('is refused with what would be accepted, and nothing is bought', async () => {
    const who = await deals.trader();
    const refusal = async (more: Row) => {
      const { error } = await place(who, more);
      expect((await preview(who, more))['error']).toBe(error);
      return error;
    };
    expect(await refusal({ ...THREE, takeProfits: THREE.takeProfits.slice(0, 2) })).toBe(
      'The shares must add up to 100%: they add up to 80%.',
    );
    expect(await refusal({ ...THREE, takeProfits: THREE.takeProfits.toReversed() })).toMatch(
      'Take profit 2 must be at least 0.5803',
    );
    expect(await refusal({ ...THREE, stopLoss: { price: 0.53 } })).toBe('Max stop loss is 0.5197');
    expect(await refusal({ ...THREE, stopLoss: { price: 0.02 } })).toMatch(/cannot be sold/);
    expect(await refusal({ ...THREE, counterEarning: false })).toBe(
      'A block that earns XRP has one take profit and one stop.',
    );
    expect(await refusal({ ...THREE, takeProfitPrice: 0.55 })).toBe(
      'Send either takeProfitPrice and stopLossPrice, or takeProfits and stopLoss.',
    );
    expect(await refusal({ ...THREE, stopLoss: { price: 0.494, trailing: { percent: 25 } } })).toBe(
      'The trailing distance must be 0.1% to 20%.',
    );
    expect(await refusal({ ...THREE, time: { after: 1000, onlyInProfit: false } })).toBe(
      'A time exit must lie 1 minute to 90 days ahead.',
    );
    expect(await refusal({ expiresAfter: MINUTE - 1 })).toBe('An entry may expire after 1 minute to 90 days.');
    expect(await deals.rows(who, 'buy')).toEqual([]);
    expect(await deals.sent(who)).toEqual([]);
  });

  it('EX-5 is refused where no stop order is left; EX-15 says what a copy joins', async () => {
    const who = await deals.trader();
    await deals.price('0.6');
    for (const price of [0.5, 0.49, 0.48, 0.47, 0.46])
      expect((await place(who, { price, stopLossPrice: 0.3 }))['error']).toBeNull();
    expect((await place(who, THREE))['error']).toBe(
      'XRP/USDT has no free stop order left on this key (5 of 5). Close or join blocks, or trade without a stop.',
    );
    const group = await deals.group({ main: '1000', copies: ['150'] });
    expect(await preview(group, THREE)).toMatchObject({
      planned: {
        warnings: [expect.stringMatching(/^.?Copy 1.?: The part at .* is too small: .* under the 5 USDT minimum/)],
      },
    });
  });
});

describe('EX-10 an entry that expires', () => {
  it('is canceled at its time, whether it filled or not: what filled stays, with its plan', async () => {
    const [unfilled, partly] = [await deals.trader(), await deals.trader()];
    await deals.price('0.53');
    const before = Date.now();
    await place(unfilled, { ...THREE, price: 0.51, expiresAfter: HOUR });
    await place(partly, { ...THREE, expiresAfter: HOUR });
    const row = await deals.shows(unfilled, { status: 'placed' });
    expect(row['expiresAt']).toBeGreaterThanOrEqual(before + HOUR);
    expect(row['expiresAt']).toBeLessThanOrEqual(Date.now() + HOUR);
    await deals.control('liquidity', { symbol: 'XRPUSDT', maxPerTick: '100' });
    await deals.price('0.52');
    await deals.shows(partly, { firstFilledQuantity: 100 });
    await later(HOUR - MINUTE, async () => {
      await deals.shows(unfilled, { status: 'placed' });
    });
    await later(HOUR + 1000, async () => {
      await vi.waitFor(async () => expect(await deals.rows(unfilled, 'buy')).toEqual([]), IN_TIME);
      const { body } = await unfilled.get(`/api/blocks/${String(row['blockId'])}/events`);
      const texts = ((body.events ?? []) as { text: string }[]).map(({ text }) => text);
      expect(texts).toContain('Its time was over before anything of it was filled: it was canceled.');
      await rests(unfilled, []);
      await rests(partly, [
        '49.9 at 0.546',
        '49.9 stop 0.494',
        '29.9 at 0.56',
        '29.9 stop 0.494',
        '20.1 at 0.58',
        '20.1 stop 0.494',
      ]);
    });
  });
});

describe('EX-9 an entry that waits for a price', () => {
  const kinds = async (who: DealTrader) =>
    (await deals.sent(who)).map(({ side, type, status }) => `${side} ${type} ${status}`);

  it('is held by the exchange, and filled once a trade reaches it; its plan is placed after the fill', async () => {
    const who = await deals.trader();
    const takeProfits = [
      { price: 0.58, share: 0.5 },
      { price: 0.6, share: 0.5 },
    ];
    const body = await place(who, { price: 0.5426, trigger: 0.54, takeProfits, stopLoss: { price: 0.52 } });
    expect(body['error']).toBeNull();
    await deals.shows(who, {
      status: 'placed',
      trigger: 0.54,
      firstPlacedPrice: 0.5426,
      plan: { label: 'placed once the entry fills' },
    });
    expect(await kinds(who)).toEqual(['BUY STOP_LOSS_LIMIT NEW']);
    const { blockId } = body['orderBlock'] as { blockId: string };
    const change = { json: { ...XRP_PAIR, blockId, price: 0.55 } };
    expect((await who.send('PUT', '/api/markets/spot/first/', change)).body.error).toBe(
      'An order that waits for a price is not changed: cancel it, and order anew.',
    );
    await deals.price('0.5399');
    expect(await kinds(who)).toEqual(['BUY STOP_LOSS_LIMIT NEW']);
    await deals.price('0.54');
    const row = await deals.shows(who, {
      protection: 'exchange',
      plan: { parts: [{ targets: [1] }, { targets: [2] }] },
    });
    expect(row).not.toHaveProperty('trigger');
    expect((await kinds(who)).slice(0, 1)).toEqual(['BUY STOP_LOSS_LIMIT FILLED']);
  });

  it('trails the market down from its price, held by the exchange, and buys once that has turned; its plan follows', async () => {
    const who = await deals.trader();
    const order = { trigger: 0.51, trailing: { percent: 1 }, price: 0.5177, stopLoss: { price: 0.48 } };
    const body = await place(who, { ...order, takeProfits: [{ price: 0.58, share: 1 }] });
    expect(body['error']).toBeNull();
    await deals.shows(who, { status: 'placed', trigger: 0.51, turnsBy: 1 });
    expect(await kinds(who)).toEqual(['BUY TAKE_PROFIT NEW']);
    for (const at of ['0.515', '0.51', '0.5', '0.5049']) await deals.price(at);
    expect(await kinds(who)).toEqual(['BUY TAKE_PROFIT NEW']);
    await deals.price('0.505');
    const row = await deals.shows(who, { protection: 'exchange', firstFilledPrice: 0.505 });
    expect(row).not.toHaveProperty('turnsBy');
    expect((await place(who, { ...order, price: 0.51 }))['error']).toBe(
      'An order that trails is sized at 0.5177, or up to 5% beyond it.',
    );
    const { trigger: _, ...without } = order;
    expect((await place(who, without))['error']).toBe(
      'An order that trails needs the price from which it does: send trigger.',
    );
  });

  it('waits for a fall as well, expires, and is refused with what would be accepted', async () => {
    const who = await deals.trader();
    expect((await place(who, { price: 0.5025, trigger: 0.5, expiresAfter: HOUR }))['error']).toBeNull();
    expect(await kinds(who)).toEqual(['BUY TAKE_PROFIT_LIMIT NEW']);
    await later(HOUR + 1000, () =>
      vi.waitFor(async () => expect(await kinds(who)).toEqual(['BUY TAKE_PROFIT_LIMIT CANCELED']), IN_TIME),
    );
    const refusal = async (more: Row) => (await place(who, more))['error'];
    expect(await refusal({ price: 0.52, trigger: 0.5202 })).toBe(
      'The price that the order waits for must be at least 0.5203 or at most 0.5197.',
    );
    expect(await refusal({ price: 0.6, trigger: 0.54 })).toBe(
      'The limit must be 0% to 5% above the price that the order waits for.',
    );
  });
});
