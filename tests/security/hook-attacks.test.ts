import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { knockAt } from '../factories/hook-world.ts';
import { shiftedClock } from '../setup/shifted-clock.ts';
import { testSite, type TestSite } from '../setup/site.ts';
import { until } from '../setup/until.ts';
import { type Attack, type AttackedHooks, attackedHooks, bare, opening, signed } from './attacked-hooks.ts';
import { UNKNOWN } from './wrong-callers.ts';
import { MALFORMED, REFUSED } from './wrong-signals.ts';

let site: TestSite;
let w: AttackedHooks;
const { clock, pass } = shiftedClock();
beforeAll(async () => {
  site = await testSite({}, clock);
  w = await attackedHooks(site, clock);
}, 180_000);
afterAll(() => site.close());
// Within the limits: so many wrong calls a minute, so many signals in three. An address of before ends in ten.
beforeEach(async () => {
  pass(601_000);
  await site.database.sql`delete from request_limits`;
});

function attack({ call }: Attack) {
  const { path = w.open.path, body = opening(w), headers = {} } = call(w);
  return knockAt(site, path, { body, headers });
}

const ALERT = '{"action":"alert"}';
const alert = (of: { id: string; ms?: number }) =>
  knockAt(site, bare(w), { body: ALERT, headers: signed(w, { ...of, body: ALERT }) });

describe('W-3, W-5, W-7: what is sent to hooks that are live', () => {
  it('is a list of forty at least', () => {
    expect(UNKNOWN.length + MALFORMED.length + REFUSED.length).toBeGreaterThanOrEqual(40);
  });

  it.each([...UNKNOWN, ...MALFORMED])('W-2, W-3 $what: $status', async (one) => {
    const { status, body } = await attack(one);
    expect([status, body['error']]).toEqual([one.status, one.says]);
  });

  it.each(REFUSED)('W-6 to W-10 $what is refused', async (one) => {
    const { status, body } = await attack(one);
    expect([status, body['result'], body['error']]).toEqual([one.status, 'refused', one.says]);
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH'])('W-1 %s is no way to call', async (method) => {
    const { status } = await site.app.request(w.open.path, { method });
    // No page is served while the site is not built.
    expect(method === 'GET' ? [404, 503] : [404]).toContain(status);
  });

  it('W-3, W-5 a signed call is taken once: replayed it is a duplicate, and later it is let in no more', async () => {
    const headers = signed(w, { id: 'msg_once', body: ALERT });
    const call = () => knockAt(site, bare(w), { body: ALERT, headers });
    expect((await call()).body['result']).toBe('taken');
    expect((await call()).body['result']).toBe('duplicate');
    pass(240_000);
    expect((await call()).body['result']).toBe('duplicate');
    pass(120_000);
    expect((await call()).status).toBe(404);
    // Signed anew, by the same id.
    expect((await alert({ id: 'msg_once' })).body['result']).toBe('duplicate');
  });

  it('W-3, W-6 the time of a signature counts where the body has none', async () => {
    expect((await alert({ id: 'msg_late', ms: -100_000 })).body['error']).toMatch(
      /^came 10\d s late; the longest is 60$/,
    );
  });

  it('W-5 twenty at once, in another order of their fields, are one signal', async () => {
    const time = w.now();
    const bodies = [
      { action: 'alert', time },
      { time, action: 'alert' },
    ];
    // W-4: a sender whose turn does not come within a second sends again.
    const call = (body: unknown) =>
      until(async () => {
        const answer = await knockAt(site, w.alerts.path, { body });
        expect(answer.status).toBe(200);
        return String(answer.body['result']);
      });
    const results = await Promise.all(Array.from({ length: 20 }, (_, at) => call(bodies[at % 2])));
    expect(results.toSorted()).toEqual([...Array.from({ length: 19 }, () => 'duplicate'), 'taken']);
  });

  it('after all of it nothing was traded', async () => {
    expect(await w.who.buys()).toBe(0);
    expect(await site.database.sql`select id from order_blocks`).toHaveLength(0);
  });
});
