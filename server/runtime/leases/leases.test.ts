import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MINUTE } from '#contracts/rules/time.ts';
import { testDatabase } from '../../../tests/setup/database.ts';
import { leasesStore, type LeasesStore } from './leases.store.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let store: LeasesStore;
beforeAll(async () => {
  database = await testDatabase();
  store = leasesStore(database.db);
});
afterAll(() => database.close());
beforeEach(() => database.sql`truncate leases`);

const lease = (holder: string, name = 'ticks') => ({ scope: 'test', name, holder });
const acquire = (holder: string, name?: string) => store.acquire({ ...lease(holder, name), ms: MINUTE });
const expire = () => database.sql`update leases set expires_at = expires_at - ${MINUTE}`;

it('one holder at a time: a lease passes on when it is released or has expired', async () => {
  expect(await acquire('one')).not.toBeNull();
  expect([await acquire('two'), await store.holder(lease(''))]).toEqual([null, 'one']);
  await store.release(lease('two'));
  expect(await store.holder(lease(''))).toBe('one');
  await store.release(lease('one'));
  expect(await store.holder(lease(''))).toBeNull();
  expect(await acquire('two')).not.toBeNull();
  await expire();
  expect(await store.holder(lease(''))).toBeNull();
  expect(await acquire('one')).not.toBeNull();
  expect(await acquire('two')).toBeNull();
});

it('of many that ask at once one gets it', async () => {
  const fences = await Promise.all(Array.from({ length: 20 }, (_, index) => acquire(`holder ${index}`)));
  expect(fences.filter((fence) => fence !== null)).toHaveLength(1);
});

it('its fencing number stays while one holder keeps it and grows with each new one', async () => {
  const first = (await acquire('one')) ?? 0;
  expect(await acquire('one')).toBe(first);
  await expire();
  expect(await acquire('one')).toBe(first);
  await expire();
  const second = (await acquire('two')) ?? 0;
  await store.release(lease('two'));
  const third = (await acquire('one')) ?? 0;
  expect([second > first, third > second]).toEqual([true, true]);
  // A database whose clock was set back.
  await database.sql`update leases set fence = fence + ${MINUTE * 1000}, expires_at = 0`;
  expect(await acquire('two')).toBe(third + MINUTE * 1000 + 1);
});

it('only its holder renews it, also when it has expired and was not taken', async () => {
  await acquire('one');
  await expire();
  expect(await store.renew({ ...lease('one'), ms: MINUTE })).toBe(true);
  expect(await store.holder(lease(''))).toBe('one');
  await expire();
  await acquire('two');
  expect(await store.renew({ ...lease('one'), ms: MINUTE })).toBe(false);
});

it('names the others of a scope with the time they have left, and forgets those that were not released', async () => {
  await acquire('one', 'one');
  await acquire('two', 'two');
  await store.acquire({ scope: 'elsewhere', name: 'three', holder: 'three', ms: MINUTE });
  const others = await store.others({ scope: 'test', name: 'one' });
  expect(others.map(({ holder }) => holder)).toEqual(['two']);
  expect(others[0]?.left).toBeGreaterThan(MINUTE - 10_000);
  expect(others[0]?.left).toBeLessThanOrEqual(MINUTE);
  await expire();
  expect(await store.others({ scope: 'test', name: 'one' })).toEqual([]);
  await database.sql`update leases set expires_at = expires_at - 3700000 where name = 'two'`;
  await store.release(lease('one', 'one'));
  expect([...(await database.sql`select name from leases`)]).toEqual([{ name: 'three' }]);
});
