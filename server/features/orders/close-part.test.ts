import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { copiers } from '../../../tests/factories/copiers.ts';
import {
  type DealTrader,
  filledEntry,
  IN_TIME,
  type Row,
  setTargets,
  XRP_PAIR,
  xrpDeals,
} from '../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();

const closePart = async (who: Pick<DealTrader, 'post'>, blockId: unknown, of: Row) => {
  const answer = await who.post('/api/markets/spot/close-part', {
    ...XRP_PAIR,
    blockId,
    requestId: randomUUID(),
    ...of,
  });
  return answer.body as Row & { orderBlocks: Row[]; failed: Row[] };
};
/** All exit orders of a key on the exchange, straight from its books. */
const exits = async (paperKey: string) => {
  const found = await deals.site().database.sql<{ line: string }[]>`
    select concat_ws(' ', type, trim_scale(quantity), status) as line from paper.orders
    where api_key = ${paperKey} and side = 'SELL' order by order_id`;
  return found.map(({ line }) => line);
};
const BOTH = { takeProfitPrice: 0.546, stopLossPrice: 0.494 };

describe('closing a part of a block', () => {
  it('sells it at market once what protects the rest is in place, and the same request sells it once', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await setTargets(who, blockId, BOTH);
    const requestId = randomUUID();
    const answers = await Promise.all([
      closePart(who, blockId, { quantity: 96, requestId }),
      closePart(who, blockId, { quantity: 96, requestId }),
    ]);
    expect(answers.map(({ error }) => error)).toEqual([null, null]);
    await closePart(who, blockId, { quantity: 96, requestId });
    const expected = [
      'STOP_LOSS 192.1 CANCELED',
      'LIMIT_MAKER 192.1 CANCELED',
      'STOP_LOSS 96.1 NEW',
      'LIMIT_MAKER 96.1 NEW',
      'MARKET 96 FILLED',
    ];
    await vi.waitFor(async () => expect(await exits(who.paperKey)).toEqual(expected), IN_TIME);
    await vi.waitFor(
      async () =>
        expect(await deals.rows(who, 'buy')).toMatchObject([{ status: 'targets-placed', protection: 'exchange' }]),
      IN_TIME,
    );
    const { body } = await who.get(`/api/blocks/${blockId}/events`);
    expect((body.events as { text: string }[]).map(({ text }) => text)).toContain(
      'You asked to close 96 XRP, 50% of it, at market.',
    );
  });

  it('the rest ends at its target, and the books have both sales', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await setTargets(who, blockId, BOTH);
    await closePart(who, blockId, { quantity: 96 });
    await vi.waitFor(async () => expect((await exits(who.paperKey)).at(-1)).toBe('MARKET 96 FILLED'), IN_TIME);
    await deals.price('0.546');
    await vi.waitFor(async () => expect(await deals.rows(who, 'history')).toHaveLength(1), IN_TIME);
    const [row] = await deals.rows(who, 'history');
    // Bought 192.3 at 0.52; sold 96 at 0.52 and 96.1 at 0.546, each net of 0.1%.
    const profit = (96 * 0.52 + 96.1 * 0.546) * 0.999 - 192.3 * 0.52;
    expect(row).toMatchObject({ status: 'take-profit-filled' });
    expect(row?.['profitValue']).toBeCloseTo(profit, 6);
  });

  it('is refused with the nearest that works, before anything is touched', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await setTargets(who, blockId, BOTH);
    expect((await closePart(who, blockId, { quantity: 9.6 })).error).toBe('The smallest part here is 9.7 XRP.');
    expect((await closePart(who, blockId, { quantity: 182 })).error).toBe(
      'The largest part here is 181.9 XRP; or close all of it.',
    );
    expect(await exits(who.paperKey)).toEqual(['STOP_LOSS 192.1 NEW', 'LIMIT_MAKER 192.1 NEW']);
  });
});

it('rule 7: copies close the same share of their own; a copy whose part is too small stays whole and says so', async () => {
  const site = deals.site();
  const who = await copiers(site, { main: '1000', copies: ['320', '70'] });
  const { body } = await who.post('/api/markets/spot/first/buy', {
    ...XRP_PAIR,
    price: 0.52,
    counterQuantity: 100,
    counterEarning: true,
  });
  const { blockId } = (body as { orderBlock: Row }).orderBlock;
  const rows = async () => {
    const query = new URLSearchParams({ ...XRP_PAIR, counterEarning: 'true', section: 'buy' });
    const { content } = (await who.get(`/api/markets/spot/list?${query.toString()}`)).body;
    return Object.values(content as Record<string, Row[]>)[0] ?? [];
  };
  await vi.waitFor(
    async () => expect((await rows()).map(({ status }) => status)).toEqual(['filled', 'filled', 'filled']),
    IN_TIME,
  );
  expect((await closePart(who, blockId, { quantity: 96 })).error).toBeNull();
  const keys = [who.paperKey, ...who.copies.map(({ paperKey }) => paperKey)];
  await vi.waitFor(
    async () => expect(await Promise.all(keys.map(exits))).toEqual([['MARKET 96 FILLED'], ['MARKET 30.6 FILLED'], []]),
    IN_TIME,
  );
  const [, , small] = await rows();
  expect(small?.['statusReason']).toMatch(/^A part was closed on the main key, not here: it would be 6\.\d XRP\./);
});
