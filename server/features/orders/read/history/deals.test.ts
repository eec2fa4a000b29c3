import { expect, it, vi } from 'vitest';
import { type DealTrader, filledEntry, IN_TIME, XRP_PAIR, xrpDeals } from '../../../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();
/** Two deals on two keys, each with its fills. */
const SLOW = 120_000;

interface Listed {
  blockId: string;
  tags: string[];
  note: string;
  deals: Record<string, number | string | null | { asset: string; amount: number }[]>[];
}
const list = async (who: DealTrader, query = '') =>
  (await who.get(`/api/history/deals?${query}`)).body as { blocks: Listed[]; total: number; lastPageNumber: number };

async function closed(who: DealTrader, price: string, counterQuantity: number): Promise<string> {
  await deals.price('0.52');
  const blockId = await filledEntry(deals, who, { counterQuantity });
  await deals.price(price);
  await who.send('PUT', '/api/markets/spot/second/close/', { json: { ...XRP_PAIR, blockId } });
  await vi.waitFor(async () => {
    const block = (await list(who)).blocks.find((each) => each.blockId === blockId);
    expect(block?.deals[0]?.['profit']).not.toBeNull();
  }, IN_TIME);
  return blockId;
}
const note = (who: DealTrader, blockId: string, json: object) =>
  who.send('PUT', `/api/blocks/${blockId}/note`, { json });

it('tells each part in one line, sums by day, key and pair, and finds by tag', { timeout: SLOW }, async () => {
  const who = await deals.group({ main: '1000', copies: ['1000'] });
  const won = await closed(who, '0.546', 100);
  const lost = await closed(who, '0.5', 50);
  const { blocks, total } = await list(who);
  expect([total, blocks.map(({ blockId }) => blockId)]).toEqual([2, [lost, won]]);
  const [main, copy, ...others] = blocks[1]?.deals ?? [];
  expect([main?.['connectorName'], copy?.['connectorName'], others.length]).toEqual(['Paper', 'Copy 1', 0]);
  expect(main).toMatchObject({
    entryPrice: 0.52,
    exitPrice: 0.546,
    status: 'closed',
    currency: 'USDT',
    inGroup: false,
  });
  expect(main?.['closedAt']).toBeGreaterThanOrEqual(main?.['openedAt'] as number);
  const fees = main?.['fees'] as { asset: string; amount: number }[];
  expect(fees.map(({ asset }) => asset).toSorted()).toEqual(['USDT', 'XRP']);

  const { body } = await who.get('/api/history/report?timeZone=Europe/Berlin');
  const profits = blocks.flatMap((block) => block.deals.map(({ profit }) => profit as number));
  const sum = profits.reduce((one, other) => one + other, 0);
  const [usdt] = body.earned;
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(Date.now());
  expect(usdt).toMatchObject({
    currency: 'USDT',
    days: [{ day, parts: 4, unknown: 0 }],
    pairs: [{ market: 'binance', symbolName: 'xrp_usdt' }],
  });
  expect(usdt.days[0].profit).toBeCloseTo(sum, 6);
  expect(usdt.pairs[0].profit).toBe(usdt.days[0].profit);
  expect(usdt.keys.map(({ name, parts }: { name: string; parts: number }) => [name, parts])).toEqual([
    ['Paper', 2],
    ['Copy 1', 2],
  ]);
  expect(body.fees.map(({ asset }: { asset: string }) => asset).toSorted()).toEqual(['USDT', 'XRP']);
  expect((await who.get('/api/history/report?timeZone=Mars/Olympus')).status).toBe(400);

  expect((await note(who, won, { tags: [' Breakout ', 'breakout', 'a'], note: ' =HYPERLINK("x") ' })).body).toEqual({
    tags: ['breakout', 'a'],
    note: '=HYPERLINK("x")',
  });
  expect((await list(who, 'tag=BREAKOUT')).blocks).toMatchObject([{ blockId: won, tags: ['breakout', 'a'] }]);
  expect((await list(who, 'tag=none')).total).toBe(0);
  expect((await who.get('/api/history/tags')).body.tags).toEqual([
    { tag: 'a', blocks: 1 },
    { tag: 'breakout', blocks: 1 },
  ]);
  expect((await list(who, 'size=1&page=1')).blocks.map(({ blockId }) => blockId)).toEqual([won]);

  const csv = (await who.get('/api/deals.csv')).text.trim().split('\r\n');
  expect(csv).toHaveLength(5);
  expect(csv[0]).toContain('exit price,fees,profit,profit currency');
  // S-58: what a spreadsheet would run is text there.
  expect(csv.find((line) => line.includes(won))).toContain(`"'=HYPERLINK(""x"")"`);
  expect((await who.get(`/api/deals.csv?uid=${who.keyUid}&tag=breakout`)).text.trim().split('\r\n')).toHaveLength(2);
  expect((await who.get('/api/deals.csv?from=yesterday')).status).toBe(400);

  const stranger = await deals.trader();
  expect((await note(stranger, won, { tags: [], note: 'Mine' })).status).toBe(404);
  expect((await stranger.get('/api/history/tags')).body.tags).toEqual([]);
  expect((await note(who, won, { tags: [], note: '' })).status).toBe(200);
  expect((await list(who, 'tag=breakout')).total).toBe(0);
});
