import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createHook } from '#contracts/hooks.ts';
import { hookWorld, type HookWorld } from '../../../tests/factories/hook-world.ts';
import { shiftedClock } from '../../../tests/setup/shifted-clock.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { knock } from './door/knock.ts';
import { manageHooks } from './manage-hooks.ts';
import { signalChanges } from './signal-changes.ts';

let site: TestSite;
let who: HookWorld;
const { clock } = shiftedClock();
beforeAll(async () => {
  site = await testSite({}, clock);
  who = await hookWorld(site, clock);
});
afterAll(() => site.close());

it('W-1 a hook is made only where its address is https, except on this machine', async () => {
  const wanted = z.decode(createHook.json, {
    name: 'Plain',
    market: 'binance',
    pairs: ['xrp_usdt'],
    actions: ['alert'],
    amount: { fixed: 10 },
    copies: false,
  });
  const made = async (publicUrl: string) =>
    (await manageHooks({ ...site.deps.hooks, publicUrl }).create(who.userId, wanted)).error;
  const refused = 'Signals are taken over https only, and this site is not served over https.';
  for (const url of ['http://tandem.example', 'http://localhost.tandem.example', 'http://127.0.0.1.tandem.example:80'])
    expect(await made(url)).toBe(refused);
  for (const url of ['https://tandem.example', 'http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000'])
    expect(await made(url)).toBeNull();
});

it('W-3 an address of the list is let in, in whichever way it is written, and no other', async () => {
  const hook = await who.create({ addresses: ['52.89.214.238', '::ffff:34.212.75.30'] });
  const token = hook.path.split('/').at(-1) ?? '';
  let wrong = 0;
  const from = (address: string) =>
    knock(site.deps.hooks, { hookId: hook.hookId, token, signed: null, address }, async () => {
      wrong += 1;
    });
  for (const address of ['52.89.214.238', '34.212.75.30']) expect((await from(address)).id).toBe(hook.hookId);
  expect(wrong).toBe(0);
  await expect(from('52.89.214.239')).rejects.toThrow('There is nothing at this address.');
  expect(wrong).toBe(1);
});

it('W-4 a signal is answered before anything is told to act on it', async () => {
  const hook = await who.create();
  await hook.live();
  const order: string[] = [];
  const stop = signalChanges(site.deps.hooks.bus).subscribe(() => order.push('told'));
  const body = JSON.stringify({ action: 'alert', time: new Date(clock()).toISOString() });
  const headers = { 'content-type': 'application/json' };
  const answer = await site.app.request(hook.path, { method: 'POST', headers, body });
  order.push('answered');
  expect(await answer.json()).toMatchObject({ result: 'taken' });
  await hook.done(2);
  stop();
  expect(order).toEqual(['answered', 'told']);
});
