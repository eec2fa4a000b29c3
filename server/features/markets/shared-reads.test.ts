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

it('a read that fails is told to all who shared it, and not kept', async () => {
  const { read, ask } = counted();
  const fail = async () => Promise.reject(new Error('away'));
  const both = [read('hours', 1000, fail), read('hours', 1000, fail)];
  for (const each of both) await expect(each).rejects.toThrow('away');
  expect(await ask('hours')).toBe('hours 1');
});
