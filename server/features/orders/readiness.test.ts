import { expect, it } from 'vitest';
import { trader } from '../../../tests/factories/visitor.ts';
import { paperSite } from '../../../tests/setup/paper-site.ts';
import { until } from '../../../tests/setup/until.ts';
import { orderCommands } from './commands/commands.ts';
import { otherOrders } from '../../../tests/factories/other-engine.ts';

const { site, control } = await paperSite();

/** A person with an order in the book, and what a further order of theirs is answered by other orders than the site's. */
async function withOrder() {
  const who = await trader(site);
  const { userId } = (await who.buy({ price: 0.5 })).body.orderBlock;
  const order = { market: 'binance', symbolName: 'xrp_usdt', section: 'buy', counterEarning: true } as const;
  const [price, counterQuantity] = [site.deps.markets.lastPrice('binance', 'XRPUSDT')?.price, 20];
  if (!price) throw new Error('The price is not known.');
  const wanted = {
    ...order,
    price: price.times('0.9').round(4),
    counterQuantity: price.times(0).plus(counterQuantity),
  };
  return {
    who,
    place: (orders: ReturnType<typeof otherOrders>) => orderCommands(orders).place(userId, wanted),
  };
}

it('M-07: after a start a key takes no orders until what it had is compared with the exchange', async () => {
  const { who, place } = await withOrder();
  const { sql } = site.database;
  const restarted = otherOrders(site.deps.orders);
  await control('fault', { kind: 'drop-before', times: 1000, path: 'GET /api/v3/openOrders' });
  const started = restarted.engine.start();
  await until(async () => {
    await expect(place(restarted)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/being compared/),
    });
  });
  expect(restarted.engine.isReconciled()).toBe(false);
  await control('fault', { kind: 'drop-before', times: 0 });
  await started;
  expect(restarted.engine.isReconciled()).toBe(true);
  expect(await place(restarted)).toMatchObject({ outcome: 'placed' });
  expect(await sql`select 1 from paper.orders where api_key = ${who.paperKey}`).toHaveLength(2);
  await restarted.engine.stop();
});

it('M-07: a key that the exchange refuses keeps neither the start nor other keys waiting', async () => {
  const [barred, other] = [await withOrder(), await withOrder()];
  await control('key', { key: barred.who.paperKey, revoked: true });
  const restarted = otherOrders(site.deps.orders);
  await restarted.engine.start();
  expect(restarted.engine.isReconciled()).toBe(true);
  expect(await other.place(restarted)).toMatchObject({ outcome: 'placed' });
  await restarted.engine.stop();
});
