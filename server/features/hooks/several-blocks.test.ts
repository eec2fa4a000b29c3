import { afterEach, expect, it } from 'vitest';
import { SECOND } from '#contracts/rules/time.ts';
import { hookSite } from '../../../tests/factories/hook-site.ts';
import type { HookWorld } from '../../../tests/factories/hook-world.ts';
import type { TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

const LONGEST = 300;
const WAITS = 'Its orders were changed on the exchange: adopt what was done there, or release this part, first.';
const REFUSED = String.raw` Binance takes 5 USDT and more here\.`;
/** Within the rate limit of a person. */
const SLOWLY = { interval: 250 };
/** Ms in which a signal that waits is tried several times. */
const TRIES = 2500;

let site: TestSite;
let who: HookWorld;
const { pass } = hookSite((opened) => {
  ({ site, who } = opened);
});
afterEach(() => who.control('fault', { kind: 'reject', times: 0 }));

/** A live hook with two blocks of 95.6 XRP each, of which the first can be closed only once it is settled. */
async function firstWaits() {
  const hook = await who.create({ maxAge: LONGEST });
  await hook.live();
  const blocks: string[] = [];
  for (const action of ['open', 'add']) {
    pass(1000);
    await hook.native({ action });
    const [entry] = await hook.done(blocks.length + 2);
    const blockId = entry?.blockId ?? '';
    await until(async () => expect(await who.rows('buy', blockId)).toMatchObject([{ status: 'filled' }]));
    blocks.push(blockId);
  }
  const [first = ''] = blocks;
  const { sql } = site.database;
  await sql`update positions set interference = 'order-cancelled' where block_id = ${first}`;
  const settle = () => sql`update positions set interference = null where block_id = ${first}`;
  return { ...hook, settle };
}
const refuses = () =>
  who.control('fault', { kind: 'reject', code: -1013, path: 'POST /api/v3/order', key: who.paperKey, times: 1 });
const holds = (coins: number) =>
  until(async () => expect(Math.abs(Number(await who.coins()) - coins)).toBeLessThan(0.5));
const newest = async ({ log }: Awaited<ReturnType<typeof firstWaits>>) => {
  const [line] = await log();
  return [line?.state, line?.outcome];
};
const tried = () => new Promise((resolve) => setTimeout(resolve, TRIES));

it('W-9 a block that must wait keeps no other of its hook from being closed, and is closed once it can be', async () => {
  const hook = await firstWaits();
  await hook.native({ action: 'close' });
  await holds(95.6);
  expect(await newest(hook)).toEqual(['waiting', null]);
  await hook.settle();
  await hook.done(4);
  expect(await newest(hook)).toEqual(['done', 'Closed: 2 blocks.']);
  await holds(0);
});

it('W-9 a close that the exchange refused is not sent again while another block waits; its log says why, and the next close sells', async () => {
  const hook = await firstWaits();
  await refuses();
  await hook.native({ action: 'close' });
  await until(
    async () => expect(await newest(hook)).toEqual(['waiting', expect.stringMatching(`${REFUSED}$`)]),
    SLOWLY,
  );
  const sent = await who.sent(who.paperKey);
  await tried();
  expect(await who.sent(who.paperKey)).toBe(sent);
  await holds(191.2);
  await hook.settle();
  await hook.done(4);
  expect(await newest(hook)).toEqual(['failed', expect.stringMatching(`${REFUSED}$`)]);
  await holds(95.6);
  pass(1000);
  await hook.native({ action: 'close' });
  await hook.done(5);
  expect(await newest(hook)).toEqual(['done', 'Closed: one block.']);
  await holds(0);
});

it('W-12, W-13 once it is too old, its log says what was refused and what still waits', async () => {
  const hook = await firstWaits();
  await refuses();
  await hook.native({ action: 'close' });
  await until(async () => expect((await newest(hook))[1]).toMatch(new RegExp(REFUSED)), SLOWLY);
  pass((LONGEST + 1) * SECOND);
  await hook.done(4);
  expect(await newest(hook)).toEqual([
    'failed',
    expect.stringMatching(new RegExp(`${REFUSED} ${WAITS} This signal is not tried again\\.$`)),
  ]);
  await holds(191.2);
});
