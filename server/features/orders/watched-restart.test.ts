import { expect, it, vi } from 'vitest';
import { otherOrders } from '../../../tests/factories/other-engine.ts';
import { filledEntry, IN_TIME, setTargets, xrpDeals } from '../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();
const { control, price, shows } = deals;

const AHEAD_MS = 2_200;

it('V-15 a stop that was reached while no engine ran is sold by the next one, also where the exchange has a clock ahead of ours', async () => {
  await control('clock', { skewMs: AHEAD_MS });
  const who = await deals.trader();
  const blockId = await filledEntry(deals, who);
  await control('pair', { symbol: 'XRPUSDT', maxNumAlgoOrders: 0 });
  await setTargets(who, blockId, { takeProfitPrice: 0.546, stopLossPrice: 0.494 });
  await shows(who, { protection: 'server', protectionReason: null });
  const { orders, orderEngine } = deals.site().deps;
  const stored = () => orders.db.$client`select watched from positions where block_id = ${blockId}`;
  await vi.waitFor(async () => expect((await stored())[0]?.['watched']?.levels).toHaveLength(1), IN_TIME);
  await orderEngine.stop();
  await price('0.49');
  await price('0.52');
  const next = otherOrders(orders);
  await next.engine.start();
  await vi.waitFor(async () => {
    const [row] = await deals.rows(who, 'history');
    expect(row).toMatchObject({ status: 'stop-loss-filled', secondStopLossFilledQuantity: 192.1 });
  }, IN_TIME);
  await vi.waitFor(async () => expect((await stored())[0]?.['watched']).toBeNull(), IN_TIME);
  await next.engine.stop();
});
