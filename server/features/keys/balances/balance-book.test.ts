import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { keysOnPaper, type KeysOnPaper } from '../../../../tests/factories/copy-group.ts';
import { buyLimit } from '../../../../tests/factories/paper-exchange.ts';
import { until } from '../../../../tests/setup/until.ts';
import { newId } from '../../../lib/id.ts';

let world: KeysOnPaper;
beforeAll(async () => {
  world = await keysOnPaper();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.bench.control('reset');
  await world.bench.price('XRPUSDT', '0.5300');
});

const LONG = 30_000;
/** Longer than any test. */
const FOR_EVER = 600_000;
const free = (userId: string, keyId: string, asset = 'USDT') =>
  world.keys.balances.of(userId, keyId)?.free.get(asset)?.toFixed();
/** From here on balances are known from the stream only. */
const refuseReading = () =>
  world.bench.control('fault', { kind: 'reject', code: 503, path: '/api/v3/account', times: 99 });

it('knows what a main key and its copies have free', async () => {
  const { userId, mainKeyId, copies } = await world.group({ main: '1000', copies: ['320', '123'] });
  await until(() => {
    const known = [mainKeyId, ...copies.map(({ keyId }) => keyId)].map((keyId) => free(userId, keyId));
    expect(known).toEqual(['1000', '320', '123']);
  });
  expect(free(userId, mainKeyId, 'XRP')).toBe('10000');
  expect(free(newId(), mainKeyId)).toBeUndefined();
});

it("follows the account's own stream without asking", async () => {
  const { userId, copies } = await world.group({ main: '1000', copies: ['320'] });
  const [copy] = copies;
  await until(() => expect(free(userId, copy?.keyId ?? '')).toBe('320'));
  await refuseReading();
  await copy?.account.place(buyLimit('100', '0.5000'));
  await until(() => expect(free(userId, copy?.keyId ?? '')).toBe('270'));
  await world.bench.price('XRPUSDT', '0.4900');
  await until(() => expect(free(userId, copy?.keyId ?? '', 'XRP')).toBe('10099.9'));
});

it('reads again what a gap has hidden, and knows nothing until then', async () => {
  const { userId, copies } = await world.group({ main: '1000', copies: ['320'] });
  const [copy] = copies;
  const keyId = copy?.keyId ?? '';
  await until(() => expect(free(userId, keyId)).toBe('320'));
  await world.bench.control('fault', { kind: 'mute-streams' });
  await copy?.account.place(buyLimit('100', '0.5000'));
  await world.bench.control('reset');
  expect(free(userId, keyId)).toBe('320');
  await refuseReading();
  await world.bench.control('fault', { kind: 'cut-streams' });
  await until(() => expect(world.keys.balances.of(userId, keyId)).toBeNull());
  expect(await world.keys.balances.within(50, userId, keyId)).toBeNull();
  await world.bench.control('reset');
  expect((await world.keys.balances.within(LONG, userId, keyId))?.free.get('USDT')?.toFixed()).toBe('270');
});

it('does not wait for a key that the exchange refuses', async () => {
  const { userId, mainKeyId, copies } = await world.group({ main: '1000', copies: ['320'] });
  await world.bench.control('key', { key: copies[0]?.account.key, revoked: true });
  const { balances } = world.openKeys();
  const waits = (keyId: string) => balances.within(FOR_EVER, userId, keyId);
  const [main, copy] = await Promise.all([waits(mainKeyId), waits(copies[0]?.keyId ?? '')]);
  expect([main?.free.get('USDT')?.toFixed(), copy]).toEqual(['1000', null]);
});

it('keeps the keys of people whose orders wait, when there is no room for all: their balances are known in time', async () => {
  const groups = await Promise.all([1, 2, 3].map(() => world.group({ main: '1000', copies: ['320'] })));
  const { balances } = world.openKeys({ mostWatched: 3 });
  const known = await Promise.all(
    groups.flatMap(({ userId, mainKeyId, copies }) =>
      [mainKeyId, copies[0]?.keyId ?? ''].map((keyId) => balances.within(LONG, userId, keyId)),
    ),
  );
  expect(known.map((each) => each?.free.get('USDT')?.toFixed())).toEqual(['1000', '320', '1000', '320', '1000', '320']);
  // No order waits any more: there is room for one person's keys.
  const watched = () => groups.filter(({ userId, mainKeyId }) => balances.of(userId, mainKeyId) !== null);
  await until(() => expect(watched()).toHaveLength(1));
});

it('follows the keys of its own people alone', async () => {
  const [ada, bob] = await Promise.all([1, 2].map(() => world.group({ main: '1000', copies: ['320'] })));
  const { balances } = world.openKeys();
  const isKnown = (who: typeof ada) => who !== undefined && balances.of(who.userId, who.mainKeyId) !== null;
  for (const who of [ada, bob]) balances.seen(who?.userId ?? '');
  await until(() => expect([ada, bob].map(isKnown)).toEqual([true, true]));
  balances.divide((userId) => userId === ada?.userId);
  expect([ada, bob].map(isKnown)).toEqual([true, false]);
});

it('watches no key whose copying is off, nor one without copies', async () => {
  const { userId, mainKeyId, copies } = await world.group({ main: '1000', copies: ['320'] });
  const keyId = copies[0]?.keyId ?? '';
  await until(() => expect(free(userId, keyId)).toBe('320'));
  await world.bench.database.sql`update keys set in_process = false where id = ${keyId}`;
  world.keys.balances.changed(userId);
  await until(() => expect([free(userId, keyId), free(userId, mainKeyId)]).toEqual([undefined, undefined]));
  expect(await world.keys.balances.within(LONG, userId, keyId)).toBeNull();
});

it('a copy key stands under a main key of its owner and its market, and is never the active one', async () => {
  const { userId, mainKeyId, copies } = await world.group({ main: '1000', copies: ['320'] });
  const account = await world.bench.trader();
  const none = { error: 'There is no such main key on this market.', uid: null };
  const under = (owner: string, main: string) => world.keys.addCopy(owner, main, world.named(account, 'Copy'));
  expect(await under(userId, newId())).toMatchObject(none);
  expect(await under(newId(), mainKeyId)).toMatchObject(none);
  expect(await under(userId, copies[0]?.keyId ?? '')).toMatchObject(none);
  expect((await world.keys.active(userId, 'binance'))?.keyId).toBe(mainKeyId);
  const found = await world.keys.copies(userId, mainKeyId);
  expect(found).toMatchObject([{ id: copies[0]?.keyId, name: 'Copy 1', ceiling: null, inProcess: true }]);
  expect(found[0]?.multiplier.toFixed()).toBe('1');
});
