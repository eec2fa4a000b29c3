import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { IN_TIME, smartMoneyWorld } from '../../../tests/factories/smart-money-bot.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

let site: TestSite;
let world: Awaited<ReturnType<typeof smartMoneyWorld>>;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  world = await smartMoneyWorld(site);
});
afterEach(() => world.restore());

const copyKey = (): string => world.copies[0]?.paperKey ?? '';
const copyHas = (lines: number) =>
  until(async () => expect(await world.book(copyKey())).toHaveLength(lines), { ...IN_TIME, timeout: 40_000 });

async function coins(): Promise<number> {
  const [row] = await site.database.sql<{ total: number }[]>`
    select (free + locked)::float as total from paper.balances where api_key = ${copyKey()} and asset = 'XRP'`;
  return row?.total ?? 0;
}

/** An entry rests on both keys. */
async function entered() {
  const bot = await world.running({}, { copyKeys: true });
  await world.ends(bot.botId, { last: 38 });
  await until(async () => expect(await world.book()).toHaveLength(1), IN_TIME);
  await copyHas(1);
  return bot;
}

it('C-9: a bot is stopped only once its copies are sold, also where the exchange is slow and then refuses that', async () => {
  const before = await coins();
  const bot = await entered();
  await world.price('0.5251');
  await until(async () => expect(await world.book()).toHaveLength(2), IN_TIME);
  await copyHas(2);
  // A press waits up to 4 s for all keys: the refusal comes after that.
  await world.control('fault', { kind: 'delay', ms: 6000, times: 1, path: 'DELETE /api/v3/orderList', key: copyKey() });
  await world.control('fault', { kind: 'reject', code: -1013, times: 1, path: 'POST /api/v3/order', key: copyKey() });
  expect((await bot.call('stop', { coins: 'sell' })).body.error).toBeNull();
  await until(async () => expect((await bot.detail()).state).toBe('stopped'), { ...IN_TIME, timeout: 40_000 });
  expect(await world.book(copyKey())).toEqual([]);
  expect((await coins()) - before).toBeLessThan(1);
});

it('C-9: an entry that its owner canceled on the exchange ends on copy keys with its deal', async () => {
  const bot = await entered();
  const [order] = await world.resting();
  const named = { key: world.paperKey, symbol: 'XRPUSDT', clientOrderId: order?.id };
  await world.control('order', { ...named, do: 'cancel' });
  await world.says(bot.botId, /^Deal 1 is over: it bought nothing\./);
  expect(await world.book(copyKey())).toEqual([]);
});

it('C-9, M-14: a copy key that is disabled holds up no deal, and its coins are sold once it works again', async () => {
  const before = await coins();
  const bot = await entered();
  await world.price('0.5251');
  await until(async () => expect(await world.book()).toHaveLength(2), IN_TIME);
  await copyHas(2);
  await world.control('key', { key: copyKey(), revoked: true });
  const disables = (reason: string | null) =>
    site.database.sql`update keys set disabled_reason = ${reason} where api_key = ${copyKey()}`;
  await disables('It was deleted on the exchange.');
  expect((await bot.call('stop', { coins: 'sell' })).body.error).toBeNull();
  await until(async () => expect((await bot.detail()).state).toBe('stopped'), { ...IN_TIME, timeout: 40_000 });
  expect(await world.book(copyKey())).toHaveLength(2);
  await world.control('key', { key: copyKey(), revoked: false });
  await disables(null);
  await copyHas(0);
  await until(async () => expect((await coins()) - before).toBeLessThan(1), IN_TIME);
});
