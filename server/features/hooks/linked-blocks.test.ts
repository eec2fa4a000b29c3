import { expect, it } from 'vitest';
import { BY_HOOK } from '../../../tests/factories/bot-settings.ts';
import { hookSite } from '../../../tests/factories/hook-site.ts';
import type { HookWorld } from '../../../tests/factories/hook-world.ts';
import type { TestSite } from '../../../tests/setup/site.ts';
import { livePage } from '../../../tests/factories/live-page.ts';
import { until } from '../../../tests/setup/until.ts';

let site: TestSite;
let who: HookWorld;
hookSite((opened) => {
  ({ site, who } = opened);
});

const SLOWLY = { interval: 250 };

/** A live hook of a signal bot that runs. */
async function hookOfBot(more: object = {}) {
  const bot = { name: 'By hook', type: 'signal', settings: { ...BY_HOOK, places: 2 }, ...more };
  const made = await who.post('/api/bots', { ...bot, market: 'binance', symbolName: 'xrp_usdt' });
  const { botId } = made.body.bot;
  expect((await who.post(`/api/bots/${botId}/start`, {})).body.error).toBeNull();
  const doing = async () => (await who.get(`/api/bots/${botId}`)).body.now;
  await until(async () => expect(await doing()).toBe('Waits for a signal of its hook.'), SLOWLY);
  const hook = await who.create({ actions: ['open', 'add', 'close'], signalBot: botId });
  await hook.live();
  return hook;
}

it('W-13, PB-12 a signal of a signal bot leads to the block of its deal, and the block back to the signal', async () => {
  const hook = await hookOfBot();
  await hook.native({ action: 'open' });
  await until(async () => expect(Number(await who.coins())).toBeGreaterThan(90), SLOWLY);
  const [line] = await hook.done(2);
  const blockId = line?.blockId ?? 'none';
  const story = await who.get(`/api/blocks/${blockId}/events`);
  expect([story.status, story.body.events.length > 0]).toEqual([200, true]);
  const [row] = await who.rows('buy', blockId);
  expect(row?.['signal']).toEqual({ hookId: hook.hookId, signalId: line?.signalId });
  const file = await who.get(`/api/hooks/${hook.hookId}/signals.csv`);
  expect(file.text).toContain(blockId);
  // What its owner placed was opened by none.
  const byHand = (await who.buy({ price: 0.4 })).body.orderBlock;
  const [other] = await who.rows('buy', byHand.blockId);
  expect([other?.['blockId'], other?.['signal']]).toEqual([byHand.blockId, undefined]);
});

it('W-13, PB-12 an open page shows the signal of a copy that was skipped as soon as it is told of it', async () => {
  const page = await livePage(site, who);
  const skipped = page.listen('copy-skipped');
  await page.idle();
  await who.control('balance', { key: who.copies[0]?.paperKey, asset: 'USDT', free: '1' });
  const hook = await hookOfBot({ copyKeys: true });
  await hook.native({ action: 'open' });
  await until(() => expect(skipped.bodies()).toHaveLength(1));
  const [line] = await hook.done(2);
  const signal = { hookId: hook.hookId, signalId: line?.signalId };
  expect(skipped.bodies()).toMatchObject([{ blockId: line?.blockId, status: 'skipped', signal }]);
});

it('W-13 an entry that was refused before its block was written leads to none', async () => {
  await who.send('PUT', '/api/user/limits', { json: { perOrder: 40, perDay: 100_000, thinMarkets: false } });
  const hook = await who.create();
  await hook.live();
  expect((await hook.native({ action: 'open' })).body['result']).toBe('taken');
  const [line] = await hook.done(2);
  expect([line?.action, line?.state, line?.blockId]).toEqual(['open', 'failed', null]);
  const [stored] = await site.database.sql<{ id: string }[]>`
    select block_id as id from hook_signals where id = ${line?.signalId ?? ''}`;
  expect((await who.get(`/api/hooks/${hook.hookId}/signals.csv`)).text).not.toContain(stored?.id);
});
