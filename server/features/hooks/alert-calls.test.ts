import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hookWorld, type HookWorld } from '../../../tests/factories/hook-world.ts';
import { person, visitor } from '../../../tests/factories/visitor.ts';
import { shiftedClock } from '../../../tests/setup/shifted-clock.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';
import { callLimit } from './door/call-limit.ts';
import { createAlertCaller } from './engine/index.ts';

let site: TestSite;
let who: HookWorld;
const { clock, pass } = shiftedClock();
beforeAll(async () => {
  site = await testSite({}, clock);
  who = await hookWorld(site, clock);
});
afterAll(() => site.close());

const alertOf = (calls: object, more: object = {}) => ({
  market: 'BINANCE',
  symbol: 'XRP_USDT',
  price: 0.6,
  type: 'PRICE_RISES_ABOVE',
  informing: 'ONLY_ONCE',
  // oxlint-disable-next-line unicorn/no-thenable -- the name of the field in calls; it is never a function.
  then: calls,
  ...more,
});
/** What the call that changes it takes. */
// oxlint-disable-next-line unicorn/no-thenable -- the name of the field in calls; it is never a function.
const calling = (then: object | null) => ({ json: { then } });
const add = (calls: object, more: object = {}) => who.post('/api/alert/', alertOf(calls, more));

/** A firing as the engines of alerts write it. */
async function fired(alertId: string, crossedAt = clock()): Promise<string> {
  const [row] = (await site.database.sql`
    insert into firings (user_id, id, alert_id, armed_seq, price, crossed_at, fired_at, late, calls)
    select user_id, gen_random_uuid(), id, armed_seq, 0.6, ${crossedAt}, ${clock()}, false,
      calls || jsonb_build_object('pair', pair)
    from alerts where id = ${alertId} returning id`) as unknown as [{ id: string }];
  return row.id;
}
const called = (firingId: string) =>
  until(async () => {
    const [row] = await site.database.sql`select called_at from firings where id = ${firingId}`;
    expect(row?.['called_at']).not.toBeNull();
  });

describe('K-12: an alert that calls a hook', () => {
  it('may be changed later to call another action, none, or what the template allows alone', async () => {
    const hook = await who.create();
    const { alert } = (await add({ hookId: hook.hookId, action: 'open' })).body;
    const change = (then: object | null, as: Pick<HookWorld, 'send'> = who) =>
      as.send('PUT', `/api/alert/${alert.id}/then`, calling(then));
    const close = { hookId: hook.hookId, action: 'close' };
    const changed = (await change(close)).body;
    expect([changed.error, changed.alert.then]).toEqual([null, close]);
    expect(changed.alert).toMatchObject({ active: true, executed: false });
    const refused = (await change({ hookId: hook.hookId, action: 'bot-stop' })).body;
    expect([refused.alert, refused.error]).toEqual([null, expect.stringMatching(/\w/)]);
    expect((await change({ hookId: crypto.randomUUID(), action: 'close' })).body.error).toMatch(/\w/);
    expect((await change(close, await person(site))).status).toBe(404);
    const { body } = await change(null);
    expect([body.error, 'then' in body.alert]).toEqual([null, false]);
    const listing = { condition: { kind: 'listing', coin: null, events: ['listed'] }, informing: 'ALWAYS' };
    const any = await who.post('/api/alert/', { market: 'BINANCE', ...listing });
    const none = await who.send('PUT', `/api/alert/${any.body.alert.id}/then`, calling(close));
    expect(none.body.error).toBe('An alert on listings calls no hook: it has no pair.');
  });

  it('opens by the template when its price is crossed, once, and the log says what came', async () => {
    const hook = await who.create();
    await hook.live();
    const before = await who.buys();
    const { body } = await add({ hookId: hook.hookId, action: 'open' });
    expect(body.alert.then).toEqual({ hookId: hook.hookId, action: 'open' });
    await until(async () => {
      await who.price('0.55');
      await who.price('0.601');
      expect((await hook.log()).length).toBeGreaterThan(1);
    });
    const [line] = await hook.done(2);
    expect(line).toMatchObject({ result: 'taken', state: 'done', action: 'open', format: 'native' });
    expect(await who.buys()).toBe(before + 1);
    // W-13: its block names the signal, and other blocks name none.
    const [row] = await who.rows('buy', line?.blockId ?? '');
    expect(row?.['signal']).toEqual({ hookId: hook.hookId, signalId: line?.signalId });
    const byHand = (await who.buy({})).body.orderBlock;
    const [other] = await who.rows('buy', byHand.blockId);
    expect([other?.['blockId'], other?.['signal']]).toEqual([byHand.blockId, undefined]);
    await who.price('0.52');
  });

  it('a call that was made and not settled is a repetition, whichever process makes it again', async () => {
    const hook = await who.create();
    const { body } = await add({ hookId: hook.hookId, action: 'alert' }, { price: 9 });
    const id = await fired(body.alert.id);
    await called(id);
    await site.database.sql`update firings set called_at = null where id = ${id}`;
    await Promise.all([createAlertCaller(site.deps.hooks).look(), createAlertCaller(site.deps.hooks).look()]);
    await called(id);
    const lines = await hook.log();
    expect([lines.length, lines[0]?.result]).toEqual([1, 'dry-run']);
  });

  it('W-6: found too late it is refused like any other signal, and one of a hook that is gone is over', async () => {
    const [old, gone] = [await who.create(), await who.create()];
    const late = (await add({ hookId: old.hookId, action: 'open' }, { price: 9 })).body.alert.id as string;
    await called(await fired(late, clock() - 90_000));
    const [line] = await old.log();
    expect(line).toMatchObject({ result: 'refused', reason: expect.stringContaining('the longest is 60') });
    const lost = (await add({ hookId: gone.hookId, action: 'open' }, { price: 9 })).body.alert.id as string;
    await who.send('DELETE', `/api/hooks/${gone.hookId}`);
    await called(await fired(lost));
  });

  it('W-7: one saved with targets, which no alert can name, is refused when it fires, and the log says why', async () => {
    pass(10_000);
    const hook = await who.create();
    await hook.live();
    const { alert: saved } = (await add({ hookId: hook.hookId, action: 'alert' }, { price: 9 })).body;
    await site.database.sql`
      update alerts set calls = jsonb_set(calls, '{action}', '"targets"') where id = ${saved.id}`;
    await called(await fired(saved.id));
    const [line] = await hook.done(2);
    expect(line).toMatchObject({ result: 'refused', action: 'targets', reason: 'the signal names no target' });
  });

  it('W-7: does no more than the template, and only with hooks of its own person', async () => {
    pass(10_000);
    const hook = await who.create({ actions: ['close'], pairs: ['btc_usdt'] });
    const stranger = await person(site);
    const say = async (calls: object, more: object = {}) => (await add(calls, more)).body.error as string;
    const { hookId } = hook;
    expect(await say({ hookId, action: 'open' })).toBe('This hook may do something else only: close.');
    expect(await say({ hookId, action: 'close' })).toBe('This hook takes other pairs only: BTC/USDT.');
    const { hookId: all } = await who.create();
    expect(await say({ hookId: all, action: 'targets' })).toBe('An alert names no prices for targets.');
    const theirs = await stranger.post('/api/alert/', alertOf({ hookId, action: 'close' }));
    expect(theirs.body.error).toBe('There is no such hook.');
    const listing = { kind: 'listing', coin: null, events: ['listed'] };
    const none = { price: undefined, type: undefined, symbol: undefined, condition: listing };
    expect(await say({ hookId, action: 'close' }, none)).toBe(
      'then: An alert on listings calls no hook: it has no pair.',
    );
  });

  it('an API token that may set alerts and not trade sets none that calls a hook', async () => {
    const hook = await who.create();
    const tokenOf = async (scopes: string[]) =>
      (await who.post('/api/tokens', { name: 'Program', scopes })).body.token as string;
    const asked = async (scopes: string[]) => {
      const headers = { authorization: `Bearer ${await tokenOf(scopes)}` };
      const json = alertOf({ hookId: hook.hookId, action: 'open' }, { price: 9 });
      return (await visitor(site).send('POST', '/api/alert/', { json, headers })).status;
    };
    expect([await asked(['alerts']), await asked(['alerts', 'trade'])]).toEqual([403, 200]);
    const { alert } = (await add({ hookId: hook.hookId, action: 'open' }, { price: 9 })).body;
    const changed = async (scopes: string[]) => {
      const headers = { authorization: `Bearer ${await tokenOf(scopes)}` };
      const init = { ...calling(null), headers };
      return (await visitor(site).send('PUT', `/api/alert/${alert.id}/then`, init)).status;
    };
    expect([await changed(['alerts']), await changed(['alerts', 'trade'])]).toEqual([403, 200]);
  });

  it('W-7: an API token that may not trade changes nothing of when such an alert fires, only its notices', async () => {
    const hook = await who.create();
    const tokenOf = async (scopes: string[]) =>
      (await who.post('/api/tokens', { name: 'Program', scopes })).body.token as string;
    const { id } = (await add({ hookId: hook.hookId, action: 'open' }, { price: 9 })).body.alert;
    const plain = (await add({}, { price: 9, ...calling(null).json })).body.alert;
    const [alone, trading] = [await tokenOf(['alerts']), await tokenOf(['alerts', 'trade'])];
    const ask = (token: string, json: object, method = 'PATCH') =>
      visitor(site).send(method, '/api/alert/', { json, headers: { authorization: `Bearer ${token}` } });
    const moves = [{ price: 8 }, { type: 'PRICE_REACHES' }, { informing: 'ALWAYS' }, { active: false }];
    for (const move of moves) {
      const { status, body } = await ask(alone, { id, ...move });
      expect([status, body.error]).toEqual([403, expect.stringContaining('needs an API token with the scope trade')]);
    }
    expect((await ask(alone, { id, price: 8 }, 'PUT')).status).toBe(403);
    const notices = { comment: 'mine', favorite: true, sendToTelegram: true };
    expect((await ask(alone, { id, ...notices })).body.alert).toMatchObject({ ...notices, price: 9, active: true });
    expect((await ask(alone, { id: plain.id, price: 8 })).body.alert).toMatchObject({ price: 8 });
    expect((await ask(trading, { id, price: 8 })).body.alert).toMatchObject({ price: 8 });
    const ofPerson = await who.send('PATCH', '/api/alert/', { json: { id, price: 7 } });
    expect(ofPerson.body.alert).toMatchObject({ price: 7 });
  });

  it('W-10: sixty calls a minute over all hooks are taken, those of alerts and of the test button among them', async () => {
    const busy = await hookWorld(site, clock);
    const hook = await busy.create();
    const alerts = [];
    for (const price of [9, 10]) {
      const saved = await busy.post('/api/alert/', alertOf({ hookId: hook.hookId, action: 'alert' }, { price }));
      alerts.push(saved.body.alert.id as string);
    }
    const [first = '', second = ''] = alerts;
    const limit = callLimit(site.deps.hooks);
    for (let count = 0; count < 58; count += 1) await limit.take(busy.userId);
    await called(await fired(first));
    expect((await hook.call('test')).status).toBe(200);
    expect((await hook.call('test')).status).toBe(429);
    await called(await fired(second));
    const lines = await hook.done(3);
    expect(lines.map(({ result, reason }) => [result, reason]).toReversed()).toEqual([
      ['dry-run', null],
      ['dry-run', null],
      ['refused', 'too many signals came for your hooks within a minute'],
    ]);
  });

  it('W-10: the owner of a live hook is notified once of signals that came above the limit', async () => {
    const busy = await hookWorld(site, clock);
    const hook = await busy.create();
    await hook.live();
    const limit = callLimit(site.deps.hooks);
    while (await limit.tryTake(busy.userId)) void 0;
    for (const id of ['a', 'b']) expect((await hook.native({ action: 'alert', id })).status).toBe(429);
    const notified = await site.database.sql`
      select details ->> 'reason' as reason from audit_events
      where user_id = ${busy.userId} and kind = 'signal-refused'`;
    expect(notified).toEqual([{ reason: 'too many signals came for your hooks within a minute' }]);
  });
});
