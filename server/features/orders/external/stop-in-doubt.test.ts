import { expect, it, vi } from 'vitest';
import { type DealTrader, filledEntry, IN_TIME, setTargets, xrpDeals } from '../../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();
const { control, price, shows, sent, byHand } = deals;
const XRP = { symbol: 'XRPUSDT' };
type Side = 'BUY' | 'SELL';

const byMarket = async (who: DealTrader, side: Side, quantity: string) => {
  const answer = await byHand(who).post('/api/v3/order', { ...XRP, side, type: 'MARKET', quantity });
  expect(answer.status).toBe(200);
};
const settle = async (who: DealTrader, blockId: string, choice: string) => {
  const { body } = await who.post('/api/markets/spot/interference', { blockId, uid: who.keyUid, choice });
  expect(body.error).toBeNull();
};
/** What was traded at market on that side, oldest first. */
const traded = async (who: DealTrader, side: Side) =>
  (await sent(who)).flatMap((order) => (order.side === side && order.type === 'MARKET' ? [order.quantity] : []));
const become = (who: DealTrader, side: Side, quantities: string[]) =>
  vi.waitFor(async () => expect(await traded(who, side)).toEqual(quantities), IN_TIME);

/** A block whose stop this server watches, and which a trade by hand has put in doubt. */
async function inDoubt(of: { section: 'buy' | 'sell'; stopLossPrice: number; byHand: [Side, string] }) {
  const who = await deals.trader();
  const { section, stopLossPrice } = of;
  const blockId = await filledEntry(deals, who, { side: section });
  await control('pair', { symbol: 'XRPUSDT', maxNumAlgoOrders: 0 });
  await setTargets(who, blockId, { stopLossPrice });
  await shows(who, { protection: 'server' }, { section });
  await byMarket(who, ...of.byHand);
  const row = await shows(who, { interference: 'balance-spent', protection: 'unprotected' }, { section });
  expect(row['protectionReason']).toMatch(/Its stop loss sells only what can still be there/);
  return { who, blockId };
}

it('V-07 a stop that is reached while its owner is asked sells what can still be there, and no other coins', async () => {
  const { who, blockId } = await inDoubt({ section: 'buy', stopLossPrice: 0.494, byHand: ['SELL', '100'] });
  await price('0.493');
  await become(who, 'SELL', ['100', '92.1']);
  await shows(who, { interference: 'balance-spent', open: true });
  await settle(who, blockId, 'adopt');
  await shows(who, { blockId, status: 'stop-loss-filled', open: false }, { section: 'history' });
  expect(await traded(who, 'SELL')).toEqual(['100', '92.1']);
});

it('V-07 what this server sold itself is not written off as sold by hand', async () => {
  const { who, blockId } = await inDoubt({ section: 'buy', stopLossPrice: 0.494, byHand: ['SELL', '100'] });
  const { paperKey: key } = who;
  await control('fault', { kind: 'drop-after', times: 1, path: 'POST /api/v3/order', key });
  await control('fault', { kind: 'reject', code: -1001, times: 2, path: 'GET /api/v3/order', key });
  await control('fault', { kind: 'reports', mode: 'dropped', times: 3, key });
  await price('0.493');
  await become(who, 'SELL', ['100', '92.1']);
  // The answer about the sale was lost: until it is looked up, what is left is not known.
  await vi.waitFor(() => settle(who, blockId, 'adopt'), IN_TIME);
  await shows(who, { blockId, status: 'stop-loss-filled', open: false }, { section: 'history' });
  expect(await traded(who, 'SELL')).toEqual(['100', '92.1']);
});

it('V-07 while the trades of the sale cannot be read, no answer of the owner is taken', async () => {
  const { who, blockId } = await inDoubt({ section: 'buy', stopLossPrice: 0.494, byHand: ['SELL', '100'] });
  const { paperKey: key, keyUid: uid } = who;
  await control('fault', { kind: 'reports', mode: 'dropped', times: 100, key });
  await control('fault', { kind: 'reject', code: -1001, times: 100, path: 'GET /api/v3/myTrades', key });
  await price('0.493');
  const isSold = async () =>
    expect(await deals.written(who)).toContainEqual({ leg: 'stop-loss', state: 'filled', reason: null });
  await vi.waitFor(isSold, IN_TIME);
  const { body } = await who.post('/api/markets/spot/interference', { blockId, uid, choice: 'adopt' });
  expect(body.error).toMatch(/did not say what is left/);
  await control('fault', { kind: 'reject', times: 0 });
  await vi.waitFor(() => settle(who, blockId, 'adopt'), IN_TIME);
  await shows(who, { blockId, status: 'stop-loss-filled', open: false }, { section: 'history' });
  await control('fault', { kind: 'reports', times: 0 });
  expect(await traded(who, 'SELL')).toEqual(['100', '92.1']);
});

it('V-07 where all of it may have been sold by hand the stop sells nothing; kept, it sells the block', async () => {
  const { who, blockId } = await inDoubt({ section: 'buy', stopLossPrice: 0.494, byHand: ['SELL', '192.1'] });
  await price('0.493');
  await vi.waitFor(async () => {
    const { body } = await who.get(`/api/blocks/${blockId}/events`);
    expect((body.events as { kind: string }[]).map(({ kind }) => kind)).toContain('stop-reached');
  }, IN_TIME);
  await shows(who, { interference: 'balance-spent', protection: 'unprotected' });
  expect(await traded(who, 'SELL')).toEqual(['192.1']);
  await settle(who, blockId, 'keep');
  await become(who, 'SELL', ['192.1', '192.1']);
  await shows(who, { blockId, status: 'stop-loss-filled' }, { section: 'history' });
});

it('V-07 the stop of a sale buys back no more than what was not bought back by hand', async () => {
  const { who, blockId } = await inDoubt({ section: 'sell', stopLossPrice: 0.546, byHand: ['BUY', '100'] });
  await price('0.547');
  await become(who, 'BUY', ['100', '92.5']);
  await settle(who, blockId, 'adopt');
  await shows(who, { blockId, status: 'stop-loss-filled', open: false }, { section: 'history' });
  expect(await traded(who, 'BUY')).toEqual(['100', '92.5']);
});
