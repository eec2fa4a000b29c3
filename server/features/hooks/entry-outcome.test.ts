import { afterEach, expect, it } from 'vitest';
import { hookSite } from '../../../tests/factories/hook-site.ts';
import type { HookWorld } from '../../../tests/factories/hook-world.ts';
import type { TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

const NEVER_RECEIVED = 'The exchange never received this order: it was not placed.';

let site: TestSite;
let who: HookWorld;
const { clock, pass } = hookSite((opened) => {
  ({ site, who } = opened);
});
afterEach(() => who.control('fault', { kind: 'unknown-dropped', times: 0 }));

it('W-9 an entry that was refused is no position, also before its block has ended', async () => {
  const hook = await who.resting();
  await site.deps.orderEngine.stop();
  await site.database
    .sql`update orders set state = 'rejected', reason = ${NEVER_RECEIVED} where block_id = ${hook.blockId}`;
  expect((await hook.native({ action: 'close' })).body['error']).toBe(
    'out of step: this hook holds nothing of this pair',
  );
  // As it was taken while it was not known yet what became of the entry.
  const [{ id } = { id: '' }] = await site.database.sql<{ id: string }[]>`
    insert into hook_signals (user_id, id, hook_id, received_at, address, bytes, result, action, symbol, state, body)
    values (${who.userId}, gen_random_uuid(), ${hook.hookId}, ${clock()}, 'test', 2, 'taken', 'close', 'XRPUSDT', 'waiting', '{}')
    returning id`;
  const line = (await hook.done(4)).find(({ signalId }) => signalId === id);
  expect([line?.state, line?.outcome]).toEqual(['failed', 'This hook holds nothing of this pair.']);
  await site.deps.orderEngine.start();
});

it('W-4 what became of an entry is that of the main key, whatever became of its copy', async () => {
  const hook = await who.resting({ copies: true });
  await until(async () => expect(await who.sent(who.copies[0]?.paperKey ?? '')).toBe(1));
  await site.database.sql`update orders set state = 'rejected', reason = 'The copy was refused.'
    where block_id = ${hook.blockId} and key_id = ${who.copies[0]?.uid ?? ''}`;
  // As a process that ended before it was settled leaves it.
  await site.database.sql`update hook_signals set state = 'waiting' where id = ${hook.signalId}`;
  const line = (await hook.done(2)).find(({ signalId }) => signalId === hook.signalId);
  expect([line?.state, line?.outcome]).toEqual(['done', 'Its entry was placed: the block shows what became of it.']);
});

/** A live hook whose first signal has sent an entry that got no answer. */
async function unanswered() {
  const hook = await who.create();
  await hook.live();
  await who.control('fault', { kind: 'unknown-dropped', times: 1, key: who.paperKey });
  await hook.native({ action: 'open' });
  await until(async () =>
    expect(
      await site.database.sql`
    select state from orders where user_id = ${who.userId} and state = 'unknown'`,
    ).toHaveLength(1),
  );
  expect((await hook.log())[0]).toMatchObject({ state: 'waiting', outcome: null });
  return hook;
}

it('W-10 an entry whose answer was lost waits until it is known that it was not placed', async () => {
  const hook = await unanswered();
  // As the lookup writes it, half a minute later.
  await site.database
    .sql`update orders set state = 'rejected', reason = ${NEVER_RECEIVED} where user_id = ${who.userId}`;
  const [line] = await hook.done(2);
  expect([line?.state, line?.outcome]).toEqual(['failed', NEVER_RECEIVED]);
});

it('W-12 what became of an entry is waited for no longer than a signal may wait', async () => {
  const hook = await unanswered();
  pass(61_000);
  const [line] = await hook.done(2);
  expect([line?.state, line?.outcome]).toEqual([
    'failed',
    'The exchange has not said yet whether its entry was placed. Its block shows it once that is known.',
  ]);
});
