import { describe, expect, it, vi } from 'vitest';
import { laterEngine } from '../../../tests/factories/later-engine.ts';
import { otherOrders } from '../../../tests/factories/other-engine.ts';
import { type DealTrader, IN_TIME, type Row, XRP_PAIR, xrpDeals } from '../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();
const later = laterEngine(deals);
const HOUR = 3_600_000;

const LADDER = { ladder: { end: 0.48, limits: 3 } };
const PLAN = {
  takeProfits: [
    { price: 0.56, share: 0.5 },
    { price: 0.58, share: 0.5 },
  ],
  stopLoss: { price: 0.45 },
};
const ORDER = { ...XRP_PAIR, price: 0.52, counterQuantity: 100, counterEarning: true };
const LIMITS = ['64 at 0.52', '66.6 at 0.5', '69.6 at 0.48'];

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
const resting = async (key: string): Promise<string[]> => {
  const orders = await deals.site().database.sql<Resting[]>`
    select side, type, trim_scale(quantity)::text as quantity, trim_scale(price)::text as price,
      trim_scale(stop_price)::text as "stopPrice"
    from paper.orders where api_key = ${key} and status in ('NEW', 'PARTIALLY_FILLED')`;
  return orders.map(({ side, type, quantity, price, stopPrice }) => {
    const size = side === 'BUY' ? quantity : `sell ${quantity}`;
    return type === 'STOP_LOSS' ? `${size} stop ${stopPrice}` : `${size} at ${price}`;
  });
};
const rests = (who: { paperKey: string }, like: readonly string[]) =>
  vi.waitFor(async () => expect((await resting(who.paperKey)).toSorted()).toEqual([...like].toSorted()), IN_TIME);

describe('EX-9 an entry of several limits', () => {
  it('shows its limits before the press, rests as them, and has the targets for what has filled', async () => {
    const who = await deals.trader();
    await deals.price('0.53');
    const body = await preview(who, { ...LADDER, ...PLAN });
    expect(body).toMatchObject({
      error: null,
      receipts: [
        {
          price: 0.49944056,
          quantity: 200.2,
          counterQuantity: 99.988,
          limits: [
            { price: 0.52, quantity: 64, counterQuantity: 33.28 },
            { price: 0.5, quantity: 66.6 },
            { price: 0.48, quantity: 69.6 },
          ],
        },
      ],
      planned: { slices: [{ quantity: 99.9 }, { quantity: 100 }] },
    });
    expect((body['planned'] as { protection: { away: string } }).protection.away).toContain(
      'Its targets and its stop are placed as its limits fill',
    );
    const { error, orderBlock } = await place(who, { ...LADDER, ...PLAN });
    expect(error).toBeNull();
    await rests(who, LIMITS);
    await deals.shows(who, {
      status: 'placed',
      firstPlacedPrice: 0.49944056,
      firstPlacedQuantity: 200.2,
      firstPlacedCounterQuantity: 99.988,
      value: 99.988,
      limits: [{ open: true }, { open: true }, { price: 0.48, quantity: 69.6, filledQuantity: 0, open: true }],
    });
    const { blockId } = orderBlock as { blockId: string };
    const change = { json: { ...XRP_PAIR, blockId, price: 0.55 } };
    expect((await who.send('PUT', '/api/markets/spot/first/', change)).body.error).toBe(
      'An order of several limits is not changed: cancel it, and order anew.',
    );
    await deals.price('0.52');
    await rests(who, [...LIMITS.slice(1), 'sell 63.9 at 0.56', 'sell 63.9 stop 0.45']);
    await deals.shows(who, {
      status: 'targets-placed',
      protection: 'exchange',
      limits: [{ filledQuantity: 64, open: false }, { filledQuantity: 0, open: true }, { open: true }],
    });
    await deals.price('0.48');
    await rests(who, ['sell 99.9 at 0.56', 'sell 99.9 stop 0.45', 'sell 100 at 0.58', 'sell 100 stop 0.45']);
    const row = await deals.shows(who, { firstFilledQuantity: 200.2, firstFilledCounterQuantity: 99.988 });
    expect(row).not.toHaveProperty('limits');
    const { body: log } = await who.get(`/api/blocks/${blockId}/events`);
    const written = ((log.events ?? []) as { kind: string }[]).filter(({ kind }) => kind === 'order-written');
    expect(written.length).toBeGreaterThanOrEqual(3);
  });

  it('ends with its first target: the limits that are left are canceled, and the result is of what was bought', async () => {
    const who = await deals.trader();
    await place(who, { ...LADDER, takeProfitPrice: 0.56 });
    await rests(who, [...LIMITS.slice(1), 'sell 63.9 at 0.56']);
    await deals.price('0.56');
    await rests(who, []);
    await vi.waitFor(async () => expect(await deals.rows(who, 'buy')).toEqual([]), IN_TIME);
    const [row] = await deals.rows(who, 'history');
    // 63.9 × 0.56 × 0.999 less 33.28.
    expect(row).toMatchObject({ status: 'take-profit-filled', firstFilledQuantity: 64, profitValue: 2.468216 });
  });

  it('goes up for a sale, and is taken off by one press', async () => {
    const who = await deals.trader();
    const { orderBlock } = await place(who, { price: 0.53, ladder: { end: 0.55, limits: 2, weight: 2 } }, 'sell');
    await rests(who, ['sell 62.8 at 0.53', 'sell 121.3 at 0.55']);
    const { blockId } = orderBlock as { blockId: string };
    const removed = await who.send('DELETE', '/api/markets/spot/first/', { json: { ...XRP_PAIR, blockId } });
    expect(removed.body.error).toBeNull();
    await rests(who, []);
    await vi.waitFor(async () => expect(await deals.rows(who, 'sell')).toEqual([]), IN_TIME);
  });

  it('EX-10 is canceled at its time, whatever filled: that stays with its plan', async () => {
    const who = await deals.trader();
    await place(who, { ...LADDER, ...PLAN, expiresAfter: HOUR });
    await rests(who, [...LIMITS.slice(1), 'sell 63.9 at 0.56', 'sell 63.9 stop 0.45']);
    await later(HOUR + 1000, () =>
      rests(who, ['sell 31.9 at 0.56', 'sell 31.9 stop 0.45', 'sell 32 at 0.58', 'sell 32 stop 0.45']),
    );
  });

  it('EX-15 is copied in the shares of its own quantity; what is too small there is joined, and said', async () => {
    const group = await deals.group({ main: '1000', copies: ['500', '120', '45'] });
    await deals.price('0.53');
    const body = await preview(group, LADDER);
    const receipts = body['receipts'] as { limits?: unknown[]; warning: string | null; error: string | null }[];
    expect(receipts.map(({ limits }) => limits?.length)).toEqual([3, 3, 1, undefined]);
    expect(receipts[2]?.warning).toBe('1 of 3 limits: the others would be too small, and are joined with them.');
    expect(receipts[3]?.error).toEqual(expect.any(String));
    expect((await place(group, LADDER))['error']).toBeNull();
    await rests(group, LIMITS);
    const [half, small, none] = group.copies;
    await rests(half ?? group, ['32 at 0.52', '33.3 at 0.5', '34.8 at 0.48']);
    await rests(small ?? group, ['23.6 at 0.5']);
    await rests(none ?? group, []);
    // Its part is 24: what its one limit leaves over is not ordered.
    const joined = { firstPlacedQuantity: 23.6, firstPlacedPrice: 0.5, firstPlacedCounterQuantity: 11.8 };
    expect((await group.rows())[2]).toMatchObject(joined);
  });

  it('EX-15 of a copy that was refused is placed when it is tried again', async () => {
    const group = await deals.group({ main: '1000', copies: ['500', '120'] });
    await deals.price('0.53');
    for (const [at, { paperKey: key }] of group.copies.entries())
      await deals.control('fault', { kind: 'reject', code: -1013, times: at === 0 ? 3 : 1, key });
    const { orderBlock } = await place(group, LADDER);
    const { blockId } = orderBlock as { blockId: string };
    const refused = [1, 2].map(() => ({ status: 'rejected' }));
    await vi.waitFor(async () => expect((await group.rows()).slice(1)).toMatchObject(refused), IN_TIME);
    for (const { uid } of group.copies) expect((await group.retry(blockId, uid)).body.error).toBeNull();
    const [half, small] = group.copies;
    await rests(half ?? group, ['32 at 0.52', '33.3 at 0.5', '34.8 at 0.48']);
    await rests(small ?? group, ['23.6 at 0.5']);
    const placed = { status: 'placed', statusReason: null };
    expect((await group.rows()).slice(1)).toMatchObject([
      { ...placed, firstPlacedQuantity: 100.1 },
      { ...placed, firstPlacedQuantity: 23.6, firstPlacedPrice: 0.5 },
    ]);
  });

  it('is refused with what would be accepted, and nothing is bought', async () => {
    const who = await deals.trader();
    const refusal = async (more: Row) => {
      const { error } = await place(who, more);
      expect((await preview(who, more))['error']).toBe(error);
      return error;
    };
    const of = (more: Row) => ({ ladder: { ...LADDER.ladder, ...more } });
    expect(await refusal(of({ limits: 11 }))).toBe('A ladder has 2 to 10 limits.');
    expect(await refusal(of({ end: 0.53 }))).toBe('The last limit of a purchase lies below the first.');
    expect(await refusal({ ...of({ limits: 10 }), counterQuantity: 50 })).toMatch(
      /^Limit 1 of 10: .* Smallest order here: .* Order more, or in fewer limits\.$/,
    );
    expect(await refusal({ ...LADDER, trigger: 0.54 })).toBe(
      'An order of several limits waits for no price: leave out ladder, or trigger.',
    );
    expect(await refusal({ ...LADDER, stopLossPrice: 0.49 })).toBe('Max stop loss is 0.4797');
    expect(await refusal({ ...LADDER, takeProfitPrice: 0.51 })).toBe('Min take profit is 0.5203');
    expect(await refusal({ ...LADDER, ...PLAN, stopLoss: { price: 0.4798 } })).toBe('Max stop loss is 0.4797');
    expect(await refusal(of({ end: 0.01 }))).toMatch(/^Limit 3 of 3: The price is more than/);
    expect(await deals.rows(who, 'buy')).toEqual([]);
    expect(await deals.sent(who)).toEqual([]);
  });

  it('of which one is refused is what the others are, and its row says so', async () => {
    const who = await deals.trader();
    await deals.price('0.53');
    await deals.control('fault', { kind: 'reject', code: -1013, times: 1, key: who.paperKey });
    expect((await place(who, LADDER))['error']).toBeNull();
    const row = await deals.shows(who, {
      status: 'placed',
      statusReason: expect.stringMatching(/^1 of 3 limits were refused\./),
    });
    expect((row['limits'] as { open: boolean }[]).filter(({ open }) => open)).toHaveLength(2);
    expect(await resting(who.paperKey)).toHaveLength(2);
  });

  it('EX-15 of which the main key’s first is refused is placed whole on its copies', async () => {
    const group = await deals.group({ main: '1000', copies: ['500'] });
    await deals.price('0.53');
    await deals.control('fault', { kind: 'reject', code: -1013, times: 1, key: group.paperKey });
    expect((await place(group, LADDER))['error']).toBeNull();
    await rests(group.copies[0] ?? group, ['32 at 0.52', '33.3 at 0.5', '34.8 at 0.48']);
    expect(await resting(group.paperKey)).toHaveLength(2);
  });

  it('M-07 that an engine left half sent is found whole by the next one, and sent once', async () => {
    const who = await deals.trader();
    await deals.price('0.53');
    await deals.control('fault', { kind: 'delay', ms: 300, times: 20, key: who.paperKey });
    const answered = place(who, { ...LADDER, ...PLAN });
    const { orders, orderEngine } = deals.site().deps;
    await vi.waitFor(async () => expect(await deals.written(who)).toHaveLength(3), IN_TIME);
    await orderEngine.stop();
    await deals.control('fault', { kind: 'delay', ms: 0, times: 0, key: who.paperKey });
    const next = otherOrders(orders);
    await next.engine.start();
    await rests(who, LIMITS);
    await answered;
    await deals.shows(who, { status: 'placed' });
    expect(await deals.sent(who)).toHaveLength(3);
    await next.engine.stop();
  });
});
