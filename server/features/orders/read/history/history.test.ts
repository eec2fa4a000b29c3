import { describe, expect, it, vi } from 'vitest';
import type { Earned } from '#contracts/history.ts';
import {
  type DealTrader,
  filledEntry,
  IN_TIME,
  type Row,
  XRP_PAIR,
  xrpDeals,
} from '../../../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();

/** As JSON has it. */
type Sum = Omit<Earned, 'profit' | 'winRate' | 'curve'> & {
  profit: number;
  winRate: number | null;
  curve: { at: number; profit: number }[];
};
interface Ended {
  endedAt: number;
  orders: Row[];
}

const asked = (query: Record<string, string>) => new URLSearchParams({ market: 'binance', ...query }).toString();
const list = async (who: DealTrader, query: Record<string, string> = {}): Promise<Ended[]> =>
  (await who.get(`/api/history?${asked(query)}`)).body.blocks as Ended[];
const summary = async (who: DealTrader, query: Record<string, string> = {}): Promise<Sum[]> =>
  (await who.get(`/api/history/summary?${asked(query)}`)).body.earned as Sum[];

let counterQuantity = 100;
/** A block bought at 0.52 and closed at market; each of another size, so that none is taken for the one before. */
async function dealTo(price: string, who: DealTrader, counterEarning = true): Promise<Ended> {
  await deals.price('0.52');
  counterQuantity += 1;
  const blockId = await filledEntry(deals, who, { counterEarning, counterQuantity });
  await deals.price(price);
  await who.send('PUT', '/api/markets/spot/second/close/', { json: { ...XRP_PAIR, blockId } });
  return vi.waitFor(async () => {
    const block = (await list(who)).find(({ orders: [main] }) => main?.blockId === blockId);
    expect(block?.orders[0]?.['profitValue']).not.toBeNull();
    return block as Ended;
  }, IN_TIME);
}
const profitOf = ({ orders: [main] }: Ended) => main?.['profitValue'] as number;

describe('the history', () => {
  it('has what ended, the latest end first, and its sums are those of its rows', async () => {
    const who = await deals.trader();
    const won = await dealTo('0.546', who);
    const lost = await dealTo('0.5', who);
    const inBase = await dealTo('0.54', who, false);
    expect(await list(who)).toEqual([inBase, lost, won]);
    expect(await list(who, { counterEarning: 'true', symbolName: 'xrp_usdt', uid: who.keyUid })).toEqual([lost, won]);
    expect(await list(who, { counterEarning: 'true', sort: 'profit' })).toEqual([won, lost]);
    expect(await list(who, { sort: 'date', direction: 'asc' })).toEqual([won, lost, inBase]);
    const [usdt, xrp, ...others] = await summary(who);
    expect(others).toEqual([]);
    expect(usdt).toMatchObject({ currency: 'USDT', parts: 2, won: 1, lost: 1, unknown: 0, winRate: 50 });
    expect(xrp).toMatchObject({ currency: 'XRP', parts: 1, won: 1, lost: 0, winRate: 100 });
    // Each row is rounded down to eight decimals, a sum only once.
    const rounded = profitOf(won) + profitOf(lost);
    expect(usdt?.profit).toBeGreaterThanOrEqual(rounded - 1e-9);
    expect(usdt?.profit).toBeLessThan(rounded + 2e-4);
    expect(usdt?.curve.map(({ at }) => at)).toEqual([won.endedAt, lost.endedAt]);
    expect(usdt?.curve.at(-1)?.profit).toBe(usdt?.profit);
    expect(usdt?.curve[0]?.profit).toBeCloseTo(profitOf(won), 3);
  });

  it('is asked about by time, by key and by its owner alone', async () => {
    const who = await deals.trader();
    const block = await dealTo('0.546', who);
    const { endedAt } = block;
    expect(await list(who, { from: String(endedAt), before: String(endedAt + 1) })).toEqual([block]);
    expect(await list(who, { before: String(endedAt) })).toEqual([]);
    expect(await summary(who, { from: String(endedAt + 1) })).toEqual([]);
    expect(await list(who, { uid: block.orders[0]?.['blockId'] as string })).toEqual([]);
    expect(await list(await deals.trader(), { uid: who.keyUid })).toEqual([]);
    expect((await who.get(`/api/history?${asked({ symbolName: 'foo_bar' })}`)).status).toBe(404);
    expect((await who.get(`/api/history?${asked({ from: 'yesterday' })}`)).status).toBe(400);
  });

  it('V-19 a key is that key alone, its group has the copies too, and all are every key', async () => {
    const who = await deals.group({ main: '1000', copies: ['1000'] });
    const block = await dealTo('0.546', who);
    const keysOf = async (query: Record<string, string>) =>
      (await list(who, query)).map(({ orders }) => orders.map(({ connectorName }) => connectorName));
    const sumOf = async (query: Record<string, string>) => (await summary(who, query))[0];
    expect(await keysOf({ uid: who.keyUid })).toEqual([['Paper']]);
    expect(await keysOf({ scope: 'group' })).toEqual([['Paper', 'Copy 1']]);
    const [own, group] = [await sumOf({ uid: who.keyUid }), await sumOf({ scope: 'group' })];
    expect([own?.parts, group?.parts]).toEqual([1, 2]);
    expect(own?.profit).toBe(profitOf(block));
    // Another key is active now: the old one's history is under its name and under all.
    const { key, secret } = (await who.post('/api/paper/key', {})).body;
    const second = (await who.post('/api/key', { market: 'binance', name: 'Second', key, secret })).body.uid;
    const json = { uid: who.keyUid, replaceUid: second, market: 'binance' };
    expect((await who.send('PUT', '/api/key/replace', { json })).body).toEqual({ error: null });
    expect(await keysOf({ scope: 'group' })).toEqual([]);
    expect(await keysOf({ uid: second })).toEqual([]);
    expect(await keysOf({ uid: who.keyUid })).toEqual([['Paper']]);
    expect(await keysOf({ scope: 'all' })).toEqual([['Paper', 'Copy 1']]);
    expect((await who.get(`/api/history?${asked({ scope: 'friends' })}`)).status).toBe(400);
  });

  it('keeps what was dealt in a pair that is traded no more', async () => {
    const who = await deals.trader();
    const one = await dealTo('0.546', who);
    const blockId = one.orders[0]?.['blockId'] as string;
    await deals.site().database.sql`update order_blocks set symbol = 'LUNAUSDT' where id = ${blockId}`;
    const [row] = (await list(who))[0]?.orders ?? [];
    expect(row?.['symbol']).toMatchObject({ baseCurrency: 'LUNA', counterCurrency: 'USDT' });
    expect((await summary(who))[0]).toMatchObject({ currency: 'USDT', parts: 1 });
    expect((await who.get('/api/history.csv')).text).toContain('XRP/USDT');
  });
});
