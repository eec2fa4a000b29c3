import { expect, it } from 'vitest';
import { createExchangeTime } from './exchange-time.ts';

const world = () => {
  const state = { local: 1_000_000, ahead: 7_000, delay: 10 };
  const time = createExchangeTime(
    () => state.local,
    async () => {
      state.local += state.delay / 2;
      const serverTime = state.local + state.ahead;
      state.local += state.delay / 2;
      return serverTime;
    },
  );
  return { state, time };
};

it('M-17: follows an exchange that is 7 s ahead, and one that falls 7 s behind', async () => {
  const { state, time } = world();
  expect(await time.sync()).toBe(true);
  expect(time.now() - state.local).toBe(7_000);
  state.ahead = -7_000;
  await time.sync();
  expect(time.now() - state.local).toBe(-7_000);
});

it('a slow answer that contradicts nothing leaves a sharp measurement alone', async () => {
  const { state, time } = world();
  await time.sync();
  state.delay = 4_000;
  state.ahead = 7_300;
  await time.sync();
  expect(time.now() - state.local).toBe(7_000);
});

it('shares one measurement between those who ask at once', async () => {
  let asked = 0;
  const time = createExchangeTime(Date.now, async () => {
    asked += 1;
    return Date.now();
  });
  await Promise.all([time.sync(), time.sync(), time.sync()]);
  expect(asked).toBe(1);
});

it('says so when there is no answer', async () => {
  const time = createExchangeTime(Date.now, async () => undefined);
  expect(await time.sync()).toBe(false);
});
