import { expect, it, vi } from 'vitest';
import { otherOrders } from '../../../tests/factories/other-engine.ts';
import { type DealTrader, filledEntry, IN_TIME, XRP_PAIR, xrpDeals } from '../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();

const rests = (who: Pick<DealTrader, 'paperKey'>, like: readonly string[]) =>
  vi.waitFor(async () => {
    const rows = await deals.site().database.sql<{ text: string }[]>`
      select trim_scale(quantity)::text || ' ' || trim_scale(coalesce(nullif(stop_price, 0), price))::text as text
      from paper.orders where api_key = ${who.paperKey} and status = 'NEW'`;
    expect(rows.map(({ text }) => text).toSorted()).toEqual([...like].toSorted());
  }, IN_TIME);

it('EX-8 where the exchange has no order that trails, this server moves the stop; another one goes on from its peak and the gap', async () => {
  await deals.control('pair', { symbol: 'XRPUSDT', trailing: false });
  await deals.site().deps.orders.markets.exchange('binance').renewPair('XRPUSDT');
  const who = await deals.trader();
  const blockId = await filledEntry(deals, who);
  const { body } = await who.post('/api/markets/spot/plan', {
    ...XRP_PAIR,
    blockId,
    takeProfits: [{ price: 0.6, share: 1 }],
    stopLoss: { price: 0.494, trailing: { percent: 3 } },
  });
  expect(body).toMatchObject({
    errorMessage: null,
    stop: { at: 0.5044, movedBy: 'server' },
    protection: {
      label: 'exchange, moved by us',
      away: 'If this server is away, the stop at 0.5044 still holds; it is not moved up.',
    },
  });
  await rests(who, ['192.1 0.6', '192.1 0.5044']);
  await deals.price('0.53');
  await rests(who, ['192.1 0.6', '192.1 0.5141']);
  await deals.shows(who, {
    plan: { stopLoss: { at: 0.5141, trailing: { percent: 3, peak: 0.53, movedBy: 'server' } } },
  });
  const { orders, orderEngine } = deals.site().deps;
  await orderEngine.stop();
  await deals.price('0.55');
  await deals.price('0.54');
  await rests(who, ['192.1 0.6', '192.1 0.5141']);
  const next = otherOrders(orders);
  await next.engine.start();
  await rests(who, ['192.1 0.6', '192.1 0.5335']);
  await deals.price('0.5335');
  await vi.waitFor(
    async () => expect(await deals.rows(who, 'history')).toMatchObject([{ status: 'stop-loss-filled' }]),
    IN_TIME,
  );
  await next.engine.stop();
});
