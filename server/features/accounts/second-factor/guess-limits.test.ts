import { expect, it } from 'vitest';
import { MINUTE } from '#contracts/rules/time.ts';
import { guessLimits } from './guess-limits.ts';

function scene() {
  let now = 1_790_000_000_000;
  const reported: string[] = [];
  const { counted } = guessLimits({ clock: () => now, onSuspicion: (userId) => reported.push(userId) });
  const guess = (address = '192.0.2.1', found: true | null = null) =>
    counted({ userId: 'ada', address }, () => Promise.resolve(found));
  return {
    reported,
    guess,
    pass: (ms: number) => void (now += ms),
    /** So many wrong codes, each as soon as allowed; returns the minutes it took. */
    async wrong(times: number, address?: string): Promise<number> {
      const from = now;
      for (let done = 0; done < times;) {
        try {
          await guess(address);
          done += 1;
        } catch {
          now += MINUTE;
        }
      }
      return Math.round((now - from) / MINUTE);
    },
  };
}

it('S-61 after twenty wrong codes the owner is told once, and the wait doubles each time', async () => {
  const { wrong, reported } = scene();
  expect(await wrong(19)).toBe(15);
  expect(reported).toEqual([]);
  await wrong(1);
  expect(reported).toEqual(['ada']);
  expect([await wrong(1), await wrong(1), await wrong(1)]).toEqual([5, 10, 20]);
  await wrong(6);
  expect(await wrong(1)).toBe(24 * 60);
  expect(reported).toEqual(['ada']);
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
  for (let net = 1; net <= 59; net += 1) for (let nth = 0; nth < 5; nth += 1) await guess(`10.0.0.${net}`);
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
