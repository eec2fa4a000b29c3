import { expect, it } from 'vitest';
import { shiftedClock } from '../../../tests/setup/shifted-clock.ts';
import { sharedReads } from './shared-reads.ts';

function counted(most = 2) {
  const { clock, pass } = shiftedClock();
  const read = sharedReads({ clock, most });
  const asked: string[] = [];
  const ask = (name: string) =>
    read(name, 1000, async () => {
      asked.push(name);
      return `${name} ${asked.length}`;
    });
  return { ask, asked, pass, read };
}

it('all who ask within the time share one read, and later ones get a new one', async () => {
  const { ask, pass } = counted();
  expect(await Promise.all([ask('hours'), ask('hours')])).toEqual(['hours 1', 'hours 1']);
  pass(900);
  expect(await ask('hours')).toBe('hours 1');
  pass(200);
  expect(await ask('hours')).toBe('hours 2');
});

it('keeps no more than it may: what was read longest ago goes first', async () => {
  const { ask, asked } = counted(2);
  for (const name of ['hours', 'days', 'minutes', 'days', 'minutes', 'hours']) await ask(name);
  expect(asked).toEqual(['hours', 'days', 'minutes', 'hours']);
});

it('a read that fails rejects for all who shared it, and is not kept', async () => {
  const { read, ask } = counted();
  const fail = async () => Promise.reject(new Error('away'));
  const both = [read('hours', 1000, fail), read('hours', 1000, fail)];
  for (const each of both) await expect(each).rejects.toThrow('away');
  expect(await ask('hours')).toBe('hours 1');
});

it('is read anew before its time is over, and answers from before until then, no longer', async () => {
  let now = 0;
  const pass = (ms: number) => (now += ms);
  const read = sharedReads({ clock: () => now, most: 2 });
  const reads: PromiseWithResolvers<string>[] = [];
  const ask = () =>
    read('hours', 1000, () => {
      const next = Promise.withResolvers<string>();
      reads.push(next);
      return next.promise;
    });
  const first = ask();
  reads[0]?.resolve('first');
  expect(await first).toBe('first');
  pass(749);
  expect(await ask()).toBe('first');
  expect(reads).toHaveLength(1);
  pass(1);
  expect(await ask()).toBe('first');
  expect(await ask()).toBe('first');
  expect(reads).toHaveLength(2);
  pass(250);
  const waiting = ask();
  reads[1]?.resolve('second');
  expect(await waiting).toBe('second');
  expect(await ask()).toBe('second');
  expect(reads).toHaveLength(2);
});

it('answers by the new read as soon as that is there', async () => {
  const { ask, pass } = counted();
  await ask('hours');
  pass(800);
  expect(await ask('hours')).toBe('hours 1');
  expect(await ask('hours')).toBe('hours 2');
});
