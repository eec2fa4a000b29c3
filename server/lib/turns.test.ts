import { expect, it } from 'vitest';
import { turns } from './turns.ts';

const FULL = new Error('full');

/** A queue whose work ends when the test says so. */
function scene({ slots = 1, first = 100, others = 100 } = {}) {
  const queue = turns({ slots, most: { first, others }, refuse: () => FULL });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (lane: 'first' | 'others', name: string) =>
    queue.enter(lane, (inTurn) =>
      inTurn(() => {
        begun.push(name);
        return new Promise<void>((end) => ends.push(end));
      }),
    );
  /** Ends one after another until none is running. */
  const finish = async () => {
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await new Promise(setImmediate);
    }
  };
  return { begun, ask, finish, ends };
}

it('S-04 as many work at once as there are slots', async () => {
  const { begun, ask, finish } = scene({ slots: 2 });
  const all = [1, 2, 3, 4].map((name) => ask('others', String(name)));
  expect(begun).toEqual(['1', '2']);
  await finish();
  await Promise.all(all);
  expect(begun).toEqual(['1', '2', '3', '4']);
});

it('S-51 behind a rush of sign-ups a sign-in has the next turn, and the rush has one of four', async () => {
  const { begun, ask, finish } = scene();
  const ups = [1, 2, 3].map((name) => ask('others', `up ${name}`));
  const ins = [1, 2, 3, 4].map((name) => ask('first', `in ${name}`));
  await finish();
  await Promise.all([...ups, ...ins]);
  expect(begun).toEqual(['up 1', 'in 1', 'in 2', 'in 3', 'up 2', 'in 4', 'up 3']);
});

it('S-51 what does not fit is refused at once, by lane, and room is made again', async () => {
  const { begun, ask, finish } = scene({ others: 3, first: 1 });
  const asked = Array.from({ length: 400 }, (_, name) => ask('others', String(name)));
  const refused = asked.slice(3).map((one) => expect(one).rejects.toBe(FULL));
  await Promise.all(refused);
  const signIn = ask('first', 'in');
  await expect(ask('first', 'one more')).rejects.toBe(FULL);
  await finish();
  await Promise.all([...asked.slice(0, 3), signIn]);
  expect(begun).toEqual(['0', 'in', '1', '2']);
  const later = ask('others', 'later');
  await finish();
  await later;
  expect(begun.at(-1)).toBe('later');
});

it('S-51 work that fails gives its turn and its room back', async () => {
  const queue = turns({ slots: 1, most: { first: 1, others: 1 }, refuse: () => FULL });
  const fail = () => queue.enter('first', (inTurn) => inTurn(() => Promise.reject(new Error('failed'))));
  await expect(fail()).rejects.toThrow('failed');
  await expect(fail()).rejects.toThrow('failed');
});
