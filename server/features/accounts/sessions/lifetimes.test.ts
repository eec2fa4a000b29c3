import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#contracts/rules/time.ts';
import { PASSWORD, person, visitor } from '../../../../tests/factories/visitor.ts';
import { shiftedClock } from '../../../../tests/setup/shifted-clock.ts';
import { testSite, type TestSite } from '../../../../tests/setup/site.ts';

let site: TestSite;
const { clock, pass } = shiftedClock();
beforeAll(async () => {
  site = await testSite({}, clock);
});
afterAll(() => site.close());

async function signedIn(remember: boolean) {
  const { email } = await person(site);
  const who = visitor(site);
  await who.post('/j_spring_security_check', { j_email: email, j_password: PASSWORD, 'remember-me': remember });
  return async () => (await who.get('/api/user')).body.email === email;
}

it('S-13: remembered, a session lasts while it is used once a week, and 30 days at most', async () => {
  const isIn = await signedIn(true);
  for (let week = 0; week < 4; week += 1) {
    pass(7 * DAY - HOUR);
    expect(await isIn()).toBe(true);
  }
  pass(3 * DAY);
  expect(await isIn()).toBe(false);
});

it('S-13: remembered and not used for more than seven days, it is over', async () => {
  const isIn = await signedIn(true);
  pass(7 * DAY + HOUR);
  expect(await isIn()).toBe(false);
});

it('S-13: not remembered, it is over after twelve idle hours', async () => {
  const isIn = await signedIn(false);
  pass(11 * HOUR);
  expect(await isIn()).toBe(true);
  pass(11 * HOUR);
  expect(await isIn()).toBe(true);
  pass(12 * HOUR + MINUTE);
  expect(await isIn()).toBe(false);
});
