import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { MINUTE } from '#contracts/rules/time.ts';
import { testDatabase } from '../../../../tests/setup/database.ts';
import { Refusal } from '../../../lib/errors.ts';
import { sharedLimits } from '../../../runtime/request-limits/shared-limits.ts';
import { guessLimits } from './guess-limits.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
// The machine's date, by which limits count; timers run on.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** A person whose codes are guessed, on two servers in turn. */
function scene() {
  const userId = crypto.randomUUID();
  const reported: string[] = [];
  const server = () =>
    guessLimits({ clock: Date.now, sharedLimits: sharedLimits(database.db), onSuspicion: (id) => reported.push(id) });
  const servers = [server(), server()] as const;
  let turn = 0;
  const guess = (address = '192.0.2.1', found: true | null = null) => {
    turn += 1;
    return servers[turn % 2 === 0 ? 0 : 1].counted({ userId, address }, () => Promise.resolve(found));
  };
  return {
    userId,
    reported,
    guess,
    servers,
    /** So many wrong codes, each as soon as allowed; returns the minutes it took. */
    async wrong(times: number, address?: string): Promise<number> {
      const from = Date.now();
      for (let done = 0; done < times;) {
        try {
          await guess(address);
          done += 1;
        } catch (error) {
          if (!(error instanceof Refusal) || error.retryAfter === undefined) throw error;
          vi.setSystemTime(Date.now() + error.retryAfter * 1000);
        }
      }
      return (Date.now() - from) / MINUTE;
    },
  };
}

it('S-61 after twenty wrong codes the owner is told once, and the wait doubles each time', async () => {
  const { wrong, reported, userId } = scene();
  expect(await wrong(19)).toBe(15);
  expect(reported).toEqual([]);
  await wrong(1);
  expect(reported).toEqual([userId]);
  expect([await wrong(1), await wrong(1), await wrong(1)]).toEqual([5, 10, 20]);
  await wrong(6);
  expect(await wrong(1)).toBe(24 * 60);
  expect(reported).toEqual([userId]);
});

it('S-61 the twentieth wrong code is followed by a wait, wherever in its five minutes it comes', async () => {
  const { wrong, guess } = scene();
  await wrong(19);
  vi.setSystemTime(Date.now() + 5 * MINUTE);
  await guess();
  await expect(guess()).rejects.toMatchObject({ code: 'too-many', retryAfter: 5 * 60 });
});

it('S-61 who guesses waits, and the owner elsewhere does not', async () => {
  const { wrong, guess } = scene();
  await wrong(22);
  await expect(guess()).rejects.toMatchObject({ code: 'too-many', retryAfter: 20 * 60 });
  expect(await guess('198.51.100.1', true)).toBe(true);
});

it('S-61 a network of IPv6 counts as one client, and many networks together guess 300 an hour', async () => {
  const { guess } = scene();
  for (let host = 1; host <= 5; host += 1) await guess(`2001:db8::${host}`);
  await expect(guess('2001:db8::6')).rejects.toThrow('Too many wrong codes.');
  for (let net = 1; net <= 59; net += 1) await Promise.all(Array.from({ length: 5 }, () => guess(`10.0.0.${net}`)));
  await expect(guess('10.0.1.1')).rejects.toThrow('Too many wrong codes.');
});

it('S-52 networks of one /48 guess ten times as often as one of them', async () => {
  const { guess } = scene();
  for (let net = 1; net <= 10; net += 1)
    for (let host = 1; host <= 5; host += 1) await guess(`2001:db8:1:${net}::${host}`);
  await expect(guess('2001:db8:1:ff::1')).rejects.toThrow('Too many wrong codes.');
  expect(await guess('2001:db8:2::1', true)).toBe(true);
});

it('S-19 a right code starts the count anew', async () => {
  const { guess, wrong, reported } = scene();
  await wrong(4);
  expect(await guess('192.0.2.1', true)).toBe(true);
  await wrong(16);
  expect(reported).toEqual([]);
});

it('S-61 a check that fails is no wrong code, and takes none back', async () => {
  const { wrong, guess, servers, userId, reported } = scene();
  await wrong(19);
  const failing = servers[0].counted({ userId, address: '192.0.2.1' }, () => Promise.reject(new Error('no database')));
  await expect(failing).rejects.toThrow('no database');
  expect(reported).toEqual([]);
  await guess();
  expect(reported).toEqual([userId]);
});

it('S-19 of concurrent codes on two servers five are looked at', async () => {
  const { guess } = scene();
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => guess()));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
});
