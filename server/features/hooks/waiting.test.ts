import { describe, expect, it } from 'vitest';
import { MINUTE } from '#contracts/rules/time.ts';
import { BY_HOOK, GRID } from '../../../tests/factories/bot-settings.ts';
import { hookSite } from '../../../tests/factories/hook-site.ts';
import type { HookWorld } from '../../../tests/factories/hook-world.ts';
import type { TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

let site: TestSite;
let who: HookWorld;
const { clock, pass } = hookSite((opened) => {
  ({ site, who } = opened);
});

type Hook = Awaited<ReturnType<HookWorld['create']>>;
interface Waits {
  action: string;
  /** Seconds that it has waited. */
  age?: number;
  result?: 'taken' | 'dry-run';
  body?: object;
}

/** A signal that an engine finds as one that was away does, and what becomes of it. */
async function found(hook: Hook, { action, age = 0, result = 'taken', body = {} }: Waits) {
  const [row] = await site.database.sql<{ id: string }[]>`
    insert into hook_signals (user_id, id, hook_id, received_at, address, bytes, format, result, action, symbol, amount, state, block_id, body)
    values (${who.userId}, gen_random_uuid(), ${hook.hookId}, ${clock() - age * 1000}, 'test', 2, '3commas', ${result}, ${action},
      'XRPUSDT', 50, 'waiting', ${action === 'open' ? crypto.randomUUID() : null}, ${JSON.stringify(body)})
    returning id`;
  const line = (await hook.done()).find(({ signalId }) => signalId === row?.id);
  return [line?.state, line?.outcome];
}

const PAUSED = 'The hook was paused before this was acted on. Nothing was done.';
const DRY = 'The hook was set to dry runs before this was acted on. Nothing was done.';

describe('what waits while its hook changes', () => {
  it('W-10, W-11 a hook that was paused, or set to dry runs, does nothing more of what waited', async () => {
    const hook = await who.create();
    await hook.live();
    await hook.native({ action: 'open' });
    await hook.done(2);
    await who.send('PATCH', `/api/hooks/${hook.hookId}`, { json: { paused: true } });
    expect(await found(hook, { action: 'add' })).toEqual(['dropped', PAUSED]);
    expect(await found(hook, { action: 'close' })).toEqual(['dropped', PAUSED]);
    expect((await found(hook, { action: 'close', result: 'dry-run' }))[0]).toBe('done');
    await who.send('PATCH', `/api/hooks/${hook.hookId}`, { json: { paused: false } });
    await hook.call('live', { live: false });
    expect(await found(hook, { action: 'close' })).toEqual(['dropped', DRY]);
    expect(await who.buys()).toBe(1);
    await until(async () => expect(Number(await who.coins())).toBeGreaterThan(95));
  });

  it('W-7 its market is that of its key, and does not change: what it holds is of that market', async () => {
    const hook = await who.create();
    const [{ template }] = (await who.get('/api/hooks')).body.content as [{ template: Record<string, unknown> }];
    const change = async (of: object) =>
      (await who.send('PATCH', `/api/hooks/${hook.hookId}`, { json: { template: { ...template, ...of } } })).body.error;
    expect(await change({ market: 'bybit' })).toBe(
      'A hook trades with its key, on Binance. For another market add another hook.',
    );
    expect(await change({ maxAge: 30 })).toBeNull();
  });

  it('W-11 what had begun before is finished', async () => {
    const hook = await who.create();
    await hook.live();
    await hook.native({ action: 'open' });
    const [opened] = await hook.done(2);
    await who.send('PATCH', `/api/hooks/${hook.hookId}`, { json: { paused: true } });
    await site.database
      .sql`update hook_signals set state = 'waiting', outcome = null where id = ${opened?.signalId ?? ''}`;
    expect((await hook.done(2))[0]).toMatchObject({
      state: 'done',
      outcome: 'Its entry was placed: the block shows what became of it.',
    });
  });

  it('W-6 a 3Commas signal waits no longer than its own max_lag, which never lengthens', async () => {
    const hook = await who.create({ maxAge: 30 });
    await hook.live();
    const body = { max_lag: '5', tv_instrument: 'XRPUSDT', bot_uuid: hook.hookId, action: 'buy' };
    expect(await found(hook, { action: 'open', age: 8, body })).toEqual([
      'dropped',
      expect.stringMatching(/^It waited \d+ s; the longest is 5\. Nothing was done\.$/),
    ]);
    expect(await found(hook, { action: 'open', age: 40, body: { ...body, max_lag: '300' } })).toEqual([
      'dropped',
      expect.stringMatching(/; the longest is 30\./),
    ]);
    expect(await who.buys()).toBe(0);
  });
});

describe('W-13: after a restart the log says what was done', () => {
  /** As a process leaves it that ended before it could settle its last signal, and two minutes later. */
  async function again(hook: Hook) {
    const [last] = await hook.done();
    const id = last?.signalId ?? '';
    await site.database.sql`update hook_signals set state = 'waiting', outcome = null,
      received_at = received_at - ${2 * MINUTE} where id = ${id}`;
    const line = (await hook.done()).find(({ signalId }) => signalId === id);
    return [line?.state, line?.outcome];
  }

  async function botOf(of: object): Promise<string> {
    const { body } = await who.post('/api/bots', { name: 'Night', market: 'binance', symbolName: 'xrp_usdt', ...of });
    expect(body.error).toBeNull();
    return body.bot.botId as string;
  }

  it('W-13 a bot that was started, or stopped, and an alert that was sent', async () => {
    const botId = await botOf({ type: 'grid', settings: { ...GRID, invest: 300 } });
    const hook = await who.create({ actions: ['bot-start', 'bot-stop', 'alert'], bot: { botId, coins: 'keep' } });
    await hook.live();
    const does = async (action: string) => {
      pass(1000);
      expect((await hook.native({ action, pair: undefined })).body['result']).toBe('taken');
      return [(await hook.done())[0]?.outcome, ...(await again(hook))];
    };
    expect(await does('bot start')).toEqual(['Its bot was started.', 'done', 'Its bot was started.']);
    expect(await does('bot stop')).toEqual(['Its bot is stopping.', 'done', 'Its bot is stopping.']);
    expect(await does('alert')).toEqual(['You were notified.', 'done', 'You were notified.']);
  });

  it('W-13 deals of a signal bot that were opened, and closed; one that was not opened is opened no more', async () => {
    const signalBot = await botOf({ type: 'signal', settings: { ...BY_HOOK, places: 2 } });
    expect((await who.post(`/api/bots/${signalBot}/start`, {})).body.error).toBeNull();
    const now = async () => (await who.get(`/api/bots/${signalBot}`)).body.now as string;
    await until(async () => expect(await now()).toBe('Waits for a signal of its hook.'));
    const hook = await who.create({ actions: ['open', 'add', 'close'], signalBot });
    await hook.live();
    expect(await found(hook, { action: 'open', age: 90 })).toEqual(['dropped', expect.stringMatching(/^It waited /)]);
    await hook.native({ action: 'open' });
    expect((await hook.done(3))[0]?.state).toBe('done');
    expect(await again(hook)).toEqual(['done', 'Deal 1 of its bot was opened.']);
    await until(async () => expect(await now()).toMatch(/^Deal 1 holds /));
    pass(1000);
    await hook.native({ action: 'close' });
    expect((await hook.done(4))[0]?.outcome).toBe('Its bot closes its deal.');
    await until(async () => expect(await now()).toBe('Waits for a signal of its hook.'));
    expect(await again(hook)).toEqual(['done', 'Its bot has no deal open any more.']);
    expect(await who.buys()).toBe(1);
  });
});
