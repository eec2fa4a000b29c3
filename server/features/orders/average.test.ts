import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { averagedBlocks } from '../../../tests/factories/averaged-blocks.ts';
import { filledEntry, IN_TIME, type Row, setTargets, XRP_PAIR, xrpDeals } from '../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();
/** Several deals, one after the other. */
const SLOW = 120_000;
const BOTH = { takeProfitPrice: 0.56, stopLossPrice: 0.47 };

const { bought, three, average, split, made, texts, resting } = averagedBlocks(deals);

describe('AV-2 filled blocks joined', () => {
  it('are one block with the sums of all, and nothing is traded or booked', { timeout: SLOW }, async () => {
    const who = await deals.trader();
    const ids = await three(who);
    await setTargets(who, ids[0] ?? '', BOTH);
    const before = (await deals.sent(who)).length;
    const asked = { ...XRP_PAIR, blockIds: ids, ...BOTH };
    const { body: preview } = await who.post('/api/markets/spot/average/preview', asked);
    expect(preview).toMatchObject({
      error: null,
      blocks: ids.map((blockId) => ({ blockId, reason: null })),
      keys: [
        {
          joined: { quantity: 706.4, costs: 349.97769, averagePrice: 0.49543841, sellable: 705.6, breakEven: 0.4965 },
          sellableApart: 705.5,
          dust: 0.0936,
          left: [],
        },
      ],
    });
    expect(await deals.sent(who)).toHaveLength(before);

    const done = await average(who, ids, BOTH);
    expect(done).toMatchObject({ error: null, failed: [] });
    const [joined] = await made(who, done, 'targets-placed');
    expect(joined).toMatchObject({ origin: 'joined', firstFilledQuantity: 706.4, protection: 'exchange' });
    const parts = (joined?.['parts'] ?? []) as Row[];
    expect(new Set(parts.map(({ blockId }) => blockId))).toEqual(new Set(ids));
    await vi.waitFor(async () => expect(await resting(who)).toEqual(['STOP_LOSS 705.6', 'LIMIT_MAKER 705.6']), IN_TIME);
    // One block is left; the history tells nothing of the old ones.
    await vi.waitFor(async () => {
      expect((await deals.rows(who, 'buy')).map(({ blockId }) => blockId)).toEqual([joined?.['blockId']]);
    }, IN_TIME);
    expect(await deals.rows(who, 'history')).toEqual([]);
    expect((await average(who, ids)).error).toBe('It has ended.');
    expect(await texts(who, ids[0])).toContain(
      'Its coins and their cost moved to the joined block. No result was booked.',
    );
    expect(await texts(who, joined?.['blockId'])).toContain(
      'It took over 192.3 XRP, traded for 99.996, from a block that was joined into it. Nothing was booked.',
    );

    await deals.price('0.56');
    await vi.waitFor(async () => expect(await deals.rows(who, 'history')).toHaveLength(1), IN_TIME);
    const [ended] = await deals.rows(who, 'history');
    expect(ended).toMatchObject({ status: 'take-profit-filled' });
    expect(ended?.['profitValue']).toBeCloseTo(705.6 * 0.56 * 0.999 - 349.97769, 7);
    const { body: summary } = await who.get('/api/history/summary?market=binance');
    expect(summary.earned).toMatchObject([{ currency: 'USDT', parts: 1, unknown: 0 }]);
  });

  it('with the same Idempotency-Key are joined once, however often it is pressed', { timeout: SLOW }, async () => {
    const who = await deals.trader();
    const ids = [await bought(who, '0.52', 100), await bought(who, '0.52', 101)];
    const headers = { 'idempotency-key': randomUUID() };
    const press = () =>
      who.send('POST', '/api/markets/spot/average', { json: { ...XRP_PAIR, blockIds: ids }, headers });
    const first = await press();
    const again = await press();
    expect([first.body.error, again.body]).toEqual([null, first.body]);
    await vi.waitFor(async () => expect(await deals.rows(who, 'buy')).toHaveLength(1), IN_TIME);
  });

  it('AV-1 says of each that cannot join why, and joins none of them', { timeout: SLOW }, async () => {
    const who = await deals.trader();
    const ids = [await bought(who, '0.52', 100), await bought(who, '0.52', 101)];
    const order = { ...XRP_PAIR, price: 0.4, counterQuantity: 50, counterEarning: true };
    const { body } = await who.post('/api/markets/spot/first/buy', order);
    const { blockId: waiting } = body.orderBlock as { blockId: string };
    const all = [...ids, waiting];
    const { body: preview } = await who.post('/api/markets/spot/average/preview', { ...XRP_PAIR, blockIds: all });
    expect(preview.blocks).toEqual([
      { blockId: ids[0], reason: null },
      { blockId: ids[1], reason: null },
      { blockId: waiting, reason: 'Its entry is not filled yet.' },
    ]);
    expect((await average(who, all)).error).toBe('Its entry is not filled yet.');
    expect((await average(who, ids.slice(0, 1))).error).toBe('Choose at least 2 blocks.');
    expect((await average(who, ids, { stopLossPrice: 0.53 })).error).toBe('Max stop loss is 0.5197');
    const stranger = await deals.trader();
    expect((await stranger.post('/api/markets/spot/average', { ...XRP_PAIR, blockIds: ids })).status).toBe(404);
    expect(await deals.rows(who, 'buy')).toHaveLength(3);
  });
});

describe('AV-4 a filled block split', () => {
  it(
    'is shared out to the step, each part with the targets it had; joined again it is the same',
    { timeout: SLOW },
    async () => {
      const who = await deals.trader();
      const blockId = await bought(who, '0.52', 100);
      await setTargets(who, blockId, BOTH);
      const [whole] = await deals.rows(who, 'buy');
      const asked = { ...XRP_PAIR, blockId, shares: [0.5, 0.3, 0.2] };
      const { body: preview } = await who.post('/api/markets/spot/split/preview', asked);
      const parts = [
        { sellable: 96, costs: 49.96996996, breakEven: 0.5211 },
        { sellable: 57.6, costs: 29.98198198, breakEven: 0.5211 },
        { sellable: 38.5, costs: 20.04404806, breakEven: 0.5212 },
      ];
      expect(preview).toMatchObject({ error: null, keys: [{ error: null, parts }] });
      const done = await split(who, blockId, [0.5, 0.3, 0.2]);
      expect(done.error).toBeNull();
      expect(await made(who, done, 'targets-placed')).toMatchObject([
        { origin: 'split', firstFilledCounterQuantity: 49.96996996 },
        { origin: 'split', firstFilledCounterQuantity: 29.98198198 },
        { origin: 'split', firstFilledCounterQuantity: 20.04404806 },
      ]);
      await vi.waitFor(async () => {
        const stops = (await resting(who)).filter((line) => line.startsWith('STOP'));
        expect(new Set(stops)).toEqual(new Set(['STOP_LOSS 38.5', 'STOP_LOSS 57.6', 'STOP_LOSS 96']));
      }, IN_TIME);
      const ids = done.orderBlocks.map((row) => String(row['blockId']));
      expect(await texts(who, blockId)).toContain('Its coins and their cost moved to its parts. No result was booked.');
      const again = await average(who, ids, BOTH);
      const [same] = await made(who, again, 'targets-placed');
      const { books, firstFilledCounterQuantity } = same ?? {};
      expect(firstFilledCounterQuantity).toBe(99.996);
      expect(books).toEqual(whole?.['books']);
      await vi.waitFor(
        async () => expect(await resting(who)).toEqual(['STOP_LOSS 192.1', 'LIMIT_MAKER 192.1']),
        IN_TIME,
      );
    },
  );

  it('is refused where a part would be too small at its stop', { timeout: SLOW }, async () => {
    const who = await deals.trader();
    const blockId = await bought(who, '0.52', 100);
    await setTargets(who, blockId, BOTH);
    expect((await split(who, blockId, [0.95, 0.05])).error).toBe(
      'Part 2 would be 9.7 XRP, worth 4.559 USDT at its stop: the exchange takes no order under 5 USDT.',
    );
    expect((await split(who, blockId, [0.5, 0.4])).error).toBe('The shares must add up to 100%: they add up to 90%.');
    await vi.waitFor(async () => expect(await resting(who)).toEqual(['STOP_LOSS 192.1', 'LIMIT_MAKER 192.1']), IN_TIME);
  });
});

it('AV-2 a copy joins what it has of the parts; what one of its own has sold stays', { timeout: SLOW }, async () => {
  const who = await deals.group({ main: '1000', copies: ['1000', '1000'] });
  const ids = [await bought(who, '0.52', 100), await bought(who, '0.52', 50)];
  await vi.waitFor(async () => {
    const rows = await deals.rows(who, 'buy');
    expect(rows.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'filled'));
  }, IN_TIME);
  // The first copy's part of one block is let go.
  const [{ uid } = { uid: '' }] = who.copies;
  await deals.site().database
    .sql`update positions set released = true where key_id = ${uid} and block_id = ${ids[0] ?? ''}`;
  const { body } = await who.post('/api/markets/spot/average/preview', { ...XRP_PAIR, blockIds: ids });
  const keys = body.keys as { uid: string; left: Row[]; joined: Row }[];
  expect(keys.find((key) => key.uid === uid)?.left).toEqual([
    { blockId: ids[0], reason: 'It was released: Tandem no longer follows it.' },
  ]);
  const done = await average(who, ids);
  expect(done.error).toBeNull();
  const quantities = (await made(who, done, 'filled')).map((row) => row['firstFilledQuantity']);
  expect(quantities.slice(0, 1)).toEqual([288.4]);
  expect(quantities[1]).toBe(keys.find((key) => key.uid === uid)?.joined['quantity']);
  await vi.waitFor(async () => {
    const left = (await deals.rows(who, 'buy')).filter((row) => row['blockId'] === ids[1]);
    expect(left).toEqual([]);
  }, IN_TIME);
});

it('of two that join the same block at once one is refused, and it goes over once', { timeout: SLOW }, async () => {
  const who = await deals.trader();
  const [first = '', second = '', third = ''] = await three(who);
  const done = await Promise.all([average(who, [first, second]), average(who, [second, third])]);
  expect(done.filter(({ error }) => error === null)).toHaveLength(1);
  await vi.waitFor(async () => {
    const rows = await deals.rows(who, 'buy');
    expect(rows.map(({ status }) => status)).toEqual(['filled', 'filled']);
    const held = rows.reduce((sum, row) => sum + Number(row['firstFilledQuantity']), 0);
    expect(held).toBeCloseTo(706.4, 8);
  }, IN_TIME);
});

it('AV-2 blocks that sold first are joined as well: they buy back no more than apart', { timeout: SLOW }, async () => {
  const who = await deals.trader();
  const ids = [
    await filledEntry(deals, who, { side: 'sell' }),
    await filledEntry(deals, who, { side: 'sell', counterQuantity: 60 }),
  ];
  const done = await average(who, ids, { takeProfitPrice: 0.49 });
  expect(done.error).toBeNull();
  // 192.3 and 115.3 were sold; with its fee of 0.1% a purchase of 308 brings 307.692.
  await vi.waitFor(async () => {
    const open = (await deals.sent(who)).filter(({ side, status }) => side === 'BUY' && status === 'NEW');
    expect(open).toMatchObject([{ type: 'LIMIT', quantity: '308' }]);
  }, IN_TIME);
  await deals.price('0.49');
  const ended = await deals.shows(who, { status: 'take-profit-filled', origin: 'joined' }, { section: 'history' });
  const profit = (192.3 + 115.3) * 0.52 * 0.999 - 308 * 0.49;
  expect(ended['profitValue']).toBeCloseTo(profit, 6);
});
