import type postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#contracts/rules/time.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#contracts/webhooks.ts';
import { webhookReceiver, type WebhookReceiver } from '../../../tests/doubles/webhook-receiver.ts';
import { GRID } from '../../../tests/factories/bot-settings.ts';
import { botWorld } from '../../../tests/factories/bot-world.ts';
import { hookWorld } from '../../../tests/factories/hook-world.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';
import { switchByOperator } from '../../trading/index.ts';

let site: TestSite;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await webhookReceiver();
  site = await testSite({ WEBHOOK_HOSTS: receiver.host });
});
afterAll(async () => {
  await site.close();
  receiver.close();
});

interface Poster {
  post: (path: string, json: unknown) => Promise<{ body: { error: string | null } }>;
}

let paths = 0;
/** Where a person's events of these kinds arrive. */
async function told(who: Poster, events: readonly WebhookEvent[] = WEBHOOK_EVENTS) {
  paths += 1;
  const path = `/events-${paths}`;
  const { body } = await who.post('/api/webhooks', { url: receiver.url(path.slice(1)), events });
  expect(body.error).toBeNull();
  return {
    all: () => receiver.received.filter((one) => one.path === path).map(({ body: of }) => of),
    /** The first of this type that is like this, once it is here. */
    has: (type: WebhookEvent, like: Record<string, unknown>) =>
      until(() => {
        const mine = receiver.received.filter((one) => one.path === path).map(({ body: of }) => of);
        const found = mine.filter((one) => one.type === type).map(({ data }) => data);
        expect(found).toContainEqual(expect.objectContaining(like));
      }),
  };
}

const PAIR = { market: 'binance', symbolName: 'xrp_usdt' };

it('W-16 block.placed, .filled, .target-filled, .closed and copy.skipped: by what the exchange says of it', async () => {
  const who = await hookWorld(site, Date.now);
  const [copy] = who.copies;
  await who.control('balance', { key: copy?.paperKey, asset: 'USDT', free: '1' });
  await until(() => {
    const known = site.deps.keys.balances.of(who.userId, copy?.uid ?? '');
    expect(known?.free.get('USDT')?.toFixed()).toBe('1');
  });
  const { has, all } = await told(who);
  const closed = await told(who, ['block.closed']);
  const made = await who.buy({ takeProfitPrice: 0.6, stopLossPrice: 0.4 });
  const { blockId } = made.body.orderBlock as { blockId: string };
  const own = { blockId, ...PAIR, section: 'buy', keyUid: who.keyUid, copy: false };
  await has('block.placed', own);
  await has('block.filled', { ...own, price: expect.any(Number), quantity: expect.any(Number) });
  await has('copy.skipped', { blockId, keyUid: copy?.uid, copy: true, reason: expect.stringMatching(/\w/) });
  await until(async () => {
    const [row] = await who.rows('buy', blockId);
    expect(row?.['status']).toBe('targets-placed');
  });
  await who.price('0.61');
  await has('block.target-filled', own);
  await has('block.closed', { ...own, how: 'take-profit' });
  await closed.has('block.closed', own);
  expect(new Set(closed.all().map(({ type }) => type))).toEqual(new Set(['block.closed']));
  expect(all().map(({ type }) => type)).not.toContain('block.stopped');
  await who.price('0.52');
});

it('W-16 block.stopped, alert.fired and hook.refused', async () => {
  const who = await hookWorld(site, Date.now);
  const { has } = await told(who);
  const hook = await who.create();
  await hook.native({ action: 'close' });
  const reason = 'out of step: this hook holds nothing of this pair';
  await has('hook.refused', { hookId: hook.hookId, name: 'Momentum', action: 'close', ...PAIR, reason });
  const alert = { market: 'BINANCE', symbol: 'XRP_USDT', price: 0.47, type: 'PRICE_REACHES', informing: 'ONLY_ONCE' };
  const alertId = (await who.post('/api/alert/', alert)).body.alert.id as string;
  const made = await who.buy({ stopLossPrice: 0.48 });
  const { blockId } = made.body.orderBlock as { blockId: string };
  await until(async () => {
    const [row] = await who.rows('buy', blockId);
    expect(row?.['status']).toBe('targets-placed');
  });
  await who.price('0.46');
  await has('alert.fired', { alertId, ...PAIR, kind: 'PRICE_REACHES', duringBar: false });
  await has('block.stopped', { blockId, copy: false });
  await has('block.closed', { blockId, how: 'stop-loss' });
  await who.price('0.52');
});

it('W-16 alert.fired names the kind of its condition, and of listings which pair it was and what became of it', async () => {
  const who = await hookWorld(site, Date.now);
  const { has } = await told(who, ['alert.fired']);
  const fired = async (alert: object, note: string | null) => {
    const { body } = await who.post('/api/alert/', { market: 'BINANCE', informing: 'ALWAYS', ...alert });
    const alertId = body.alert.id as string;
    await site.database.sql`
      insert into firings (user_id, id, alert_id, armed_seq, price, note, crossed_at, fired_at, late)
      select user_id, gen_random_uuid(), id, armed_seq, null, ${note}, ${Date.now()}, ${Date.now()}, false
      from alerts where id = ${alertId}`;
    return alertId;
  };
  const rsi = { kind: 'rsi', length: 14, level: 30, interval: '1h', direction: 'down' };
  const alertId = await fired({ symbol: 'XRP_USDT', condition: rsi }, null);
  await has('alert.fired', { alertId, ...PAIR, kind: 'rsi', price: null, note: null });
  const listing = { kind: 'listing', coin: null, events: ['listed', 'trading'] };
  const ofListing = await fired({ condition: listing }, 'PEPE/USDT is listed');
  const about = { market: 'binance', symbolName: null, kind: 'listing', note: 'PEPE/USDT is listed' };
  await has('alert.fired', { alertId: ofListing, ...about });
});

it('K-8 a time that is found more than an hour late is only listed, and no alert.fired is sent', async () => {
  const who = await hookWorld(site, Date.now);
  const { has } = await told(who, ['alert.fired']);
  const dueBefore = async (ms: number) => {
    const time = { kind: 'once', at: Date.now() + HOUR, zone: 'UTC' };
    const alert = { market: 'BINANCE', symbol: 'XRP_USDT', informing: 'ONLY_ONCE', condition: { kind: 'time', time } };
    const alertId: string = (await who.post('/api/alert/', alert)).body.alert.id;
    await site.database.sql`update alerts set due_at = ${Date.now() - ms} where id = ${alertId}`;
    return alertId;
  };
  await dueBefore(HOUR + MINUTE);
  const late = await dueBefore(HOUR / 2);
  await has('alert.fired', { alertId: late, ...PAIR, kind: 'time', late: true });
  await until(async () => {
    const [counts] = await site.database.sql`
      select (select count(*)::int from firings where user_id = ${who.userId}) as fired,
        (select count(*)::int from webhook_events where user_id = ${who.userId}) as waiting`;
    expect(counts).toEqual({ fired: 2, waiting: 0 });
  });
  const sent = await site.database.sql`
    select body::jsonb -> 'data' ->> 'alertId' as "alertId" from webhook_deliveries where user_id = ${who.userId}`;
  expect(sent.map(({ alertId }) => alertId)).toEqual([late]);
});

it('W-16 bot.started, .round and .stopped', async () => {
  const who = await botWorld(site);
  await who.price('0.52');
  const { has } = await told(who);
  const bot = await who.create({ type: 'grid', settings: GRID });
  expect((await bot.call('start')).body.error).toBeNull();
  await has('bot.started', { botId: bot.botId, name: 'Night grid', ...PAIR, copy: false });
  await bot.shows('running');
  await who.price('0.535');
  await has('bot.round', { botId: bot.botId, side: 'sell', price: 0.53, level: expect.any(Number) });
  expect((await bot.call('stop', { coins: 'keep' })).body.error).toBeNull();
  await has('bot.stopped', { botId: bot.botId, copy: false });
  await who.price('0.52');
});

it('W-16 bot.started and .stopped of a basket, which has no pair of its own', async () => {
  const who = await botWorld(site, { copies: [] });
  const { has, all } = await told(who, ['bot.started', 'bot.stopped']);
  const assets = ['BTC', 'BNB'].map((asset) => ({ asset, percent: 50 }));
  const bot = await who.create({ type: 'basket', settings: { assets, invest: 200, threshold: 5, every: null } });
  expect((await bot.call('start')).body.error).toBeNull();
  await bot.shows('running');
  expect((await bot.call('stop', { coins: 'keep' })).body.error).toBeNull();
  await has('bot.stopped', { botId: bot.botId, market: 'binance', symbolName: null });
  expect(all().map(({ data }) => data['symbolName'])).toEqual([null, null]);
});

it('W-16 bot.needs-you: where money of the bot is missing on its key, with the reason', async () => {
  const who = await botWorld(site);
  await who.price('0.523');
  const { has } = await told(who, ['bot.needs-you']);
  const bot = await who.create({ type: 'grid', settings: GRID });
  expect((await bot.call('start')).body.error).toBeNull();
  await bot.shows('running');
  await who.control('balance', { key: who.paperKey, asset: 'USDT', free: '0' });
  const reason = expect.stringMatching(/^0\.\d+ USDT of it are not free on /);
  await has('bot.needs-you', { botId: bot.botId, name: 'Night grid', ...PAIR, copy: false, reason });
  await who.price('0.52');
});

/** What waits for a person's endpoints within a transaction that is rolled back, and after it. */
async function rolledBack(userId: string, happen: (tx: postgres.TransactionSql) => Promise<unknown>) {
  const { sql } = site.database;
  const after = async () =>
    (await sql`select source from webhook_events where user_id = ${userId}`).map(({ source }) => source);
  await until(async () => expect(await after()).toEqual([]));
  let within: unknown[] = [];
  const transaction = sql.begin(async (tx) => {
    await happen(tx);
    within = (await tx`select source from webhook_events where user_id = ${userId}`).map(({ source }) => source);
    throw new Error('This is rolled back.');
  });
  await expect(transaction).rejects.toThrow('This is rolled back.');
  return { within, after: await after() };
}

it('W-15 a firing and a refused signal are written for endpoints in their own transactions', async () => {
  const who = await hookWorld(site, Date.now);
  await told(who);
  const alert = { market: 'BINANCE', symbol: 'XRP_USDT', price: 0.4, type: 'PRICE_REACHES', informing: 'ONLY_ONCE' };
  expect((await who.post('/api/alert/', alert)).body.error).toBeNull();
  await (await who.create()).native({ action: 'close' });
  const firing = await rolledBack(
    who.userId,
    (tx) => tx`
      insert into firings (user_id, id, alert_id, armed_seq, crossed_at, fired_at, late)
      select user_id, gen_random_uuid(), id, armed_seq, ${Date.now()}, ${Date.now()}, false
      from alerts where user_id = ${who.userId}`,
  );
  expect(firing).toEqual({ within: ['alert'], after: [] });
  const signal = await rolledBack(
    who.userId,
    (tx) => tx`
      insert into hook_signals
      select (jsonb_populate_record(signal, jsonb_build_object('id', gen_random_uuid(), 'once_key', null))).*
      from hook_signals signal where user_id = ${who.userId} and result = 'refused'`,
  );
  expect(signal).toEqual({ within: ['signal'], after: [] });
});

it('W-15 a bot’s new state and its round are written for endpoints in their own transactions', async () => {
  const who = await botWorld(site, { copies: [] });
  await who.price('0.523');
  await told(who);
  const bot = await who.create({ type: 'grid', settings: GRID });
  expect((await bot.call('start')).body.error).toBeNull();
  await bot.shows('running');
  const state = await rolledBack(
    who.userId,
    (tx) => tx`update bot_runs set state = 'attention' where bot_id = ${bot.botId}`,
  );
  expect(state).toEqual({ within: ['bot'], after: [] });
  const round = await rolledBack(
    who.userId,
    (tx) => tx`
      update bot_orders set state = 'filled' where id =
        (select id from bot_orders where user_id = ${who.userId} and leg = 'sell' and state = 'open' limit 1)`,
  );
  expect(round).toEqual({ within: ['bot-order'], after: [] });
  await who.price('0.52');
});

it('W-16 account.stopped: by its owner, by the operator, and by a loss limit, once each', async () => {
  const who = await hookWorld(site, Date.now);
  const { has, all } = await told(who, ['account.stopped']);
  const other = await told(await hookWorld(site, Date.now), ['account.stopped']);
  const stopped = (off: boolean) => who.post('/api/user/trading', { off });
  await stopped(true);
  await has('account.stopped', { by: 'owner', keyUid: null, closes: false });
  await stopped(true);
  await stopped(false);
  const { database, deps } = site;
  const operator = { db: database.db, clock: Date.now, audit: deps.audit };
  await switchByOperator(operator, { on: false, person: who.email });
  await has('account.stopped', { by: 'operator', keyUid: null, closes: false });
  await switchByOperator(operator, { on: true, person: who.email });
  await switchByOperator(operator, { on: false, person: who.email });
  await until(() => expect(all()).toHaveLength(3));
  await switchByOperator(operator, { on: false, person: who.email });
  await switchByOperator(operator, { on: true, person: who.email });
  const limit = { kind: 'day-usdt', most: 1000, closesAll: true };
  expect((await who.send('PUT', '/api/user/loss-limits', { json: { keyUid: who.keyUid, limit } })).status).toBe(200);
  await database.sql`update loss_limits set reached_at = ${Date.now()} where user_id = ${who.userId}`;
  await has('account.stopped', { by: 'loss-limit', keyUid: who.keyUid, closes: true });
  await database.sql`update loss_limits set reached_at = null where user_id = ${who.userId}`;
  expect(other.all()).toEqual([]);
  expect(all().map(({ data }) => data['by'])).toEqual(['owner', 'operator', 'operator', 'loss-limit']);
  await switchByOperator(operator, { on: false, person: null });
  await other.has('account.stopped', { by: 'site', keyUid: null });
  await switchByOperator(operator, { on: true, person: null });
});
