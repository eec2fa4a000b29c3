import { expect, it } from 'vitest';
import { copiers, type Copiers, XRP } from '../../../tests/factories/copiers.ts';
import { trader } from '../../../tests/factories/visitor.ts';
import { paperSite } from '../../../tests/setup/paper-site.ts';
import { until } from '../../../tests/setup/until.ts';

const { site, control } = await paperSite({ anew: true });

type Row = Record<string, unknown>;
interface Ended {
  blockId: string;
  error: string | null;
  failed: { connectorName: string; error: string }[];
}
const PATH = '/api/markets/spot/close-all';

const closeAll = async (who: Pick<Copiers, 'send'>, json: object): Promise<Ended[]> => {
  const { body } = await who.send('PUT', PATH, { json });
  expect(body.error).toBeNull();
  return body.blocks;
};
const openOf = async (who: Pick<Copiers, 'get'>, query: string) =>
  (await who.get(`${PATH}?${query}`)).body.content as Record<string, Row[]>;

async function placed(who: Copiers, order: object): Promise<string> {
  const { body } = await who.buy({ ...order });
  expect(body.error).toBeNull();
  return body.orderBlock.blockId;
}

/** A filled block, one with targets and one that waits, each with a copy; and one of another pair. */
async function manyBlocks() {
  const who = await copiers(site, { main: '2000', copies: ['2000'] });
  await control('price', { symbol: 'DOGEUSDT', price: '0.2' });
  // First, while both keys have the same: its copy is as large.
  const other = await placed(who, { symbolName: 'doge_usdt', price: 0.1 });
  const held = await placed(who, { price: 0.52 });
  const guarded = await placed(who, { price: 0.5201, takeProfitPrice: 0.6, stopLossPrice: 0.4 });
  const waits = await placed(who, { price: 0.45 });
  await until(async () => {
    const states = (await who.rows()).length;
    expect(states).toBe(2);
    const blocks = await openOf(who, 'market=binance&symbolName=xrp_usdt');
    const by = (id: string) => blocks[id]?.map(({ status }) => status);
    expect([by(held), by(guarded), by(waits)]).toEqual([
      ['filled', 'filled'],
      ['targets-placed', 'targets-placed'],
      ['placed', 'placed'],
    ]);
  });
  return { who, held, guarded, waits, other };
}

it('V-14 one call closes what a pair holds on every key and cancels what waits; another pair stays', async () => {
  const { who, held, guarded, waits, other } = await manyBlocks();
  const ended = await closeAll(who, XRP);
  expect(new Map(ended.map((each) => [each.blockId, [each.error, each.failed]]))).toEqual(
    new Map([held, guarded, waits].map((id) => [id, [null, []]])),
  );
  await until(async () => expect(Object.keys(await openOf(who, 'market=binance'))).toEqual([other]));
  // The other pair's entry is all that rests.
  expect(await who.resting()).toEqual([['BUY LIMIT 1000'], ['BUY LIMIT 1000']]);
  const sold = await site.database.sql<{ sold: string }[]>`
    select trim_scale(sum(executed_qty))::text as sold from paper.orders
    where side = 'SELL' and status = 'FILLED' and api_key = ${who.paperKey}`;
  // 192.1 and 192.0, what the fee left of each entry.
  expect(sold).toEqual([{ sold: '384.1' }]);
  expect(Object.keys(await openOf(who, 'market=binance&section=sell'))).toEqual([]);
});

it('V-14 only what was confirmed is closed, and nothing of another person', async () => {
  const { who, held, guarded, waits, other } = await manyBlocks();
  const stranger = await trader(site);
  expect(await closeAll(stranger, { market: 'binance', blockIds: [held, waits] })).toEqual([]);
  const ended = await closeAll(who, { market: 'binance', blockIds: [held] });
  expect(ended.map(({ blockId }) => blockId)).toEqual([held]);
  await until(async () =>
    expect(new Set(Object.keys(await openOf(who, 'market=binance')))).toEqual(new Set([guarded, waits, other])),
  );
});

it('V-14 what one block is refused is its own result: the others end', async () => {
  const { who, held, guarded, waits } = await manyBlocks();
  await site.database.sql`update positions set interference = 'order-cancelled' where block_id = ${held}`;
  const ended = new Map((await closeAll(who, XRP)).map((each) => [each.blockId, each.error]));
  expect(ended.get(held)).toMatch(/adopt what was done there/);
  expect([ended.get(guarded), ended.get(waits)]).toEqual([null, null]);
  await until(async () => expect(Object.keys(await openOf(who, 'market=binance&symbolName=xrp_usdt'))).toEqual([held]));
});
