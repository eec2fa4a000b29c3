import { expect, it, vi } from 'vitest';
import { type DealTrader, filledEntry, IN_TIME, XRP_PAIR, xrpDeals } from '../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();

const rests = (who: Pick<DealTrader, 'paperKey'>, like: readonly string[]) =>
  vi.waitFor(async () => {
    const rows = await deals.site().database.sql<{ text: string }[]>`
      select trim_scale(quantity)::text || ' ' || trim_scale(coalesce(nullif(stop_price, 0), price))::text as text
      from paper.orders where api_key = ${who.paperKey} and status = 'NEW'`;
    expect(rows.map(({ text }) => text).toSorted()).toEqual([...like].toSorted());
  }, IN_TIME);

it('EX-14 a plan whose first slice the exchange refuses is put back as it was, follows its own rules, and is said', async () => {
  const who = await deals.trader();
  const blockId = await filledEntry(deals, who);
  const set = async (prices: readonly number[], stopLoss: object) => {
    const takeProfits = prices.map((price) => ({ price, share: 0.5 }));
    return (await who.post('/api/markets/spot/plan', { ...XRP_PAIR, blockId, takeProfits, stopLoss })).body;
  };
  const after = { to: 'break-even', target: 1 };
  await set([0.55, 0.57], { price: 0.49, after });
  const before = ['96 0.55', '96 0.49', '96.1 0.57', '96.1 0.49'];
  await rests(who, before);
  await deals.control('fault', { kind: 'reject', code: -1013, times: 1, key: who.paperKey });
  const body = await set([0.56, 0.58], { price: 0.5 });
  expect(body).toMatchObject({ errorMessage: expect.any(String), failed: [{ uid: who.keyUid }] });
  await rests(who, before);
  await deals.shows(who, {
    protection: 'exchange',
    plan: { takeProfits: [{ price: 0.55 }, { price: 0.57 }], stopLoss: { price: 0.49, after: { to: 'break-even' } } },
  });
  // What goes on is the plan from before: its first target moves its stop.
  await deals.price('0.55');
  await rests(who, ['96.1 0.57', '96.1 0.5211']);
  const sales = (await deals.sent(who)).filter(({ side, status }) => side === 'SELL' && status === 'FILLED');
  expect(sales.map(({ quantity }) => quantity)).toEqual(['96']);
});
