import { expect, it, vi } from 'vitest';
import { otherOrders } from '../../../tests/factories/other-engine.ts';
import { filledEntry, IN_TIME, XRP_PAIR, xrpDeals } from '../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();

it('EX-14 a change that an engine left half done is finished by the next one, with nothing sold twice', async () => {
  const who = await deals.trader();
  const blockId = await filledEntry(deals, who);
  const set = (prices: readonly number[], stop: number) =>
    who.post('/api/markets/spot/plan', {
      ...XRP_PAIR,
      blockId,
      takeProfits: prices.map((price) => ({ price, share: 0.5 })),
      stopLoss: { price: stop },
    });
  const rests = () => deals.site().database.sql<{ text: string }[]>`
    select trim_scale(quantity)::text || ' ' || trim_scale(coalesce(nullif(stop_price, 0), price))::text as text
    from paper.orders where api_key = ${who.paperKey} and status = 'NEW' order by order_id`;
  await set([0.55, 0.57], 0.49);
  await deals.control('fault', { kind: 'delay', ms: 700, times: 20, key: who.paperKey });
  const answered = set([0.56, 0.58], 0.5);
  const { orders, orderEngine } = deals.site().deps;
  await vi.waitFor(async () => expect(await rests()).toHaveLength(2), IN_TIME);
  await orderEngine.stop();
  const before = (await rests()).map(({ text }) => text);
  await deals.control('fault', { kind: 'delay', ms: 0, times: 0, key: who.paperKey });
  const next = otherOrders(orders);
  await next.engine.start();
  await vi.waitFor(async () => {
    const now = (await rests()).map(({ text }) => text).toSorted();
    expect(now).toEqual(['96 0.5', '96 0.56', '96.1 0.5', '96.1 0.58']);
  }, IN_TIME);
  expect(before, 'it was left half done').not.toHaveLength(0);
  await answered;
  const sold = (await deals.sent(who)).filter(({ side, status }) => side === 'SELL' && status === 'FILLED');
  expect(sold).toEqual([]);
  await next.engine.stop();
});
