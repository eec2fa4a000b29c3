import { expect, it } from 'vitest';
import { copiers, XRP } from '../../../tests/factories/copiers.ts';
import { trader, type Visitor } from '../../../tests/factories/visitor.ts';
import { paperSite } from '../../../tests/setup/paper-site.ts';
import { until } from '../../../tests/setup/until.ts';

const { site, control } = await paperSite({ anew: true });

interface Event {
  kind: string;
  details: Record<string, unknown>;
}

/** What the log holds of a kind, newest first, once all is written. */
async function noted(who: Visitor, kind: string): Promise<Event['details'][]> {
  await site.deps.audit.idle();
  const { content } = (await who.get('/api/user/audit')).body as { content: Event[] };
  return content.filter((event) => event.kind === kind).map(({ details }) => details);
}

const HERE = { device: 'Unknown device', address: 'local' };
const facts = (blockId: string) => ({ blockId, market: 'binance', pair: 'XRP/USDT', side: 'buy', ...HERE });

it('S-47: an order, its targets and its end are written in the audit log', async () => {
  const who = await trader(site);
  const waiting = (await who.buy({ price: 0.5 })).body.orderBlock.blockId as string;
  const terms = { price: '0.5', total: '100', takeProfit: null, stopLoss: null, unsure: false };
  expect(await noted(who, 'order-placed')).toEqual([{ ...facts(waiting), ...terms }]);
  await who.send('DELETE', '/api/markets/spot/first/', { json: { ...XRP, blockId: waiting } });
  expect(await noted(who, 'block-removed')).toEqual([facts(waiting)]);

  const bought = (await who.buy()).body.orderBlock.blockId as string;
  const targets = { ...XRP, blockId: bought, takeProfitPrice: 0.6 };
  await until(async () =>
    expect((await who.post('/api/markets/spot/third', targets)).body).toMatchObject({ errorMessage: null }),
  );
  expect(await noted(who, 'targets-changed')).toEqual([{ ...facts(bought), takeProfit: '0.6', stopLoss: null }]);
  await until(async () => {
    const closed = await who.send('PUT', '/api/markets/spot/fourth/close', { json: { ...XRP, blockId: bought } });
    expect(closed.body.error).toBeNull();
  });
  expect(await noted(who, 'block-closed')).toEqual([facts(bought)]);
});

it('S-47: an order that was refused is not, and one that was asked for twice is once', async () => {
  const who = await trader(site);
  expect((await who.buy({ counterQuantity: 1 })).body.error).toEqual(expect.any(String));
  const key = { 'idempotency-key': crypto.randomUUID() };
  const first = await who.buy({ price: 0.5 }, key);
  expect((await who.buy({ price: 0.5 }, key)).body).toEqual(first.body);
  expect(await noted(who, 'order-placed')).toHaveLength(1);
});

it('S-47: an order whose answer was lost is, as unsure', async () => {
  const who = await trader(site);
  await control('fault', { kind: 'drop-after', times: 1, path: 'POST /api/v3/order' });
  await control('fault', { kind: 'drop-before', times: 1000, path: 'GET /api/v3/order' });
  await control('fault', { kind: 'mute-streams', times: 1 });
  expect((await who.buy({ price: 0.5 })).status).toBe(502);
  expect(await noted(who, 'order-placed')).toMatchObject([{ pair: 'XRP/USDT', unsure: true }]);
});

it('S-47: a copy that was tried again is', async () => {
  const who = await copiers(site, { main: '1000', copies: ['40'] });
  const [copy] = who.copies;
  const { blockId } = (await who.buy({ price: 0.5 })).body.orderBlock;
  await until(async () => expect((await who.rows()).map(({ status }) => status)).toEqual(['placed', 'skipped']));
  expect(await noted(who, 'copy-retried')).toEqual([]);
  await control('balance', { key: copy?.paperKey, asset: 'USDT', free: '320' });
  await until(async () => expect((await who.retry(blockId, copy?.uid ?? '')).body.error).toBeNull());
  expect(await noted(who, 'copy-retried')).toEqual([{ ...facts(blockId), name: 'Copy 1' }]);
});
