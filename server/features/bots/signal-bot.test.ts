import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { BY_HOOK } from '../../../tests/factories/bot-settings.ts';
import { heldCancels } from '../../../tests/factories/held-cancels.ts';
import { hookWorld, type HookWorld } from '../../../tests/factories/hook-world.ts';
import { shiftedClock } from '../../../tests/setup/shifted-clock.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

let site: TestSite;
let who: HookWorld;
const { clock, pass } = shiftedClock();
beforeAll(async () => {
  site = await testSite({}, clock);
});
afterAll(() => site.close());
beforeEach(async () => {
  pass(20_000);
  who = await hookWorld(site, clock);
});

const SETTINGS = { ...BY_HOOK, places: 2 };
const ACTIONS = ['open', 'add', 'reduce', 'close'];
const SLOWLY = { timeout: 20_000, interval: 250 };

async function signalBot(settings: Record<string, unknown> = {}) {
  const bot = { name: 'By hook', type: 'signal', settings: { ...SETTINGS, ...settings } };
  const made = await who.post('/api/bots', { ...bot, market: 'binance', symbolName: 'xrp_usdt' });
  expect(made.body.error).toBeNull();
  const botId = made.body.bot.botId as string;
  expect((await who.post(`/api/bots/${botId}/start`, {})).body.error).toBeNull();
  const detail = async () => (await who.get(`/api/bots/${botId}`)).body;
  await until(async () => expect((await detail()).now).toBe('Waits for a signal of its hook.'), SLOWLY);
  const hook = await who.create({ actions: ACTIONS, signalBot: botId });
  await hook.live();
  return { botId, detail, hook };
}

it('PB-12, W-9: its hook opens, adds, reduces and closes; how much and with which exits is the bot’s', async () => {
  const { botId, detail, hook } = await signalBot();
  const { body } = await who.send('PATCH', `/api/bots/${botId}`, { json: { notices: ['rounds'] } });
  expect(body.error).toBeNull();
  await hook.native({ action: 'open' });
  const [opened] = await hook.done(2);
  expect(opened?.outcome).toBe('By hook: deal 1 buys 96.1 XRP at up to 0.5226.');
  await until(
    async () =>
      expect((await detail()).now).toMatch(/^Deal 1 holds 96 XRP at 0\.52\d\d; take profit 0\.5720, stop 0\.4940\.$/),
    SLOWLY,
  );
  await until(async () => expect((await detail()).protection).toBe('stop: exchange'), SLOWLY);
  pass(1000);
  expect((await hook.native({ action: 'open', id: 'again' })).body['error']).toMatch(/^out of step/);
  await hook.native({ action: 'add', id: 'more' });
  await until(async () => expect(Number(await who.coins())).toBeGreaterThan(190), SLOWLY);
  await until(async () => expect((await detail()).now).toMatch(/ 1 more deal is open\.$/), SLOWLY);
  // PB-3: both places are taken.
  await hook.native({ action: 'add', id: 'third' });
  const full = await hook.done(5);
  expect(full[0]).toMatchObject({ state: 'failed', outcome: 'Its deals are open.' });
  const before = Number(await who.coins());
  await hook.native({ action: 'reduce', share: 0.5, id: 'half' });
  await until(async () => expect(Number(await who.coins())).toBeLessThan(before * 0.55), SLOWLY);
  expect((await hook.done(6))[0]?.outcome).toBe('Reduced: 2 blocks.');
  await hook.native({ action: 'close', id: 'all' });
  await until(async () => expect(Number(await who.coins())).toBeLessThan(0.5), SLOWLY);
  await until(async () => expect((await detail()).now).toBe('Waits for a signal of its hook.'), SLOWLY);
  expect(await who.buys()).toBe(2);
  // C-4: the bot has what the account has.
  const { runs } = await detail();
  expect(900 + Number(runs[0].owned.counter)).toBeCloseTo(Number(await who.coins('USDT')), 6);
  expect(Number(runs[0].owned.base)).toBeCloseTo(Number(await who.coins()), 6);
  // C-24: what is over are deals.
  const told = () => site.database.sql<{ title: string; text: string }[]>`
    select payload -> 'body' ->> 'title' as title, payload -> 'body' ->> 'text' as text from deliveries
    where channel = 'live' and payload ->> 'topic' = 'bot-notice' and payload -> 'body' ->> 'botId' = ${botId}`;
  await until(async () => expect(await told()).toHaveLength(1), SLOWLY);
  expect(await told()).toMatchObject([
    {
      title: 'By hook has finished deals',
      text: expect.stringMatching(/^[12] more, [12] in all\. Together they came to -0\.\d+ USDT\.$/),
    },
  ]);
});

it('PB-12, C-13: a signal opens one deal, also when it is acted on again, and none of a bot that does not run', async () => {
  const { botId, detail, hook } = await signalBot({ places: 1 });
  await hook.native({ action: 'open' });
  await hook.done(2);
  await until(async () => expect(Number(await who.coins())).toBeGreaterThan(190), SLOWLY);
  // The engine ended before it could say what it had done.
  await site.database.sql`update hook_signals set state = 'waiting', outcome = null
    where hook_id = ${hook.hookId} and action = 'open' and result = 'taken'`;
  const [again] = await hook.done(2);
  expect([again?.state, again?.outcome]).toEqual(['done', 'Deal 1 of its bot was opened.']);
  expect(await who.buys()).toBe(1);
  expect((await who.post(`/api/bots/${botId}/stop`, { coins: 'sell' })).body.error).toBeNull();
  await until(async () => expect((await detail()).state).toBe('stopped'), SLOWLY);
  // What it did before its bot stopped stays what it did.
  await site.database.sql`update hook_signals set state = 'waiting', outcome = null
    where hook_id = ${hook.hookId} and action = 'open' and result = 'taken'`;
  const [after] = await hook.done(2);
  expect([after?.state, after?.outcome]).toEqual(['done', 'Deal 1 of its bot was opened.']);
  pass(1000);
  await hook.native({ action: 'open', id: 'late' });
  expect((await hook.done(3))[0]).toMatchObject({ state: 'failed', outcome: 'Its bot does not run.' });
});

it('PB-12, W-9: a deal that is being closed is no position: the next signal opens another one beside it', async () => {
  const { hook } = await signalBot();
  await hook.native({ action: 'open' });
  await until(async () => expect(Number(await who.coins())).toBeGreaterThan(90), SLOWLY);
  const release = heldCancels(site);
  await hook.native({ action: 'close', id: 'all' });
  expect((await hook.done(3))[0]?.outcome).toBe('Its bot closes its deal.');
  expect((await hook.native({ action: 'add', id: 'none' })).body['error']).toMatch(
    /^out of step: this hook holds nothing/,
  );
  await hook.native({ action: 'open', id: 'next' });
  expect((await hook.done(5))[0]).toMatchObject({ state: 'done', outcome: expect.stringMatching(/: deal 2 buys /) });
  release();
  await until(async () => expect(await who.buys()).toBe(2), SLOWLY);
});

it('PB-12, W-7: a hook names a signal bot of its owner, with its pair alone and without targets', async () => {
  const { botId } = await signalBot();
  const template = { name: 'X', market: 'binance', amount: { fixed: 50 }, copies: false, actions: ACTIONS };
  const made = async (of: Record<string, unknown>) =>
    (await who.post('/api/hooks', { ...template, pairs: ['xrp_usdt'], signalBot: botId, ...of })).body;
  expect((await made({ actions: [...ACTIONS, 'targets'] })).error).toMatch(/^A signal bot has the exits of its own/);
  expect((await made({ pairs: ['xrp_usdt', 'btc_usdt'] })).error).toBe('This bot trades XRP/USDT only.');
  const missing = await who.post('/api/hooks', {
    ...template,
    pairs: ['xrp_usdt'],
    signalBot: '3f2b1c8e-2f5a-4a0e-9f49-1f1a5c0d7f11',
  });
  expect(missing.status).toBe(404);
});
