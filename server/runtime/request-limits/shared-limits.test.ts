import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY, HOUR } from '#contracts/rules/time.ts';
import { testDatabase } from '../../../tests/setup/database.ts';
import { olderLimits } from '../../../tests/setup/older-limits.ts';
import { openDatabase } from '../../db/database.ts';
import { createLog } from '../../lib/log.ts';
import { checkAll, takeAll } from './attempts.ts';
import { deleteExpired } from './expired-counts.ts';
import { sharedLimits } from './shared-limits.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let other: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  database = await testDatabase();
  other = openDatabase(database.url, { max: 5 });
});
afterAll(async () => {
  await other.close();
  await database.close();
});

const unique = () => crypto.randomUUID();
/** One limit as two processes hold it. */
function processes(most: number) {
  const limit = { name: unique(), most, windowMs: HOUR };
  return [sharedLimits(database.db).perName(limit), sharedLimits(other.db).perName(limit)] as const;
}
const TOO_MANY = expect.objectContaining({ code: 'too-many' });

describe('a limit that processes share', () => {
  it('is reached by what all of them counted, for one name only, until its window is over', async () => {
    const [here, there] = processes(3);
    await here.take('ada', 'Too many.');
    await there.take('ada', 'Too many.');
    await here.take('ada', 'Too many.');
    for (const limit of [here, there]) {
      const refused = await limit.take('ada', 'Too many.').catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 'too-many', message: 'Too many. Try again in 60 minutes.' });
      expect((refused as { retryAfter: number }).retryAfter).toBeCloseTo(3600, -1);
      await expect(checkAll(limit.attempts('ada', 'Too many.'))).rejects.toThrow('Too many.');
      expect(await limit.tryTake('ada')).toBe(false);
    }
    await checkAll(there.attempts('bob', 'Too many.'));
    expect(await there.tryTake('bob')).toBe(true);
    await olderLimits(database, HOUR / 2);
    await expect(there.take('ada', 'Too many.')).rejects.toThrow('Try again in 30 minutes.');
    await olderLimits(database, HOUR / 2);
    await there.take('ada', 'Too many.');
  });

  it('admits no more of concurrent attempts; the refused ones leave no count', async () => {
    const [here, there] = processes(10);
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, (_, nth) => (nth % 2 === 0 ? here : there).take('ada', 'Too many.')),
    );
    const admitted = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(admitted).toHaveLength(10);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toEqual(TOO_MANY);
    await admitted[0]?.();
    expect(await there.tryTake('ada')).toBe(true);
    expect(await here.tryTake('ada')).toBe(false);
  });

  it('gives nothing back to a window that began later', async () => {
    const [here, there] = processes(2);
    const giveBack = await here.take('ada', 'Too many.');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR });
    try {
      await giveBack();
      expect([await there.tryTake('ada'), await there.tryTake('ada')]).toEqual([true, true]);
      await giveBack();
      expect(await there.tryTake('ada')).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  it('that is one of several counts in all of them or in none', async () => {
    const [[wide], [narrow]] = [processes(3), processes(1)];
    const both = () => takeAll([...wide.attempts('ada', 'Wide.'), ...narrow.attempts('ada', 'Narrow.')]);
    const giveBack = await both();
    for (let nth = 0; nth < 3; nth += 1) await expect(both()).rejects.toThrow('Narrow.');
    const atOnce = await Promise.allSettled([both(), both(), both(), both()]);
    expect(atOnce.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'rejected'));
    await giveBack();
    await wide.take('ada', 'Wide.');
    await wide.take('ada', 'Wide.');
    await both();
    await expect(both()).rejects.toThrow('Wide.');
  });

  it('is stored without the name, and deleted when its window is over', async () => {
    const { run, stop } = deleteExpired({ db: database.db, log: createLog('silent') });
    stop();
    const stored = async () => {
      const rows = await database.sql<{ key: string }[]>`select key from request_limits`;
      return rows.map(({ key }) => key);
    };
    const before = await stored();
    const [here] = processes(1);
    await here.take('ada@example.org', 'Too many.');
    await run();
    const [key = '', ...others] = (await stored()).filter((one) => !before.includes(one));
    expect([key, others]).toEqual([expect.stringMatching(/^[\w-]{43}$/), []]);
    await olderLimits(database, HOUR);
    await run();
    expect(await stored()).not.toContain(key);
  });
});

describe('S-52 a limit of networks', () => {
  const limit = (most = 3) => sharedLimits(database.db).perNetwork({ name: unique(), most, windowMs: HOUR });

  it('S-52 counts a /64 as one, and a /48 at ten times as many', async () => {
    const tries = limit();
    const from = (net: number, host: number) =>
      tries.take({ address: `2001:db8:1:${net.toString(16)}::${host}` }, 'Too many.');
    for (let host = 1; host <= 3; host += 1) await from(0, host);
    await expect(from(0, 4)).rejects.toThrow('Too many.');
    const admitted = [];
    for (let net = 1; net <= 9; net += 1) for (let host = 1; host <= 3; host += 1) admitted.push(await from(net, host));
    await expect(from(10, 1)).rejects.toThrow('Too many.');
    await admitted[0]?.();
    await from(10, 1);
    await tries.take({ address: '2001:db8:2::1' }, 'Too many.');
  });

  it('S-52 counts an IPv4 address as one in all its forms', async () => {
    const tries = limit();
    for (const address of ['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1:4711'])
      await tries.take({ address }, 'Too many.');
    await expect(tries.take({ address: '[::ffff:c000:201]:1' }, 'Too many.')).rejects.toThrow('Too many.');
    await tries.take({ address: '192.0.2.1', at: 'another' }, 'Too many.');
  });
});

describe('wrong guesses', () => {
  it('are counted over processes until a right one, and for thirty days', async () => {
    const name = unique();
    const [here, there] = [sharedLimits(database.db).wrongGuesses(name), sharedLimits(other.db).wrongGuesses(name)];
    const now = Date.now();
    const counts = await Promise.all([here, there, here, there].map((guesses) => guesses.add('ada', now)));
    expect(counts.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
    expect(await there.add('ada', now - 1000)).toBe(5);
    expect(await here.read('ada')).toEqual({ count: 5, lastAt: now });
    expect(await here.read('bob')).toBeNull();
    await there.forget('ada', 'bob');
    expect(await here.read('ada')).toBeNull();

    const { run, stop } = deleteExpired({ db: database.db, log: createLog('silent') });
    stop();
    await here.add('old', now - 30 * DAY);
    await here.add('recent', now - 29 * DAY);
    await run();
    expect([await there.read('old'), (await there.read('recent'))?.count]).toEqual([null, 1]);
  });
});
