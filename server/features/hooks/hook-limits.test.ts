import { describe, expect, it } from 'vitest';
import { MINUTE } from '#contracts/rules/time.ts';
import { GRID } from '../../../tests/factories/bot-settings.ts';
import { hookSite } from '../../../tests/factories/hook-site.ts';
import type { HookWorld } from '../../../tests/factories/hook-world.ts';
import type { TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

let site: TestSite;
let who: HookWorld;
const { clock, pass } = hookSite((opened) => {
  ({ site, who } = opened);
});

const SLOWLY = { interval: 250 };
const PLAIN = {
  name: 'Plain',
  market: 'binance',
  pairs: ['xrp_usdt'],
  actions: ['alert'],
  amount: { fixed: 10 },
  copies: false,
};

describe('W-10: limits of a hook and of its owner', () => {
  it('W-10 a person has twenty hooks at most: the next one is made once another is removed', async () => {
    const hook = await who.create();
    await site.database.sql`
      insert into hooks (user_id, id, template, key_id, token_hash, created_at, updated_at)
      select user_id, gen_random_uuid(), template, key_id, token_hash, created_at, updated_at
      from hooks cross join generate_series(1, 18) where id = ${hook.hookId}`;
    await who.create();
    const more = async () => (await who.post('/api/hooks', PLAIN)).body.error;
    expect(await more()).toBe('You have 20 hooks, which is the most. Remove one first.');
    await who.send('DELETE', `/api/hooks/${hook.hookId}`);
    expect(await more()).toBeNull();
    expect((await who.get('/api/hooks')).body.content).toHaveLength(20);
  });

  it('W-10 the owner is notified once of a hook that is paused, also of one that only runs dry', async () => {
    const [dry, live] = [await who.create({ name: 'Dry' }), await who.create({ name: 'Live' })];
    await live.live();
    for (const hook of [dry, live])
      for (let at = 0; at < 17; at += 1) await hook.native({ action: 'alert', id: `n${at}` });
    const told = await site.database.sql`
      select kind, details ->> 'name' as name, details ->> 'reason' as reason from audit_events
      where user_id = ${who.userId} and kind = 'hook-paused' order by seq`;
    const reason = 'It received more than 15 signals in three minutes.';
    expect(told).toEqual(['Dry', 'Live'].map((name) => ({ kind: 'hook-paused', name, reason })));
  });

  it('W-10, S-35 an entry above the limit for one order of its owner is refused, as for a press of the button', async () => {
    const limits = { perOrder: 40, perDay: 100_000, thinMarkets: false };
    expect((await who.send('PUT', '/api/user/limits', { json: limits })).status).toBe(200);
    const hook = await who.create();
    await hook.live();
    await hook.native({ action: 'open' });
    const [line] = await hook.done(2);
    expect([line?.state, line?.outcome]).toEqual([
      'failed',
      expect.stringMatching(/^This order is worth (49|50)[.\d]* USDT; your limit for one order is 40 USDT\./),
    ]);
    expect(await who.buys()).toBe(0);
  });

  it('W-10, EX-12 once a loss limit is reached an entry is refused, and a close goes on', async () => {
    const hook = await who.create();
    await hook.live();
    await hook.native({ action: 'open' });
    await until(async () => expect(Number(await who.coins())).toBeGreaterThan(95), SLOWLY);
    const limit = { kind: 'day-usdt', most: 100, closesAll: false };
    await who.send('PUT', '/api/user/loss-limits', { json: { keyUid: null, limit } });
    await site.database.sql`update loss_limits set reached_at = ${clock()} where user_id = ${who.userId}`;
    await until(() => expect(site.deps.trading.gate.entryRefusal(who.userId, who.keyUid)).not.toBeNull());
    await hook.native({ action: 'add' });
    const [line] = await hook.done(3);
    expect([line?.state, line?.outcome]).toEqual([
      'failed',
      expect.stringMatching(/^Your loss limit is reached: no new entries until 00:00 UTC\./),
    ]);
    expect(await who.buys()).toBe(1);
    pass(1000);
    await hook.native({ action: 'close' });
    await until(async () => expect(Number(await who.coins())).toBeLessThan(0.1), SLOWLY);
  });

  it('W-10 sixty signals a minute over all hooks of a person, then 429', async () => {
    const hooks = [await who.create(), await who.create(), await who.create(), await who.create(), await who.create()];
    // The minute of their owner begins with the first call, and does not end before the last one.
    const first = await who.create();
    await site.database.sql`delete from request_limits`;
    expect((await first.native({ action: 'alert' })).status).toBe(200);
    await site.database.sql`update request_limits set expires_at = expires_at + ${60 * MINUTE}`;
    const answers = await Promise.all(
      hooks.flatMap((hook) => Array.from({ length: 14 }, (_, at) => hook.native({ action: 'alert', id: `n${at}` }))),
    );
    const over = answers.filter(({ status }) => status === 429);
    expect(over).toHaveLength(11);
    expect(Number(over[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('W-6, W-10 where its owner says nothing a hook takes signals of up to 60 s, and 20 a day', async () => {
    const { template } = (await who.post('/api/hooks', PLAIN)).body.hook;
    expect([template.maxAge, template.perDay]).toEqual([60, 20]);
  });

  it('W-6 the longest age of a signal is 5 to 900 s', async () => {
    const made = async (maxAge: number) => {
      const { status, body } = await who.post('/api/hooks', { ...PLAIN, maxAge });
      return [status, body.error];
    };
    for (const maxAge of [5, 900]) expect(await made(maxAge)).toEqual([200, null]);
    for (const maxAge of [4, 901]) expect(await made(maxAge)).toEqual([400, 'maxAge: The longest age is 5 to 900 s.']);
  });
});

describe('W-10, S-34: while trading is off', () => {
  const OFF = /^You have switched your trading off/;
  const switchTrading = async (off: boolean) =>
    expect((await who.post('/api/user/trading', { off })).body.off).toBe(off);

  it('W-10, S-34 what only rests is closed, as by a press of the button; what was bought is not, and says why', async () => {
    const hook = await who.create();
    await hook.live();
    await hook.native({ action: 'open', price: 0.5 });
    const [opened] = await hook.done(2);
    await switchTrading(true);
    expect((await hook.native({ action: 'add', id: 'more' })).body['error']).toMatch(OFF);
    pass(1000);
    expect((await hook.native({ action: 'close' })).body['result']).toBe('taken');
    expect((await hook.done(4))[0]).toMatchObject({ action: 'close', state: 'done', outcome: 'Closed: one block.' });
    const isOpen = async () => {
      const [block] = await site.database.sql`select open from order_blocks where id = ${opened?.blockId ?? ''}`;
      return block?.['open'];
    };
    await until(async () => expect(await isOpen()).toBe(false), SLOWLY);
    await switchTrading(false);
    pass(1000);
    await hook.native({ action: 'open', id: 'again' });
    await until(async () => expect(Number(await who.coins())).toBeGreaterThan(95), SLOWLY);
    await hook.done(5);
    await until(async () => {
      const rows = await site.database.sql`select 1 from orders where user_id = ${who.userId} and filled_quantity > 0`;
      expect(rows).toHaveLength(1);
    }, SLOWLY);
    await switchTrading(true);
    pass(1000);
    expect((await hook.native({ action: 'close', id: 'late' })).body['error']).toMatch(OFF);
    await switchTrading(false);
  });

  it('W-10, S-34 alerts are sent and a bot is stopped; it is not started', async () => {
    const draft = { name: 'Night grid', type: 'grid', market: 'binance', symbolName: 'xrp_usdt' };
    const { botId } = (await who.post('/api/bots', { ...draft, settings: { ...GRID, invest: 300 } })).body.bot;
    const state = async () => (await who.get(`/api/bots/${botId}`)).body.state;
    const actions = ['alert', 'bot-start', 'bot-stop'];
    const hook = await who.create({ actions, bot: { botId, coins: 'keep' } });
    await hook.live();
    const asks = async (action: string) => {
      pass(1000);
      return (await hook.native({ action, pair: undefined })).body;
    };
    expect((await asks('bot start'))['result']).toBe('taken');
    await until(async () => expect(await state()).toBe('running'), SLOWLY);
    await switchTrading(true);
    expect((await asks('bot start'))['error']).toMatch(OFF);
    expect((await asks('alert'))['result']).toBe('taken');
    expect((await asks('bot stop'))['result']).toBe('taken');
    const outcomes = (await hook.done(5)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(expect.arrayContaining(['You were notified.', 'Its bot is stopping.']));
    await until(async () => expect(await state()).toBe('stopped'), SLOWLY);
    await switchTrading(false);
  });
});
