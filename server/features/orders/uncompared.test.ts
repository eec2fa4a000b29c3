import { afterAll, expect, it, vi } from 'vitest';
import { otherOrders } from '../../../tests/factories/other-engine.ts';
import { type DealTrader, filledEntry, IN_TIME, setTargets, xrpDeals } from '../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();
const { control, rows, shows } = deals;
/** For so long the exchange takes no requests; longer than the owner of an unprotected position waits to be told. */
const HELD_MS = 12_000;
const ended: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ended) await end();
});

async function protectedByExchange() {
  const who = await deals.trader();
  const blockId = await filledEntry(deals, who);
  await setTargets(who, blockId, { stopLossPrice: 0.494 });
  await shows(who, { protection: 'exchange', protectionReason: null });
  const [block] = await deals.site().database.sql<{ userId: string }[]>`
    select user_id as "userId" from order_blocks where id = ${blockId}`;
  return { ...who, ref: { userId: block?.userId ?? '', blockId } };
}

async function cancelByHand(who: DealTrader): Promise<void> {
  const symbol = 'XRPUSDT';
  const { body } = await deals.byHand(who).get<{ clientOrderId: string }[]>('/api/v3/openOrders', { symbol });
  for (const { clientOrderId } of body)
    await control('order', { key: who.paperKey, symbol, do: 'cancel', clientOrderId });
}

const notices = (who: DealTrader) => deals.site().database.sql<{ kind: string }[]>`
  select e.kind from block_events e join positions p on p.id = e.position_id
  where p.key_id = ${who.keyUid} and e.kind like 'protection-%'`;

it('V-06 M-07 after a restart nothing is called protected by the exchange before its orders were compared', async () => {
  const [touched, safe] = [await protectedByExchange(), await protectedByExchange()];
  const { orders, orderEngine } = deals.site().deps;
  await orderEngine.stop();
  await cancelByHand(touched);
  await control('fault', { kind: 'reject', code: 429, ms: HELD_MS, times: 1, path: 'GET /api/v3/openOrders' });
  const restarted = otherOrders(orders);
  ended.push(() => restarted.engine.stop());
  const started = restarted.engine.start();
  const unknown = { protection: 'unknown', protectionReason: expect.stringMatching(/^Not compared with Binance/) };
  await vi.waitFor(async () => expect(await rows(touched, 'buy')).toMatchObject([unknown]), { timeout: 3000 });
  const said = new Set<unknown>();
  await vi.waitFor(async () => {
    const [row] = await rows(touched, 'buy');
    said.add(row?.['protection']);
    expect(row).toMatchObject({ interference: 'order-cancelled', protection: 'unprotected' });
  }, IN_TIME);
  expect([...said]).not.toContain('exchange');
  await shows(safe, { protection: 'exchange', protectionReason: null });
  // By then every block has been compared and worked on.
  await started;
  for (const { ref } of [touched, safe]) await restarted.engine.idle(ref);
  expect(await notices(safe)).toEqual([]);
});
