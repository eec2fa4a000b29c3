import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { copiers } from '../../tests/factories/copiers.ts';
import { paperControl } from '../../tests/factories/paper-control.ts';
import { PASSWORD, person, trader } from '../../tests/factories/visitor.ts';
import { shiftedClock } from '../../tests/setup/shifted-clock.ts';
import { testSite, type TestSite } from '../../tests/setup/site.ts';
import { until } from '../../tests/setup/until.ts';
import { switchByOperator } from './index.ts';

const MASTER_KEY = randomBytes(32).toString('base64');
const { clock, pass } = shiftedClock();
let site: TestSite;
let control: ReturnType<typeof paperControl>;
beforeAll(async () => {
  site = await testSite({ MASTER_KEY }, clock);
  control = paperControl(site);
  await control('price', { symbol: 'XRPUSDT', price: '0.52' });
});
afterEach(() => operator(true));
afterAll(() => site.close());

const SITE_OFF =
  'The operator of this site has switched trading off. Targets on the exchange stay, and orders can be canceled.';

/** What the operator's command does, in another process. */
const operator = (on: boolean, email: string | null = null) =>
  switchByOperator({ db: site.database.db, clock: Date.now, audit: site.deps.audit }, { on, person: email });

/** Within the rate limit of a user. */
const SLOWLY = { interval: 250 };
type Someone = Awaited<ReturnType<typeof person>>;
const untilRefusal = (who: Someone, refusal: unknown) =>
  until(async () => expect((await who.get('/api/user/trading')).body.refusal).toEqual(refusal), SLOWLY);

/** A filled entry with both targets open on the exchange. */
async function holder() {
  const who = await copiers(site, { main: '1000', copies: ['1000'] });
  const { blockId } = (await who.buy({ price: 0.52, takeProfitPrice: 0.6, stopLossPrice: 0.4 })).body.orderBlock;
  await until(async () =>
    expect((await who.resting()).map((orders) => orders.map((order) => order.split(' ')[0]))).toEqual([
      ['SELL', 'SELL'],
      ['SELL', 'SELL'],
    ]),
  );
  return { ...who, blockId: blockId as string };
}

describe('S-34: the operator switches trading off', () => {
  it('every call that would send an order is refused, nothing reaches the exchange, cancels go, targets stay', async () => {
    const who = await holder();
    const waiting = (await who.buy({ price: 0.4 })).body.orderBlock.blockId;
    await until(async () => expect((await who.resting()).map((orders) => orders.length)).toEqual([3, 3]));
    await operator(false);
    await untilRefusal(who, SITE_OFF);
    const sent = () => Promise.all([who.paperKey, ...who.copies.map(({ paperKey }) => paperKey)].map(who.sent));
    const before = await sent();
    const { blockId } = who;
    const refused = [
      await who.buy({ price: 0.41 }),
      await who.block('PUT', 'third', { blockId, takeProfitPrice: 0.61 }),
      await who.block('PUT', 'fourth/close', { blockId }),
      await who.retry(blockId, who.copies[0]?.uid ?? ''),
    ];
    for (const { status, body } of refused) expect([status, body]).toEqual([503, { error: SITE_OFF }]);
    const removed = await who.block('DELETE', 'first/', { blockId: waiting });
    expect(removed.body).toEqual({ error: null });
    await until(async () => expect((await who.resting()).map((orders) => orders.length)).toEqual([2, 2]));
    expect(await sent()).toEqual(before);
    await operator(true);
    await untilRefusal(who, null);
    expect((await who.block('PUT', 'third', { blockId, takeProfitPrice: 0.61 })).body.errorMessage).toBeNull();
  });

  it('what was wished before is held back, with what protects left in place, and done once it is on again', async () => {
    const who = await holder();
    await control('fault', { kind: 'down', times: 100_000 });
    // Stored while the exchange is down, so that the cancel before it cannot be sent.
    await who.block('PUT', 'third', { blockId: who.blockId, takeProfitPrice: 0.61, stopLossPrice: 0.4 });
    await operator(false);
    await untilRefusal(who, SITE_OFF);
    await control('reset', {});
    await control('price', { symbol: 'XRPUSDT', price: '0.52' });
    await until(async () => expect((await who.rows('buy', who.blockId))[0]?.['statusReason']).toBe(SITE_OFF), SLOWLY);
    expect((await who.resting()).map((orders) => orders.length)).toEqual([2, 2]);
    await operator(true);
    await until(
      async () =>
        expect((await who.rows('buy', who.blockId))[0]).toMatchObject({
          status: 'targets-placed',
          statusReason: null,
          secondTakeProfitPlacedPrice: 0.61,
        }),
      SLOWLY,
    );
  });

  it('for one person only, who cannot undo it; a stranger trades on', async () => {
    const [who, other] = [await trader(site), await trader(site)];
    await operator(false, who.email.toUpperCase());
    const sentence = expect.stringMatching(/^The operator of this site has switched trading off for your account\./);
    await untilRefusal(who, sentence);
    await who.post('/api/user/trading', { off: false });
    expect((await who.buy()).status).toBe(503);
    expect((await other.buy()).body.error).toBeNull();
    await expect(operator(false, 'nobody@example.org')).rejects.toThrow('There is no account with the e-mail');
  });

  it('is still off after a restart, from the first moment', async () => {
    const before = await testSite({ MASTER_KEY });
    const { db, url } = before.database;
    await switchByOperator({ db, clock: Date.now, audit: before.deps.audit }, { on: false, person: null });
    await before.deps.close();
    const after = await testSite({ MASTER_KEY, DATABASE_URL: url });
    expect(after.deps.trading.state('anybody').refusal).toBe(SITE_OFF);
    await after.close();
    await before.close();
  });
});

describe('S-34: a person switches their own trading off', () => {
  it('at once, until they switch it on again, and both are in their audit log', async () => {
    const who = await trader(site);
    await untilRefusal(who, null);
    expect((await who.get('/api/user/trading')).body).toEqual({ off: false, refusal: null, entries: null });
    const refusal = 'You have switched your trading off. Switch it on again on your account page.';
    expect((await who.post('/api/user/trading', { off: true })).body).toEqual({ off: true, refusal, entries: null });
    const refused = await who.buy();
    expect([refused.status, refused.body]).toEqual([503, { error: refusal }]);
    expect((await who.post('/api/user/trading', { off: false })).body).toEqual({
      off: false,
      refusal: null,
      entries: null,
    });
    expect((await who.buy()).body.error).toBeNull();
    const kinds = await site.database.sql<{ kind: string }[]>`
      select kind from audit_events join users using (user_id) where email = ${who.email} order by seq`;
    expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['trading-off', 'trading-on']));
  });

  it('S-08: stopping is never asked for more, going on is asked for a fresh proof of identity', async () => {
    const who = await trader(site);
    pass(6 * 60_000);
    expect((await who.post('/api/user/trading', { off: true })).status).toBe(200);
    const on = await who.post('/api/user/trading', { off: false });
    expect([on.status, on.body.confirm]).toEqual([403, true]);
    await who.post('/api/user/confirm', { password: PASSWORD });
    expect((await who.post('/api/user/trading', { off: false })).body).toEqual({
      off: false,
      refusal: null,
      entries: null,
    });
  });

  it('what the operator switched of a person goes with the account', async () => {
    const who = await person(site);
    await operator(false, who.email);
    const [{ name } = { name: '' }] = await site.database.sql<{ name: string }[]>`
      select 'trading/' || user_id as name from users where email_key = ${who.email}`;
    const held = () => site.database.sql`select name from switches where name = ${name}`;
    expect(await held()).toHaveLength(1);
    expect((await who.send('DELETE', '/api/user', { json: { password: PASSWORD } })).body).toEqual({ deleted: true });
    await until(async () => expect(await held()).toEqual([]));
  });

  it('a process that cannot read the switches sends nothing', async () => {
    const who = await trader(site);
    await site.database.sql`alter table switches rename to switches_gone`;
    await until(
      async () => expect((await who.get('/api/user/trading')).body.refusal).toMatch(/^Trading is paused/),
      SLOWLY,
    );
    expect((await who.buy()).status).toBe(503);
    await site.database.sql`alter table switches_gone rename to switches`;
    await untilRefusal(who, null);
  });
});
