import { expect, it, vi } from 'vitest';
import { IN_TIME, xrpDeals, XRP_PAIR } from '../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();
const { control, price, sent } = deals;
const XRP = 'XRPUSDT';
type Group = Awaited<ReturnType<typeof deals.group>>;

const become = (who: Group, ...wanted: string[]) =>
  vi.waitFor(async () => expect((await who.rows()).map(({ status }) => status)).toEqual(wanted), IN_TIME);
const isOver = (who: Group) => vi.waitFor(async () => expect(await who.rows()).toEqual([]), IN_TIME);
const closeAll = async (who: Group) => (await who.send('PUT', '/api/markets/spot/close-all', { json: XRP_PAIR })).body;
const soldBy = async (paperKey: string) =>
  (await sent({ paperKey })).flatMap(({ side, quantity, status }) =>
    side === 'SELL' && status === 'FILLED' ? [quantity] : [],
  );

/** An entry below the market on a main key and one copy. */
async function waiting() {
  const who = await deals.group({ main: '1000', copies: ['1000'] });
  const { body } = await who.buy({ price: 0.5 });
  expect(body.error).toBeNull();
  await become(who, 'placed', 'placed');
  const { blockId } = body.orderBlock as { blockId: string };
  return { who, blockId, copyKey: who.copies[0]?.paperKey ?? '' };
}

/** The main key's entry was canceled by hand and its copy's is filled. */
async function heldByCopy() {
  const deal = await waiting();
  const [main] = await deal.who.rows();
  await control('order', {
    key: deal.who.paperKey,
    symbol: XRP,
    do: 'cancel',
    orderId: Number(main?.['firstOrderId']),
  });
  await become(deal.who, 'removed', 'placed');
  await price('0.5');
  await become(deal.who, 'removed', 'filled');
  return deal;
}

it('V-14 what only a copy holds is closed, though the main key’s entry was never filled', async () => {
  const { who, blockId, copyKey } = await heldByCopy();
  expect(await closeAll(who)).toEqual({ error: null, blocks: [{ blockId, error: null, failed: [] }] });
  await isOver(who);
  expect([await soldBy(who.paperKey), await soldBy(copyKey)]).toEqual([[], ['199.8']]);
});

it('V-14 such a block is closed by itself as well', async () => {
  const { who, blockId, copyKey } = await heldByCopy();
  const { body } = await who.block('PUT', 'second/close/', { blockId });
  expect(body).toMatchObject({ error: null, failed: [] });
  await isOver(who);
  expect(await soldBy(copyKey)).toEqual(['199.8']);
});

it('V-14 a copy is filled while the main key’s fill is not known yet: nothing of the block is left', async () => {
  const { who, blockId, copyKey } = await waiting();
  await control('fault', { kind: 'reports', mode: 'dropped', times: 20, key: who.paperKey });
  await price('0.5');
  await become(who, 'placed', 'filled');
  expect(await closeAll(who)).toMatchObject({ error: null, blocks: [{ blockId, error: null }] });
  await isOver(who);
  expect([await soldBy(who.paperKey), await soldBy(copyKey)]).toEqual([['199.8'], ['199.8']]);
});

it('V-14 a part that is too small to sell is named, and the rest of its entry is canceled all the same', async () => {
  const { who, blockId, copyKey } = await waiting();
  await control('liquidity', { symbol: XRP, maxPerTick: '5' });
  await price('0.5');
  await become(who, 'partly-filled', 'placed');
  const error = expect.stringMatching(/^Nothing can be sold: 4\.9 XRP .* What it holds stays as it is\./);
  expect(await closeAll(who)).toEqual({ error: null, blocks: [{ blockId, error, failed: [] }] });
  await become(who, 'filled', 'removed');
  expect(await who.resting()).toEqual([[], []]);
  expect(await soldBy(copyKey)).toEqual([]);
});
