import { expect, it } from 'vitest';
import { DAY } from '#contracts/rules/time.ts';
import { hookSite } from '../../../tests/factories/hook-site.ts';
import type { HookWorld } from '../../../tests/factories/hook-world.ts';
import type { TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';
import { forgetSignals } from './signals.store.ts';

let site: TestSite;
let who: HookWorld;
const { clock, pass } = hookSite((opened) => {
  ({ site, who } = opened);
});

const PAIR = { market: 'binance', symbolName: 'xrp_usdt' };

type Hook = Awaited<ReturnType<HookWorld['create']>>;

/** The block that a live hook opens, or adds, once its entry has filled. */
async function bought(hook: Hook, action: string, count: number): Promise<string> {
  expect((await hook.native({ action, id: `${action} ${count}` })).body['result']).toBe('taken');
  const [line] = await hook.done(count);
  const blockId = line?.blockId ?? '';
  await who.filled(blockId);
  return blockId;
}

/** The blocks that a press of its owner makes of these, once they have taken over. */
async function regrouped(path: 'average' | 'split', json: Record<string, unknown>): Promise<string[]> {
  const { body } = await who.post(`/api/markets/spot/${path}`, { ...PAIR, ...json });
  expect([body.error, body.failed]).toEqual([null, []]);
  return until(async () => {
    const rows = await site.database.sql<{ id: string }[]>`
      select distinct p.block_id as id from positions p join order_blocks b on b.user_id = p.user_id and b.id = p.block_id
      where p.user_id = ${who.userId} and b.open and b.origin = ${path === 'split' ? 'split' : 'joined'} and p.awaits = '{}' and p.carried is not null`;
    expect(rows.length).toBeGreaterThanOrEqual(path === 'split' ? 2 : 1);
    return rows.map(({ id }) => id);
  });
}
const error = async (hook: Hook, action: string) => (await hook.native({ action })).body['error'];

it('W-9 what its owner made of a hook’s blocks alone, by a join and a split, is still the hook’s: it opens nothing more, and closes it', async () => {
  const hook = await who.create();
  await hook.live();
  const blockIds = [await bought(hook, 'open', 2), await bought(hook, 'add', 3)];
  const [joined] = await regrouped('average', { blockIds });
  expect(await error(hook, 'open')).toBe('out of step: this hook holds a position of this pair already');
  const parts = await regrouped('split', { blockId: joined, shares: [0.5, 0.5] });
  expect(parts).toHaveLength(2);
  // W-13: by its signals the hook knows what it holds.
  await forgetSignals(site.database.db, clock() + 91 * DAY);
  expect((await hook.native({ action: 'close' })).body['result']).toBe('taken');
  await until(async () => expect((await hook.log())[0]?.outcome).toBe('Closed: 2 blocks.'));
  await until(async () => expect(Number(await who.coins())).toBeLessThan(0.5));
});

it('W-9 a split block whose close the exchange refused is still what the hook holds, and its next close sells it', async () => {
  const hook = await who.create();
  await hook.live();
  const parts = await regrouped('split', { blockId: await bought(hook, 'open', 2), shares: [0.5, 0.5] });
  expect(parts).toHaveLength(2);
  const path = 'POST /api/v3/order';
  await who.control('fault', { kind: 'reject', code: -1013, path, key: who.paperKey, times: 2 });
  await hook.native({ action: 'close' });
  expect((await hook.done(3))[0]?.state).toBe('failed');
  expect(await error(hook, 'open')).toBe('out of step: this hook holds a position of this pair already');
  pass(1000);
  expect((await hook.native({ action: 'close' })).body['result']).toBe('taken');
  await until(async () => expect((await hook.log())[0]?.outcome).toBe('Closed: 2 blocks.'));
  await until(async () => expect(Number(await who.coins())).toBeLessThan(0.5));
});

it('W-7 a block that its owner joined with one of their own is theirs, and the hook’s log says so', async () => {
  const hook = await who.create();
  await hook.live();
  const own = (await who.buy({ ...PAIR, counterEarning: true, price: 0.53, counterQuantity: 50 })).body.orderBlock;
  await who.filled(own.blockId);
  await regrouped('average', { blockIds: [await bought(hook, 'open', 2), own.blockId] });
  expect(await error(hook, 'close')).toBe(
    'out of step: you joined what this hook held of this pair with a block of yours, which is yours to close',
  );
  expect(Number(await who.coins())).toBeGreaterThan(180);
});
