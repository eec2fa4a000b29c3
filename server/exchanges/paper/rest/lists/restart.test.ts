import { expect, it } from 'vitest';
import { type ListBody, entry, paperBench, sellOco, targets } from '../../../../../tests/factories/paper-exchange.ts';

const paper = paperBench();
const symbol = 'XRPUSDT';

it('lists go on after a restart as if there had been none', async () => {
  const { ann, bench } = paper;
  await bench.control('balance', { key: ann.key, asset: 'XRP', free: '100' });
  const { body: oco } = await ann.placeList('oco', sellOco('100', '0.5600', '0.5000'));
  const { body: opoco } = await ann.placeList('opoco', { ...entry('100', '0.5200'), ...targets('0.57', '0.49') });
  await bench.control('liquidity', { symbol, maxPerTick: 40 });
  await bench.price(symbol, '0.5200');
  const look = async () => ({
    balances: await ann.balances(),
    open: await ann.open(),
    lists: (await ann.get<ListBody[]>('/api/v3/openOrderList')).body,
  });
  const before = await look();
  expect(before.balances.XRP).toEqual({ free: '0.00000000', locked: '139.96000000' });
  expect(before.lists.map((list) => list.orderListId)).toEqual([oco.orderListId, opoco.orderListId]);

  await bench.restart();
  expect(await look()).toEqual(before);

  await bench.price(symbol, '0.5100');
  const statuses = async (list: ListBody) =>
    Promise.all(
      list.orders.map(async ({ orderId }) => {
        const { status, origQty } = (await ann.find(orderId)).body;
        return `${status} ${origQty}`;
      }),
    );
  expect(await statuses(opoco)).toEqual(['FILLED 100.00000000', 'NEW 99.90000000', 'NEW 99.90000000']);
  await bench.price(symbol, '0.5000');
  expect(await statuses(oco)).toEqual(['FILLED 100.00000000', 'EXPIRED 100.00000000']);
  await bench.price(symbol, '0.4900');
  expect(await statuses(opoco)).toEqual(['FILLED 100.00000000', 'FILLED 99.90000000', 'EXPIRED 99.90000000']);
  expect((await ann.balances()).XRP).toEqual({ free: '0.00000000', locked: '0.00000000' });
  await bench.control('balance', { key: ann.key, asset: 'XRP', free: '100' });
  const { body: next } = await ann.placeList('oco', sellOco('100', '0.5600', '0.4000'));
  expect(next.orderListId).toBeGreaterThan(opoco.orderListId);
});
